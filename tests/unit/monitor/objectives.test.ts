/** Objectives of a service level have a budget, and a burn rate says how fast it is used up. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { addRun, type NewRun } from '../../../history/runs.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import {
  type BurnRule,
  burnRules,
  isBurning,
  objectiveRules,
  objectivesShown,
  sampleOf,
  windowsOf,
} from '../../../monitor/objectives.ts';
import { processorMs } from '../asserted.ts';
import { passing, recordOf } from '../reports/record-of.ts';
import { describeOnBoth } from './history-here.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const start = Date.parse('2026-09-01T12:00:00.000Z');
const intervalMs = 5 * minuteMs;

describeOnBoth('objectives', (here) => {
  let runs = 0;
  let now = start;
  beforeEach(() => {
    runs = 0;
    now = start;
  });

  /** A run of every five minutes, one for each letter: good, bad, and `-` for what could not measure. */
  const run = async (letters: string, more: Partial<NewRun> = {}): Promise<void> => {
    for (const letter of letters) {
      now += intervalMs;
      runs += 1;
      const at = { startedAt: new Date(now).toISOString(), finishedAt: new Date(now + 1_000).toISOString() };
      const record = { ...recordOf(passing('cities.sorted-by-id')), ...at, id: `r${runs}`, target: 'acme' };
      const sample = letter === '-' ? null : letter === 'b' ? 'bad' : 'good';
      const added = { probe: 'p', location: 'here', slotAt: null, record, sample, taken: [], ...more } as const;
      await here.history.write((to) => addRun(to, added));
    }
    now += 2_000;
  };
  const taken = (count: number, ms: number) => Array.from({ length: count }, () => ({ operation: 'cities', ms }));
  const probe = { name: 'p', slo: 0.99, latency: {} };
  const slow = { ...probe, latency: { cities: { p95Ms: 300 } } } as const;

  const shown = (given: Parameters<typeof objectivesShown>[1]['probe'] = probe, location?: string) =>
    objectivesShown(here.history.read, { probe: given, intervalMs, now, ...(location !== undefined && { location }) });
  const causes = async (...given: Parameters<typeof shown>) =>
    (await shown(...given)).map(({ cause, shown: is }) => `${cause} ${is}`);
  const note = (): Promise<unknown> =>
    here.history.write(async (to) => {
      const seen = await objectivesShown(to, { probe: slow, intervalMs, now });
      await noteCauses(to, { probe: 'p', target: 'acme', runId: null, now, seen, rules: objectiveRules });
    });
  const window = (from: number, until: number, target = 'acme'): Promise<unknown> =>
    here.history.write((to) =>
      to.insertInto('maintenance').values({ target, from, until, reason: '', openedBy: '' }).execute(),
    );

  it('show nothing before there are runs, or enough of them, or while the long window does not burn', async () => {
    deepEqual(await shown(), []);
    await run('gggggggggggb');
    deepEqual(await causes(), [], 'one of twelve is 8.3 times, and 14.4 page');
    await here.history.write((to) => to.deleteFrom('run').execute());
    await run('bbbbbb');
    deepEqual(await shown(), []);
    await run('b');
    deepEqual(await causes(), ['slo fast failed']);
  });

  it('show a budget that burns, in numbers', async () => {
    await run('gggggggggbbb');
    deepEqual(await shown(), [
      {
        cause: 'slo fast',
        kind: 'slo',
        title: '3 of 12 runs failed within 1 h: a fast burn of slo 0.99',
        expected: '99 of 100 runs pass',
        actual: '3 of 12 runs failed within 1 h',
        shown: 'failed',
        clauses: [],
      },
    ]);
    await run('ggg');
    deepEqual(await causes(), [], 'it has stopped');
  });

  it('show no budget that burns in an outage which is reported already, but what fails after it', async () => {
    const noted = (letter: 'failed' | 'passed') => {
      const seen = { cause: 'service token', kind: 'service', shown: letter, title: 't', clauses: [] } as const;
      const rules = { inRow: 1, failures: 1, ofLast: 1, passes: 1 };
      return here.history.write((to) =>
        noteCauses(to, { probe: 'p', target: 'acme', runId: null, now, seen: [seen], rules }),
      );
    };
    await run('gggggggggb');
    await noted('failed');
    await run('bb');
    deepEqual(await causes(), []);
    await run('g');
    await noted('passed');
    deepEqual(await causes(), [], 'it has only just closed');
    await run('gggbbb');
    deepEqual(await causes(), ['slo fast failed', 'slo slow failed']);
  });

  /** Bad runs of all that were counted. */
  const counted = async (): Promise<string | undefined> => (await shown())[0]?.title.split(' runs')[0];

  it('do not count what could not be measured', async () => {
    await run('b-----bbbbbb');
    equal(await counted(), '7 of 7');
    await run('-');
    equal(await counted(), undefined, 'too few are left');
  });

  it('are not kept by runs that could not measure', async () => {
    await run('gggggbbbbbbb');
    await note();
    await run('---');
    deepEqual(await causes(), []);
    await run('g');
    deepEqual(await causes(), ['slo fast passed']);
  });

  it('do not count what a maintenance window touches', async () => {
    const first = start + intervalMs;
    await run('bbbbbbbbbbbb');
    const last = start + 12 * intervalMs;
    for (const [from, until, target, counts] of [
      [start, first, 'acme', '12 of 12'],
      [last + 1_001, last + hourMs, 'acme', '12 of 12'],
      [first, last, 'other', '12 of 12'],
      [start, first + 1, 'acme', '11 of 11'],
      [last + 1_000, last + hourMs, 'acme', '11 of 11'],
      [last - 1, last + hourMs, '*', '11 of 11'],
      [first + intervalMs, last - intervalMs, '*', undefined],
    ] as const) {
      await here.history.write((to) => to.deleteFrom('maintenance').execute());
      await window(from, until, target);
      equal(await counted(), counts);
    }
  });

  it('take no longer for windows that are long over, however many a store has kept', async () => {
    const each = sql`with recursive each(n) as (select 1 union all select n + 1 from each where n < 20000)`;
    await here.history.write(async (to) => {
      await sql`${each} insert into maintenance (target, "from", until, reason, "openedBy")
        select 'acme', n, n + 1, '', '' from each`.execute(to);
      await sql`${each} insert into run (id, probe, target, location, "startedAt", "finishedAt", verdict, sample, requests, bookings, tickets, flaky)
        select 'r' || n, 'p', 'acme', 'here', cast(${start} as bigint) + n, cast(${start} as bigint) + n, 'fail', 'bad', 1, 0, 0, '[]' from each limit 4000`.execute(
        to,
      );
    });
    now = start + minuteMs;
    const begunMs = processorMs();
    equal(await counted(), '4000 of 4000');
    // Asked for each run, they take seconds.
    ok(processorMs() - begunMs < 500);
  });

  it('count one location alone where it is asked for', async () => {
    await run('bbbbbbb', { location: 'there' });
    deepEqual([await causes(probe, 'here'), await causes(probe, 'there')], [[], ['slo fast failed']]);
  });

  it('open one incident for each rule, and close it with the next pass', async () => {
    await run('gggggggggbbb');
    await note();
    await run('b');
    await note();
    const incidents = () => here.history.read.selectFrom('incident').select(['cause', 'closedAt', 'times']).execute();
    deepEqual(await incidents(), [{ cause: 'slo fast', closedAt: null, times: 2 }]);
    await run('ggg');
    await note();
    deepEqual(
      (await incidents()).map(({ closedAt }) => closedAt),
      [now],
    );
  });

  it('show what is slow, and no failure of a run', async () => {
    await run('g', { taken: taken(19, 900) });
    deepEqual(await shown(slow), [], 'too few');
    await run('g', { taken: taken(1, 900) });
    deepEqual(
      (await shown(slow)).map(({ cause, kind, shown: is }) => [cause, kind, is]),
      [['latency cities', 'latency', 'failed']],
    );
    match((await shown(slow))[0]?.title ?? '', /^cities takes \d{3} ms for 95 of 100 requests, and 300 ms are its/);
    deepEqual(await shown(probe), [], 'no objective');
    await note();
    await run('g', { taken: taken(400, 290) });
    deepEqual(await causes(slow), ['latency cities passed']);
  });

  it('keep a time that is in the bin of the objective', async () => {
    await run('g', { taken: taken(20, 290.9) });
    deepEqual(await causes({ ...probe, latency: { cities: { p95Ms: 291 } } }), []);
  });

  it('look at the hour that has begun and the one before', async () => {
    await run('g', { taken: taken(20, 900) });
    now = start + 2 * hourMs - 1;
    deepEqual(await causes(slow), ['latency cities failed']);
    now = start + 2 * hourMs;
    deepEqual(await causes(slow), []);
  });

  it('say nothing of latency while a window touches its time', async () => {
    await run('g', { taken: taken(20, 900) });
    await window(now - minuteMs, now);
    deepEqual(await causes(slow), []);
  });

  it('take a run for bad where the service was in trouble, and for none where we were', () => {
    const service = { kind: 'service', shown: 'failed' } as const;
    deepEqual(
      [
        sampleOf('pass', [service]),
        sampleOf('fail', []),
        sampleOf('inconclusive', [service]),
        sampleOf('inconclusive', [{ ...service, shown: 'passed' }]),
        sampleOf('inconclusive', [{ kind: 'network', shown: 'failed' }]),
        sampleOf('inconclusive', []),
      ],
      ['good', 'bad', 'bad', null, null, null],
    );
  });
});

const [fast, slow, steady] = burnRules as readonly [BurnRule, BurnRule, BurnRule];

describe('a burn rate', () => {
  it('says nothing of as many runs as one failure alone could break', () => {
    const short = { failed: 9, all: 9 };
    equal(isBurning(steady, { slo: 0.999, long: { failed: 999, all: 1_000 }, short }), undefined);
  });
  it('looks at three intervals at least', () => {
    equal(windowsOf(fast, 5 * minuteMs).shortMs, 15 * minuteMs);
    equal(windowsOf(fast, 40 * minuteMs).longMs, 120 * minuteMs);
    equal(windowsOf(slow, minuteMs).shortMs, 30 * minuteMs);
  });
});

/** An outage leaves evidence: the last good, the first bad and the last bad exchange of each operation. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { bundleEvidence } from '../../../cases/show/page.ts';
import { bundle } from '../../../contracts/bundle.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import type { History } from '../../../history/history.ts';
import { prune } from '../../../history/prune.ts';
import { packed } from '../../../history/runs.ts';
import { incidentBundle, incidentDetail } from '../../../history/shown-incidents.ts';
import { keepResult } from '../../../monitor/keep-result.ts';
import { answersOf } from '../../../monitor/run-slot.ts';
import { type RanSlot, slotResult } from '../../../monitor/slot-result.ts';
import { troublesIn } from '../../../monitor/troubles.ts';
import { exchangeOf, traceOf } from '../cases/case-of.ts';
import { inconclusive, passing, recordOf } from '../reports/record-of.ts';
import { describeOnBoth } from './history-here.ts';
import { minuteMs, noon, probe } from './monitor-here.ts';

type Operation = Exchange['operation'];
type Ending = Pick<Exchange, 'response' | 'failure'>;

const ok200 = (body: Json = []): Ending => ({ response: { status: 200, headers: {}, bytes: 2, body } });
const status = (code: number): Ending => ({ response: { status: code, headers: {}, bytes: 0 } });
const refused: Ending = { failure: { kind: 'refused', message: 'connect ECONNREFUSED' } };

const exchange = (operation: Operation, at: number, ending: Ending): Exchange => {
  const { response: _, ...rest } = exchangeOf({ operation, sentAt: new Date(at).toISOString() });
  return { ...rest, ...(operation === 'token' && { login: 'own' }), ...ending };
};

type Run = {
  readonly probe?: string;
  readonly location?: string;
  readonly more?: Partial<RanSlot>;
  readonly endings: Partial<Record<Operation, Ending>>;
};

const well: Run['endings'] = { token: ok200(), countries: ok200() };

/** As the runner of slots makes it. */
const resultOf = async (at: number, { probe: name = 'p', location = 'here', endings, more }: Run): Promise<RanSlot> => {
  const exchanges = Object.entries(endings).map(([operation, ending]) =>
    exchange(operation as Operation, at, ending as Ending),
  );
  const traces = [traceOf('list-countries', ...exchanges)];
  const troubles = troublesIn(traces);
  const isWell = troubles.troubled.length === 0 && !troubles.isLockedOut;
  const verdict = isWell
    ? passing('countries.sorted-by-id')
    : inconclusive('countries.sorted-by-id', 'trouble', 'none there');
  const times = { startedAt: new Date(at).toISOString(), finishedAt: new Date(at + 1_000).toISOString() };
  return {
    kind: 'ran',
    slot: { probe: name, location, at },
    owner: 'me',
    target: 'acme',
    record: { ...recordOf(verdict), ...times, id: `${name}-${location}-${at}`, target: 'acme' },
    taken: [],
    troubles,
    isNetworkOurs: false,
    bundles: {},
    answers: await packed(answersOf(traces)),
    ...more,
  };
};

describeOnBoth('an outage', (here) => {
  const keep = async (minute: number, run: Run, history: History = here.history) => {
    const at = noon + minute * minuteMs;
    const result = slotResult.parse(JSON.parse(JSON.stringify(await resultOf(at, run)))) as RanSlot;
    const watched = probe(run.probe ?? 'p');
    const kept = await keepResult(history, result, { watched, now: at + 1_000, channels: [] });
    return kept.changes.map(({ event }) => event);
  };
  const onlyId = async (): Promise<string> => {
    const rows = await here.history.read.selectFrom('incident').select('id').execute();
    equal(rows.length, 1);
    return rows[0]?.id ?? '';
  };
  const found = async () => (await incidentBundle(here.history.read, await onlyId())).bundle;
  /** As a page shows it: label, operation and answer. */
  const shown = async (): Promise<string[]> =>
    bundleEvidence(await found()).map(
      ({ label, operation, answer }) =>
        `${label?.replace(/(?<=\d\d:\d\d):00$/, '')} ${operation} ${answer.slice(0, 7)}`,
    );

  it('of refused connections has the last good answers, and the first and the last bad one', async () => {
    await keep(1, { endings: well });
    await keep(2, { endings: well });
    deepEqual(await keep(3, { endings: { token: refused } }), []);
    deepEqual(await keep(4, { endings: { token: refused } }), ['opened']);
    const begun = [
      'last good answer 12:02 token 200',
      'last good answer 12:02 countries 200',
      'first bad 12:03 token refused',
    ];
    const [token = '', countries = '', bad = ''] = begun;
    deepEqual(await shown(), [countries, token, bad, 'last bad 12:04 token refused']);
    await keep(5, { endings: { token: refused } });
    await keep(6, { endings: well });
    deepEqual(await keep(7, { endings: well }), ['closed']);
    deepEqual(await shown(), [countries, token, bad, 'last bad 12:05 token refused']);
    const { commands } = await incidentDetail(here.history, await onlyId(), noon);
    match(commands.join('\n'), /^npx --no -- preflight incidents evidence /);
    equal(bundle.safeParse(await found()).success, true);
  });

  it('of one operation has nothing of others, and its trouble is of the first run that met it', async () => {
    const bad = { ...well, cities: ok200(), countries: status(503) };
    await keep(1, { endings: { ...well, cities: ok200() } });
    await keep(2, { endings: bad });
    await keep(3, { endings: { ...well, cities: ok200() } });
    for (const minute of [4, 5]) deepEqual(await keep(minute, { endings: bad }), []);
    deepEqual(await keep(6, { endings: bad }), ['opened']);
    await keep(7, { endings: { ...bad, countries: refused } });
    deepEqual(await shown(), [
      'last good answer 12:03 countries 200',
      'first bad 12:04 countries 503',
      'last bad 12:07 countries refused',
    ]);
  });

  it('of refused logins shows the login that was refused', async () => {
    await keep(1, { endings: well });
    for (const minute of [2, 3, 4]) await keep(minute, { endings: { token: status(401) } });
    deepEqual((await shown()).slice(1), [
      'last good answer 12:01 token 200',
      'first bad 12:02 token 401',
      'last bad 12:04 token 401',
    ]);
  });

  it('is shown by all probes and locations together, of which another may have met it first', async () => {
    await keep(1, { endings: well });
    await keep(1, { probe: 'q', endings: { token: ok200(), cities: ok200() } });
    await keep(2, { probe: 'q', endings: { token: status(503) } });
    deepEqual(await keep(3, { endings: { token: refused } }), ['opened']);
    deepEqual(await shown(), [
      'last good answer 12:01 cities 200',
      'last good answer 12:01 countries 200',
      'last good answer 12:01 token 200',
      'first bad 12:02 token 503',
      'last bad 12:03 token refused',
    ]);
  });

  it('loses nothing where the monitor is killed between the first and the second bad run', async () => {
    await keep(1, { endings: well });
    await keep(2, { endings: { token: status(503) } });
    await keep(9, { endings: { token: refused } }, await here.another());
    deepEqual((await shown()).slice(-2), ['first bad 12:02 token 503', 'last bad 12:09 token refused']);
  });

  it('has good answers of no run that had to wait, or that confirmed a clause alone', async () => {
    await keep(5, { endings: well });
    await keep(4, { endings: { countries: ok200() } });
    await keep(6, { endings: { countries: ok200() }, more: { confirms: ['countries.sorted-by-id'] } });
    for (const minute of [7, 8]) await keep(minute, { endings: { token: refused } });
    deepEqual((await shown()).slice(0, 2), [
      'last good answer 12:05 countries 200',
      'last good answer 12:05 token 200',
    ]);
  });

  it('has no good answer of an operation that was in trouble before a second attempt', () => {
    const twice = traceOf('a', exchange('countries', noon, status(503)), exchange('countries', noon + 1, ok200()));
    const { good, bad } = answersOf([twice]);
    deepEqual([Object.keys(good), Object.keys(bad)], [[], ['countries']]);
  });

  it('keeps of a long body its beginning, and says how much is left out', () => {
    const rows = Array.from({ length: 9_000 }, (_, id) => ({ id, name: 'a name' }));
    const long: Json[] = [rows, 'x'.repeat(90_000), Object.fromEntries(rows.map((row) => [`k${row.id}`, row]))];
    for (const body of long) {
      const { good } = answersOf([traceOf('a', exchange('countries', noon, ok200(body)))]);
      const text = JSON.stringify(good);
      ok(text.length < 5_000, `${text.length}`);
      match(text, /…\W+\d+ (characters )?left out/);
    }
    const names = Object.fromEntries([['x'.repeat(90_000), 1]]);
    ok(JSON.stringify(answersOf([traceOf('a', exchange('countries', noon, ok200(names)))])).length < 5_000);
  });

  it('begins when the service broke, and not when our own network did', async () => {
    await keep(1, { endings: well });
    await keep(2, { endings: { token: refused }, more: { isNetworkOurs: true } });
    for (const minute of [3, 4]) await keep(minute, { endings: { token: refused } });
    equal((await shown()).at(-2), 'first bad 12:03 token refused');
  });

  it('of our own network leaves none, and neither does a result of an earlier version', async () => {
    await keep(1, { endings: well });
    for (const minute of [2, 3, 4]) await keep(minute, { endings: { token: refused }, more: { isNetworkOurs: true } });
    await rejects(found(), /has no evidence, because no single answer opened it/);
    for (const minute of [5, 6]) {
      const { answers: _, ...old } = await resultOf(noon + minute * minuteMs, { endings: { token: refused } });
      const result = slotResult.parse(JSON.parse(JSON.stringify(old)));
      await keepResult(here.history, result, { watched: probe('p'), now: noon + minute * minuteMs, channels: [] });
    }
    equal((await here.history.read.selectFrom('evidence').selectAll().execute()).length, 0);
  });

  it('keeps its evidence while it is open, and as long as it is kept', async () => {
    await keep(1, { endings: well });
    for (const minute of [2, 3]) await keep(minute, { endings: { token: refused } });
    const later = { now: noon + 40 * 86_400_000, keepDays: { runs: 10, hours: 20, days: 30 } };
    await prune(here.history, later);
    equal((await shown()).length, 4);
    await here.history.write((to) => to.updateTable('incident').set({ closedAt: noon }).execute());
    await prune(here.history, later);
    equal((await here.history.read.selectFrom('evidence').selectAll().execute()).length, 0);
  });
});

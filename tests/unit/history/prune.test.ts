/** Retention: what is older than it is kept for goes, what is still needed stays, and no writer waits for it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { noteSent, noteUnsent, notify } from '../../../history/outbox.ts';
import { defaultKeepDays, prune } from '../../../history/prune.ts';
import { recordOf } from '../../../history/runs.ts';
import { leaseSlot, missSlot } from '../../../history/slots.ts';
import type { CauseRow, RunRow } from '../../../history/tables.ts';
import { describeOnBoth } from '../monitor/history-here.ts';
import { failing, passing } from '../reports/record-of.ts';
import { addAt, dayMs, idAt, incidentRow, noon } from './run-at.ts';

const none = {
  records: 0,
  findings: 0,
  hours: 0,
  days: 0,
  slots: 0,
  notifications: 0,
  incidents: 0,
  causes: 0,
  runs: 0,
};

const keepDays = { runs: 10, hours: 20, days: 30 };

const cause = (name: string, at: number, brokenSince: number | null): CauseRow => ({
  probe: 'reads',
  cause: name,
  location: 'here',
  kind: 'contract',
  recent: 'F',
  brokenSince,
  failingSince: brokenSince,
  at,
});

describeOnBoth('retention', (here) => {
  const count = async (table: 'run' | 'finding' | 'clause' | 'latency' | 'slot' | 'outbox' | 'incident' | 'cause') => {
    const { fn } = here.history.read;
    const row = await here.history.read.selectFrom(table).select(fn.countAll<number>().as('count')).executeTakeFirst();
    return row?.count;
  };
  const run = {
    verdicts: [passing('cities.ids-are-unique'), failing('cities.sorted-by-id')],
    taken: [{ operation: 'cities', ms: 5 }],
  };

  it('keeps runs whole, their counts by hour and by day, and their verdicts, each for its own time', async () => {
    const { history } = here;
    const ages = [9, 11, 21, 32];
    for (const age of ages) await addAt(history, noon - age * dayMs, run);
    const removed = await prune(history, { now: noon, keepDays });
    // Two clauses and one bin of each hour and day, of the probe and of all; and how many runs a day had.
    deepEqual(removed, { ...none, records: 3, findings: 3, hours: 2 * 2 * 3, days: 2 * 3 + 1, runs: 1 });
    const whole = await Promise.all(ages.map((age) => recordOf(history.read, idAt(noon - age * dayMs))));
    deepEqual(
      whole.map((each) => each !== undefined),
      [true, false, false, false],
    );
    const rows = await history.read.selectFrom('run').select('id').orderBy('startedAt', 'desc').execute();
    deepEqual(
      rows.map(({ id }) => id),
      ages.slice(0, 3).map((age) => idAt(noon - age * dayMs)),
    );
    const hours = await history.read.selectFrom('clause').select('from').where('period', '=', 'hour').execute();
    equal(hours.length, 2 * 4);
    deepEqual(await prune(history, { now: noon, keepDays }), none, 'a second time there is nothing more to do');
  });

  it('takes what is older than the bound, and not what is as old', async () => {
    const { history } = here;
    for (const at of [noon - 10 * dayMs, noon - 10 * dayMs - 1]) await addAt(history, at, run);
    equal((await prune(history, { now: noon, keepDays })).records, 1);
    ok(await recordOf(history.read, idAt(noon - 10 * dayMs)));
  });

  it('leaves what is open, unsent or leased, and what an open incident shows', async () => {
    const { history } = here;
    const old = noon - 2_000 * dayMs;
    await addAt(history, old, run);
    await addAt(history, old + 1, run);
    await history.write(async (to) => {
      const slot = (at: number) => ({ probe: 'reads', location: '', at });
      await leaseSlot(to, slot(old), { owner: 'a', until: old, now: old });
      await missSlot(to, slot(old + 1), { reason: 'late', endedAt: old });
      for (const key of ['waits', 'sent', 'given up']) await notify(to, { key, channel: 'c', body: '' }, old);
      await noteSent(to, 'sent', old);
      await noteUnsent(to, 'given up', { why: 'HTTP 500', dueAt: null });
      const incidents = [
        incidentRow('open', { runId: idAt(old), lastRunId: idAt(old) }),
        incidentRow('closed', { closedAt: old }),
        incidentRow('late', { closedAt: noon - dayMs }),
      ];
      await to.insertInto('incident').values(incidents).execute();
      const causes = [cause('open', old, old), cause('over', old, null), cause('lately', noon, null)];
      await to.insertInto('cause').values(causes).execute();
    });
    const removed = await prune(history, { now: noon, keepDays: defaultKeepDays });
    deepEqual(removed, {
      ...none,
      records: 1,
      findings: 1,
      hours: 2 * 3,
      days: 2 * 3 + 1,
      slots: 1,
      notifications: 1,
      incidents: 1,
      causes: 1,
      runs: 1,
    });
    ok(await recordOf(history.read, idAt(old)), 'the open incident shows it');
    deepEqual(
      [await count('slot'), await count('outbox'), await count('incident'), await count('cause')],
      [1, 2, 2, 2],
    );
  });

  /** Runs without records, that went long ago. */
  const addThousand = (from = 0): Promise<unknown> => {
    const row = (at: number): RunRow => ({
      id: `many-${at}`,
      probe: 'reads',
      target: 'sandbox',
      location: '',
      slotAt: null,
      startedAt: at,
      finishedAt: at,
      verdict: 'pass',
      requests: 1,
      bookings: 0,
      tickets: 0,
      flaky: '[]',
      record: null,
      isDown: null,
      isAhead: 0,
      trouble: null,
      sample: null,
    });
    const rows = Array.from({ length: 1_000 }, (_, each) => row(from + each));
    return here.history.write((to) => to.insertInto('run').values(rows).execute());
  };

  it('keeps no writer waiting for longer where a store has kept many incidents', async () => {
    const { history } = here;
    await addThousand();
    await history.write((to) =>
      sql`with recursive each(n) as (select 1 union all select n + 1 from each where n < 60000)
        insert into incident (id, target, probe, kind, cause, title, "openedAt", "closedAt", "lastAt", times)
        select 'i' || n, 'sandbox', 'reads', 'contract', n, '', ${noon}, ${noon}, ${noon}, 1 from each`.execute(to),
    );
    const begun = performance.now();
    equal((await prune(history, { now: noon })).runs, 1_000);
    // Each incident looked at for each run, it takes many.
    ok(performance.now() - begun < 2_000);
  });

  it('lets a result be written in between, by this program and by another', async () => {
    const { history } = here;
    for (let from = 0; from < 10_000; from += 1_000) await addThousand(from);
    const another = await here.another();
    const ended: string[] = [];
    const pruning = prune(history, { now: noon }).then((removed) => {
      ended.push('retention');
      return removed;
    });
    const writing = [history, another].map((to, at) => addAt(to, noon + at, run).then(() => ended.push('a result')));
    await Promise.all(writing);
    const { runs } = await pruning;
    deepEqual([ended.at(-1), runs], ['retention', 10_000]);
    equal(await count('run'), 2);
  });

  it('ends between two transactions when it is asked to, and goes on where it was', async () => {
    const { history } = here;
    await addThousand();
    const stopped = AbortSignal.abort();
    deepEqual(await prune(history, { now: noon }, stopped), none);
    let looks = 0;
    const later = Object.defineProperty(new AbortController().signal, 'aborted', {
      get: () => {
        looks += 1;
        return looks > 8;
      },
    });
    const { runs } = await prune(history, { now: noon }, later);
    ok(runs > 0 && runs < 1_000, String(runs));
    equal(await count('run'), 1_000 - runs);
    equal((await prune(history, { now: noon })).runs, 1_000 - runs);
  });
});

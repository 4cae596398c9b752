/** A monitor reports what a target still has to do, and how full its store is. */
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { bookingLedgerOf, pendingLedgerOf } from '../../../client/ledgers/user-ledgers.ts';
import type { Target } from '../../../contracts/target.ts';
import { missSlot } from '../../../history/slots.ts';
import { pendingDue, pendingOf } from '../../../monitor/pending.ts';
import { missedReasons } from '../../../monitor/slot-result.ts';
import { missedSlots, type OfStore, openIncidents } from '../../../monitor/store-measures.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandboxTarget, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import { traceOf } from '../cases/case-of.ts';
import { historyHere } from './history-here.ts';

const plain = resolvedTarget(sandboxTarget, { [sandboxUrlVariable]: 'http://127.0.0.1:9' }, 'sandbox');
const target: Target = {
  ...plain,
  may: {
    ...plain.may,
    books: { perRun: 4, perDay: 20 },
    tickets: { perRun: 2, perDay: 6 },
    extraTokens: { perRun: 1 },
  },
};

const leaving: Target = { ...plain, may: { ...plain.may, obligations: ['void-as-window-ends', 'void-after-window'] } };

const [minuteMs, hourMs] = [60_000, 3_600_000];
const noon = Date.parse('2026-09-01T12:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();

describe('the duties of a target', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // Ledgers keep the time of their machine.
  const begunAt = new Date().toISOString();
  const at = Date.parse(begunAt);

  const look = async (more: Partial<Parameters<typeof pendingOf>[0]> = {}) => {
    const environment = { PREFLIGHT_STATE: folder };
    const about = { target, source: './acme.ts', location: 'here', isEmbedded: false, cases: [], environment, now: at };
    const { target: name, source, location, at: lookedAt, ...found } = await pendingOf({ ...about, ...more });
    deepEqual([name, source, location, lookedAt], ['sandbox', './acme.ts', 'here', begunAt]);
    return found;
  };

  const book = async (mark: string, { isUnderWay }: { readonly isUnderWay: boolean }): Promise<void> => {
    const ledger = bookingLedgerOf(target, { PREFLIGHT_STATE: folder });
    const moments = { begunAt, settledBy: begunAt, createdAt: begunAt, endsBy: at + 3_600_000 };
    const intended = { mark, run: 'r1', partner: 'own', checkIn: '2026-12-24', ...moments } as const;
    await ledger.begin(intended, { perRun: 4, perDay: 20 });
    if (!isUnderWay) await ledger.release([mark]);
  };

  it('are none where nothing was done', async () => {
    deepEqual(await look(), {
      budgets: [
        { what: 'booking', used: 0, perDay: 20 },
        { what: 'ticket', used: 0, perDay: 6 },
      ],
      left: [],
      damagedLedgers: 0,
      obligations: [],
      cases: [],
    });
  });

  it('hold what no run works on any more, and what was spent, also by a run under way', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    await book('Pfqbbbbbbbbbbbbbbbbbbbbbb', { isUnderWay: true });
    const { budgets, left } = await look();
    deepEqual(budgets[0], { what: 'booking', used: 2, perDay: 20 });
    deepEqual(left, [
      { kind: 'hotel', mark: 'Pfqaaaaaaaaaaaaaaaaaaaaaa', run: 'r1', since: begunAt, needsPerson: false },
    ]);
  });

  it('name what was left on purpose, and the cases of this target alone', async () => {
    const from = new Date(at + 1_000).toISOString();
    const left = { id: 'void-after-window', run: 'r1', begunAt, from, left: null, trace: traceOf('void') } as const;
    await pendingLedgerOf(target, { PREFLIGHT_STATE: folder }).begin(left);
    const one = { id: 'c1', title: 'an unsorted list', says: 'still fails, 2 runs' };
    const { obligations, cases } = await look({
      cases: [
        { ...one, target: 'sandbox' },
        { ...one, target: 'another' },
      ],
    });
    deepEqual(obligations, [{ id: 'void-after-window', run: 'r1', from, until: null }]);
    deepEqual(cases, [one]);
  });

  it('report that a ledger was damaged, and claim nothing of its budgets', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /ledger.*\.json$/.test(name),
    );
    writeFileSync(join(folder, file), '{');
    const { damagedLedgers, budgets } = await look();
    deepEqual([damagedLedgers, budgets], [1, []]);
  });

  it('are none of a sandbox that ends with its monitor', async () => {
    await book('Pfqaaaaaaaaaaaaaaaaaaaaaa', { isUnderWay: false });
    const { budgets, left } = await look({ isEmbedded: true });
    deepEqual([budgets, left], [[], []]);
  });

  const leave = (id: 'void-as-window-ends' | 'void-after-window', from: number, until?: number) =>
    pendingLedgerOf(leaving, { PREFLIGHT_STATE: folder }).begin({
      id,
      run: 'r1',
      begunAt: iso(noon),
      from: iso(from),
      ...(until !== undefined && { until: iso(until) }),
      left: null,
      trace: traceOf(id),
    });

  const looking = (more: NodeJS.ProcessEnv = {}, aheadMs = 0) => {
    let now = noon;
    let asked = 0;
    const due = pendingDue(
      { PREFLIGHT_STATE: folder, ...more },
      () => now,
      async () => {
        asked += 1;
        return now + aheadMs;
      },
    );
    return {
      at: async (ms: number, of: Target = leaving) => {
        now = ms;
        const found = await due(of);
        return [found.due, found.missed.map(({ id }) => id)];
      },
      asked: () => asked,
    };
  };

  it('are due when their time has come, and missed once their window is over', async () => {
    await leave('void-as-window-ends', noon + 23 * hourMs, noon + 24 * hourMs);
    await leave('void-after-window', noon + 25 * hourMs);
    const { at, asked } = looking();
    deepEqual(await at(noon + 21 * hourMs), [[], []]);
    equal(asked(), 0, 'nobody asks for the time while nothing can be due');
    deepEqual(await at(noon + 22.5 * hourMs), [[], []]);
    deepEqual(await at(noon + 23.5 * hourMs), [['void-as-window-ends'], []]);
    equal(asked(), 1, 'the clock of a service hardly moves against ours');
    deepEqual(await at(noon + 24.1 * hourMs), [['void-as-window-ends'], ['void-as-window-ends']]);
    deepEqual(await at(noon + 26 * hourMs), [['void-as-window-ends', 'void-after-window'], ['void-as-window-ends']]);
  });

  it('go by the clock of the target', async () => {
    await leave('void-as-window-ends', noon + hourMs, noon + 2 * hourMs);
    deepEqual(await looking({}, 30 * 60_000).at(noon + 0.6 * hourMs), [['void-as-window-ends'], []]);
    deepEqual(await looking({}, -30 * 60_000).at(noon + 1.4 * hourMs), [[], []]);
  });

  it('are no work to do where the target does not allow it, or nothing outlives this machine', async () => {
    await leave('void-after-window', noon);
    deepEqual(await looking().at(noon + hourMs, plain), [[], []]);
    deepEqual(await looking({ PREFLIGHT_STATE_LASTS: 'false' }).at(noon + hourMs), [[], []]);
  });
});

describe('by a look into the store', () => {
  const here = historyHere();
  const at = { now: noon };
  const store = (): OfStore => ({
    history: here.history,
    targets: ['acme', 'other'],
    probes: ['p', 'q'],
    location: 'here',
    now: () => at.now,
  });
  const miss = (minute: number, reason: string, { probe = 'p', location = 'here' } = {}): Promise<boolean> =>
    here.history.write((to) =>
      missSlot(to, { probe, location, at: noon + minute * minuteMs }, { reason, endedAt: at.now }),
    );

  it('missed slots are counted once each from the start on, also after old ones are gone', async () => {
    at.now = noon;
    await miss(-5, missedReasons.late).then(() => {
      at.now += 1;
    });
    const look = missedSlots(store());
    deepEqual(await look(), []);
    await miss(1, missedReasons.busy);
    await miss(2, 'whatever a target file has thrown');
    await miss(2, missedReasons.late, { probe: 'unknown' });
    await miss(2, missedReasons.late, { location: 'elsewhere' });
    const first = [
      { probe: 'p', reason: 'busy', missed: 1 },
      { probe: 'p', reason: 'error', missed: 1 },
    ];
    deepEqual(await look(), first);
    deepEqual(await look(), first);
    await here.history.write((to) => to.deleteFrom('slot').execute());
    at.now += 2 * 24 * 60 * minuteMs;
    deepEqual(await look(), first);
    await miss(3_000, missedReasons.busy);
    deepEqual((await look())[0], { probe: 'p', reason: 'busy', missed: 2 });
  });

  it('of each target and kind it is known that nothing is open', async () => {
    const all = await openIncidents(store());
    deepEqual([all.length, all.filter(({ open }) => open !== 0)], [12, []]);
  });
});

describe('the questions of a monitor (sqlite)', () => {
  const here = historyHere();
  const planOf = async (query: string): Promise<string[]> => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(here.history.read);
    return rows.map(({ detail }) => detail);
  };

  it('are counted in an index, without a look at any run', async () => {
    const plan = await planOf(`select count(*), count(*) filter (where sample = 'bad') from run
      where probe = 'p' and "startedAt" > 0 and sample is not null and location = 'l' and "finishedAt" > 0`);
    match(plan.join(), /USING COVERING INDEX runOfProbe/);
    doesNotMatch(plan.join(), /SCAN/);
    equal(plan.length, 1);
  });

  it('look at no incident that has been over for long', async () => {
    const plan = await planOf(`select id from incident where probe || '' = 'p' and kind in ('contract', 'service')
      and ("closedAt" is null or "closedAt" > 0)`);
    deepEqual(
      plan.filter((each) => each.includes('incident')),
      [
        'SEARCH incident USING INDEX incidentClosed (closedAt=?)',
        'SEARCH incident USING INDEX incidentClosed (closedAt>?)',
      ],
    );
  });

  it('find what is to be sent without looking at what was sent already', async () => {
    const plan = async (ends: string): Promise<string> =>
      (await planOf(`select * from incident where target = 'acme' and ${ends}`)).join();
    match(await plan('"closedAt" is null and "toldOpenedAt" is null'), /USING INDEX incidentToAlert /);
    match(
      await plan('"closedAt" is not null and "toldOpenedAt" is not null and "toldClosedAt" is null'),
      /USING INDEX incidentEndToAlert /,
    );
  });
});

/** Compares the store with what there must be: each result counted once, alerts as expected, each slot ended. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { sql } from 'kysely';
import type { History } from '../../../../history/history.ts';
import { keyOf } from '../../../../history/outbox.ts';
import type { Channel } from '../../../../monitor/config.ts';
import type { SlotResult } from '../../../../monitor/slot-result.ts';
import { type ExpectedIncident, expectations, type Told } from './expected.ts';
import { dueBetween, probeNames } from './probes.ts';

/** What a run has found, until the store has it. */
export type Handed = {
  readonly probe: string;
  readonly target: string;
  readonly at: number;
  readonly owner: string;
  /** The id of its run, or why it broke. */
  readonly mark: string;
  readonly isBroken: boolean;
  readonly isConfirmation: boolean;
  readonly told: readonly Told[];
  readonly answers: boolean | undefined;
  readonly endedAt: number;
};

export const markOf = (result: SlotResult): string => {
  if (result.kind === 'repeated') throw new TypeError('no case is watched here');
  return result.kind === 'ran' ? result.record.id : result.reason;
};

/** `pending`: the store does not have it; `counted`: it is the result of its slot. */
type Stand = 'pending' | 'counted' | 'late';

const standOf = async (
  { read }: History,
  { probe, at, owner, mark, isBroken, isConfirmation }: Handed,
): Promise<Stand> => {
  const slot = () =>
    read
      .selectFrom('slot')
      .selectAll()
      .where('probe', '=', probe)
      .where('location', '=', 'here')
      .where('at', '=', at)
      .executeTakeFirst();
  if (isBroken) {
    const found = await slot();
    if (found?.reason === mark) return 'counted';
    return (found?.owner ?? owner) === owner ? 'pending' : 'late';
  }
  const run = await read.selectFrom('run').select('slotAt').where('id', '=', mark).executeTakeFirst();
  if (!run) return 'pending';
  if (isConfirmation || run.slotAt !== null) return 'counted';
  // A program that lives through one minute twice, because its clock was set back, has one lease for both.
  const had = await slot();
  const isOfAnotherRun = had?.state === 'done' && had.runId !== mark;
  ok(isOfAnotherRun || (had?.owner ?? owner) !== owner, `${mark} counts for no slot although nobody else had it`);
  return 'late';
};

/** Error budgets have their own rules and tests. */
const ofObjectives = ['slo', 'latency'] as const;

/** Before retention removes any. */
const lately = 10 * 24 * 3_600_000;

type Kept = { readonly expected: ExpectedIncident; readonly id: string };

export type LedgerParts = {
  readonly history: History;
  readonly channels: readonly Channel[];
  readonly isMuted: (target: string, now: number) => boolean;
  readonly targets: readonly string[];
};

export const ledgerOf = ({ history, channels, isMuted, targets }: LedgerParts) => {
  const { read } = history;
  const expected = expectations(isMuted);
  const counts = { opened: 0, done: 0, missed: 0, told: 0 };
  let incidents: Kept[] = [];
  let openings: number[] = [];
  /** By key: how often it has arrived, and how often it may have. */
  const arrived = new Map<string, { times: number; most: number }>();

  const overtaken: string[] = [];
  const firstAt = new Map<string, number>();

  const idOf = (one: ExpectedIncident): string => incidents.find((each) => each.expected === one)?.id ?? '';

  /** Each is paired with its row by when it opened, because it may be over already. */
  const paired = async ({ probe, cause, openedAt }: ExpectedIncident): Promise<string> => {
    const rows = await read
      .selectFrom('incident')
      .select('id')
      .where('probe', '=', probe)
      .where('cause', '=', cause)
      .where('openedAt', '=', openedAt)
      .orderBy(sql`rowid`)
      .execute();
    const row = rows.find(({ id }) => !incidents.some((each) => each.id === id));
    ok(row, `an incident must have opened: ${probe}, ${cause}`);
    counts.opened += 1;
    openings.push(openedAt);
    return row.id;
  };

  const assertChanges = async (changed: ReadonlySet<ExpectedIncident>): Promise<void> => {
    for (const one of changed) {
      const { probe, target, cause, kind, openedAt, closedAt } = one;
      if (idOf(one) === '') incidents.push({ expected: one, id: await paired(one) });
      const row = await read.selectFrom('incident').selectAll().where('id', '=', idOf(one)).executeTakeFirstOrThrow();
      deepEqual(
        [row.probe, row.target, row.cause, row.kind, row.openedAt, row.closedAt],
        [probe, target, cause, kind, openedAt, closedAt ?? null],
      );
    }
  };

  const ofRuns = () => read.selectFrom('incident').where('kind', 'not in', ofObjectives);

  /** Those that opened lately: what is old may have been removed. */
  const assertNoOther = async (now: number): Promise<void> => {
    const since = now - lately;
    // A clock that was ahead comes back.
    openings = openings.filter((at) => at >= since - lately);
    const { count } = await ofRuns()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('openedAt', '>=', since)
      .executeTakeFirstOrThrow();
    equal(count, openings.filter((at) => at >= since).length, 'no incident opens but those that must');
  };

  /** Where another target has answered from here meanwhile, our own network was in order: `outages.test.ts` has that. */
  const withNetwork = async (each: Handed): Promise<Handed> => {
    if (each.answers !== undefined) return each;
    const row = await read.selectFrom('run').select('isDown').where('id', '=', each.mark).executeTakeFirst();
    if (row?.isDown !== 1) return each;
    return { ...each, told: each.told.filter(({ kind }) => kind !== 'network'), answers: false };
  };

  const forgetAhead = async (now: number): Promise<void> => {
    const marks = expected.ahead(now);
    if (marks.length === 0) return;
    const runs = read.selectFrom('run').select('id').where('isAhead', '=', 1).where('isDown', 'is', null);
    const gone = await runs.where('id', 'in', marks).execute();
    expected.forget(new Set(gone.map(({ id }) => id)));
  };

  /** @returns Those that the store does not have yet. */
  const counted = async (handed: readonly Handed[], now: number): Promise<Handed[]> => {
    await forgetAhead(now);
    const pending: Handed[] = [];
    const changed = new Set<ExpectedIncident>();
    for (const each of handed) {
      const stand = await standOf(history, each);
      if (stand === 'pending') pending.push(each);
      const shown = { ...(await withNetwork(each)), now };
      if (stand === 'late') expected.late(shown);
      if (stand !== 'counted') continue;
      for (const change of expected.ran(shown)) changed.add(change);
      expected.tell(each.target, now);
    }
    await assertChanges(changed);
    deepEqual(overtaken, [], 'an end that has arrived before its beginning');
    await assertNoOther(now);
    return pending;
  };

  /** After a look that may have been cut off: what was sent is known from the store alone, and had to be lawful. */
  const lookedAt = async (now: number, isWhole: boolean): Promise<void> => {
    if (isWhole) {
      for (const target of targets) expected.tell(target, now);
      return;
    }
    for (const one of expected.untold()) {
      const row = await read
        .selectFrom('incident')
        .select(['toldOpenedAt', 'toldClosedAt'])
        .where('id', '=', idOf(one))
        .executeTakeFirst();
      const isTold = one.closedAt === undefined ? row?.toldOpenedAt : row?.toldClosedAt;
      if (typeof isTold !== 'number') continue;
      expected.tell(one.target, now);
      ok(one.isOpeningTold, `nothing may be told of ${one.cause} in a maintenance window`);
    }
  };

  const keysOf = ({ expected: one, id }: Kept): string[] => {
    const wanting = channels.filter(({ kinds }) => kinds?.includes(one.kind) ?? true);
    const events = [...(one.isOpeningTold ? ['opened'] : []), ...(one.isEndTold ? ['closed'] : [])];
    return events.flatMap((event) => wanting.map(({ name }) => keyOf(id, event, name)));
  };

  const arrivedOf = (id: string): string[] => [...arrived.keys()].filter((key) => key.startsWith(`${id}_`)).sort();

  const assertNoneTwice = (keys: readonly string[]): void => {
    for (const key of keys) {
      const { times = 0, most = 1 } = arrived.get(key) ?? {};
      ok(times <= most, `${key} has arrived ${times} times`);
      counts.told += 1;
      arrived.delete(key);
    }
  };

  /** Of incidents that have long been over, each notification has arrived, and no other. */
  const assertTold = async (before: number): Promise<void> => {
    const isOver = (closedAt: number | null | undefined): boolean =>
      before === Number.POSITIVE_INFINITY || (closedAt ?? before) < before;
    const over = incidents.filter(({ expected: one }) => isOver(one.closedAt));
    incidents = incidents.filter((each) => !over.includes(each));
    for (const each of over) {
      const keys = arrivedOf(each.id);
      deepEqual(keys, keysOf(each).sort(), `what is told of ${each.expected.cause}`);
      assertNoneTwice(keys);
    }
    const others = await read
      .selectFrom('incident')
      .select(['id', 'closedAt'])
      .where('kind', 'in', ofObjectives)
      .execute();
    for (const { id, closedAt } of others) if (isOver(closedAt)) assertNoneTwice(arrivedOf(id));
  };

  const assertSlots = async (from: number, until: number): Promise<void> => {
    for (const probe of probeNames) {
      const rows = await read
        .selectFrom('slot')
        .selectAll()
        .where('probe', '=', probe)
        .where('location', '=', 'here')
        .where('at', '>=', from)
        .where('at', '<', until)
        .orderBy('at')
        .execute();
      // A new monitor does not back-fill: its slots begin with the first that was looked at.
      const since = firstAt.get(probe) ?? rows[0]?.at ?? until;
      if (rows[0]) firstAt.set(probe, since);
      const due = dueBetween[probe](Math.max(from, since), until);
      const shown = (moments: readonly number[]): string[] => moments.map((at) => new Date(at).toISOString());
      deepEqual(shown(rows.map(({ at }) => at)), shown(due), `the slots of ${probe}`);
      for (const { state, runId, reason, at } of rows) {
        const isEnded = state === 'done' ? runId !== null && reason === null : state === 'missed' && reason !== null;
        ok(isEnded, `${probe} ${new Date(at).toISOString()} is ${state}: ${runId} ${reason}`);
        counts[state === 'done' ? 'done' : 'missed'] += 1;
      }
    }
  };

  return {
    counts,
    counted,
    lookedAt,
    assertSlots,
    assertTold,
    arrives: (key: string): void => {
      const { times = 0, most = 1 } = arrived.get(key) ?? {};
      arrived.set(key, { times: times + 1, most });
      if (!key.includes('_closed_')) return;
      if (!arrived.has(key.replace('_closed_', '_opened_'))) overtaken.push(key);
    },
    /** It was on its way when its program was killed. */
    mayArriveAgain: (key: string): void => {
      const one = arrived.get(key);
      if (one) one.most += 1;
    },
    assertOpen: async (): Promise<void> => {
      const open = await ofRuns().select('id').where('closedAt', 'is', null).execute();
      deepEqual(open.map(({ id }) => id).sort(), expected.open().map(idOf).sort(), 'open incidents');
    },
    /** How much it holds in memory. */
    size: (): number => incidents.length + arrived.size,
  };
};
export type Ledger = ReturnType<typeof ledgerOf>;

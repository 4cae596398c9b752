/** Due executions: of each probe, moment and location there is one row, and the monitor that leases it runs it. */
import { minuteMs } from '../contracts/durations.ts';
import { isChanged, type Reading, type Writing } from './history.ts';
import type { SlotRow } from './tables.ts';

export type SlotKey = Pick<SlotRow, 'probe' | 'location' | 'at'>;

/** Which monitor runs it, and until when no other does. */
export type Lease = { readonly owner: string; readonly until: number };

/**
 * The last moment of a probe that has a row; undefined before the first. A clock that was wrong may have left later
 * ones, and what was given up by one that was ahead is not over yet.
 */
export const lastSlotAt = async (
  from: Reading | Writing,
  { probe, location }: Omit<SlotKey, 'at'>,
  now: number,
): Promise<number | undefined> => {
  const found = await from
    .selectFrom('slot')
    .select('at')
    .where('probe', '=', probe)
    .where('location', '=', location)
    .where('at', '<=', now)
    .where(({ eb, or }) => or([eb('state', '!=', 'missed'), eb('begun', '>', 0), eb('endedAt', '<=', now)]))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.at;
};

/** A clock that was set back by less loses so much at most. */
const aheadMsMin = 5 * minuteMs;

type AheadAsked = {
  readonly reason: string;
  readonly now: number;
  /** From when on something was measured by the clock that is right, and may not have been kept at once. */
  readonly since?: number;
};

/**
 * A clock that was ahead has run slots of the future. They are marked once it is set back, and are given up when their
 * time comes, so that they are run again: what was measured under their time shows nothing of it. A clock that is
 * behind for a while has marked right ones: those stay, because their time does not come once more.
 */
export const giveUpAhead = async (
  to: Writing,
  location: string,
  { reason, now, since = now }: AheadAsked,
): Promise<void> => {
  const runs = to.updateTable('run').where('location', '=', location);
  await runs
    .set({ isAhead: 1 })
    .where('startedAt', '>', now + aheadMsMin)
    .where('isAhead', '=', 0)
    .execute();
  const come = await runs
    .set({ isDown: null, sample: null })
    .where('startedAt', '>', Math.min(since, now) - aheadMsMin)
    .where('startedAt', '<=', now + aheadMsMin)
    .where('isAhead', '=', 1)
    .where(({ eb, or }) => or([eb('isDown', 'is not', null), eb('sample', 'is not', null)]))
    .returning('id')
    .execute();
  if (come.length === 0) return;
  const ids = come.map(({ id }) => id);
  const givenUp = { state: 'missed', owner: null, leasedUntil: null, begun: 0, runId: null, reason } as const;
  await to
    .updateTable('slot')
    .set({ ...givenUp, endedAt: now + 2 * aheadMsMin })
    .where('state', '=', 'done')
    .where('runId', 'in', ids)
    .execute();
};

/**
 * What was given up in the future, by a clock that was ahead, and never begun, is leased all the same.
 *
 * @returns false where another monitor has it, or it has ended.
 */
export const leaseSlot = async (
  to: Writing,
  slot: SlotKey,
  { owner, until, now }: Lease & { readonly now: number },
): Promise<boolean> => {
  const none = { endedAt: null, runId: null, reason: null } as const;
  const leased = { state: 'leased', owner, leasedUntil: until, begun: 1, ...none } as const;
  const result = await to
    .insertInto('slot')
    .values({ ...slot, ...leased })
    .onConflict((conflict) =>
      conflict
        .columns(['probe', 'location', 'at'])
        .doUpdateSet(leased)
        .where('slot.state', '=', 'missed')
        .where('slot.begun', '=', 0)
        .where('slot.endedAt', '>', now),
    )
    .executeTakeFirst();
  return isChanged(result);
};

/** Slots that a monitor runs, or was running when it was killed. */
export const leasedSlots = (from: Reading | Writing): Promise<SlotRow[]> =>
  from.selectFrom('slot').selectAll().where('state', '=', 'leased').orderBy('at').limit(1_000).execute();

const of = (to: Writing, { probe, location, at }: SlotKey) =>
  to.updateTable('slot').where('probe', '=', probe).where('location', '=', location).where('at', '=', at);

const held = (to: Writing, slot: SlotKey, owner: string | null) =>
  of(to, slot)
    .where('state', '=', 'leased')
    .where('owner', owner === null ? 'is' : '=', owner);

/** Goes on with what its owner has left. @returns false where another monitor was quicker. */
export const takeOver = async (to: Writing, slot: SlotRow, { owner, until }: Lease): Promise<boolean> =>
  isChanged(
    await held(to, slot, slot.owner)
      .set({ owner, leasedUntil: until, begun: slot.begun + 1 })
      .executeTakeFirst(),
  );

/** Leaves it to the next monitor that looks, as if it had not been begun. @returns false where it was taken over. */
export const giveBackSlot = async (to: Writing, slot: SlotKey, owner: string): Promise<boolean> =>
  isChanged(
    await held(to, slot, owner)
      .set(({ eb }) => ({ leasedUntil: 0, begun: eb('begun', '-', 1) }))
      .executeTakeFirst(),
  );

/** Says that their owners still live. */
export const renewSlots = async (to: Writing, owners: readonly string[], until: number): Promise<void> => {
  await to
    .updateTable('slot')
    .set({ leasedUntil: until })
    .where('state', '=', 'leased')
    .where('owner', 'in', owners)
    // What was given back is given to others.
    .where('leasedUntil', '>', 0)
    .execute();
};

type SlotEnd = {
  readonly owner: string;
  /** Null where it does not end with one run. */
  readonly runId: string | null;
  readonly endedAt: number;
};

/**
 * Its result may come late: where the store could not be written, others have given it up, or it was not even known.
 *
 * @returns false where it has another result, or another monitor has taken it over.
 */
export const endSlot = async (to: Writing, slot: SlotKey, { owner, runId, endedAt }: SlotEnd): Promise<boolean> => {
  const ended = { state: 'done', owner, runId, endedAt, leasedUntil: null, reason: null } as const;
  const result = await to
    .insertInto('slot')
    .values({ ...slot, ...ended, begun: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['probe', 'location', 'at'])
        .doUpdateSet(ended)
        .where('slot.state', '!=', 'done')
        // It had no owner: it was run where the store could not be asked, and was given up meanwhile.
        .where(({ eb, or }) => or([eb('slot.owner', '=', owner), eb('slot.owner', 'is', null)])),
    )
    .executeTakeFirst();
  return isChanged(result);
};

/**
 * Ends a slot without a result, be it leased or not known yet.
 *
 * @param end Without an owner, it was never run. An owner says why it has no result also where it was given up
 *   meanwhile.
 * @returns false where it has ended already.
 */
export const missSlot = async (
  to: Writing,
  slot: SlotKey,
  end: { readonly owner?: string | null; readonly reason: string; readonly endedAt: number },
): Promise<boolean> => {
  const { owner = null, reason, endedAt } = end;
  const result = await to
    .insertInto('slot')
    .values({ ...slot, state: 'missed', owner, leasedUntil: null, begun: 0, endedAt, runId: null, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (isChanged(result)) return true;
  const missed = { state: 'missed', owner, reason, endedAt, leasedUntil: null } as const;
  if (isChanged(await held(to, slot, owner).set(missed).executeTakeFirst())) return true;
  if (owner === null) return false;
  return isChanged(
    await of(to, slot).where('state', '=', 'missed').where('owner', 'is', null).set(missed).executeTakeFirst(),
  );
};

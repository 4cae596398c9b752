/** The ledger of what is pending at one account: left behind on purpose by runs, and the last settled of each kind. */
import { z } from 'zod';
import { json } from '../../contracts/json.ts';
import { type PendingId, pendingIds } from '../../contracts/pending.ts';
import { trace } from '../../contracts/trace.ts';
import { type StoreForm, updated } from '../../stores/store.ts';
import { inMemory, type LedgerPlace, storeAt } from './ledger-state.ts';
import { isLiving, owner, thisProcess } from './owner.ts';

const moment = z.iso.datetime();

/** Something begun that must be checked later. All its moments are on the clock of the target. */
export const obligation = z.strictObject({
  id: z.enum(pendingIds),
  run: z.string(),
  begunAt: moment,
  /** When it can be checked; without an end, any time after. */
  from: moment,
  until: moment.optional(),
  /** The entry of the booking ledger that holds what was left. */
  mark: z.string().optional(),
  /** What the flow that settles it needs to know. */
  left: json,
  /** The token that was left, as it is: it never leaves this file but for a request. */
  token: z.string().optional(),
  trace,
  owner: owner.nullable(),
});
export type PendingEntry = Readonly<z.infer<typeof obligation>>;

/** The last one of its kind: settled, or missed. */
const ended = z.strictObject({ id: z.enum(pendingIds), at: moment, trace });
export type EndedPending = Readonly<z.infer<typeof ended>>;

const state = z.strictObject({
  schema: z.literal('preflight.obligations/1'),
  /** One of each kind at the most. */
  open: z.array(obligation),
  ended: z.array(ended),
});
type PendingState = z.infer<typeof state>;

const form: StoreForm<PendingState> = {
  id: 'obligations',
  name: 'ledger of what is pending',
  schema: state,
  empty: { schema: 'preflight.obligations/1', open: [], ended: [] },
};

export type PendingLedger = ReturnType<typeof pendingLedger>;

/** @throws StoreUnavailable, from every member, when it cannot be read, locked or written. */
export const pendingLedger = (place: LedgerPlace) => {
  const { now } = place;
  const store = storeAt(place, form);
  const isInUse = (one: PendingEntry): boolean => isLiving(one.owner, now());

  const update = (work: (state: PendingState) => Partial<PendingState>): Promise<void> => updated(store, work);
  const without = (open: PendingState['open'], id: PendingId) => open.filter((each) => each.id !== id);
  const owned = (open: PendingState['open'], id: PendingId, by: PendingEntry['owner']) =>
    open.map((each) => (each.id === id ? { ...each, owner: by } : each));

  return {
    isInUse,
    open: async (): Promise<readonly PendingEntry[]> => (await store.read()).open,
    ended: async (): Promise<readonly EndedPending[]> => (await store.read()).ended,
    /** False, and nothing done, when one of its kind is open. */
    begin: (begun: Omit<PendingEntry, 'owner'>): Promise<boolean> =>
      store.change((before) =>
        before.open.some(({ id }) => id === begun.id)
          ? { result: false }
          : { state: { ...before, open: [...before.open, { ...begun, owner: null }] }, result: true },
      ),
    /** Makes this process the one that settles it; undefined when it is gone, or another process has begun to. */
    take: (id: PendingId, endsBy: number): Promise<PendingEntry | undefined> =>
      store.change((before) => {
        const found = before.open.find((each) => each.id === id);
        if (!found || isInUse(found)) return { result: undefined };
        return { state: { ...before, open: owned(before.open, id, thisProcess(endsBy)) }, result: found };
      }),
    /** Nothing was done to it: it waits for another run. */
    putBack: (id: PendingId) => update(({ open }) => ({ open: owned(open, id, null) })),
    end: (what: EndedPending) =>
      update(({ open, ended }) => ({
        open: without(open, what.id),
        ended: [...ended.filter(({ id }) => id !== what.id), what],
      })),
    /** It is not open any more, and the result of the last of its kind stays. */
    forget: (id: PendingId) => update(({ open }) => ({ open: without(open, id) })),
    drop: () => update(() => ({ open: [] })),
    damaged: store.damaged,
  };
};

/** For a service that ends with this process. */
export const memoryPending = (now: () => number): PendingLedger => pendingLedger(inMemory(now));

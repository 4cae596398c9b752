/** The obligation ledger of one account: what runs have left behind on purpose, and what came of it when it was due. */
import { z } from 'zod';
import { json } from '../../contracts/json.ts';
import { type ObligationId, obligationIds } from '../../contracts/obligations.ts';
import { trace } from '../../contracts/trace.ts';
import { type Form, updated } from '../../stores/store.ts';
import { inMemory, type LedgerPlace, storeAt } from './ledger-place.ts';
import { owner } from './ledger-state.ts';
import { isLiving, thisProcess } from './owner.ts';

const moment = z.iso.datetime();

/** Something begun that must be checked later. All its moments are on the clock of the target. */
export const obligation = z.strictObject({
  id: z.enum(obligationIds),
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
  /** Everything so far. */
  trace,
  /** Who settles it. */
  owner: owner.nullable(),
});
export type Obligation = Readonly<z.infer<typeof obligation>>;

/** The last one of its kind: settled, or missed. */
const ended = z.strictObject({ id: z.enum(obligationIds), at: moment, trace });
export type Ended = Readonly<z.infer<typeof ended>>;

const state = z.strictObject({
  schema: z.literal('preflight.obligations/1'),
  /** One of each kind at the most. */
  open: z.array(obligation),
  ended: z.array(ended),
});
type State = z.infer<typeof state>;

const form: Form<State> = {
  id: 'obligations',
  name: 'obligation ledger',
  schema: state,
  empty: { schema: 'preflight.obligations/1', open: [], ended: [] },
};

export type ObligationLedger = {
  /** Those that are not settled yet. */
  open(): Promise<readonly Obligation[]>;
  ended(): Promise<readonly Ended[]>;
  /** False, and nothing done, when one of its kind is open. */
  begin(begun: Omit<Obligation, 'owner'>): Promise<boolean>;
  /** Makes this process the one that settles it; undefined when it is gone, or another process has begun to. */
  take(id: ObligationId, endsBy: number): Promise<Obligation | undefined>;
  /** Nothing was done to it: it waits for another run. */
  putBack(id: ObligationId): Promise<void>;
  end(what: Ended): Promise<void>;
  /** It is not open any more, and what came of the last of its kind stays. */
  forget(id: ObligationId): Promise<void>;
  /** Forgets all that is open. */
  drop(): Promise<void>;
  /** Whether a living process settles it just now. */
  isInUse(one: Obligation): boolean;
  damaged(): Promise<readonly string[]>;
};

/** @throws StoreUnavailable, from every member, when it cannot be read, locked or written. */
export const obligationLedger = (place: LedgerPlace): ObligationLedger => {
  const { now } = place;
  const store = storeAt(place, form);
  const isInUse = (one: Obligation): boolean => one.owner !== null && isLiving(one.owner, now());

  const update = (work: (state: State) => Partial<State>): Promise<void> => updated(store, work);
  const without = (open: State['open'], id: ObligationId) => open.filter((each) => each.id !== id);
  const owned = (open: State['open'], id: ObligationId, by: Obligation['owner']) =>
    open.map((each) => (each.id === id ? { ...each, owner: by } : each));

  return {
    isInUse,
    open: async () => (await store.read()).open,
    ended: async () => (await store.read()).ended,
    begin: (begun) =>
      store.change((before) =>
        before.open.some(({ id }) => id === begun.id)
          ? { result: false }
          : { state: { ...before, open: [...before.open, { ...begun, owner: null }] }, result: true },
      ),
    take: (id, endsBy) =>
      store.change((before) => {
        const found = before.open.find((each) => each.id === id);
        if (!found || isInUse(found)) return { result: undefined };
        return { state: { ...before, open: owned(before.open, id, thisProcess(endsBy)) }, result: found };
      }),
    putBack: (id) => update(({ open }) => ({ open: owned(open, id, null) })),
    end: (what) =>
      update(({ open, ended }) => ({
        open: without(open, what.id),
        ended: [...ended.filter(({ id }) => id !== what.id), what],
      })),
    forget: (id) => update(({ open }) => ({ open: without(open, id) })),
    drop: () => update(() => ({ open: [] })),
    damaged: store.damaged,
  };
};

/** For a service that ends with this process. */
export const memoryObligations = (now: () => number): ObligationLedger => obligationLedger(inMemory(now));

/** The booking ledger of one account: what was requested stands in it before it is sent, until nothing of it is left. */
import type { BookingRef } from '../contracts/intents.ts';
import { type Account, fileLedgerStore } from './file-ledger-store.ts';
import type { Entry, LedgerState, Owner, Spending } from './ledger-state.ts';
import { type LedgerStore, memoryStore } from './ledger-store.ts';
import { isLiving, thisProcess } from './owner.ts';
import { type Permit, permitToBook } from './permit.ts';

export { type Account, LedgerUnavailable } from './file-ledger-store.ts';
export type { Entry } from './ledger-state.ts';

/** How much may be spent; without `perDay`, as much in a day as runs allow. */
export type Budget = { readonly perRun: number; readonly perDay?: number | undefined };

export type Left = { readonly ofRun: number; readonly ofDay: number };

/** What is about to be requested. */
export type Intended = Omit<Entry, 'owner' | 'bookings' | 'isLookedUp'> & {
  /** When this process does nothing more about it, ms since the epoch. */
  readonly endsBy: number;
};

export type Ledger = {
  /** Writes the intent down and takes it off the budget; undefined, and nothing done, when that is used up. */
  begin(intended: Intended, budget: Budget): Promise<Permit | undefined>;
  /** Takes an intent back that certainly was not sent, and gives back what it cost. */
  withdraw(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, of those that are known so far. */
  know(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Writes down which bookings have to be cancelled, now that all are known; without any, the entry is closed. */
  settle(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Takes something off a budget; false when it is used up. */
  spend(what: Spending, run: string, budget: Budget): Promise<boolean>;
  left(what: Spending, run: string, budget: Budget): Promise<Left>;
  /** What is not closed yet, oldest first. */
  entries(): Promise<readonly Entry[]>;
  isInUse(entry: Entry): boolean;
  /** Makes this process the owner of all entries that no living process owns, and hands them out, oldest first. */
  adopt(endsBy: number): Promise<readonly Entry[]>;
  /** Leaves entries to whoever sweeps next. */
  release(marks: readonly string[]): Promise<void>;
  damaged(): Promise<readonly string[]>;
};

const dayMs = 24 * 3_600_000;

const ledgerOver = (store: LedgerStore, now: () => number): Ledger => {
  const recent = ({ spent }: LedgerState) => spent.filter(({ at }) => Date.parse(at) > now() - dayMs);

  const leftIn = (state: LedgerState, { what, run, budget }: { what: Spending; run: string; budget: Budget }): Left => {
    const alike = recent(state).filter((each) => each.what === what);
    return {
      ofRun: budget.perRun - alike.filter((each) => each.run === run).length,
      ofDay: (budget.perDay ?? Number.POSITIVE_INFINITY) - alike.length,
    };
  };

  const spending = (
    state: LedgerState,
    { what, run, budget, mark }: { what: Spending; run: string; budget: Budget; mark?: string },
  ): LedgerState | undefined => {
    const { ofRun, ofDay } = leftIn(state, { what, run, budget });
    if (Math.min(ofRun, ofDay) <= 0) return undefined;
    const at = new Date(now()).toISOString();
    return { ...state, spent: [...recent(state), { what, at, run, ...(mark !== undefined && { mark }) }] };
  };

  const changed = (work: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> =>
    store.change((state) => ({ state: { ...state, entries: [...work(state.entries)] }, result: undefined }));

  const own = (endsBy: number): Owner => thisProcess(endsBy);
  const isInUse = ({ owner }: Entry): boolean => owner !== null && isLiving(owner, now());

  return {
    begin: ({ endsBy, ...intended }, budget) =>
      store.change((before) => {
        const { mark, run } = intended;
        const state = spending(before, { what: 'booking', run, budget, mark });
        if (!state) return { result: undefined };
        const entry: Entry = { ...intended, owner: own(endsBy), bookings: [], isLookedUp: false };
        // The permit is of no use before the change is kept: only then is it handed out.
        return { state: { ...state, entries: [...state.entries, entry] }, result: permitToBook() };
      }),
    withdraw: (mark) =>
      store.change((state) => ({
        state: {
          ...state,
          entries: state.entries.filter((entry) => entry.mark !== mark),
          spent: state.spent.filter((each) => each.mark !== mark),
        },
        result: undefined,
      })),
    know: (mark, bookings) =>
      changed((entries) =>
        entries.map((entry) => (entry.mark === mark ? { ...entry, bookings: [...bookings] } : entry)),
      ),
    settle: (mark, bookings) =>
      changed((entries) =>
        entries.flatMap((entry) => {
          if (entry.mark !== mark) return [entry];
          return bookings.length === 0 ? [] : [{ ...entry, bookings: [...bookings], isLookedUp: true }];
        }),
      ),
    spend: (what, run, budget) =>
      store.change((before) => {
        const state = spending(before, { what, run, budget });
        return state ? { state, result: true } : { result: false };
      }),
    left: async (what, run, budget) => leftIn(await store.read(), { what, run, budget }),
    entries: async () => (await store.read()).entries,
    isInUse,
    adopt: async (endsBy) => {
      if ((await store.read()).entries.every(isInUse)) return [];
      return store.change((state) => {
        const orphans = state.entries.filter((entry) => !isInUse(entry));
        const adopted = orphans.map((entry): Entry => ({ ...entry, owner: own(endsBy) }));
        const entries = state.entries.map((entry) => adopted.find(({ mark }) => mark === entry.mark) ?? entry);
        return { state: { ...state, entries }, result: adopted };
      });
    },
    release: async (marks) => {
      if (marks.length === 0) return;
      await changed((entries) =>
        entries.map((entry) => (marks.includes(entry.mark) ? { ...entry, owner: null } : entry)),
      );
    },
    damaged: store.damaged,
  };
};

/** For a service that ends with this process. */
export const memoryLedger = (now: () => number): Ledger => ledgerOver(memoryStore(), now);

/**
 * Shared by all processes that work on the account.
 *
 * @param directory Readable by its owner only; made when something is first written.
 * @throws LedgerUnavailable, from every member, when it cannot be read, locked or written.
 */
export const fileLedger = (options: {
  readonly directory: string;
  readonly account: Account;
  readonly now: () => number;
  readonly staleLockMs?: number;
}): Ledger => ledgerOver(fileLedgerStore(options), options.now);

/** Of a world of its own, which ends with the run: only what it spends is taken off the budget of the run. */
export const ledgerWithin = (outer: Ledger, now: () => number): Ledger => {
  const inner = memoryLedger(now);
  return {
    ...inner,
    spend: outer.spend,
    left: outer.left,
    begin: async (intended, budget) =>
      (await outer.spend('booking', intended.run, budget))
        ? inner.begin(intended, { perRun: Number.POSITIVE_INFINITY })
        : undefined,
  };
};

/** The booking ledger of one account: what was requested stands in it before it is sent, until nothing of it is left. */
import type { BookingRef } from '../contracts/intents.ts';
import { type Budget, budgets, type Left } from './budget.ts';
import { inMemory, type LedgerPlace, storeAt } from './ledger-place.ts';
import {
  bookingForm,
  type Entry,
  type FlightEntry,
  type Forgotten,
  type HotelEntry,
  isBeyondUs,
  isClosed,
  isFlight,
  isLeftOnPurpose,
  type Owner,
  type Spending,
} from './ledger-state.ts';
import { isLiving, thisProcess } from './owner.ts';
import { type Permit, permitToBook, permitToIssue } from './permit.ts';
import { StoreUnavailable } from './store.ts';

export type { Budget } from './budget.ts';
export {
  type Entry,
  type FlightEntry,
  type HeldTicket,
  type HotelEntry,
  isBeyondUs,
  isFlight,
  isLeftOnPurpose,
} from './ledger-state.ts';

type EndsBy = {
  /** When this process does nothing more about it, ms since the epoch. */
  readonly endsBy: number;
};

/** A booking that is about to be requested. */
export type IntendedHotel = Omit<HotelEntry, 'owner' | 'bookings' | 'isLookedUp'> & EndsBy;
export type IntendedFlight = Pick<FlightEntry, 'kind' | 'route' | 'departure'> &
  Omit<IntendedHotel, 'kind' | 'checkIn'>;
export type Intended = IntendedHotel | IntendedFlight;

/** Tickets that are about to be requested. */
export type IntendedTickets = IntendedFlight & {
  readonly operation: 'ticket-issue' | 'ticket-exchange';
  /** Of whom they are. */
  readonly booking: BookingRef;
  /** One for each passenger. */
  readonly count: number;
};

/** What became known of a flight. */
export type FlightNews = Partial<Pick<FlightEntry, 'booking' | 'isCancelled' | 'tickets' | 'unknown'>>;

export type Ledger = {
  /** Writes the intent down and takes it off the budget; undefined, and nothing done, when that is used up. */
  begin(intended: Intended, budget: Budget): Promise<Permit | undefined>;
  /**
   * Writes down that tickets are requested, and takes them off the budget; undefined, and nothing done, when that is used
   * up. Of a booking that has no entry any more, another is made.
   */
  beginTickets(intended: IntendedTickets, budget: Budget): Promise<Permit | undefined>;
  /** Takes a request for tickets back that certainly was not sent. */
  withdrawTickets(mark: string, count: number): Promise<void>;
  /** Writes down what became known of a flight; when nothing of it is left, the entry is closed. */
  note(mark: string, news: FlightNews): Promise<void>;
  /** Writes down what there is of a flight after all: an entry that was closed is made anew. */
  reopen(intended: IntendedFlight, news: FlightNews): Promise<void>;
  /** Leaves a flight behind on purpose until then, by our clock: no clean-up and no sweep touches it before. */
  leave(mark: string, until: string): Promise<void>;
  /** Makes this process the owner of a flight that was left; undefined when it is gone, or somebody else owns it. */
  resume(mark: string, endsBy: number): Promise<FlightEntry | undefined>;
  /** Nothing is left behind on purpose any more: the next sweep ends it. */
  recall(): Promise<void>;
  /** Nobody looks after an entry any more, because a person says so; what was known of it is kept. */
  forget(mark: string): Promise<void>;
  forgotten(): Promise<readonly Forgotten[]>;
  /** Takes an intent back that certainly was not sent, and gives back what it cost. */
  withdraw(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, of those that are known so far. */
  know(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Writes down which bookings have to be cancelled, now that all are known; without any, the entry is closed. */
  settle(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Takes something off a budget; false when it is used up. */
  spend(what: Spending, run: string, budget: Budget & { readonly count?: number }): Promise<boolean>;
  left(what: Spending, run: string, budget: Budget): Promise<Left>;
  /** What is not closed yet, oldest first. */
  entries(): Promise<readonly Entry[]>;
  isInUse(entry: Entry): boolean;
  /**
   * Makes this process the owner of all entries that no living process owns and something can be done about, and hands
   * them out, oldest first. What nobody can look up stays as it is, until a person has it forgotten.
   */
  adopt(endsBy: number): Promise<readonly Entry[]>;
  /** Leaves entries to whoever sweeps next. */
  release(marks: readonly string[]): Promise<void>;
  /** What could not be read and was moved aside; as long as it lies there, nothing begins and nothing is spent. */
  damaged(): Promise<readonly string[]>;
};

const newFlight = (intended: Omit<IntendedFlight, 'endsBy'>, owner: Owner): FlightEntry => ({
  ...{ ...intended, owner },
  ...{ booking: null, isCancelled: false, tickets: [], unknown: 'booking' },
});

const newEntry = (intended: Omit<IntendedHotel, 'endsBy'> | Omit<IntendedFlight, 'endsBy'>, owner: Owner): Entry =>
  intended.kind === 'flight' ? newFlight(intended, owner) : { ...intended, owner, bookings: [], isLookedUp: false };

const noted = (entries: readonly Entry[], mark: string, news: FlightNews): Entry[] =>
  entries.flatMap((entry) => {
    if (entry.mark !== mark || !isFlight(entry)) return [entry];
    const after: FlightEntry = { ...entry, ...news };
    return isClosed(after) ? [] : [after];
  });

/** What was booked today, and what is left of it, may stand in what nobody can read any more. */
const assertWhole = ([file]: readonly string[]): void => {
  if (file === undefined) return;
  throw new StoreUnavailable(
    `the booking ledger was damaged and set aside as ${file}: what it held of today's budget is unknown, so nothing with an effect is sent until a person has looked with the partner for bookings of ours and removed that file`,
  );
};

/** @throws StoreUnavailable, from every member, when it cannot be read, locked or written. */
export const bookingLedger = (place: LedgerPlace): Ledger => {
  const { now } = place;
  const store = storeAt(place, bookingForm);
  const { leftIn, spending } = budgets(now);

  const changed = (work: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> =>
    store.change((state) => ({ state: { ...state, entries: [...work(state.entries)] }, result: undefined }));

  const own = (endsBy: number): Owner => thisProcess(endsBy);
  const isInUse = ({ owner }: Entry): boolean => owner !== null && isLiving(owner, now());

  return {
    begin: ({ endsBy, ...intended }, budget) =>
      store.change((before, damaged) => {
        assertWhole(damaged);
        const { mark, run } = intended;
        const state = spending(before, { what: 'booking', run, budget, mark });
        if (!state) return { result: undefined };
        const entry = newEntry(intended, own(endsBy));
        const permit = permitToBook(isFlight(entry) ? 'pnr-create' : 'create-booking');
        // The permit is of no use before the change is kept: only then is it handed out.
        return { state: { ...state, entries: [...state.entries, entry] }, result: permit };
      }),
    beginTickets: ({ endsBy, operation, booking, count, ...intended }, budget) =>
      store.change((before, damaged) => {
        assertWhole(damaged);
        const { mark, run, settledBy } = intended;
        const state = spending(before, { what: 'ticket', run, budget, mark, count });
        if (!state) return { result: undefined };
        const known = state.entries.find((each): each is FlightEntry => each.mark === mark && isFlight(each));
        // Its booking was cancelled, or there never was one.
        const gone: FlightEntry = { ...newFlight(intended, own(endsBy)), booking, isCancelled: true };
        const entry: FlightEntry = { ...(known ?? gone), settledBy, unknown: 'tickets' };
        const entries = [...state.entries.filter((each) => each.mark !== mark), entry];
        return { state: { ...state, entries }, result: permitToIssue(operation) };
      }),
    withdrawTickets: (mark, count) =>
      store.change((state) => {
        const paid = state.spent.filter((each) => each.what === 'ticket' && each.mark === mark);
        const back = new Set(paid.slice(-count));
        return {
          state: {
            ...state,
            entries: noted(state.entries, mark, { unknown: null }),
            spent: state.spent.filter((each) => !back.has(each)),
          },
          result: undefined,
        };
      }),
    note: (mark, news) => changed((entries) => noted(entries, mark, news)),
    reopen: ({ endsBy, ...intended }, news) =>
      changed((entries) => {
        const { mark } = intended;
        const isThere = entries.some((entry) => entry.mark === mark);
        return noted(isThere ? entries : [...entries, newFlight(intended, own(endsBy))], mark, news);
      }),
    leave: (mark, leftUntil) =>
      changed((entries) =>
        entries.map((entry) => (entry.mark === mark && isFlight(entry) ? { ...entry, leftUntil, owner: null } : entry)),
      ),
    resume: (mark, endsBy) =>
      store.change((state) => {
        const found = state.entries.find((each): each is FlightEntry => each.mark === mark && isFlight(each));
        if (!found || isInUse(found)) return { result: undefined };
        const { leftUntil, ...entry } = { ...found, owner: own(endsBy) };
        const entries = state.entries.map((each) => (each === found ? entry : each));
        return { state: { ...state, entries }, result: entry };
      }),
    recall: () =>
      changed((entries) =>
        entries.map((entry) => {
          if (!isFlight(entry)) return entry;
          const { leftUntil, ...rest } = entry;
          return rest;
        }),
      ),
    forget: (mark) =>
      store.change((state) => {
        const at = new Date(now()).toISOString();
        const going = state.entries.filter((entry) => entry.mark === mark).map((entry) => ({ at, entry }));
        const entries = state.entries.filter((entry) => entry.mark !== mark);
        return { state: { ...state, entries, forgotten: [...state.forgotten, ...going] }, result: undefined };
      }),
    forgotten: async () => (await store.read()).forgotten,
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
        entries.map((entry) =>
          entry.mark === mark && !isFlight(entry) ? { ...entry, bookings: [...bookings] } : entry,
        ),
      ),
    settle: (mark, bookings) =>
      changed((entries) =>
        entries.flatMap((entry) => {
          if (entry.mark !== mark || isFlight(entry)) return [entry];
          return bookings.length === 0 ? [] : [{ ...entry, bookings: [...bookings], isLookedUp: true }];
        }),
      ),
    spend: (what, run, budget) =>
      store.change((before, damaged) => {
        assertWhole(damaged);
        const { count = 1 } = budget;
        const state = spending(before, { what, run, budget, count });
        return state ? { state, result: true } : { result: false };
      }),
    left: async (what, run, budget) => {
      const state = await store.read();
      assertWhole(await store.damaged());
      return leftIn(state, { what, run, budget });
    },
    entries: async () => (await store.read()).entries,
    isInUse,
    adopt: async (endsBy) => {
      const isOrphan = (entry: Entry): boolean =>
        !isInUse(entry) && !isLeftOnPurpose(entry, now()) && !isBeyondUs(entry);
      const { entries: read } = await store.read();
      if (!read.some(isOrphan)) return [];
      return store.change((state) => {
        const adopted = state.entries.filter(isOrphan).map((entry): Entry => ({ ...entry, owner: own(endsBy) }));
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
export const memoryLedger = (now: () => number): Ledger => bookingLedger(inMemory(now));

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
    beginTickets: async (intended, budget) =>
      (await outer.spend('ticket', intended.run, { ...budget, count: intended.count }))
        ? inner.beginTickets(intended, { perRun: Number.POSITIVE_INFINITY })
        : undefined,
  };
};

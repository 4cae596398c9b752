/** The booking ledger of one account: a request stands in it before it is sent, until nothing of it is left. */
import { dayMs } from '../../contracts/durations.ts';
import type { Spending } from '../../contracts/operations.ts';
import { StoreUnavailable, updated } from '../../stores/store.ts';
import { permitToBook, permitToIssue } from '../permit.ts';
import {
  type Budget,
  type BudgetLeft,
  bookingForm,
  type Entry,
  type FlightEntry,
  type FlightNews,
  type HotelEntry,
  type IntendedFlight,
  type IntendedHotel,
  inMemory,
  isBeyondUs,
  isClosed,
  isFlight,
  isLeftOnPurpose,
  type Ledger,
  type LedgerPlace,
  type LedgerState,
  storeAt,
} from './ledger-state.ts';
import { isLiving, type Owner, thisProcess } from './owner.ts';

export type * from './ledger-state.ts';
export {
  type Entry,
  type FlightEntry,
  type HeldTicket,
  type HotelEntry,
  isBeyondUs,
  isFlight,
  isLeftOnPurpose,
  openOf,
} from './ledger-state.ts';

const newFlight = (intended: Omit<IntendedFlight, 'endsBy'>, owner: Owner): FlightEntry => ({
  ...intended,
  owner,
  booking: null,
  isCancelled: false,
  tickets: [],
  unknown: 'booking',
});

const newEntry = (intended: Omit<IntendedHotel, 'endsBy'> | Omit<IntendedFlight, 'endsBy'>, owner: Owner): Entry =>
  intended.kind === 'flight' ? newFlight(intended, owner) : { ...intended, owner, bookings: [], isLookedUp: false };

/** What becomes of an entry; without another, it is closed. */
type Becomes<One> = (entry: One) => Entry | undefined;

const each = (entries: readonly Entry[], becomes: Becomes<Entry>): Entry[] =>
  entries.flatMap((entry) => becomes(entry) ?? []);

const ofFlight =
  (mark: string, becomes: Becomes<FlightEntry>): Becomes<Entry> =>
  (entry) =>
    entry.mark === mark && isFlight(entry) ? becomes(entry) : entry;

const ofHotel =
  (mark: string, becomes: Becomes<HotelEntry>): Becomes<Entry> =>
  (entry) =>
    entry.mark === mark && !isFlight(entry) ? becomes(entry) : entry;

const noted = (mark: string, news: FlightNews): Becomes<Entry> =>
  ofFlight(mark, (entry) => {
    const after = { ...entry, ...news };
    return isClosed(after) ? undefined : after;
  });

const recalled = (entry: Entry): Entry => {
  if (!isFlight(entry)) return entry;
  const { leftUntil, ...rest } = entry;
  return rest;
};

const flightOf = ({ entries }: LedgerState, mark: string): FlightEntry | undefined =>
  entries.filter(isFlight).find((entry) => entry.mark === mark);

const without = (entries: readonly Entry[], mark: string): Entry[] => entries.filter((entry) => entry.mark !== mark);

/** What was booked today, and what is left of it, may stand in a part that cannot be read any more. */
const assertWhole = ([file]: readonly string[]): void => {
  if (file === undefined) return;
  throw new StoreUnavailable(
    `the booking ledger was damaged and set aside as ${file}: what it held of today's budget is unknown, so nothing with an effect is sent until a person has looked with the partner for bookings of ours and removed that file`,
  );
};

type Spent = { readonly what: Spending; readonly run: string; readonly budget: Budget };

const recent = ({ spent }: LedgerState, nowMs: number) => spent.filter(({ at }) => Date.parse(at) > nowMs - dayMs);

const leftIn = (state: LedgerState, { what, run, budget }: Spent, nowMs: number): BudgetLeft => {
  const alike = recent(state, nowMs).filter((each) => each.what === what);
  return {
    ofRun: budget.perRun - alike.filter((each) => each.run === run).length,
    ofDay: (budget.perDay ?? Number.POSITIVE_INFINITY) - alike.length,
  };
};

/** The state after it; undefined when the budget is used up. */
const spending = (
  state: LedgerState,
  spent: Spent & { readonly mark?: string; readonly count?: number },
  nowMs: number,
): LedgerState | undefined => {
  const { what, run, mark, count = 1 } = spent;
  const { ofRun, ofDay } = leftIn(state, spent, nowMs);
  if (Math.min(ofRun, ofDay) < count) return undefined;
  const one = { what, at: new Date(nowMs).toISOString(), run, ...(mark !== undefined && { mark }) };
  return { ...state, spent: [...recent(state, nowMs), ...Array.from({ length: count }, () => one)] };
};

/** @throws StoreUnavailable, from every member, when it cannot be read, locked or written. */
export const bookingLedger = (place: LedgerPlace): Ledger => {
  const { now } = place;
  const store = storeAt(place, bookingForm);

  /** Takes it off the budget, and does what was paid for; undefined, and nothing done, when that is used up. */
  const paid = <Result>(
    spent: Parameters<typeof spending>[1],
    work: (state: LedgerState) => { readonly state: LedgerState; readonly result: Result },
  ): Promise<Result | undefined> =>
    store.change<Result | undefined>((before, damaged) => {
      assertWhole(damaged);
      const state = spending(before, spent, now());
      return state ? work(state) : { result: undefined };
    });
  const update = (work: (state: LedgerState) => Partial<LedgerState>): Promise<void> => updated(store, work);
  const change = (becomes: Becomes<Entry>) => update(({ entries }) => ({ entries: each(entries, becomes) }));
  const isInUse = ({ owner }: Entry): boolean => isLiving(owner, now());

  return {
    begin: ({ endsBy, ...intended }, budget) =>
      paid({ what: 'booking', run: intended.run, budget, mark: intended.mark }, (state) => {
        const entry = newEntry(intended, thisProcess(endsBy));
        const permit = permitToBook(isFlight(entry) ? 'pnr-create' : 'create-booking');
        // The permit is of no use before the change is kept: only then is it handed out.
        return { state: { ...state, entries: [...state.entries, entry] }, result: permit };
      }),
    beginTickets: ({ endsBy, operation, booking, count, ...intended }, budget) =>
      paid({ what: 'ticket', run: intended.run, budget, mark: intended.mark, count }, (state) => {
        const { mark, settledBy } = intended;
        // Its booking was cancelled, or there never was one.
        const gone: FlightEntry = { ...newFlight(intended, thisProcess(endsBy)), booking, isCancelled: true };
        const entry: FlightEntry = { ...(flightOf(state, mark) ?? gone), settledBy, unknown: 'tickets' };
        const entries = [...without(state.entries, mark), entry];
        return { state: { ...state, entries }, result: permitToIssue(operation) };
      }),
    withdrawTickets: (mark, count) =>
      update(({ entries, spent }) => {
        const paid = spent.filter((one) => one.what === 'ticket' && one.mark === mark);
        const back = new Set(paid.slice(-count));
        return { entries: each(entries, noted(mark, { unknown: null })), spent: spent.filter((one) => !back.has(one)) };
      }),
    note: (mark, news) => change(noted(mark, news)),
    reopen: ({ endsBy, ...intended }, news) =>
      update(({ entries }) => {
        const { mark } = intended;
        const isThere = entries.some((entry) => entry.mark === mark);
        const all = isThere ? entries : [...entries, newFlight(intended, thisProcess(endsBy))];
        return { entries: each(all, noted(mark, news)) };
      }),
    leave: (mark, leftUntil) => change(ofFlight(mark, (entry) => ({ ...entry, leftUntil, owner: null }))),
    resume: (mark, endsBy) =>
      store.change((state) => {
        const found = flightOf(state, mark);
        if (!found || isInUse(found)) return { result: undefined };
        const { leftUntil, ...entry } = { ...found, owner: thisProcess(endsBy) };
        const resumed = ofFlight(mark, () => entry);
        return { state: { ...state, entries: each(state.entries, resumed) }, result: entry };
      }),
    recall: () => change(recalled),
    forget: (mark) =>
      update(({ entries, forgotten }) => {
        const at = new Date(now()).toISOString();
        const going = entries.filter((entry) => entry.mark === mark).map((entry) => ({ at, entry }));
        return { entries: without(entries, mark), forgotten: [...forgotten, ...going] };
      }),
    forgotten: async () => (await store.read()).forgotten,
    withdraw: (mark) =>
      update(({ entries, spent }) => ({
        entries: without(entries, mark),
        spent: spent.filter((one) => one.mark !== mark),
      })),
    know: (mark, bookings) => change(ofHotel(mark, (entry) => ({ ...entry, bookings: [...bookings] }))),
    refuse: (mark) => change(ofHotel(mark, (entry) => ({ ...entry, isRefused: true }))),
    settle: (mark, bookings) =>
      change(
        ofHotel(mark, (entry) =>
          bookings.length === 0 ? undefined : { ...entry, bookings: [...bookings], isLookedUp: true },
        ),
      ),
    spend: async (what, run, { count = 1, ...budget }) =>
      (await paid({ what, run, budget, count }, (state) => ({ state, result: true }))) ?? false,
    left: async (what, run, budget) => {
      const state = await store.read();
      assertWhole(await store.damaged());
      return leftIn(state, { what, run, budget }, now());
    },
    entries: async () => (await store.read()).entries,
    isInUse,
    adopt: async (endsBy) => {
      const isOrphan = (entry: Entry): boolean =>
        !isInUse(entry) && !isLeftOnPurpose(entry, now()) && !isBeyondUs(entry);
      const { entries: read } = await store.read();
      if (!read.some(isOrphan)) return [];
      return store.change((state) => {
        const adopted = state.entries
          .filter(isOrphan)
          .map((entry): Entry => ({ ...entry, owner: thisProcess(endsBy) }));
        const entries = state.entries.map((entry) => adopted.find(({ mark }) => mark === entry.mark) ?? entry);
        return { state: { ...state, entries }, result: adopted };
      });
    },
    release: async (marks) => {
      if (marks.length === 0) return;
      await change((entry) => (marks.includes(entry.mark) ? { ...entry, owner: null } : entry));
    },
    damaged: store.damaged,
  };
};

/** For a service that ends with this process. */
export const memoryLedger = (now: () => number): Ledger => bookingLedger(inMemory(now));

/** For a separate world, which ends with the run: only what it spends is taken off the budget of the run. */
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

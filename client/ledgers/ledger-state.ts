/** What a booking ledger holds of one account, and where: what was requested and is not closed yet, and spending. */
import { z } from 'zod';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import { json } from '../../contracts/json.ts';
import { guestMarkLettersMin, guestMarkPrefix } from '../../contracts/name-words.ts';
import { type Spending, spendings } from '../../contracts/operations.ts';
import { memoryStores, type Store, type StoreForm, type Stores } from '../../stores/store.ts';
import type { Permit } from '../permit.ts';
import { owner } from './owner.ts';

export type LedgerPlace = {
  readonly stores: Stores;
  readonly account: { readonly baseUrl: string; readonly clientId: string };
  readonly now: () => number;
};

/** Shared by all who work on the account. */
export const storeAt = <State>({ stores, account }: LedgerPlace, form: StoreForm<State>): Store<State> =>
  stores.open(form, [account.baseUrl, account.clientId]);

/** For a service that ends with this process. */
export const inMemory = (now: () => number): LedgerPlace => ({
  stores: memoryStores(),
  account: { baseUrl: '', clientId: '' },
  now,
});

const moment = z.iso.datetime();

const heldBooking = z.strictObject({
  bookingId: json.optional(),
  reference: json.optional(),
}) as unknown as z.ZodType<BookingRef>;

/** What every request is written down with. */
const requested = {
  /** The last name of the first guest or passenger. */
  mark: z.string().regex(new RegExp(`^${guestMarkPrefix}[a-z]{${guestMarkLettersMin},}$`)),
  run: z.string(),
  /** Whose token the request carried, or was made from. */
  partner: z.enum(['own', 'other']),
  owner: owner.nullable(),
  /** By our clock: when the intent was written, and when the service must have ended with it. */
  begunAt: moment,
  settledBy: moment,
  /** By the clock of the service: when it is created. */
  createdAt: moment,
};

export const hotelEntry = z.strictObject({
  /** Not said before there were others. */
  kind: z.literal('hotel').optional(),
  ...requested,
  checkIn: z.string(),
  /** Those that still have to be cancelled, as far as is known. */
  bookings: z.array(heldBooking),
  /** Whether it was looked up how many there are: until then there may be others. */
  isLookedUp: z.boolean(),
  /** The service refused it: one look that finds nothing is enough. */
  isRefused: z.literal(true).optional(),
});
export type HotelEntry = Readonly<z.infer<typeof hotelEntry>>;

export const heldTicket = z.strictObject({
  ticketNumber: json.optional(),
  reference: json.optional(),
  /** By the clock of the service. */
  issuedAt: moment,
}) as unknown as z.ZodType<TicketRef & { readonly issuedAt: string }>;
export type HeldTicket = z.infer<typeof heldTicket>;

export const flightEntry = z.strictObject({
  kind: z.literal('flight'),
  ...requested,
  /** `known.route` of the target and the day of departure, by which a person finds it. */
  route: json,
  departure: z.string(),
  /** Null as long as nothing has named it. */
  booking: heldBooking.nullable(),
  isCancelled: z.boolean(),
  /** Those that still have to be voided or refunded, as far as is known. */
  tickets: z.array(heldTicket),
  /** What may exist although no answer reported it; no operation lists what there is. */
  unknown: z.enum(['booking', 'tickets']).nullable(),
  /** Of versions from before every sweep reported what is unknown. */
  isTold: z.boolean().optional(),
  /** By our clock: until then it is left behind on purpose, for a later run that goes on with it. */
  leftUntil: moment.optional(),
});
export type FlightEntry = Readonly<z.infer<typeof flightEntry>>;

export const entry = z.union([flightEntry, hotelEntry]);
export type Entry = HotelEntry | FlightEntry;

export const isFlight = (one: Entry): one is FlightEntry => one.kind === 'flight';

/** Nothing of a flight is left to do, nor unknown. */
export const isClosed = ({ booking, isCancelled, tickets, unknown }: FlightEntry): boolean =>
  tickets.length === 0 && unknown === null && (booking === null || isCancelled);

/** Nothing can be looked up: only a person may know what became of it. */
export const isBeyondUs = (one: Entry): boolean =>
  isFlight(one) && one.tickets.length === 0 && one.unknown !== null && (one.booking === null || one.isCancelled);

/** A later run goes on with it: it is no orphan before that is over. */
export const isLeftOnPurpose = (one: Entry, nowMs: number): boolean =>
  isFlight(one) && one.leftUntil !== undefined && nowMs < Date.parse(one.leftUntil);

/** What a run has begun and not closed: it may be open. */
export const openOf = (entries: readonly Entry[], run: string, nowMs: number): readonly Entry[] =>
  entries.filter((each) => each.run === run && !isLeftOnPurpose(each, nowMs));

const current = 'preflight.ledger/5';

export const ledgerState = z.strictObject({
  /**
   * The first version knew hotels only, and the second left nothing behind. The third forgot without a trace, and the
   * fourth knew no refusals. All that they held is as it was.
   */
  schema: z
    .enum(['preflight.ledger/1', 'preflight.ledger/2', 'preflight.ledger/3', 'preflight.ledger/4', current])
    .transform((): typeof current => current),
  entries: z.array(entry),
  /** What a person said to have settled, or gave up, with what was known of it. */
  forgotten: z.array(z.strictObject({ at: moment, entry })).default([]),
  /** Of the last day. */
  spent: z.array(z.strictObject({ what: z.enum(spendings), at: moment, run: z.string(), mark: z.string().optional() })),
});
export type LedgerState = Readonly<z.infer<typeof ledgerState>>;
export type Forgotten = LedgerState['forgotten'][number];

export const bookingForm: StoreForm<LedgerState> = {
  id: 'ledger',
  name: 'booking ledger',
  schema: ledgerState,
  empty: { schema: current, entries: [], forgotten: [], spent: [] },
};

// What a booking ledger does for those who book, and for those who clean up.

/** How much may be spent; without `perDay`, as much in a day as runs allow. */
export type Budget = { readonly perRun: number; readonly perDay?: number | undefined };

export type BudgetLeft = { readonly ofRun: number; readonly ofDay: number };

type EndsBy = {
  /** When this process does nothing more about it, ms since the epoch. */
  readonly endsBy: number;
};

export type IntendedHotel = Omit<HotelEntry, 'owner' | 'bookings' | 'isLookedUp' | 'isRefused'> & EndsBy;
export type IntendedFlight = Pick<FlightEntry, 'kind' | 'route' | 'departure'> &
  Omit<IntendedHotel, 'kind' | 'checkIn'>;
export type Intended = IntendedHotel | IntendedFlight;

export type IntendedTickets = IntendedFlight & {
  readonly operation: 'ticket-issue' | 'ticket-exchange';
  readonly booking: BookingRef;
  readonly count: number;
};

export type FlightNews = Partial<Pick<FlightEntry, 'booking' | 'isCancelled' | 'tickets' | 'unknown'>>;

export type Ledger = {
  /** Writes the intent down and takes it off the budget; undefined, and nothing done, when that is used up. */
  begin(intended: Intended, budget: Budget): Promise<Permit | undefined>;
  /**
   * Writes down that tickets are requested, and takes them off the budget; undefined, and nothing done, when that is
   * used up. Of a booking that has no entry any more, another is made.
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
  /** Makes this process the owner of a flight that was left; undefined when it is gone, or another process owns it. */
  resume(mark: string, endsBy: number): Promise<FlightEntry | undefined>;
  /** Nothing is left behind on purpose any more: the next sweep ends it. */
  recall(): Promise<void>;
  /** A person says that an entry is not looked after any more; what was known of it is kept. */
  forget(mark: string): Promise<void>;
  forgotten(): Promise<readonly Forgotten[]>;
  /** Takes an intent back that certainly was not sent, and gives back what it cost. */
  withdraw(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, of those that are known so far. */
  know(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  refuse(mark: string): Promise<void>;
  /** Writes down which bookings have to be cancelled, now that all are known; without any, the entry is closed. */
  settle(mark: string, bookings: readonly BookingRef[]): Promise<void>;
  /** Takes something off a budget; false when it is used up. */
  spend(what: Spending, run: string, budget: Budget & { readonly count?: number }): Promise<boolean>;
  left(what: Spending, run: string, budget: Budget): Promise<BudgetLeft>;
  /** What is not closed yet, oldest first. */
  entries(): Promise<readonly Entry[]>;
  isInUse(entry: Entry): boolean;
  /**
   * Makes this process the owner of all entries that no living process owns and something can be done about, and hands
   * them out, oldest first. What cannot be looked up stays as it is, until a person has it forgotten.
   */
  adopt(endsBy: number): Promise<readonly Entry[]>;
  /** Leaves entries to the next sweep. */
  release(marks: readonly string[]): Promise<void>;
  /** What could not be read and was moved aside; as long as it lies there, nothing begins and nothing is spent. */
  damaged(): Promise<readonly string[]>;
};

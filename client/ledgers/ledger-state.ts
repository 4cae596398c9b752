/** What a booking ledger holds of one account, and where: what was requested and is not closed yet, and spending. */
import { z } from 'zod';
import type { BookingRef, TicketRef } from '../../contracts/intents.ts';
import { json } from '../../contracts/json.ts';
import { guestMarkLettersMin, guestMarkPrefix } from '../../contracts/name-words.ts';
import { spendings } from '../../contracts/operations.ts';
import { memoryStores } from '../../stores/memory-stores.ts';
import type { Store, StoreForm, Stores } from '../../stores/store.ts';
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

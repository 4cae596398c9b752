/** The rules of flights, which a deviation may replace one by one, and how a healthy world sets them. */
import type { OperationId } from '../../contracts/operations.ts';
import { carriers } from '../data/flight-trade.ts';
import type { Dialect } from '../dialect.ts';
import {
  invalidBookingState,
  invalidTicketState,
  limitPassed,
  notExchangeable,
  notRefundable,
  type Refused,
  refusedReply,
  ticketUsed,
  voidTimeExpired,
} from '../refusals.ts';
import { answer, type Fields, type Reply } from '../reply.ts';
import { type Amount, euro, hourMs, percentOf } from '../sales.ts';
import { type Clock, type Counters, type Identity, ofWorld, uuid } from '../world-parts.ts';
import type { AviaOperation, CanonicalRefund, CouponStatus, PnrStatus } from './canonical.ts';
import { faresOf, priceOfFares } from './flights.ts';
import type {
  Coupon,
  ExchangeCosts,
  Flight,
  FlightOffer,
  FlightStores,
  StoredExchange,
  StoredFlightSearch,
  StoredPnr,
  StoredTicket,
} from './state.ts';

const hasCoupon = ({ coupons }: StoredTicket, ...statuses: readonly string[]): boolean =>
  coupons.some(({ status }) => statuses.includes(status));

const isOpen = ({ coupons }: StoredTicket): boolean => coupons.every(({ status }) => status === 'open');

/** Why the coupons of a ticket allow no more than to look at them. */
const stateRefusalOf = ({ ticket }: TicketOf) => {
  if (hasCoupon(ticket, 'used')) return ticketUsed;
  if (isOpen(ticket)) return undefined;
  return invalidTicketState(`The ticket is ${ticket.coupons[0]?.status}.`);
};

const departureOf = ({ coupons }: StoredTicket): number => coupons[0]?.flight.departsAtMs ?? 0;

const departed = (ticket: StoredTicket, world: FlightWorld) =>
  world.now() >= departureOf(ticket) ? invalidTicketState('The flight has departed.') : undefined;

/** What an agency's head office may do with its bookings. */
const looks: readonly AviaOperation[] = ['pnr-retrieve', 'ticket-info'];

const ticketNumberForm = /^(?:\d{13}|[a-z\d]+-\d{10,13})$/i;
const digitsAtEnd = 10;

/** Four digits that distinguish the numbers of one world from those of another. */
const worldDigits = (world: FlightWorld): number => 1_000 + (ofWorld('tickets', 0, world).readUInt16BE(0) % 9_000);

const isTaken = (booking: StoredPnr, { flightNumber, date }: Flight, within: RuleContext): boolean =>
  ['booked', 'ticketed'].includes(within.world.rules.pnrStatusOf(booking, within)) &&
  booking.offer.flights.some((flight) => flight.flightNumber === flightNumber && flight.date === date);

const refundOf = ({ ticket, booking }: TicketOf): CanonicalRefund => {
  const { base, taxes } = ticket.fare;
  const penalty = percentOf(base, booking.offer.family.refundPenaltyPercent ?? 100);
  return { amount: euro(base - penalty + taxes), penalty: euro(penalty), taxes: euro(taxes) };
};

/** Those that a partner can see by now. */
export const shownTickets = ({ tickets }: StoredPnr, world: FlightWorld): readonly StoredTicket[] =>
  tickets.filter(({ shownFromMs = 0 }) => world.now() >= shownFromMs);

/** From the making of a booking to the last moment in which tickets can be issued. */
const ticketingLimitMs = 72 * hourMs;

export const ticketBeforeMs = ({ createdAtMs, offer }: StoredPnr): number =>
  Math.min(createdAtMs + ticketingLimitMs, offer.flights[0]?.departsAtMs ?? createdAtMs);

export const healthyFlightRules: FlightRules = {
  flightSearchIdOf: (number, world) => world.dialect.searchIdOf(ofWorld('flight search', number, world)),
  knowsFlightSearch: ({ clientId: owner }, clientId) => owner === clientId,
  flightPriceOf: (offer, { world }) => priceOfFares(faresOf(offer, world.now())),
  saysPriceChanged: (before, now) => before.minor !== now.minor,
  seatsOf: (flight, within) => {
    const bookings = within.world.flights.pnrs.all().filter((booking) => isTaken(booking, flight, within));
    return Math.max(0, flight.capacity - bookings.reduce((sum, { passengers }) => sum + passengers.length, 0));
  },
  flightBookingIdOf: (number, world) => uuid(ofWorld('flight booking', number, world)),
  findsFlightBooking: (bookingId, { world }) => world.flights.pnrs.find(bookingId.toLowerCase()),
  flightAccessOf: ({ clientId: owner, headOffice }, clientId, { operation }) => {
    if (owner === clientId) return 'granted';
    if (headOffice !== clientId) return 'hidden';
    return looks.includes(operation) ? 'granted' : 'denied';
  },
  pnrStatusOf: (booking, { world }) => {
    if (booking.cancelledAtMs !== undefined) return 'cancelled';
    if (booking.tickets.some((ticket) => hasCoupon(ticket, 'open', 'used'))) return 'ticketed';
    return world.now() < ticketBeforeMs(booking) ? 'booked' : 'expired';
  },
  pnrCancelRefusalOf: ({ tickets }) =>
    tickets.some(isOpen) ? invalidBookingState('A ticket of the booking is open: void or refund it first.') : undefined,
  cancelsPnr: () => true,
  issueRefusalOf: (booking, world) => {
    const status = world.rules.pnrStatusOf(booking, { operation: 'ticket-issue', world });
    if (status === 'expired') return limitPassed;
    return status === 'booked' ? undefined : invalidBookingState(`The booking is ${status}.`);
  },
  keepsTickets: () => true,
  ticketNumberOf: (serial, carrier, world) => {
    const { accountingCode = '000' } = carriers.find(({ code }) => code === carrier) ?? {};
    const number = `${worldDigits(world)}${String(serial).padStart(6, '0')}`;
    return world.dialect.ticketNumberOf({ accountingCode, carrier, number });
  },
  findsTicket: (booking, asked, { world }) =>
    ticketNumberForm.test(asked)
      ? shownTickets(booking, world).find(
          ({ ticketNumber }) => ticketNumber.slice(-digitsAtEnd) === asked.slice(-digitsAtEnd),
        )
      : undefined,
  couponStatusOf: ({ status }) => status,
  voidWindowMs: 24 * hourMs,
  voidWindowFromMs: ({ ticket }) => ticket.issuedAtMs,
  voidStateRefusalOf: stateRefusalOf,
  voidRefusalOf: (subject, world) => {
    const { voidStateRefusalOf, voidWindowFromMs, voidWindowMs } = world.rules;
    const isLate = world.now() >= voidWindowFromMs(subject) + voidWindowMs;
    return voidStateRefusalOf(subject, world) ?? (isLate ? voidTimeExpired : undefined);
  },
  voidsRefused: () => false,
  voids: () => true,
  voidAnswerOf: (voidedAtMs, _subject, { dialect }) =>
    dialect.voids === 'silently' ? {} : { success: true, voidedAt: new Date(voidedAtMs).toISOString() },
  voidRefusalReply: (refused, { dialect }) => {
    if (dialect.voids === 'silently') return refusedReply(refused);
    const { code, message } = refused;
    return answer(200, { success: false, error: { code, message } });
  },
  asksAbout: (read) => read,
  exchangeRefusalOf: (subject, world) => {
    const isAllowed = subject.booking.offer.family.exchangePenaltyMinor !== null;
    return stateRefusalOf(subject) ?? departed(subject.ticket, world) ?? (isAllowed ? undefined : notExchangeable);
  },
  findsExchange: (exchangeId, { ticket, booking, world }) => {
    const found = world.flights.exchanges.find(exchangeId);
    const isMeant = found?.bookingId === booking.bookingId && found.ticketNumber === ticket.ticketNumber;
    return isMeant ? found : undefined;
  },
  exchangeChargesOf: ({ penalty, surcharge }) => ({ penalty, surcharge }),
  closesExchanged: () => true,
  exchangedNumberOf: ({ booking }, world) =>
    world.rules.ticketNumberOf(world.count('tickets'), booking.offer.flights[0]?.carrier ?? '', world),
  needsRefundCalculation: true,
  refundRefusalOf: (subject, { world }) => {
    const isAllowed = subject.booking.offer.family.refundPenaltyPercent !== null;
    return stateRefusalOf(subject) ?? departed(subject.ticket, world) ?? (isAllowed ? undefined : notRefundable);
  },
  flightRefundOf: refundOf,
  closesRefunded: () => true,
};

export type FlightWorld = Identity &
  Counters &
  Pick<Clock, 'now'> & {
    readonly flights: FlightStores;
    readonly dialect: Dialect;
    readonly rules: FlightRules;
  };

/** The operation and the world in which a rule is asked. */
export type RuleContext = { readonly operation: AviaOperation; readonly world: FlightWorld };

export type TicketOf = { readonly ticket: StoredTicket; readonly booking: StoredPnr };

/** Where an exchange is looked for. */
type ExchangeAsked = TicketOf & { readonly world: FlightWorld };

/** `hidden`: as if there were no such booking; `denied`: seen, and refused. */
export type Access = 'granted' | 'denied' | 'hidden';

type SearchRules = {
  readonly flightSearchIdOf: (number: number, world: FlightWorld) => string;
  readonly knowsFlightSearch: (search: StoredFlightSearch, clientId: string, within: RuleContext) => boolean;
  /** Of all passengers, at this moment. */
  readonly flightPriceOf: (offer: FlightOffer, within: RuleContext) => Amount;
  /** Whether an answer says that the price is another than the one that was reported before. */
  readonly saysPriceChanged: (before: Amount, now: Amount, within: RuleContext) => boolean;
  /** How many are left. */
  readonly seatsOf: (flight: Flight, within: RuleContext) => number;
};

type BookingRules = {
  readonly flightBookingIdOf: (number: number, world: FlightWorld) => string;
  /** Which booking an id leads to, for any caller. */
  readonly findsFlightBooking: (bookingId: string, within: RuleContext) => StoredPnr | undefined;
  /** What the partner who asks may do with a booking. */
  readonly flightAccessOf: (booking: StoredPnr, clientId: string, within: RuleContext) => Access;
  readonly pnrStatusOf: (booking: StoredPnr, within: RuleContext) => PnrStatus;
  /** Why a booking cannot be cancelled; undefined when it can. */
  readonly pnrCancelRefusalOf: (booking: StoredPnr, world: FlightWorld) => Refused | undefined;
  /** Whether a cancellation that was answered takes place. */
  readonly cancelsPnr: (booking: StoredPnr, world: FlightWorld) => boolean;
  /** Why a booking cannot be ticketed; undefined when it can. */
  readonly issueRefusalOf: (booking: StoredPnr, world: FlightWorld) => Refused | undefined;
  /** Whether tickets that were answered are stored. */
  readonly keepsTickets: (booking: StoredPnr, world: FlightWorld) => boolean;
};

type TicketRules = {
  /** `serial` counts the tickets of the world, from 1. */
  readonly ticketNumberOf: (serial: number, carrier: string, world: FlightWorld) => string;
  /** Which ticket of a booking a number leads to: in either of the two documented forms. */
  readonly findsTicket: (booking: StoredPnr, ticketNumber: string, within: RuleContext) => StoredTicket | undefined;
  readonly couponStatusOf: (coupon: Coupon, ticket: StoredTicket, within: RuleContext) => CouponStatus;
  readonly voidWindowMs: number;
  /** The moment from which the window counts. */
  readonly voidWindowFromMs: (subject: TicketOf) => number;
  /** Why the coupons of a ticket do not allow a void; undefined when they do. */
  readonly voidStateRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** All reasons together: state first, then the window. */
  readonly voidRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** Whether a refused void voids all the same; also asked when a foreign ticket is refused. */
  readonly voidsRefused: (refused: Refused, subject: TicketOf, world: FlightWorld) => boolean;
  /** Whether a void that was answered takes place. */
  readonly voids: (subject: TicketOf, world: FlightWorld) => boolean;
  /** The body of a success of ticket_cancel. */
  readonly voidAnswerOf: (voidedAtMs: number, subject: TicketOf, world: FlightWorld) => unknown;
  /** The answer of a refusal of ticket_cancel. */
  readonly voidRefusalReply: (refused: Refused, world: FlightWorld) => Reply;
};

type AfterSalesRules = {
  /** What a request is about, where it may name that by less than its form wants. */
  readonly asksAbout: (
    read: Fields,
    within: { readonly operation: OperationId; readonly world: FlightWorld; readonly clientId: string },
  ) => Fields;
  readonly exchangeRefusalOf: (subject: TicketOf, world: FlightWorld) => Refused | undefined;
  /** Which calculation an exchangeId leads to. */
  readonly findsExchange: (exchangeId: string, asked: ExchangeAsked) => StoredExchange | undefined;
  /** What the exchange costs in the end. */
  readonly exchangeChargesOf: (exchange: StoredExchange, world: FlightWorld) => ExchangeCosts;
  /** Whether the old ticket is cancelled. */
  readonly closesExchanged: (subject: TicketOf, world: FlightWorld) => boolean;
  /** Of the ticket that is issued for the old one. */
  readonly exchangedNumberOf: (subject: TicketOf, world: FlightWorld) => string;
  /** Whether a ticket is refunded only once its refund was calculated. */
  readonly needsRefundCalculation: boolean;
  readonly refundRefusalOf: (subject: TicketOf, within: RuleContext) => Refused | undefined;
  /** Calculated or performed. */
  readonly flightRefundOf: (subject: TicketOf, within: RuleContext) => CanonicalRefund;
  /** Whether a refunded ticket is closed. */
  readonly closesRefunded: (subject: TicketOf, world: FlightWorld) => boolean;
};

export type FlightRules = SearchRules & BookingRules & TicketRules & AfterSalesRules;

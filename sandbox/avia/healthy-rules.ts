/** How a healthy world sells, books and tickets flights. */

import { carriers } from '../data/flight-trade.ts';
import { digestOf, ofWorld, uuid } from '../ids.ts';
import { answer } from '../reply.ts';
import { hourMs } from '../sales/days.ts';
import { euro, percentOf } from '../sales/money.ts';
import { refusedReply } from '../sales/refusals.ts';
import type { AviaOperation, CanonicalRefund } from './canonical.ts';
import { faresOf, priceOfFares } from './fares.ts';
import {
  invalidBookingState,
  invalidTicketState,
  limitPassed,
  notExchangeable,
  notRefundable,
  ticketUsed,
  voidTimeExpired,
} from './refusals.ts';
import type { FlightRules, FlightWorld, TicketOf, Within } from './rules.ts';
import type { Flight, FlightOffer, StoredPnr, StoredTicket } from './state.ts';

const offerDigest = ({ flights, family, party }: FlightOffer): Buffer =>
  digestOf([flights.map(({ flightNumber, date }) => [flightNumber, date]), family.code, party]);

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

/** Four digits that tell the numbers of one world from those of another. */
const worldDigits = (world: FlightWorld): number => 1_000 + (ofWorld('tickets', 0, world).readUInt16BE(0) % 9_000);

const isTaken = (booking: StoredPnr, { flightNumber, date }: Flight, within: Within): boolean =>
  ['booked', 'ticketed'].includes(within.world.rules.pnrStatusOf(booking, within)) &&
  booking.offer.flights.some((flight) => flight.flightNumber === flightNumber && flight.date === date);

const refundOf = ({ ticket, booking }: TicketOf): CanonicalRefund => {
  const { base, taxes } = ticket.fare;
  const penalty = percentOf(base, booking.offer.family.refundPenaltyPercent ?? 100);
  return { amount: euro(base - penalty + taxes), penalty: euro(penalty), taxes: euro(taxes) };
};

/** Those that a partner gets to see by now. */
export const shownTickets = ({ tickets }: StoredPnr, world: FlightWorld): readonly StoredTicket[] =>
  tickets.filter(({ shownFromMs = 0 }) => world.now() >= shownFromMs);

export const ticketBeforeMs = ({ createdAtMs, offer }: StoredPnr, { rules }: FlightWorld): number =>
  Math.min(createdAtMs + rules.ticketingLimitMs, offer.flights[0]?.departsAtMs ?? createdAtMs);

const search: Pick<FlightRules, 'flightSearchIdOf' | 'flightOfferIdOf' | 'knowsFlightSearch' | 'fareRulesOf'> = {
  flightSearchIdOf: (number, world) => world.dialect.searchIdOf(ofWorld('flight search', number, world)),
  flightOfferIdOf: (offer, _search, world) => world.dialect.offerIdOf(offerDigest(offer)),
  knowsFlightSearch: ({ clientId: owner }, clientId) => owner === clientId,
  fareRulesOf: ({ family }) => family.rules,
};

const voids: Pick<
  FlightRules,
  | 'voidWindowMs'
  | 'voidWindowFromMs'
  | 'voidStateRefusalOf'
  | 'voidRefusalOf'
  | 'voidsRefused'
  | 'voids'
  | 'voidAnswerOf'
  | 'voidRefusalReply'
> = {
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
};

const exchanges: Pick<
  FlightRules,
  | 'asksAbout'
  | 'exchangeIdOf'
  | 'exchangeRefusalOf'
  | 'exchangeCostsOf'
  | 'findsExchange'
  | 'exchangeChargesOf'
  | 'closesExchanged'
  | 'exchangedNumberOf'
> = {
  asksAbout: (read) => read,
  exchangeIdOf: (number, world) => world.dialect.exchangeIdOf(ofWorld('exchange', number, world)),
  exchangeRefusalOf: (subject, world) => {
    const isAllowed = subject.booking.offer.family.exchangePenaltyMinor !== null;
    return stateRefusalOf(subject) ?? departed(subject.ticket, world) ?? (isAllowed ? undefined : notExchangeable);
  },
  exchangeCostsOf: (difference, { booking }) => ({
    penalty: euro(booking.offer.family.exchangePenaltyMinor ?? 0),
    // A cheaper ticket gives nothing back.
    surcharge: euro(Math.max(0, difference)),
  }),
  findsExchange: (exchangeId, { ticket, booking, world }) => {
    const found = world.flights.exchanges.find(exchangeId);
    const isMeant = found?.bookingId === booking.bookingId && found.ticketNumber === ticket.ticketNumber;
    return isMeant ? found : undefined;
  },
  exchangeChargesOf: ({ penalty, surcharge }) => ({ penalty, surcharge }),
  closesExchanged: () => true,
  exchangedNumberOf: ({ booking }, world) =>
    world.rules.ticketNumberOf(world.count('tickets'), booking.offer.flights[0]?.carrier ?? '', world),
};

export const healthyFlightRules: FlightRules = {
  ...search,
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
    return world.now() < ticketBeforeMs(booking, world) ? 'booked' : 'expired';
  },
  ticketingLimitMs: 72 * hourMs,
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
  ...voids,
  ...exchanges,
  needsRefundCalculation: true,
  refundRefusalOf: (subject, { world }) => {
    const isAllowed = subject.booking.offer.family.refundPenaltyPercent !== null;
    return stateRefusalOf(subject) ?? departed(subject.ticket, world) ?? (isAllowed ? undefined : notRefundable);
  },
  flightRefundOf: refundOf,
  closesRefunded: () => true,
};

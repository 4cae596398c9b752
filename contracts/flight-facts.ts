/** The facts of flights, bookings of flights and tickets (parts 2.3 and 4.2 to 4.4): nearly all of them come from bindings. */
import { z } from 'zod';
import { at, id, moment, money } from './fact-parts.ts';
import { json } from './json.ts';
import { formed } from './schemas/sensitivity.ts';

/** One offer of avia_search or offer_price. */
export const flightOfferFact = z.strictObject({
  at,
  /** For all passengers. */
  price: money.optional(),
  /** The answer says that the price is another than before. */
  isPriceChanged: z.boolean().optional(),
  isRefundable: z.boolean().optional(),
  isExchangeable: z.boolean().optional(),
  /** Who sells it. */
  supplier: z.string().optional(),
  /** Its flights, each by what tells it from all others: the same words as in a booking. */
  legs: formed('legs')(z.array(z.string()).optional()),
  /** Whatever later requests need to name this offer. */
  reference: id,
});
export type FlightOfferFact = z.infer<typeof flightOfferFact>;

/** One flight of the schedule, or of an answer about its seats. */
export const flightFact = z.strictObject({
  at,
  /** Where a price stands if there is one; a schedule has none. */
  price: money.optional(),
  seats: z.number().optional(),
  /** Whatever later requests need to name this flight. */
  reference: id,
});
export type FlightFact = z.infer<typeof flightFact>;

/** A booking of flights as pnr_create, pnr_retrieve or pnr_reprice report it; bookingId is found by name where nothing else is said. */
export const flightBookingFact = z.strictObject({
  at,
  bookingId: id,
  /** It can still be flown or ticketed: neither cancelled nor given up. */
  isActive: z.boolean().optional(),
  price: money.optional(),
  /** ISO 8601. */
  createdAt: moment.optional(),
  legs: formed('legs')(z.array(z.string()).optional()),
  /** The guest marks of ours that the binding found among the names of its passengers. */
  marks: formed('mark')(z.array(z.string()).optional()),
  /** Of every name, its words as `nameWords` hides them. */
  passengers: formed('hidden')(z.array(z.array(z.string())).optional()),
  /** Whatever later requests need to name this booking besides bookingId. */
  reference: id,
});
export type FlightBookingFact = z.infer<typeof flightBookingFact>;

/** A ticket as ticket_issue, ticket_info or ticket_exchange report it; ticketNumber is found by name where nothing else is said. */
export const ticketFact = z.strictObject({
  at,
  ticketNumber: formed('ticket')(json.optional()),
  /** One for each coupon, in the words of the service. */
  couponStatuses: formed('code')(z.array(json).optional()),
  /** It can be flown: not void, used, exchanged or refunded. */
  isOpen: z.boolean().optional(),
  price: money.optional(),
  /** ISO 8601. */
  issuedAt: moment.optional(),
  /** Whatever later requests need to name this ticket besides its number. */
  reference: id,
});
export type TicketFact = z.infer<typeof ticketFact>;

/** An exchange, calculated or performed. */
export const exchangeFact = z.strictObject({
  exchangeId: id,
  penalty: money.optional(),
  surcharge: money.optional(),
  /** What the ticket can be exchanged for. */
  offers: z.array(z.strictObject({ at, price: money.optional(), reference: id })).optional(),
});
export type ExchangeFact = z.infer<typeof exchangeFact>;

/** A refund, calculated or performed. */
export const refundFact = z.strictObject({
  /** What the partner gets back. */
  amount: money.optional(),
  penalty: money.optional(),
  /** Those that are given back with it. */
  taxes: money.optional(),
  /** Whatever ticket_refund needs of the calculation. */
  reference: id,
});
export type RefundFact = z.infer<typeof refundFact>;

export const flightFacts = {
  flightOffers: z.array(flightOfferFact).optional(),
  flights: z.array(flightFact).optional(),
  /** The text of each rule of a fare. */
  fareRules: z.array(z.strictObject({ at, text: z.string().optional() })).optional(),
  flightBooking: flightBookingFact.optional(),
  tickets: z.array(ticketFact).optional(),
  exchange: exchangeFact.optional(),
  refund: refundFact.optional(),
};

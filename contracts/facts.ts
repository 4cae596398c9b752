/**
 * What a binding reads out of an answer, in words that are the same for every target. Facts are read as an answer
 * comes, and stored with their exchange, so that judging needs the trace alone.
 */
import { z } from 'zod';
import { json } from './json.ts';
import { formed } from './schemas/sensitivity.ts';

/** From the answer's body down: `['hotels', 3, 'offers', 0]`. */
const at = formed('name')(z.array(z.union([z.string(), z.int().nonnegative()])));

/** In major units of its currency: 12.5 is twelve and a half. */
export const money = z.strictObject({ amount: z.number(), currency: formed('currency')(z.string().optional()) });
/** An id, or what later requests need to name a thing, of any type; only an id in it may leave the machine. */
const id = formed('id')(json.optional());

/** ISO 8601, or a date. */
const moment = formed('moment')(z.string());
export type Money = z.infer<typeof money>;

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
  /** Its flights, each by what distinguishes it from all others: the same words as in a booking. */
  legs: formed('legs')(z.array(z.string()).optional()),
  /** All that later requests need to name this offer. */
  reference: id,
});
export type FlightOfferFact = z.infer<typeof flightOfferFact>;

/** One flight of the schedule, or of an answer about its seats. */
export const flightFact = z.strictObject({
  at,
  /** Where a price stands if there is one; a schedule has none. */
  price: money.optional(),
  seats: z.number().optional(),
  /** All that later requests need to name this flight. */
  reference: id,
});
export type FlightFact = z.infer<typeof flightFact>;

/** As pnr_create, pnr_retrieve or pnr_reprice report it; bookingId is found by name where nothing else is said. */
export const flightBookingFact = z.strictObject({
  at,
  bookingId: id,
  /** It can still be flown or ticketed: neither cancelled nor given up. */
  isActive: z.boolean().optional(),
  price: money.optional(),
  /** ISO 8601. */
  createdAt: moment.optional(),
  legs: formed('legs')(z.array(z.string()).optional()),
  /** The marks of our guests that the binding found among the names of its passengers. */
  marks: formed('mark')(z.array(z.string()).optional()),
  /** Of every name, its words as `nameWords` hides them. */
  passengers: formed('hidden')(z.array(z.array(z.string())).optional()),
  /** All that later requests need to name this booking besides bookingId. */
  reference: id,
});
export type FlightBookingFact = z.infer<typeof flightBookingFact>;

/** As ticket_issue, ticket_info or ticket_exchange report it; ticketNumber is found by name, too. */
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
  /** All that later requests need to name this ticket besides its number. */
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
  /** All that ticket_refund needs of the calculation. */
  reference: id,
});
export type RefundFact = z.infer<typeof refundFact>;

export const flightFacts = {
  flightOffers: z.array(flightOfferFact).optional(),
  flights: z.array(flightFact).optional(),
  fareRules: z.array(z.strictObject({ at, text: z.string().optional() })).optional(),
  flightBooking: flightBookingFact.optional(),
  tickets: z.array(ticketFact).optional(),
  exchange: exchangeFact.optional(),
  refund: refundFact.optional(),
};

/** An early check-in or a late check-out that an offer can be booked with. */
export const upsell = z.strictObject({
  price: money.optional(),
  /** What create_booking needs to name it. */
  reference: id,
});
export type Upsell = z.infer<typeof upsell>;

/**
 * One offer of hotel_search, hotel_pricing or offer_pricing (part 2.4). The first four are documented by name and found
 * by it: on the offer, or on what encloses it. They are kept as they came, with any type. All others come from the
 * binding.
 */
export const offerFact = z.strictObject({
  at,
  offerId: id,
  aiScore: formed('score')(json.optional()),
  hotelId: id,
  bedVariants: id,
  /** What distinguishes this offer from every other of the same search, by names of the binding's own. */
  identity: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  price: money.optional(),
  /** What the price is made of; together they are the price. */
  priceParts: z.array(money).optional(),
  mealTypeId: id,
  /** The ids inside bedVariants that name bed types. */
  bedTypeIds: formed('id')(z.array(json).optional()),
  /** Empty when the place is there and this offer has none. */
  earlyCheckIns: z.array(upsell).optional(),
  lateCheckOuts: z.array(upsell).optional(),
  supplier: z.string().optional(),
  /** Until when cancelling costs nothing, ISO 8601 with its zone; null when it always costs. */
  freeCancellationUntil: moment.nullable().optional(),
  /** All that later requests need to name this offer besides offerId. */
  reference: id,
});
export type OfferFact = z.infer<typeof offerFact>;

/** One hotel of a search (part 4.5). */
export const hotelFact = z.strictObject({ at, hotelId: id, minPrice: money.optional() });
export type HotelFact = z.infer<typeof hotelFact>;

/** A booking as create_booking, view_booking or search_bookings report it (part 2.5). */
export const bookingFact = z.strictObject({
  at,
  bookingId: id,
  status: formed('status')(json.optional()),
  /** The hotel that a view shows; documented by name in offers, and found by it. */
  hotelId: id,
  /** ISO 8601, or a date. */
  createdAt: moment.optional(),
  /** When the guests come and go, ISO 8601 or a date; not the documented times, which may lack their day. */
  checkIn: moment.optional(),
  checkOut: moment.optional(),
  price: money.optional(),
  priceParts: z.array(money).optional(),
  /** The early check-ins and late check-outs that were booked with it. */
  upsells: z.array(upsell).optional(),
  /** Of every guest by room, the words of the name as `nameWords` hides them. */
  rooms: formed('hidden')(z.array(z.array(z.array(z.string()))).optional()),
  /** The marks of our guests that the binding found among the names of its guests. */
  marks: formed('mark')(z.array(z.string()).optional()),
  /** All that later requests need to name this booking besides bookingId. */
  reference: id,
});
export type BookingFact = z.infer<typeof bookingFact>;

/** The groups of a price detail (part 2.5). */
export const priceGroups = [
  'total',
  'discount',
  'markup',
  'serviceFee',
  'commission',
  'supplier',
  'vat',
  'deposit',
] as const;
export type PriceGroup = (typeof priceGroups)[number];

/** Where a price detail of view_booking stands, or would stand, and which of its groups are there. */
export const priceDetailFact = z.strictObject({
  of: z.enum(['booking', 'upsell']),
  at,
  groups: z.array(z.enum(priceGroups)),
  /** The binding named the place; else it was found by the names of the groups. */
  isNamed: z.boolean(),
});
export type PriceDetailFact = z.infer<typeof priceDetailFact>;

/** One entry of a list that ranking orders. */
export const rankedFact = z.strictObject({ at, score: formed('score')(z.number().nullable()) });
export type RankedFact = z.infer<typeof rankedFact>;

export const facts = z
  .strictObject({
    searchId: id,
    offers: z.array(offerFact).optional(),
    /** The lists that ranking orders, each in the order in which it came. */
    ranked: z.array(z.array(rankedFact)).optional(),
    hotels: z.array(hotelFact).optional(),
    booking: bookingFact.optional(),
    bookings: z.array(bookingFact).optional(),
    /** What asks for the next page of a list; absent on the last. */
    nextPage: id,
    priceDetails: z.array(priceDetailFact).optional(),
    /** What a cancellation costs and gives back (part 4.6). */
    cancellation: z.strictObject({ penalty: money.optional(), refund: money.optional() }).optional(),
    /** Members that the binding looked for and did not find in some place of the answer. */
    sought: formed('name')(z.array(z.string()).optional()),
    ...flightFacts,
  })
  .meta({ id: 'Facts', description: 'What was read out of an answer, in the same words for every target.' });
export type Facts = z.infer<typeof facts>;

/** Booking states (part 3). */
export const bookingStatuses = ['unknown', 'inWork', 'completed', 'rejected', 'cancelled', 'failed'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** The values they had before 2026-08-06 (part 9). */
export const formerBookingStatuses = ['Unknown', 'Inwork', 'Booked', 'Rejected', 'Cancelled', 'Error'] as const;

/** States by their name of now and by their former one. */
const named = (...states: readonly BookingStatus[]): readonly unknown[] =>
  states.flatMap((state) => [state, formerBookingStatuses[bookingStatuses.indexOf(state)]]);

/** Nothing is left to cancel in these states. */
export const cancelledStatuses = named('cancelled');
/** The booking was refused, or was never made. */
export const refusedStatuses = named('rejected', 'failed');

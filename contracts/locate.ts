/** Facts of an answer: what has a documented name is found by it, and what the binding of the target read is added. */
import type { ReadFacts } from './bindings.ts';
import type { BookingFact, Facts, HotelFact, OfferFact, RankedFact } from './facts.ts';
import { guestMarksIn } from './guest-mark.ts';
import type { BoundOperation } from './intents.ts';
import type { Json } from './json.ts';
import { cancelledBooking, createdBooking, listedBookings, viewedBooking } from './locate/bookings.ts';
import { flightBookingIn, ticketsIn, valueUnder } from './locate/flights.ts';
import { hotelIdAt, listOf, offerPlaces, offersAt, offersMax } from './locate/offers.ts';
import { priceDetailsIn } from './locate/price-details.ts';
import { type Told, toldBy } from './locate/told.ts';
import { valuesUnder } from './locate/walk.ts';
import { finite } from './locate/weight.ts';

/** The shallowest that is text, else the shallowest of any type: a service may echo what it was asked. */
const searchIdIn = (body: Json): Json | undefined => {
  const found = [...valuesUnder(body, 'searchId').take(100)];
  const searchId = found.find((value) => typeof value === 'string') ?? found[0];
  return searchId === undefined ? undefined : finite(searchId);
};

const offersIn = (body: Json, told: Told, isOfOneOffer: boolean): OfferFact[] =>
  offersAt(body, told.offers ?? offerPlaces(body, isOfOneOffer).map((at) => ({ at: [...at] })));

/** A score of another type is the matter of a clause of its own, and has no order. */
const scoreOf = (score: unknown): { readonly score: number | null }[] => {
  if (score === null || score === undefined) return [{ score: null }];
  return typeof score === 'number' && !Number.isNaN(score) ? [{ score: finite(score) as number }] : [];
};

const rankedOf = (told: Told, offers: readonly OfferFact[]): RankedFact[][] | undefined => {
  if (told.ranked)
    return told.ranked.map((list) => list.flatMap(({ at, score }) => scoreOf(score).map((one) => ({ at, ...one }))));
  const list = listOf(offers);
  return list && [list.flatMap(({ at, aiScore }) => scoreOf(aiScore).map((one) => ({ at, ...one })))];
};

const hotelsOf = (body: Json, told: Told): HotelFact[] | undefined =>
  told.hotels?.slice(0, offersMax.count).map((hotel) => {
    const hotelId = hotel.hotelId ?? hotelIdAt(body, hotel.at);
    return { ...hotel, ...(hotelId !== undefined && { hotelId }) };
  });

type Found = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };

/** Names of guests are personal: only marks of ours are kept of them. */
const withMarks = <Booking extends { readonly guestNames?: readonly string[] | undefined }>(
  told: Booking,
): Omit<Booking, 'guestNames'> & Pick<BookingFact, 'marks'> => {
  const { guestNames, ...rest } = told;
  if (!guestNames) return rest;
  return { ...rest, marks: [...new Set(guestNames.flatMap(guestMarksIn))] };
};

const bookingOf = (find: typeof cancelledBooking) => (body: Json, told: Told) =>
  ({ booking: find(body, told.booking && withMarks(told.booking)) }) satisfies Found;

const pricing = (body: Json, told: Told): Found => {
  const offers = offersIn(body, told, false);
  return { offers, ranked: rankedOf(told, offers), hotels: hotelsOf(body, told) };
};

const [namedHotelsMax, idCharactersMax] = [1_000, 100];

/** Beside the offers of one hotel its id may stand anywhere; where several are named, none is theirs for certain. */
const ofOneHotel = (body: Json, found: Found): Found => {
  if (found.offers?.some(({ hotelId }) => hotelId !== undefined)) return found;
  const [hotelId, ...others] = valuesUnder(body, 'hotelId')
    .filter((value) => value !== null)
    .take(namedHotelsMax);
  // Anything larger is no id, and would be told with each offer.
  if (typeof hotelId !== 'number' && typeof hotelId !== 'string') return found;
  if (String(hotelId).length > idCharactersMax || others.some((other) => other !== hotelId)) return found;
  return { ...found, offers: found.offers?.map((offer) => ({ ...offer, hotelId: finite(hotelId) })) };
};

/** Names of passengers are personal, too. */
const flightBookingOf = (body: Json, { flightBooking }: Told): Found => {
  if (!flightBooking) return { flightBooking: flightBookingIn(body) };
  const { passengerNames, ...told } = flightBooking;
  const marks = passengerNames && [...new Set(passengerNames.flatMap(guestMarksIn))];
  return { flightBooking: flightBookingIn(body, { ...told, marks }) };
};

/** That an answer names no ticket says nothing, unless the binding looked for them. */
const namedTickets = (body: Json, { tickets }: Told): Found['tickets'] => {
  const found = ticketsIn(body, tickets);
  return tickets || found.length > 0 ? found : undefined;
};

const searchIdOf = (body: Json, told: Told): Json | undefined => told.searchId ?? searchIdIn(body);

const exchangeOf = (body: Json, { exchange }: Told): Found => {
  const exchangeId = exchange?.exchangeId ?? valueUnder(body, 'exchangeId');
  if (exchangeId === undefined && !exchange) return {};
  return { exchange: { ...exchange, ...(exchangeId !== undefined && { exchangeId }) } };
};

const flightLocators = {
  'avia-search': (body, told) => ({ searchId: searchIdOf(body, told), flightOffers: told.flightOffers }),
  'avia-availability': (_, { flights }) => ({ flights }),
  'avia-schedule': (_, { flights }) => ({ flights }),
  'avia-offer-price': (_, { flightOffers }) => ({ flightOffers }),
  'fare-rules': (_, { fareRules }) => ({ fareRules }),
  'pnr-create': flightBookingOf,
  'pnr-retrieve': (body, told) => ({ ...flightBookingOf(body, told), tickets: namedTickets(body, told) }),
  'pnr-cancel': flightBookingOf,
  'pnr-reprice': flightBookingOf,
  'ticket-issue': (body, told) => ({ ...flightBookingOf(body, told), tickets: namedTickets(body, told) }),
  'ticket-info': (body, told) => ({ tickets: ticketsIn(body, told.tickets) }),
  'ticket-exchange-calculation': exchangeOf,
  'ticket-exchange': (body, told) => ({ ...exchangeOf(body, told), tickets: namedTickets(body, told) }),
  'ticket-refund-calculation': (_, { refund }) => ({ refund }),
  'ticket-refund': (_, { refund }) => ({ refund }),
} as const satisfies Readonly<Partial<Record<BoundOperation, (body: Json, told: Told) => Found>>>;

const locators: Readonly<Record<BoundOperation, (body: Json, told: Told) => Found>> = {
  ...flightLocators,
  'hotel-search': (body, told) => ({ searchId: searchIdOf(body, told), ...pricing(body, told) }),
  'hotel-pricing': (body, told) => ofOneHotel(body, pricing(body, told)),
  'offer-pricing': (body, told) => ofOneHotel(body, { offers: offersIn(body, told, true) }),
  'create-booking': bookingOf(createdBooking),
  'view-booking': (body, told) => ({
    ...bookingOf(viewedBooking)(body, told),
    priceDetails: priceDetailsIn(body, { booking: told.priceDetailAt, upsell: told.upsellPriceDetailAt }),
  }),
  'search-bookings': (body, told) => ({
    bookings: listedBookings(body, told.bookings?.map(withMarks)),
    nextPage: told.nextPage,
  }),
  'cancel-booking': (body, told) => ({ ...bookingOf(cancelledBooking)(body, told), cancellation: told.cancellation }),
};

/**
 * The facts of a successful answer, as it came. However hostile the answer, this never throws and takes bounded time;
 * what lies beyond the bounds is left out.
 *
 * @param read What the binding of the target read; without it, only documented names are found (part 2.4 and 2.5).
 * @throws when `read` holds what is no fact: the message names the member.
 */
export const factsOf = (operation: BoundOperation, body: Json, read?: ReadFacts): Facts => {
  const { sought, ...told }: ReturnType<typeof toldBy> = read === undefined ? {} : toldBy(operation, read, body);
  const found = Object.entries({ ...locators[operation](body, told), sought });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Facts;
};

/** Facts of an answer: what has a documented name is found by it, and what the binding of the target read is added. */
import type { ReadFacts } from './bindings.ts';
import type { BookingFact, Facts, HotelFact, OfferFact, RankedFact } from './facts.ts';
import { guestMarksIn } from './guest-mark.ts';
import type { BoundOperation } from './intents.ts';
import type { Json } from './json.ts';
import { type BindingRead, readByBinding } from './locate/binding-read.ts';
import { cancelledBooking, createdBooking, listedBookings, viewedBooking } from './locate/bookings.ts';
import { flightBookingIn, ticketsIn, valueUnder } from './locate/flights.ts';
import { hotelIdAt, listOf, offerPlaces, offersAt, offersMax } from './locate/offers.ts';
import { priceDetailsIn } from './locate/price-details.ts';
import { valuesUnder } from './locate/walk.ts';
import { finite } from './locate/weight.ts';
import { nameWords } from './name-words.ts';

/** The shallowest that is text, else the shallowest of any type: a service may echo what it was asked. */
const searchIdIn = (body: Json): Json | undefined => {
  const found = [...valuesUnder(body, 'searchId').take(100)];
  const searchId = found.find((value) => typeof value === 'string') ?? found[0];
  return searchId === undefined ? undefined : finite(searchId);
};

const offersIn = (body: Json, reported: BindingRead, isOfOneOffer: boolean): OfferFact[] =>
  offersAt(body, reported.offers ?? offerPlaces(body, isOfOneOffer).map((at) => ({ at: [...at] })));

/** A score of another type is the matter of a clause of its own, and has no order. */
const scoreOf = (score: unknown): { readonly score: number | null }[] => {
  if (score === null || score === undefined) return [{ score: null }];
  return typeof score === 'number' && !Number.isNaN(score) ? [{ score: finite(score) as number }] : [];
};

const rankedOf = (reported: BindingRead, offers: readonly OfferFact[]): RankedFact[][] | undefined => {
  if (reported.ranked)
    return reported.ranked.map((list) =>
      list.flatMap(({ at, score }) => scoreOf(score).map((one) => ({ at, ...one }))),
    );
  const list = listOf(offers);
  return list && [list.flatMap(({ at, aiScore }) => scoreOf(aiScore).map((one) => ({ at, ...one })))];
};

const hotelsOf = (body: Json, reported: BindingRead): HotelFact[] | undefined =>
  reported.hotels?.slice(0, offersMax.count).map((hotel) => {
    const hotelId = hotel.hotelId ?? hotelIdAt(body, hotel.at);
    return { ...hotel, ...(hotelId !== undefined && { hotelId }) };
  });

/** More rooms, and guests of one, than anybody books. */
const roomsMax = 100;

type Found = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };

type Names = {
  readonly guestNames?: readonly string[] | undefined;
  readonly roomGuests?: readonly (readonly string[])[] | undefined;
};

/** Names of guests are personal: only marks of ours are kept of them, and what tells whether two are one. */
const withMarks = <Booking extends Names>(
  reported: Booking,
): Omit<Booking, keyof Names> & Pick<BookingFact, 'marks' | 'rooms'> => {
  const { guestNames, roomGuests, ...rest } = reported;
  return {
    ...rest,
    ...(guestNames && { marks: [...new Set(guestNames.flatMap(guestMarksIn))] }),
    ...(roomGuests && { rooms: roomGuests.slice(0, roomsMax).map((names) => names.slice(0, roomsMax).map(nameWords)) }),
  };
};

const bookingOf = (find: typeof cancelledBooking) => (body: Json, reported: BindingRead) =>
  ({ booking: find(body, reported.booking && withMarks(reported.booking)) }) satisfies Found;

const pricing = (body: Json, reported: BindingRead): Found => {
  const offers = offersIn(body, reported, false);
  return { offers, ranked: rankedOf(reported, offers), hotels: hotelsOf(body, reported) };
};

const [namedHotelsMax, idCharactersMax] = [1_000, 100];

/** Beside the offers of one hotel its id may stand anywhere; where several are named, none is theirs for certain. */
const ofOneHotel = (body: Json, found: Found): Found => {
  if (found.offers?.some(({ hotelId }) => hotelId !== undefined)) return found;
  const [hotelId, ...others] = valuesUnder(body, 'hotelId')
    .filter((value) => value !== null)
    .take(namedHotelsMax);
  // Anything larger is no id, and would be written with each offer.
  if (typeof hotelId !== 'number' && typeof hotelId !== 'string') return found;
  if (String(hotelId).length > idCharactersMax || others.some((other) => other !== hotelId)) return found;
  return { ...found, offers: found.offers?.map((offer) => ({ ...offer, hotelId: finite(hotelId) })) };
};

/** More than fly on one booking. */
const passengersMax = 100;

/** Names of passengers are personal, too. */
const flightBookingOf = (body: Json, { flightBooking }: BindingRead): Found => {
  if (!flightBooking) return { flightBooking: flightBookingIn(body) };
  const { passengerNames, ...reported } = flightBooking;
  const marks = passengerNames && [...new Set(passengerNames.flatMap(guestMarksIn))];
  const passengers = passengerNames?.slice(0, passengersMax).map(nameWords);
  return { flightBooking: flightBookingIn(body, { ...reported, marks, passengers }) };
};

/** That an answer names no ticket says nothing, unless the binding looked for them. */
const namedTickets = (body: Json, { tickets }: BindingRead): Found['tickets'] => {
  const found = ticketsIn(body, tickets);
  return tickets || found.length > 0 ? found : undefined;
};

const searchIdOf = (body: Json, reported: BindingRead): Json | undefined => reported.searchId ?? searchIdIn(body);

const exchangeOf = (body: Json, { exchange }: BindingRead): Found => {
  const exchangeId = exchange?.exchangeId ?? valueUnder(body, 'exchangeId');
  if (exchangeId === undefined && !exchange) return {};
  return { exchange: { ...exchange, ...(exchangeId !== undefined && { exchangeId }) } };
};

const flightLocators = {
  'avia-search': (body, reported) => ({ searchId: searchIdOf(body, reported), flightOffers: reported.flightOffers }),
  'avia-availability': (_, { flights }) => ({ flights }),
  'avia-schedule': (_, { flights }) => ({ flights }),
  'avia-offer-price': (_, { flightOffers }) => ({ flightOffers }),
  'fare-rules': (_, { fareRules }) => ({ fareRules }),
  'pnr-create': flightBookingOf,
  'pnr-retrieve': (body, reported) => ({ ...flightBookingOf(body, reported), tickets: namedTickets(body, reported) }),
  'pnr-cancel': flightBookingOf,
  'pnr-reprice': flightBookingOf,
  'ticket-issue': (body, reported) => ({ ...flightBookingOf(body, reported), tickets: namedTickets(body, reported) }),
  'ticket-info': (body, reported) => ({ tickets: ticketsIn(body, reported.tickets) }),
  'ticket-exchange-calculation': exchangeOf,
  'ticket-exchange': (body, reported) => ({ ...exchangeOf(body, reported), tickets: namedTickets(body, reported) }),
  'ticket-refund-calculation': (_, { refund }) => ({ refund }),
  'ticket-refund': (_, { refund }) => ({ refund }),
} as const satisfies Readonly<Partial<Record<BoundOperation, (body: Json, reported: BindingRead) => Found>>>;

const locators: Readonly<Record<BoundOperation, (body: Json, reported: BindingRead) => Found>> = {
  ...flightLocators,
  'hotel-search': (body, reported) => ({ searchId: searchIdOf(body, reported), ...pricing(body, reported) }),
  'hotel-pricing': (body, reported) => ofOneHotel(body, pricing(body, reported)),
  'offer-pricing': (body, reported) => ofOneHotel(body, { offers: offersIn(body, reported, true) }),
  'create-booking': bookingOf(createdBooking),
  'view-booking': (body, reported) => ({
    ...bookingOf(viewedBooking)(body, reported),
    priceDetails: priceDetailsIn(body, { booking: reported.priceDetailAt, upsell: reported.upsellPriceDetailAt }),
  }),
  'search-bookings': (body, reported) => ({
    bookings: listedBookings(body, reported.bookings?.map(withMarks)),
    nextPage: reported.nextPage,
  }),
  'cancel-booking': (body, reported) => ({
    ...bookingOf(cancelledBooking)(body, reported),
    cancellation: reported.cancellation,
  }),
};

/**
 * The facts of a successful answer, as it came. However hostile the answer, this never throws and takes bounded time;
 * what lies beyond the bounds is left out.
 *
 * @param read What the binding of the target read; without it, only documented names are found (part 2.4 and 2.5).
 * @throws when `read` holds what is no fact: the message names the member.
 */
export const factsOf = (operation: BoundOperation, body: Json, read?: ReadFacts): Facts => {
  const { sought, ...reported }: ReturnType<typeof readByBinding> =
    read === undefined ? {} : readByBinding(operation, read, body);
  const found = Object.entries({ ...locators[operation](body, reported), sought });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Facts;
};

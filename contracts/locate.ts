/** Facts of an answer: what has a documented name is found by it, and what the binding of the target read is added. */

import type { ReadFacts } from './bindings.ts';
import type { Path } from './check.ts';
import {
  type BookingFact,
  type Facts,
  type HotelFact,
  type OfferFact,
  type PriceDetailFact,
  type PriceGroup,
  priceGroups,
  type RankedFact,
} from './facts.ts';
import type { BoundOperation } from './intents.ts';
import { isJsonObject, type Json } from './json.ts';
import { type BindingRead, readByBinding } from './locate/binding-read.ts';
import {
  cancelledBooking,
  createdBooking,
  flightBookingIn,
  listedBookings,
  ticketsIn,
  viewedBooking,
} from './locate/bookings.ts';
import {
  finite,
  has,
  inside,
  type JsonNode,
  nodesOf,
  objectsWith,
  pathOf,
  upTo,
  valuesUnder,
  valueUnder,
  wayTo,
} from './locate/walk.ts';
import { guestMarksIn, nameWords } from './name-words.ts';

/** `total` and `supplier` also stand elsewhere. */
const distinctive = ['discount', 'markup', 'serviceFee', 'commission', 'vat', 'deposit'] as const;
/** One of them alone may be of something else. */
const distinctiveMin = 2;

const detailsMax = 20;
const upsellsMax = 1_000;
const insideUpsell = { depthMax: 4, nodesMax: 500 };

/** Null is the same as absent. */
const groupsOf = (value: Json | undefined): PriceGroup[] =>
  priceGroups.filter((group) => has(value, group) && value[group] !== null);

const isDetail = (value: Json): boolean => {
  const groups: readonly PriceGroup[] = groupsOf(value);
  return distinctive.filter((group) => groups.includes(group)).length >= distinctiveMin;
};

const named = (of: PriceDetailFact['of'], body: Json, at: Path): PriceDetailFact => ({
  of,
  at: [...at],
  groups: groupsOf(wayTo(body, at)?.at(-1)),
  isNamed: true,
});

const ofBooking = (body: Json): PriceDetailFact[] => [
  ...nodesOf(body, { enters: ({ key, value }) => key !== 'upsells' && !isDetail(value) })
    .filter(({ key, value }) => key !== 'upsells' && isDetail(value))
    .map(
      (node): PriceDetailFact => ({
        of: 'booking',
        at: [...pathOf(node)],
        groups: groupsOf(node.value),
        isNamed: false,
      }),
    )
    .take(detailsMax),
];

const ofUpsell = (upsell: Json, at: Path): PriceDetailFact => {
  const [found] = nodesOf(upsell, insideUpsell)
    .filter(({ value }) => isDetail(value))
    .take(1);
  const inner = found ? pathOf(found) : [];
  return { of: 'upsell', at: [...at, ...inner], groups: found ? groupsOf(found.value) : [], isNamed: false };
};

type NamedPlaces = { readonly booking: Path | undefined; readonly upsell: Path | undefined };

/** One for the booking where its place is named, else those found; one for each upsell, there or not. */
const priceDetailsIn = (body: Json, places: NamedPlaces): PriceDetailFact[] => {
  const upsells = has(body, 'upsells') && Array.isArray(body.upsells) ? body.upsells.slice(0, upsellsMax) : [];
  return [
    ...(places.booking ? [named('booking', body, places.booking)] : ofBooking(body)),
    ...upsells.map((upsell, i) =>
      places.upsell ? named('upsell', body, ['upsells', i, ...places.upsell]) : ofUpsell(upsell, ['upsells', i]),
    ),
  ];
};

/** Finds the offers of an answer, and the documented fields of each (part 2.4). */
const offersMax = { count: 5_000, weight: 16_000_000 };

const isOffer = (value: Json | undefined): boolean => has(value, 'offerId') || has(value, 'aiScore');

/** An element that has an offerId is one offer, also when it holds others, such as upsells that refer to it. */
const isWhole = ({ value, parent }: JsonNode): boolean => Array.isArray(parent?.value) && has(value, 'offerId');

/** The objects of every list of which one at least is an offer: a sibling that lacks its fields is still one. */
function* listed(body: Json): Generator<Path> {
  for (const node of nodesOf(body, { enters: (each) => !isWhole(each) })) {
    if (!Array.isArray(node.value) || !node.value.some(isOffer)) continue;
    const path = pathOf(node);
    for (const [i, element] of node.value.entries()) if (isJsonObject(element)) yield [...path, i];
  }
}

/** Offers in no list; what stands inside one reports more of it. */
function* alone(body: Json): Generator<Path> {
  if (isOffer(body)) return yield [];
  for (const node of nodesOf(body, { enters: ({ value }) => !isOffer(value) })) {
    if (isOffer(node.value) && !Array.isArray(node.parent?.value)) yield pathOf(node);
  }
}

/** Beside lists of offers a lone one is an echo of the request, unless the answer is about one offer. */
const offerPlaces = (body: Json, isOfOneOffer: boolean): Path[] => {
  const inLists = [...listed(body).take(offersMax.count)];
  if (inLists.length > 0 && !isOfOneOffer) return inLists;
  return [...alone(body).take(offersMax.count), ...inLists];
};

/** The first value under a name inside an offer, itself included, as long as it is not reported of another one. */
const within = (offer: Json, name: string, entersLists: boolean): Json | undefined => {
  if (has(offer, name)) return offer[name];
  const isOther = ({ value }: JsonNode): boolean => value !== offer && has(offer, 'offerId') && has(value, 'offerId');
  const enters = (node: JsonNode): boolean => !isOther(node) && (entersLists || !Array.isArray(node.value));
  const [found] = objectsWith(offer, name, { ...inside, enters })
    .filter((node) => !isOther(node))
    .map(({ value }) => value[name])
    .take(1);
  return found;
};

/** Of the objects on the way to an offer, itself included, the nearest that reports it. */
const around = (way: readonly Json[], name: string): Json | undefined => {
  const nearest = way.findLast((value) => has(value, name) && value[name] !== null);
  return has(nearest, name) ? nearest[name] : undefined;
};

type Documented = 'offerId' | 'aiScore' | 'hotelId' | 'bedVariants';

const fieldsOf = (way: readonly Json[]): Partial<Pick<OfferFact, Documented>> => {
  const offer = way.at(-1) ?? null;
  const beds = within(offer, 'bedVariants', true);
  const fields = {
    // Not from a list inside it: of several none would be its own.
    offerId: within(offer, 'offerId', false),
    aiScore: within(offer, 'aiScore', false),
    hotelId: around(way, 'hotelId') ?? within(offer, 'hotelId', false),
    // The beds of each of its rooms, before those of a room that encloses it.
    bedVariants: beds ?? around(way, 'bedVariants') ?? beds,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, finite(value)]])),
  );
};

/** The offers at these places, with all that is reported of them by name and by the binding. */
const offersAt = (body: Json, reported: Iterable<{ readonly at: Path } & Partial<OfferFact>>): OfferFact[] => {
  const all = function* (): Generator<OfferFact> {
    for (const offer of reported) yield { ...offer, at: [...offer.at], ...fieldsOf(wayTo(body, offer.at) ?? []) };
  };
  return upTo(all(), offersMax);
};

/** In the order of the one list in which all of them stand; undefined when they stand in several, or in none. */
const listOf = (offers: readonly OfferFact[]): OfferFact[] | undefined => {
  const lists = new Set(
    offers.map(({ at }) => (typeof at.at(-1) === 'number' ? JSON.stringify(at.slice(0, -1)) : undefined)),
  );
  if (lists.size !== 1 || lists.has(undefined)) return undefined;
  return offers.toSorted((one, other) => Number(one.at.at(-1)) - Number(other.at.at(-1)));
};

/** The shallowest that is text, else the shallowest of any type: a service may echo what it was asked. */
const searchIdIn = (body: Json): Json | undefined => {
  let shallowest: Json | undefined;
  for (const value of valuesUnder(body, 'searchId').take(100)) {
    if (typeof value === 'string') return value;
    if (shallowest === undefined) shallowest = finite(value);
  }
  return shallowest;
};

const offersIn = (body: Json, reported: BindingRead, isOfOneOffer: boolean): OfferFact[] =>
  offersAt(body, reported.offers ?? offerPlaces(body, isOfOneOffer).map((at) => ({ at: [...at] })));

/** Another clause judges a score of another type, which has no order. */
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
    const hotelId = hotel.hotelId ?? valueUnder(wayTo(body, hotel.at)?.at(-1), 'hotelId', inside);
    return { ...hotel, ...(hotelId !== undefined && { hotelId }) };
  });

/** More rooms, and guests of one room, than a real booking has. */
const roomsMax = 100;

type FoundFacts = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };

type GuestNames = {
  readonly guestNames?: readonly string[] | undefined;
  readonly roomGuests?: readonly (readonly string[])[] | undefined;
};

/** Names of guests are personal: only the marks of our guests, and what distinguishes two names, are kept of them. */
const withMarks = <Booking extends GuestNames>(
  reported: Booking,
): Omit<Booking, keyof GuestNames> & Pick<BookingFact, 'marks' | 'rooms'> => {
  const { guestNames, roomGuests, ...rest } = reported;
  return {
    ...rest,
    ...(guestNames && { marks: [...new Set(guestNames.flatMap(guestMarksIn))] }),
    ...(roomGuests && { rooms: roomGuests.slice(0, roomsMax).map((names) => names.slice(0, roomsMax).map(nameWords)) }),
  };
};

const bookingOf = (find: typeof cancelledBooking) => (body: Json, reported: BindingRead) =>
  ({ booking: find(body, reported.booking && withMarks(reported.booking)) }) satisfies FoundFacts;

const pricing = (body: Json, reported: BindingRead): FoundFacts => {
  const offers = offersIn(body, reported, false);
  return { offers, ranked: rankedOf(reported, offers), hotels: hotelsOf(body, reported) };
};

const [namedHotelsMax, idCharactersMax] = [1_000, 100];

/** Beside the offers of one hotel its id may stand anywhere; where several are named, none is theirs for certain. */
const ofOneHotel = (body: Json, found: FoundFacts): FoundFacts => {
  if (found.offers?.some(({ hotelId }) => hotelId !== undefined)) return found;
  const [hotelId, ...others] = valuesUnder(body, 'hotelId')
    .filter((value) => value !== null)
    .take(namedHotelsMax);
  // Anything larger is no id, and every offer would repeat it.
  if (typeof hotelId !== 'number' && typeof hotelId !== 'string') return found;
  if (String(hotelId).length > idCharactersMax || others.some((other) => other !== hotelId)) return found;
  return { ...found, offers: found.offers?.map((offer) => ({ ...offer, hotelId: finite(hotelId) })) };
};

/** More passengers than one booking has. */
const passengersMax = 100;

/** Names of passengers are personal, too. */
const flightBookingOf = (body: Json, { flightBooking }: BindingRead): FoundFacts => {
  if (!flightBooking) return { flightBooking: flightBookingIn(body) };
  const { passengerNames, ...reported } = flightBooking;
  const marks = passengerNames && [...new Set(passengerNames.flatMap(guestMarksIn))];
  const passengers = passengerNames?.slice(0, passengersMax).map(nameWords);
  return { flightBooking: flightBookingIn(body, { ...reported, marks, passengers }) };
};

/** An answer that names no ticket proves nothing, unless the binding looked for tickets. */
const namedTickets = (body: Json, { tickets }: BindingRead): FoundFacts['tickets'] => {
  const found = ticketsIn(body, tickets);
  return tickets || found.length > 0 ? found : undefined;
};

const searchIdOf = (body: Json, reported: BindingRead): Json | undefined => reported.searchId ?? searchIdIn(body);

const exchangeOf = (body: Json, { exchange }: BindingRead): FoundFacts => {
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
} as const satisfies Readonly<Partial<Record<BoundOperation, (body: Json, reported: BindingRead) => FoundFacts>>>;

const locators: Readonly<Record<BoundOperation, (body: Json, reported: BindingRead) => FoundFacts>> = {
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

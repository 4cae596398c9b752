/** Intents drawn from a seed, as flows make them: rooms, people, days and references of several types. */
import { bookingStatuses } from '../../../contracts/facts.ts';
import type { BoundOperation } from '../../../contracts/intents.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import type { EnvironmentFacts } from '../../../contracts/target.ts';
import { isSame } from '../../../targets/forms/form.ts';
import { keyOf, valueAt } from '../../../targets/intent-map/places.ts';
import type { IntentReading } from '../../../targets/intent-map/reading.ts';

export type ReferenceType = 'text' | 'number' | 'object';

export type Draw = ReturnType<typeof drawing>;

/** The same numbers for the same seed. */
export const drawing = (seed: number) => {
  let state = (seed * 2_654_435_761 + 1) % 4_294_967_296;
  const below = (count: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * count);
  };
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const letters = (count: number, from = 'abcdefghijklmnopqrstuvwxyz'): string =>
    Array.from({ length: count }, () => one([...from])).join('');
  const day = (from: string, days: number): string =>
    new Date(Date.parse(from) + below(days) * 86_400_000).toISOString().slice(0, 10);
  return { below, one, letters, day, is: () => below(2) === 1 };
};

const names = 'Anna Bo McRae Delacroix Ito Schmidt Ferreira Quist Uygur Zanetti Testina Sampleton Exemplar'.split(' ');
const countries = 'DE NZ RU KZ US BR JP FI'.split(' ');

const reference = (draw: Draw, type: ReferenceType): Json => {
  if (type === 'number') return 1_000_000 + draw.below(9_000_000);
  const text = `${draw.letters(3)}-${draw.letters(6, 'abcdef0123456789')}`;
  return type === 'text' ? text : { key: text, row: draw.below(900), on: draw.day('2027-01-01', 300) };
};

const search = (draw: Draw, known: EnvironmentFacts): JsonObject => {
  const checkIn = draw.day('2027-01-05', 200);
  const rooms = Array.from({ length: 1 + draw.below(3) }, () => ({
    adults: 1 + draw.below(2),
    childrenAges: Array.from({ length: draw.below(2) }, () => 1 + draw.below(15)),
  }));
  return {
    region: draw.one([known.region ?? 17, ...(known.otherRegions ?? [])]),
    stay: {
      checkIn,
      checkOut: draw.day(new Date(Date.parse(checkIn) + 86_400_000).toISOString().slice(0, 10), 20),
      rooms,
    },
    ...(draw.is() && { preset: draw.one(known.presets ?? ['quick']) }),
    ...(draw.is() && { timeout: known.searchTimeout ?? 20 }),
  };
};

const flightSearch = (draw: Draw, known: EnvironmentFacts): JsonObject => {
  const departure = draw.day('2027-01-05', 200);
  return {
    route: draw.one([known.route ?? 'OSL-LIS', ...(known.otherRoutes ?? [])]),
    departure,
    ...(draw.is() && { return: draw.day(departure, 20) }),
    adults: 1 + draw.below(3),
    children: draw.below(3),
  };
};

const person = (draw: Draw, travel: string, isChild: boolean, hasDocument: boolean): JsonObject => ({
  firstName: draw.one(names),
  lastName: draw.one(names),
  birthDate: isChild
    ? draw.day(`${Number(travel.slice(0, 4)) - 11}-01-01`, 3_000)
    : draw.day(`${Number(travel.slice(0, 4)) - 70}-01-01`, 18_000),
  ...((hasDocument || draw.below(4) > 0) && { gender: draw.one(['male', 'female']) }),
  ...((hasDocument || draw.below(4) > 0) && { citizenship: draw.one(countries) }),
  ...(hasDocument && {
    document: { number: String(100_000_000 + draw.below(899_999_999)), expiresOn: draw.day('2029-01-01', 2_000) },
  }),
  isChild,
});

const contact = (draw: Draw): JsonObject => ({
  email: `${draw.letters(8)}@example.invalid`,
  phone: `+4477009${10_000 + draw.below(89_999)}`,
});

/** An intent, and the facts that an answer before it has reported of the things that it names. */
export const drawnIntent = (
  operation: BoundOperation,
  draw: Draw,
  { known, type }: { readonly known: EnvironmentFacts; readonly type: ReferenceType },
): JsonObject => {
  const ref = () => reference(draw, type);
  const searchId = `s-${draw.letters(9)}`;
  const hotels = search(draw, known);
  const flights = flightSearch(draw, known);
  const price = { amount: Math.round(draw.below(90_000) + 1_000) / 100, currency: 'EUR' };
  const offer = {
    at: ['offers', draw.below(9)],
    offerId: draw.letters(12),
    hotelId: 1 + draw.below(9_999),
    price,
    reference: ref(),
  };
  const flightOffer = { at: ['offers', draw.below(9)], price, reference: ref() };
  const booking = { bookingId: `b-${draw.letters(10)}`, reference: ref() };
  const ticket = { ticketNumber: String(4_210_000_000_000 + draw.below(99_999_999)), reference: ref() };
  const { stay } = hotels as { stay: { checkIn: string; rooms: { adults: number; childrenAges: number[] }[] } };
  const people = (adults: number, children: number, travel: string, hasDocument: boolean): JsonObject[] =>
    Array.from({ length: adults + children }, (_, i) => person(draw, travel, i >= adults, hasDocument));
  const { departure, adults, children } = flights as { departure: string; adults: number; children: number };
  const intents: { readonly [Operation in BoundOperation]: () => JsonObject } = {
    'hotel-search': () => hotels,
    'hotel-pricing': () => ({ searchId, hotelId: offer.hotelId, offer, search: hotels }),
    'offer-pricing': () => ({ searchId, offer, search: hotels }),
    'create-booking': () => ({
      searchId,
      offer,
      search: hotels,
      guests: stay.rooms.map((room) => people(room.adults, room.childrenAges.length, stay.checkIn, false)),
      contact: contact(draw),
      upsells: Array.from({ length: draw.below(3) }, () => ({ price, reference: ref() })),
    }),
    'view-booking': () => ({
      booking,
      details: { includePriceDetails: draw.is(), includeResidenceDetails: draw.is() },
    }),
    'search-bookings': () => ({
      ...(draw.is() && { status: draw.one(bookingStatuses) }),
      ...(draw.is() && { createdFrom: draw.day('2026-06-01', 90) }),
      ...(draw.is() && { createdTo: draw.day('2026-09-01', 90) }),
      ...(draw.is() && { page: ref() }),
    }),
    'cancel-booking': () => ({ booking }),
    'avia-search': () => flights,
    'avia-availability': () => ({
      flights: Array.from({ length: 1 + draw.below(3) }, () => ({ at: [], reference: ref() })),
      search: flights,
    }),
    'avia-schedule': () => flights,
    'avia-offer-price': () => ({ searchId, offer: flightOffer, search: flights }),
    'fare-rules': () => ({ searchId, offer: flightOffer, search: flights }),
    'pnr-create': () => ({
      searchId,
      offer: flightOffer,
      search: flights,
      passengers: people(adults, children, departure, true),
      contact: contact(draw),
    }),
    'pnr-retrieve': () => ({ booking }),
    'pnr-cancel': () => ({ booking }),
    'pnr-reprice': () => ({ booking }),
    'ticket-issue': () => ({ booking }),
    'ticket-info': () => ({ booking, ticket }),
    'ticket-exchange-calculation': () => ({ booking, ticket, search: flights }),
    'ticket-exchange': () => ({ booking, ticket, exchangeId: draw.letters(8), ...(draw.is() && { offer: ref() }) }),
    'ticket-refund-calculation': () => ({ booking, ticket }),
    'ticket-refund': () => ({ booking, ticket, ...(draw.is() && { calculation: ref() }) }),
  };
  return intents[operation]();
};

/** Members that a reading says otherwise than they were meant, but for what it says that it cannot hold. */
export const wronglyRead = (
  { intent: read, said, lossy, isRebuilt, isAmbiguous }: IntentReading,
  intent: Json,
): string[] => {
  if (!isRebuilt || isAmbiguous) return [];
  const open = new Set(lossy.map(({ at }) => keyOf(at)));
  return said
    .filter((at) => !open.has(keyOf(at)) && !isSame(valueAt(read, at), valueAt(intent, at)))
    .map(
      (at) => `${keyOf(at)}: ${JSON.stringify(valueAt(read, at))} instead of ${JSON.stringify(valueAt(intent, at))}`,
    );
};

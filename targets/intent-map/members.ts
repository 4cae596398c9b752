/** Made-up intents of each operation: what their members are, and values that each of them can take. */
import type { Path } from '../../contracts/check.ts';
import { bookingStatuses } from '../../contracts/facts.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { countryForms, isSame } from '../forms/form.ts';
import type { SampledValues } from './samples.ts';

export type MemberKind =
  | 'day'
  | 'birth'
  | 'count'
  | 'age'
  | 'duration'
  | 'amount'
  | 'flag'
  | 'gender'
  | 'status'
  | 'country'
  | 'text'
  | 'opaque';

export type IntentMember = { readonly at: Path; readonly kind: MemberKind };

/** How many rooms and people, and how many flights or upsells, an intent is about. */
export type IntentShape = {
  /** Of flights there is one. */
  readonly rooms: readonly { readonly adults: number; readonly children: number }[];
  readonly things: number;
};

export const usualShape: IntentShape = { rooms: [{ adults: 2, children: 1 }], things: 1 };

/** Letters that are the same at each call, and others for each number. */
const letters = (seed: number, count: number): string => {
  let state = (seed + 1) * 7919;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 'abcdefghijklmnoprstuvwyz'[Math.floor(state / 65_536) % 24];
  }).join('');
};
const name = (seed: number): string => {
  const made = letters(seed, 5 + (seed % 5));
  return `${made.charAt(0).toUpperCase()}${made.slice(1)}`;
};
const digits = (seed: number, count: number): string =>
  String(1 + ((seed * 7_919 + 104_729) % 9)) +
  String(((seed + 3) * 7_368_787) % 10 ** (count - 1)).padStart(count - 1, '7');

const checkIns = ['2027-03-14', '2027-03-09', '2027-02-25', '2026-12-30'];
const checkOuts = ['2027-03-21', '2027-04-02', '2027-03-29', '2028-01-05'];
const otherDays = ['2026-11-17', '2026-10-05', '2025-12-31', '2026-08-24'];
const expiries = ['2031-06-18', '2033-12-09', '2030-01-27', '2029-10-04'];
const adultBirths = ['1986-04-17', '1991-11-05', '1979-12-31', '1968-02-28'];
const childBirths = ['2019-05-23', '2022-01-30', '2017-12-08', '2020-11-14'];
const countries = ['DE', 'NZ', 'BR', 'KZ'];

/** Of the days of a journey the first come before the last, also while one varies; each part of a day varies. */
const daysNamed: Readonly<Record<string, readonly string[]>> = {
  checkIn: checkIns,
  departure: checkIns,
  checkOut: checkOuts,
  return: checkOuts,
  createdFrom: otherDays,
  createdTo: checkIns,
  expiresOn: expiries,
};

const first = (values: readonly Json[], otherwise: Json): Json => values[0] ?? otherwise;

const hotelSearch = ({ rooms }: IntentShape, samples: SampledValues): JsonObject => ({
  region: first(samples.region, 4_711),
  stay: {
    checkIn: checkIns[0] ?? '',
    checkOut: checkOuts[0] ?? '',
    rooms: rooms.map(({ adults, children }) => ({
      adults,
      childrenAges: Array.from({ length: children }, (_, i) => 7 - (i % 3)),
    })),
  },
  preset: first(samples.preset, 'quick'),
  timeout: first(samples.timeout, 20),
});

const flightSearch = ({ rooms: [party] }: IntentShape, samples: SampledValues): JsonObject => ({
  route: first(samples.route, 'HEL-FCO'),
  departure: checkIns[0] ?? '',
  return: checkOuts[0] ?? '',
  adults: party?.adults ?? 1,
  children: party?.children ?? 0,
});

const person = (seed: number, isChild: boolean, hasDocument: boolean): JsonObject => ({
  firstName: name(100 + seed),
  lastName: name(200 + seed),
  birthDate: (isChild ? childBirths : adultBirths)[0] ?? '',
  gender: 'female',
  citizenship: countries[0] ?? '',
  ...(hasDocument && { document: { number: digits(seed, 9), expiresOn: expiries[0] ?? '' } }),
  isChild,
});

/** Adults first, as a search lists them. */
const party = (room: IntentShape['rooms'][number], seed: number, hasDocument: boolean): JsonObject[] =>
  Array.from({ length: room.adults + room.children }, (_, i) => person(seed + i, i >= room.adults, hasDocument));

const contact = { email: 'quabel.r@prolin.example', phone: '+447700900123' };

const offerOf = (sampled: readonly Json[], own: JsonObject): Json => first(sampled, { at: [], ...own });
const price = { amount: 125.5, currency: 'EUR' };

const bookingOf = (sampled: readonly Json[]): JsonObject => {
  const sample = sampled[0];
  return { bookingId: digits(5, 8), reference: letters(6, 8), ...(isJsonObject(sample) && sample) };
};
const ticketOf = (sampled: readonly Json[]): JsonObject => {
  const sample = sampled[0];
  return { ticketNumber: digits(7, 13), reference: letters(8, 8), ...(isJsonObject(sample) && sample) };
};

const repeated = (sampled: readonly Json[], own: (seed: number) => JsonObject, count: number): Json[] =>
  Array.from({ length: count }, (_, i) => sampled[i] ?? own(i));

/** A whole intent of the shape, whose members are all there. */
export const sentinelIntent = (operation: BoundOperation, shape: IntentShape, samples: SampledValues): JsonObject => {
  const { rooms, things } = shape;
  const searchId = first(samples.searchId, letters(1, 10));
  const hotel = { search: hotelSearch(shape, samples) };
  const flight = { search: flightSearch(shape, samples) };
  const ownOffer = { offerId: letters(2, 10), hotelId: 4_812, reference: letters(3, 9), supplier: name(9), price };
  const offer = offerOf(samples.offer, { ...ownOffer, mealTypeId: 31, bedTypeIds: [12] });
  const flightOffer = offerOf(samples.flightOffer, { reference: letters(3, 9), supplier: name(9), price });
  const booking = bookingOf(operation.endsWith('booking') ? samples.hotelBooking : samples.flightBooking);
  const ticket = ticketOf(samples.ticket);
  const people = (hasDocument: boolean) => rooms.map((room, i) => party(room, i * 20, hasDocument));
  const intents: { readonly [Operation in BoundOperation]: () => JsonObject } = {
    'hotel-search': () => hotel.search,
    'hotel-pricing': () => ({ searchId, hotelId: first(samples.hotelId, 4_812), offer, ...hotel }),
    'offer-pricing': () => ({ searchId, offer, ...hotel }),
    'create-booking': () => ({
      searchId,
      offer,
      ...hotel,
      guests: people(false),
      contact,
      upsells: repeated(samples.upsell, (seed) => ({ price, reference: letters(40 + seed, 7) }), things),
    }),
    'view-booking': () => ({ booking, details: { includePriceDetails: true, includeResidenceDetails: false } }),
    'search-bookings': () => ({
      status: 'completed',
      createdFrom: otherDays[0] ?? '',
      createdTo: checkIns[0] ?? '',
      page: first(samples.page, letters(4, 9)),
    }),
    'cancel-booking': () => ({ booking }),
    'avia-search': () => flight.search,
    'avia-availability': () => ({
      flights: repeated(samples.flight, (seed) => ({ at: [], price, reference: letters(60 + seed, 8) }), things),
      ...flight,
    }),
    'avia-schedule': () => flight.search,
    'avia-offer-price': () => ({ searchId, offer: flightOffer, ...flight }),
    'fare-rules': () => ({ searchId, offer: flightOffer, ...flight }),
    'pnr-create': () => ({ searchId, offer: flightOffer, ...flight, passengers: people(true)[0] ?? [], contact }),
    'pnr-retrieve': () => ({ booking }),
    'pnr-cancel': () => ({ booking }),
    'pnr-reprice': () => ({ booking }),
    'ticket-issue': () => ({ booking }),
    'ticket-info': () => ({ booking, ticket }),
    'ticket-exchange-calculation': () => ({ booking, ticket, ...flight }),
    'ticket-exchange': () => ({
      booking,
      ticket,
      exchangeId: first(samples.exchangeId, letters(11, 9)),
      offer: first(samples.exchangeOffer, letters(12, 9)),
    }),
    'ticket-refund-calculation': () => ({ booking, ticket }),
    'ticket-refund': () => ({ booking, ticket, calculation: first(samples.calculation, letters(13, 9)) }),
  };
  return intents[operation]();
};

const kindOf: Readonly<Record<string, MemberKind>> = {
  checkIn: 'day',
  checkOut: 'day',
  departure: 'day',
  return: 'day',
  createdFrom: 'day',
  createdTo: 'day',
  expiresOn: 'day',
  birthDate: 'birth',
  adults: 'count',
  children: 'count',
  childrenAges: 'age',
  timeout: 'duration',
  amount: 'amount',
  status: 'status',
  gender: 'gender',
  citizenship: 'country',
  isChild: 'flag',
  includePriceDetails: 'flag',
  includeResidenceDetails: 'flag',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  phone: 'text',
  number: 'text',
  preset: 'text',
};

/** Below these a service decides what stands there. */
const opaqueRoots = new Set(['region', 'route', 'reference', 'page', 'calculation', 'identity', 'offer', 'booking']);
/** Where something stood in an answer is no member. */
const membersMax = 400;

/** Its ends, in the order in which they stand. */
export const membersOf = (intent: Json): IntentMember[] => {
  const members: IntentMember[] = [];
  const walk = (value: Json, at: Path, isOpaque: boolean): void => {
    const key = at.at(-1);
    if (key === 'at' || members.length >= membersMax) return;
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const next = Array.isArray(value) ? Number(name) : name;
        walk(inner, [...at, next], isOpaque || opaqueRoots.has(name));
      }
      return;
    }
    if (value === null) return;
    const name = typeof key === 'number' ? at.at(-2) : key;
    const isPrice = at.at(-2) === 'price' && key === 'amount';
    members.push({ at, kind: isOpaque && !isPrice ? 'opaque' : (kindOf[String(name)] ?? 'opaque') });
  };
  walk(intent, [], false);
  return members;
};

/** Can be left out of an intent, besides all of an offer. */
const optionalNames = new Set([
  'return',
  'preset',
  'timeout',
  'status',
  'createdFrom',
  'createdTo',
  'page',
  'citizenship',
  'gender',
  'bookingId',
  'ticketNumber',
  'reference',
  'calculation',
]);

/** What may be left out around a member: the member itself, or what it is a part of. */
export const optionalRoot = (at: Path, operation: BoundOperation): Path | undefined => {
  if (operation === 'ticket-exchange' && at[0] === 'offer') return ['offer'];
  if (at[0] === 'offer') return at.slice(0, 2);
  const end = at.findIndex((key) => typeof key === 'string' && optionalNames.has(key));
  return end < 0 ? undefined : at.slice(0, end + 1);
};

/** The same kind of text: letters for letters, digits for digits. */
const alike = (text: string, seed: number): string => {
  const isHex = /^[\da-f-]+$/i.test(text) && /\d/.test(text);
  const shifted = (sign: string, from: string, count: number): string =>
    String.fromCharCode(from.charCodeAt(0) + ((sign.charCodeAt(0) - from.charCodeAt(0) + seed) % count));
  return text
    .replace(/[a-z]/g, (sign) => (isHex && sign <= 'f' ? shifted(sign, 'a', 6) : shifted(sign, 'a', 26)))
    .replace(/[A-Z]/g, (sign) => (isHex && sign <= 'F' ? shifted(sign, 'A', 6) : shifted(sign, 'A', 26)))
    .replace(/\d/g, (sign, at: number) => (at === 0 ? shifted(sign, '1', 9) : shifted(sign, '0', 10)));
};

const isoDay = /^\d{4}-\d\d-\d\d$/;

const opaqueValues = (base: Json): Json[] => {
  if (typeof base === 'number') return [1, 17, 305].map((more) => base + more);
  if (typeof base === 'boolean') return [!base];
  if (typeof base !== 'string') return [];
  if (isoDay.test(base)) return [...otherDays];
  return [1, 2, 3].map((seed) => alike(base, seed));
};

/** Which other values a member takes in turn. The first are enough for a form; the whole of a small domain is given. */
export const otherValues = ({ at, kind }: IntentMember, base: Json): readonly Json[] => {
  const key = String(at.at(-1));
  const values: { readonly [Kind in MemberKind]: () => readonly Json[] } = {
    day: () => daysNamed[key] ?? otherDays,
    birth: () => (typeof base === 'string' && base > '2010' ? childBirths : adultBirths),
    count: () => [1, 2, 3, 4],
    age: () => [3, 5, 7, 9],
    duration: () => [1, 2, 3, 5].map((times) => Number(base) * times),
    amount: () => [125.5, 98.75, 1240, 77.1],
    flag: () => [false, true],
    gender: () => ['male', 'female'],
    status: () => bookingStatuses,
    country: () => countries,
    text: () => opaqueValues(base),
    opaque: () => opaqueValues(base),
  };
  return values[kind]().filter((value) => !isSame(value, base));
};

/** All values of a member whose table can be learned whole. */
export const wholeDomain = ({ at, kind }: IntentMember, samples: SampledValues): readonly Json[] => {
  if (kind === 'flag') return [false, true];
  if (kind === 'gender') return ['male', 'female'];
  if (kind === 'status') return bookingStatuses;
  if (kind === 'country') return knownCountries;
  return at.at(-1) === 'preset' ? samples.preset : [];
};

const knownCountries: readonly Json[] = [...'DE NZ BR KZ RU US GB FR IT ES PT NL CN JP IN TR AE IL'.split(' ')].filter(
  (code) => countryForms[0]?.write(code) !== undefined,
);

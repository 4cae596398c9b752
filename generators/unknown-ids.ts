/** Ids of bookings, countries, hotels and tickets that do not exist, and bodies that name nothing real. */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../contracts/json.ts';
import { digits, inventedText } from './draws.ts';

/** Bodies of hotel requests without sense for any service (part 4.5): empty, or with what was never given out. */
const text = inventedText(16);

/** Documented names with values of a wrong type or that no service has made; without them the body is empty. */
const senseless = fc.record({
  searchId: text,
  offerId: text,
  bookingId: text,
  hotelId: fc.constantFrom<Json>('none', -1, [], false),
  details: fc.constantFrom<Json>('none', 7, []),
});

type BadBodies = { readonly empty: { [key: string]: Json }; readonly senseless: { [key: string]: Json } };

export const badBodies: fc.Arbitrary<BadBodies> = senseless.map((body) => ({ empty: {}, senseless: body }));

/** Ids of bookings that do not exist (part 4.6), in the form of ids that do: their type and form are not shown. */
export type UnknownBooking = {
  readonly uuid: string;
  /** Larger than most services have counted, and smaller than 2^31. */
  readonly number: number;
  /** Takes the place of digits in any other text. */
  readonly digits: string;
};

export const unknownBooking: fc.Arbitrary<UnknownBooking> = fc.record({
  uuid: fc.uuid({ version: 4 }),
  number: fc.integer({ min: 2_000_000_000, max: 2_147_483_000 }),
  digits: digits(24),
});

export const unknownBookings: fc.Arbitrary<UnknownBooking[]> = fc.array(unknownBooking, {
  minLength: 2,
  maxLength: 2,
});

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A service whose ids have as many digits may have come to what was drawn. */
const countedMax = 10;
/** With fewer digits, a real booking might have the id that is invented. */
const digitsMin = 9;

const unknownText = ({ uuid, number, digits: drawn }: UnknownBooking, seen: string): string => {
  if (uuidForm.test(seen)) return seen === seen.toUpperCase() ? uuid.toUpperCase() : uuid;
  if (/^\d+$/.test(seen)) return seen.length < countedMax ? String(number) : `${seen}${drawn.slice(0, 3)}`;
  let used = 0;
  const replaced = seen.replace(/\d/g, () => drawn[used++ % drawn.length] ?? '0');
  return used >= digitsMin ? replaced : `${replaced}${drawn.slice(0, digitsMin - used)}`;
};

const unknownNumber = ({ number }: UnknownBooking, seen: number): number =>
  seen < 10 ** (countedMax - 1)
    ? number
    : Math.min(Number.MAX_SAFE_INTEGER, Math.floor(seen) * 1_000 + (number % 1_000));

/**
 * What names no booking: in the form of what names one, be it a text, a number or an object of them. Without one, a
 * UUID, which is what the interface says of bookings elsewhere (part 2.3).
 */
export const unknownLike = (unknown: UnknownBooking, seen: Json | undefined): Json => {
  if (seen === undefined || seen === null) return unknown.uuid;
  if (typeof seen === 'string') return unknownText(unknown, seen);
  if (typeof seen === 'number') return unknownNumber(unknown, seen);
  if (Array.isArray(seen)) return seen.map((inner) => unknownLike(unknown, inner));
  if (!isJsonObject(seen)) return seen;
  return Object.fromEntries(
    // What is null or absent in a name says nothing, and stays so.
    Object.entries(seen).map(([key, inner]) => [key, inner === null ? null : unknownLike(unknown, inner)]),
  );
};

/** Ways for a countryId to match no country (part 4.7), made concrete once the known ids are read. */
export type UnknownCountry =
  | { readonly kind: 'zero' }
  /** A known id with a minus before it. */
  | { readonly kind: 'negated'; readonly share: number }
  /** An id that the list skips, at this share of the way through it. */
  | { readonly kind: 'gap'; readonly share: number }
  | { readonly kind: 'beyond'; readonly distance: number }
  /** A known id and 2^32, which looks like the id itself in 32 bits. */
  | { readonly kind: 'wrapped'; readonly share: number }
  /** A known id and a half. */
  | { readonly kind: 'fraction'; readonly share: number };

/** Where in a list that is known only at run time something stands. */
export const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

export const kind = <K extends string>(of: K) => fc.constant(of);
const kindWithShare = <K extends string>(of: K) => fc.record({ kind: kind(of), share });
const beyond = fc.record({ kind: kind('beyond'), distance: fc.integer({ min: 1, max: 1_000_000 }) });

/** Any of them. */
export const unknownCountry: fc.Arbitrary<UnknownCountry> = fc.oneof(
  fc.record({ kind: kind('zero') }),
  kindWithShare('negated'),
  kindWithShare('gap'),
  beyond,
  kindWithShare('wrapped'),
  kindWithShare('fraction'),
);

/** One of every kind, 0 always among them, and more of those that a careless reading takes for a country. */
export const unknownCountries: fc.Arbitrary<UnknownCountry[]> = fc
  .tuple(
    kindWithShare('negated'),
    kindWithShare('negated'),
    kindWithShare('negated'),
    kindWithShare('gap'),
    fc.record({ kind: kind('beyond'), distance: fc.constant(1) }),
    beyond,
    kindWithShare('wrapped'),
    kindWithShare('fraction'),
  )
  .map((unknown) => [{ kind: 'zero' as const }, ...unknown]);

const gapsShownMax = 10_000;

/** Integers between the lowest and the highest known id that are not known; bounded when the ids are far apart. */
const gapsOf = (known: readonly number[]): number[] => {
  const sorted = [...known].sort((a, b) => a - b);
  const gaps: number[] = [];
  for (const [i, id] of sorted.entries()) {
    const next = sorted[i + 1] ?? id;
    for (let gap = id + 1; gap < next && gap - id <= 100 && gaps.length < gapsShownMax; gap += 1) gaps.push(gap);
  }
  return gaps;
};

const at = (share: number, values: readonly number[]): number | undefined => values[Math.floor(share * values.length)];

/** What to ask for: the text of a number that is not among the known ids, for any known ids. */
export const unknownCountryId = (unknown: UnknownCountry, known: readonly number[]): string => {
  const highest = known.reduce((max, id) => Math.max(max, id), 0);
  const lowest = known.reduce((min, id) => Math.min(min, id), 0);
  const positive = known.filter((id) => id > 0);
  const free = (id: number, other: number): string => String(known.includes(id) ? other : id);
  switch (unknown.kind) {
    case 'zero':
      return '0';
    case 'negated':
      return free(-(at(unknown.share, positive) ?? 1), lowest - 1);
    case 'beyond':
      return String(highest + unknown.distance);
    case 'gap':
      return String(at(unknown.share, gapsOf(positive)) ?? highest + 1);
    case 'wrapped':
      return free((at(unknown.share, positive) ?? 1) + 2 ** 32, highest + 1);
    case 'fraction':
      return `${at(unknown.share, positive) ?? 1}.5`;
  }
};

/** Below 2^31, so that no service has to take them for something else than an id. */
const beyondEveryHotel = fc.integer({ min: 2_000_000_000, max: 2_147_483_000 });

export const unknownHotels: fc.Arbitrary<number[]> = fc.tuple(fc.constant(0), beyondEveryHotel, beyondEveryHotel);

/** The digits that name a ticket, with any prefix before them. */
const namingDigits = 10;

/** No carrier has the code 000. */
const nobody = '000';

export const unknownTicketDigits: fc.Arbitrary<string> = digits(namingDigits);

/** With what stands before the last ten digits of a number that exists; 13 digits without one. */
export const unknownTicketLike = (digits: string, seen: Json | undefined): string => {
  const number = typeof seen === 'string' || typeof seen === 'number' ? String(seen) : '';
  if (number.length <= namingDigits) return `${nobody}${digits}`;
  // Of one that happens to be the same another is made.
  const other = number.endsWith(digits) ? [...digits].toReversed().join('') : digits;
  return `${number.slice(0, -namingDigits)}${other}`;
};

/** Like ids of bookings, and none: too short, with a letter that no UUID has, a number, a word. */
export const malformedBookingIds: fc.Arbitrary<string[]> = fc
  .tuple(fc.uuid({ version: 4 }), fc.integer({ min: 1, max: 999_999 }))
  .map(([uuid, number]) => [uuid.slice(0, -1), `${uuid.slice(0, -1)}g`, String(number), 'not-a-booking']);

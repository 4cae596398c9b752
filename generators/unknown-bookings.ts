/** Ids of bookings that do not exist (part 4.6), in the form of ids that do: their type and form are not shown. */
import fc from 'fast-check';
import { isJsonObject, type Json } from '../contracts/json.ts';

export type UnknownBooking = {
  readonly uuid: string;
  /** Larger than most services have counted, and smaller than 2^31. */
  readonly number: number;
  /** Takes the place of digits in any other text. */
  readonly digits: string;
};

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 24, maxLength: 24 });

const unknownBooking: fc.Arbitrary<UnknownBooking> = fc.record({
  uuid: fc.uuid({ version: 4 }),
  number: fc.integer({ min: 2_000_000_000, max: 2_147_483_000 }),
  digits,
});

export const unknownBookings: fc.Arbitrary<UnknownBooking[]> = fc.array(unknownBooking, {
  minLength: 2,
  maxLength: 2,
});

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A service whose ids have as many digits may have come to what was drawn. */
const countedMax = 10;
/** With fewer digits, somebody's booking might have the id that is invented. */
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

/** Numbers of tickets that do not exist (part 4.4), in the form of those that do, and ids that are no UUIDs (part 2.3). */
import fc from 'fast-check';
import type { Json } from '../contracts/json.ts';

/** The digits that name a ticket, whatever stands before them. */
const namingDigits = 10;

/** No carrier has the code 000. */
const nobody = '000';

export const unknownTicketDigits: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...'0123456789'),
  minLength: namingDigits,
  maxLength: namingDigits,
});

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

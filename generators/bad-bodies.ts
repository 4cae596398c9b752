/** Bodies of hotel requests that no service can make sense of (part 4.5): nothing in them, or nothing that was ever given out. */
import fc from 'fast-check';
import type { Json } from '../contracts/json.ts';

const text = fc.string({ unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789'), minLength: 16, maxLength: 24 });

/** Documented names with values of a wrong type or of nobody's making; without them the body is empty. */
const senseless = fc.record({
  searchId: text,
  offerId: text,
  bookingId: text,
  hotelId: fc.constantFrom<Json>('none', -1, [], false),
  details: fc.constantFrom<Json>('none', 7, []),
});

export type BadBodies = { readonly empty: { [key: string]: Json }; readonly senseless: { [key: string]: Json } };

export const badBodies: fc.Arbitrary<BadBodies> = senseless.map((body) => ({ empty: {}, senseless: body }));

/** Texts in the place of a token that are no JWT, all of them lawful in a header (part 5). */
import fc from 'fast-check';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const part = (minLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 40 });

export const garbageToken: fc.Arbitrary<string> = fc.oneof(
  part(8),
  fc.uuid(),
  // The form of a JWT with nothing in it.
  fc.tuple(part(12), part(12), part(12)).map((parts) => parts.join('.')),
);

/** Texts in the place of a token that are no JWT, all of them lawful in a header (part 5). */
import fc from 'fast-check';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const part = (minLength: number) => fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 40 });

/** The form of a JWT with nothing in it. */
const dotted = fc.tuple(part(12), part(12), part(12)).map((parts) => parts.join('.'));

const undotted = fc.oneof(part(8), fc.uuid());

/** One of either form: a service may stumble over either. */
export const garbageTokens: fc.Arbitrary<readonly [string, string]> = fc.tuple(undotted, dotted);

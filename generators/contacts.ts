/** Ways to reach nobody: a domain that never exists (RFC 2606), and numbers set aside for fiction. */
import fc from 'fast-check';
import type { Contact } from '../contracts/intent-parts.ts';

const mailbox = fc.string({ unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz'), minLength: 8, maxLength: 12 });

/** Ofcom keeps +44 7700 900000 to 900999 for drama. */
const fictional = fc.integer({ min: 0, max: 999 }).map((number) => `+447700900${String(number).padStart(3, '0')}`);

export const contacts: fc.Arbitrary<Contact> = fc.record({
  email: mailbox.map((name) => `${name}@example.invalid`),
  phone: fictional,
});

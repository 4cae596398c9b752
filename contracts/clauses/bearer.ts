/** What holds for the bearer token of the dictionary operations (parts 4, 5 and 7). */
import { type Clause, documented } from '../clause.ts';

const since = '2026-08-11';

export const bearerClauses = {
  'bearer.issued-token-is-accepted': documented('5', since, {
    text: 'A token just issued is accepted by every dictionary operation.',
    reading: 'A caller may lack rights: ACCESS_DENIED is lawful at any status.',
  }),
  'bearer.missing-token-is-unauthorized': documented('5', since, {
    text: 'A dictionary request without a token answers 401.',
    reading:
      'An Authorization header that names no token is a missing one. The body of a 401 is open. The card of a hotel counts too: it stands among the dictionary operations, though 401 is written at the lists alone.',
  }),
  'bearer.garbage-token-is-unauthorized': documented('5', since, {
    text: 'A dictionary request with a token that is no JWT answers 401.',
  }),
  'bearer.tampered-signature-is-unauthorized': documented('5', since, {
    text: 'A dictionary request with a token whose signature was altered, cut or extended answers 401.',
  }),
  'bearer.tampered-claims-are-unauthorized': documented('5', since, {
    text: 'A dictionary request with a token whose claims or header were changed under the old signature answers 401.',
  }),
  'bearer.unsigned-token-is-unauthorized': documented('5', since, {
    text: 'A dictionary request with an unsigned token (alg none) answers 401.',
  }),
  'bearer.expired-token-is-unauthorized': documented('5', since, {
    text: 'A dictionary request with a token whose expiresAt has passed answers 401.',
    reading: 'Clocks differ, so ten minutes of grace are lawful.',
  }),
} satisfies Record<string, Clause>;

/** What holds for the bearer token of the dictionary operations (parts 4, 5 and 7). */

import { type Check, check, same } from '../check.ts';
import { perhapsNotOver } from '../checks/issued-token.ts';
import { issuedTokenIsAccepted, sentExpired, sentWith } from '../checks/refusals.ts';
import { errorCodeOf } from '../outcome.ts';
import { isDictionary } from '../subjects.ts';
import { documented, topic } from '../topic.ts';
import type { Bearer, Exchange } from '../trace.ts';

const since = '2026-08-11';

const isUnauthorized = (...bearers: readonly Bearer[]): Check =>
  check({
    given: (trace) => sentWith(trace, isDictionary, bearers),
    then: (exchange) => same(exchange, ['response', 'status'], 401),
  });

/** A caller who lacks rights was recognized, under any status. */
const isTokenRefused = (exchange: Exchange): boolean =>
  exchange.response?.status === 401 && errorCodeOf(exchange) !== 'ACCESS_DENIED';

export const bearerTopic = topic('bearer', {
  area: 'general',
  dimensions: ['language', 'after'],
  clauses: {
    'bearer.issued-token-is-accepted': documented('5', {
      since,
      text: 'A token just issued is accepted by every dictionary operation.',
      reading: 'A caller may lack rights: ACCESS_DENIED is lawful at any status.',
      dimensions: { with: ['partner'], because: 'only an issued token is of a partner' },
      ...issuedTokenIsAccepted(isDictionary, {
        isRefused: isTokenRefused,
        expected: 'anything but 401',
      }),
    }),

    'bearer.missing-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request without a token answers 401.',
      reading:
        'An Authorization header that names no token is a missing one. The body of a 401 is open. The card of a hotel counts too: it stands among the dictionary operations, though 401 is written at the lists alone.',
      ...isUnauthorized('missing', 'empty'),
    }),

    'bearer.garbage-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token that is no JWT answers 401.',
      ...isUnauthorized('garbage'),
    }),

    'bearer.tampered-signature-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token whose signature was altered, cut or extended answers 401.',
      ...isUnauthorized('tampered-signature', 'cut', 'extended', 'case-flipped'),
    }),

    'bearer.tampered-claims-are-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token whose claims or header were changed under the old signature answers 401.',
      ...isUnauthorized('tampered-claims', 'tampered-header'),
    }),

    'bearer.unsigned-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with an unsigned token (alg none) answers 401.',
      ...isUnauthorized('unsigned'),
    }),

    'bearer.expired-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token whose expiresAt has passed answers 401.',
      reading: 'Clocks differ, so ten minutes of grace are lawful.',
      given: (trace) => sentExpired(trace, isDictionary),
      then: (exchange, trace) => perhapsNotOver(trace, exchange) ?? same(exchange, ['response', 'status'], 401),
    }),
  },
});

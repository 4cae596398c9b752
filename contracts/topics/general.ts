/** What holds for the bearer token of the dictionary operations (parts 4, 5 and 7), and for the body of every answer. */

import { type Check, mismatch, mismatchAt, same } from '../check.ts';
import { badAreAnswered, everyTime } from '../checks/failed-every-time.ts';
import { perhapsNotOver } from '../checks/issued-token.ts';
import { issuedTokenIsAccepted, sentExpired, sentWith } from '../checks/refusals.ts';
import { isEmptyForNothing } from '../checks/refused-asks.ts';
import { readDimensions } from '../dimensions.ts';
import { noNullAmongValues } from '../laws/nulls.ts';
import { onePlaceOneType } from '../laws/one-type.ts';
import { noEntryTwice } from '../laws/unique.ts';
import { errorCodeOf, isRefusal, succeeded } from '../outcome.ts';
import { isDictionary } from '../subjects.ts';
import { derived, documented, law, topic } from '../topic.ts';
import type { Bearer, Exchange, Trace } from '../trace.ts';

const since = '2026-08-11';

const isUnauthorized = (...kinds: readonly Bearer[]): Check =>
  badAreAnswered(401, (trace) => ({
    bad: sentWith(trace, isDictionary, kinds),
    // A caller may lack the right to some operations.
    good: sentWith(trace, isDictionary, ['own', 'other']).filter((exchange) => !isRefusal(exchange)),
  }));

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
      reading: `An Authorization header that names no token is a missing one. The body of a 401 is open. The card of a hotel counts too: it stands among the dictionary operations, though 401 is written at the lists alone. ${everyTime}`,
      ...isUnauthorized('missing', 'empty'),
    }),

    'bearer.garbage-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token that is no JWT answers 401.',
      reading: everyTime,
      ...isUnauthorized('garbage'),
    }),

    'bearer.tampered-signature-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token whose signature was altered, cut or extended answers 401.',
      reading: everyTime,
      ...isUnauthorized('tampered-signature', 'cut', 'extended', 'case-flipped'),
    }),

    'bearer.tampered-claims-are-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with a token whose claims or header were changed under the old signature answers 401.',
      reading: everyTime,
      ...isUnauthorized('tampered-claims', 'tampered-header'),
    }),

    'bearer.unsigned-token-is-unauthorized': documented('5', {
      since,
      text: 'A dictionary request with an unsigned token (alg none) answers 401.',
      reading: everyTime,
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

// What holds for the body of every answer.

const jsonMediaType = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/** A 204 has no body by definition (RFC 9110, §15.3.5), so there is nothing to parse. */
const notRefused = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter((exchange) => !isRefusal(exchange) && exchange.response?.status !== 204);

export const jsonTopic = topic('json', {
  area: 'general',
  dimensions: [...readDimensions, 'language'],
  clauses: {
    'json.success-body-parses': documented('4', {
      text: 'The body of a success is JSON.',
      reading:
        'A body that breaks off in the middle is trouble of the environment, not a broken promise. So is a number that is too large to be read. A look at a booking that is not of the asker may be answered with nothing.',
      given: (trace) => notRefused(trace).filter((exchange) => !isEmptyForNothing(trace, exchange)),
      then: (exchange) =>
        exchange.response?.body === undefined
          ? mismatchAt(exchange, [], {
              expected: 'JSON',
              actual: exchange.response?.text
                ? `${exchange.response.text.characters} characters of other text`
                : 'nothing',
            })
          : undefined,
    }),

    'json.keys-are-unique': derived('4', {
      text: 'In the body of a success a key stands once in its object.',
      reading:
        'Names should be unique (RFC 8259, §4): readers differ in which of two values they take. Bodies of at most 1 MB are looked through.',
      given: (trace) => notRefused(trace).filter((exchange) => exchange.response?.body !== undefined),
      then: (exchange) =>
        exchange.response?.repeatedKeys === undefined
          ? undefined
          : mismatchAt(exchange, [], {
              expected: 'each key once in its object',
              actual: `keys that stand again: ${exchange.response.repeatedKeys}`,
            }),
    }),

    'json.no-entry-twice': law('4', {
      text: 'In no list of an answer does one entry stand twice.',
      reading: 'Entries with three fields at least, which are equal in all of them and in their order.',
      ...noEntryTwice,
    }),

    'json.one-place-one-type': law('2.1', {
      text: 'What an operation writes as a number at a place of its answers, it never writes as text there.',
      reading:
        'Places are compared at any position in a list, where nothing but numbers and texts of digits stands. A text that begins with a zero is a code. Null and empty texts say nothing.',
      ...onePlaceOneType,
    }),

    'json.no-null-among-values': law('2.4', {
      text: 'What one answer says of a thing, another answer about it does not leave empty.',
      reading:
        'A place may lawfully be empty for some things alone, and so a value is shown beside it: by the same operation, for the other entries of its list, or by another operation that says the same of two things at least. What is not known yet of a booking may be empty at first. A score may be null.',
      ...noNullAmongValues,
    }),

    'json.content-type-is-json': derived('4', {
      text: 'A success says in Content-Type that its body is JSON.',
      reading: 'The header is shown for requests only. Any JSON media type passes, with any parameters.',
      // The clause above judges a body that is no JSON.
      given: (trace) =>
        notRefused(trace).filter((exchange) => !succeeded(exchange) || exchange.response?.body !== undefined),
      then: (exchange) =>
        jsonMediaType.test(exchange.response?.headers['content-type'] ?? '')
          ? undefined
          : mismatch(exchange, ['response', 'headers', 'content-type'], 'a JSON media type'),
    }),
  },
});

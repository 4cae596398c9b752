/** What holds for the body of every answer. */

import { mismatch, mismatchAt } from '../check.ts';
import { isEmptyForNothing } from '../checks/refused-asks.ts';
import { readDimensions } from '../dimensions.ts';
import { noNullAmongValues } from '../laws/nulls.ts';
import { onePlaceOneType } from '../laws/one-type.ts';
import { noEntryTwice } from '../laws/unique.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { derived, documented, law, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';

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

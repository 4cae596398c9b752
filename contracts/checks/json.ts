/** Checks of every body (part 4). */
import { type Check, check } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import type { Exchange, Trace } from '../trace.ts';

const jsonMediaType = /^(application|text)\/([\w.+-]+\+)?json\s*(;|$)/i;

/** A 204 has no body by definition (RFC 9110, §15.3.5), so there is nothing to parse. */
const notRefused = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter((exchange) => !isRefusal(exchange) && exchange.response?.status !== 204);

export const jsonChecks: readonly Check[] = [
  check('json.success-body-parses', {
    given: notRefused,
    then: (exchange) =>
      exchange.response?.body === undefined
        ? {
            exchange,
            path: ['response', 'body'],
            expected: 'JSON',
            actual: exchange.response?.text
              ? `${exchange.response.text.characters} characters of other text`
              : 'nothing',
          }
        : undefined,
  }),

  check('json.keys-are-unique', {
    given: (trace) => notRefused(trace).filter((exchange) => exchange.response?.body !== undefined),
    then: (exchange) =>
      exchange.response?.repeatedKeys === undefined
        ? undefined
        : {
            exchange,
            path: ['response', 'body'],
            expected: 'each key once in its object',
            actual: `keys that stand again: ${exchange.response.repeatedKeys}`,
          },
  }),

  check('json.content-type-is-json', {
    // A body that is no JSON is the matter of the clause above.
    given: (trace) =>
      notRefused(trace).filter((exchange) => !succeeded(exchange) || exchange.response?.body !== undefined),
    then: (exchange) =>
      jsonMediaType.test(exchange.response?.headers['content-type'] ?? '')
        ? undefined
        : mismatch(exchange, ['response', 'headers', 'content-type'], 'a JSON media type'),
  }),
];

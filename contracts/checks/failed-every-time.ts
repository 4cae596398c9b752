/** Bad requests, and errors of the server that are no trouble of the moment: a retry meets them, too (part 7). */

import { type Check, check, same } from '../check.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import type { Exchange, Trace } from '../trace.ts';

export const everyTime =
  'An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.';

type FailedEveryTime = { readonly exchanges: readonly Exchange[]; readonly last: Exchange };

const isGroup = (subject: Exchange | FailedEveryTime): subject is FailedEveryTime => 'last' in subject;

const timesMin = 3;

const isServerError = (exchange: Exchange): boolean => isTroubled(exchange) && (exchange.response?.status ?? 0) >= 500;

const wording = ({ bearer, request: { path, query, headers, body } }: Exchange): string =>
  JSON.stringify([bearer, path, query, headers['accept-language'], body]);

/** @param good Those that must be answered: one between each two bad ones, and every one of them. */
const failedEveryTime = (bad: readonly Exchange[], good: readonly Exchange[]): FailedEveryTime[] =>
  [...Map.groupBy(bad, wording).values()].flatMap((exchanges) => {
    const last = exchanges.at(-1);
    if (!last || exchanges.length < timesMin || !exchanges.every(isServerError)) return [];
    const isWellBetween = exchanges.slice(1).every((after, i) => {
      const between = good.filter(
        ({ index, operation }) =>
          operation === last.operation && index > (exchanges[i]?.index ?? 0) && index < after.index,
      );
      return between.length > 0 && between.every(succeeded);
    });
    return isWellBetween ? [{ exchanges, last }] : [];
  });

/** An error of the server is trouble, unless the same request meets it every time and well-formed ones do not. */
export const badAreAnswered = (
  status: number,
  requests: (trace: Trace) => { readonly bad: readonly Exchange[]; readonly good: readonly Exchange[] },
): Check =>
  check({
    given: (trace) => {
      const { bad, good } = requests(trace);
      const groups = failedEveryTime(bad, good);
      const grouped = new Set(groups.flatMap(({ exchanges }) => exchanges));
      return [...bad.filter((exchange) => !grouped.has(exchange)), ...groups];
    },
    isAboutTrouble: isGroup,
    then: (subject) => same(isGroup(subject) ? subject.last : subject, ['response', 'status'], status),
  });

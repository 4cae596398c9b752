/** Requests that fail inside the service every time they are sent, though it answers others in between: no trouble of the moment. */
import { isTroubled, succeeded } from '../outcome.ts';
import type { Exchange } from '../trace.ts';

/** The same request, each time it was sent. */
export type FailedEveryTime = { readonly exchanges: readonly Exchange[]; readonly last: Exchange };

const timesMin = 3;

const isServerError = (exchange: Exchange): boolean => isTroubled(exchange) && (exchange.response?.status ?? 0) >= 500;

const wording = ({ bearer, request: { path, query, headers, body } }: Exchange): string =>
  JSON.stringify([bearer, path, query, headers['accept-language'], body]);

/**
 * @param bad The requests that may fail in this way.
 * @param good Those of the same operation that must be answered: one between each two, and every one of them.
 */
export const failedEveryTime = (bad: readonly Exchange[], good: readonly Exchange[]): FailedEveryTime[] =>
  [...Map.groupBy(bad, wording).values()].flatMap((exchanges) => {
    const last = exchanges.at(-1);
    if (!last || exchanges.length < timesMin || !exchanges.every(isServerError)) return [];
    const isWellBetween = exchanges.slice(1).every((after, i) => {
      const between = good.filter(({ index }) => index > (exchanges[i]?.index ?? 0) && index < after.index);
      return between.length > 0 && between.every(succeeded);
    });
    return isWellBetween ? [{ exchanges, last }] : [];
  });

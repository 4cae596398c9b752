/** Which searches ask for the same, and which of them a pricing stands between. */

import type { Two } from '../check.ts';
import type { Json } from '../json.ts';
import { isTroubled } from '../outcome.ts';
import { perTrace } from '../per-trace.ts';
import { field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { readAnswers } from './offers.ts';

/**
 * What a search asks for, and as whom: a timeout decides how long it takes and not what is meant, while a preset may
 * change what is offered.
 */
export const askedFor = ({ bearer }: Exchange, search: Json | undefined): string =>
  JSON.stringify([bearer, ...['region', 'stay', 'preset'].map((name) => field(search, name) ?? null)]);

type Searches = ReadonlyMap<string, readonly Exchange[]>;

/** The searches of a trace in order, by what they ask for. */
const searchesOf = perTrace(
  (trace): Searches => Map.groupBy(readAnswers(trace, 'hotel-search'), (search) => askedFor(search, search.intent)),
);

/** A search and the next one that asks for the same. */
export const equalSearches = (trace: Trace): Two[] =>
  [...searchesOf(trace).values()].flatMap((searches) =>
    searches.flatMap((second, i) => {
      const first = searches[i - 1];
      return first ? [{ exchanges: [first, second] as const }] : [];
    }),
  );

/** A search without a preset, or of the first, beside the first of each other preset. */
export const searchesByPreset = (trace: Trace): Two[] => {
  const presetOf = ({ intent }: Exchange): Json => field(intent, 'preset') ?? null;
  const alike = Map.groupBy(
    [...searchesOf(trace).values()].flatMap((searches) => searches.slice(0, 1)),
    ({ bearer, intent }) => JSON.stringify([bearer, field(intent, 'region') ?? null, field(intent, 'stay') ?? null]),
  );
  return [...alike.values()].flatMap((searches) => {
    const first = searches.find((search) => presetOf(search) === null) ?? searches[0];
    return searches.flatMap((search) =>
      first && search.index > first.index ? [{ exchanges: [first, search] as const }] : [],
    );
  });
};

const equalTo = (trace: Trace, pricing: Exchange): readonly Exchange[] =>
  searchesOf(trace).get(askedFor(pricing, field(pricing.intent, 'search'))) ?? [];

/** The search that led to a pricing. */
export const searchBefore = (trace: Trace, pricing: Exchange): Exchange | undefined => {
  const searchId = field(pricing.intent, 'searchId');
  const before = equalTo(trace, pricing).filter((search) => search.index < pricing.index && !isTroubled(search));
  return before.findLast(({ facts }) => searchId !== undefined && facts?.searchId === searchId) ?? before.at(-1);
};

/** The next search that asks for the same again. */
export const searchAfter = (trace: Trace, pricing: Exchange): Exchange | undefined =>
  equalTo(trace, pricing).find(({ index }) => index > pricing.index);

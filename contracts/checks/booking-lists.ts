/** The lists of bookings of a trace, each with all its pages, and what was asked of them. */

import { isDeepStrictEqual } from 'node:util';
import { dayMs } from '../durations.ts';
import { isJsonObject } from '../json.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { momentOf } from './own-tickets.ts';

export const filterNames = ['status', 'createdFrom', 'createdTo'] as const;

export type FilterName = (typeof filterNames)[number];

/** What a filter was set to; undefined when it was not. */
export const filterOf = ({ intent }: Exchange, name: FilterName): string | undefined => {
  const value = field(intent, name);
  return typeof value === 'string' ? value : undefined;
};

export type ListRead = { readonly exchanges: readonly [Exchange, ...Exchange[]] };

const isAlike = (one: Exchange, other: Exchange): boolean =>
  one.bearer === other.bearer && filterNames.every((name) => filterOf(one, name) === filterOf(other, name));

const isNextPage = ({ intent }: Exchange): boolean => (field(intent, 'page') ?? null) !== null;

/** A page belongs to the list that was begun last with the same filters. */
export const listReads = (trace: Trace): ListRead[] => {
  const reads: [Exchange, ...Exchange[]][] = [];
  for (const exchange of asked(trace, 'search-bookings')) {
    const begun = isNextPage(exchange) ? reads.findLast(([first]) => isAlike(first, exchange)) : undefined;
    if (begun) begun.push(exchange);
    else reads.push([exchange]);
  }
  return reads.map((exchanges) => ({ exchanges }));
};

/** Whether the request says these filters: a binding without a word for them sends the same body as without them. */
export const saysFilters = (
  { exchanges }: Trace,
  { request, bearer }: Exchange,
  names: readonly FilterName[],
): boolean => {
  const { body } = request;
  if (body === undefined || (isJsonObject(body) && Object.keys(body).length === 0)) return false;
  return !exchanges.some(
    (other) =>
      other.operation === 'search-bookings' &&
      other.bearer === bearer &&
      names.every((name) => filterOf(other, name) === undefined) &&
      isDeepStrictEqual(other.request.body, body),
  );
};

/** A list of as many may be one page of several. */
export const wholeListMax = 9;

const hasNextPage = ({ facts }: Exchange): boolean => (facts?.nextPage ?? null) !== null;

/** Whether all pages of a list were read, as far as the trace shows. */
export const isWhole = (trace: Trace, { exchanges }: ListRead): boolean => {
  const last = exchanges.at(-1);
  if (!last || hasNextPage(last)) return false;
  const entries = exchanges.flatMap(({ facts }) => facts?.bookings ?? []);
  return entries.length <= wholeListMax || trace.exchanges.some(hasNextPage);
};

/** The days between which a list was asked for, as moments: any zone, and a day more on either side, is left to it. */
export const rangeOf = (list: Exchange): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: momentOf(filterOf(list, 'createdFrom'))?.ms ?? Number.NEGATIVE_INFINITY,
  // The last day is one of them.
  toMs: (momentOf(filterOf(list, 'createdTo'))?.ms ?? Number.POSITIVE_INFINITY) + dayMs,
});

/** A range that ends before it begins may be read from its end: what lies in neither is what it must leave out. */
export const eitherWay = ({ fromMs, toMs }: ReturnType<typeof rangeOf>): ReturnType<typeof rangeOf> =>
  toMs > fromMs ? { fromMs, toMs } : { fromMs: toMs - dayMs, toMs: fromMs + dayMs };

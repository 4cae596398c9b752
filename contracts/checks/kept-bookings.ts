/** What views and lists report of our own bookings, and the check that one stays cancelled (parts 2.5 and 3). */

import { isDeepStrictEqual } from 'node:util';
import { inBody, type Opinion, type Path, shown, type Two, unshown, valueAt } from '../check.ts';
import { dayMs } from '../durations.ts';
import type { BookingFact } from '../facts.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  areAboutOne,
  cancellationsOf,
  entriesOf,
  type OwnBooking,
  ownBookings,
  recognizingIn,
  viewStatusPath,
  viewsOf,
} from './own-bookings.ts';
import { momentOf } from './own-tickets.ts';

type BookingReport = {
  readonly exchange: Exchange;
  readonly at: Path;
  readonly status: Json | undefined;
  readonly fact: Partial<BookingFact>;
};

type ReportsOf = (trace: Trace, booking: OwnBooking) => readonly BookingReport[];

/** Trouble in place of an answer reports nothing, and may stand in for the last. */
export const inViews: ReportsOf = (trace, booking) =>
  viewsOf(trace, booking)
    .filter((view) => isTroubled(view) || (succeeded(view) && view.response?.text === undefined))
    .map((exchange) => ({
      exchange,
      at: [],
      status: valueAt(exchange, viewStatusPath),
      fact: exchange.facts?.booking ?? {},
    }));

export const inLists: ReportsOf = (trace, booking) => {
  const by = recognizingIn(trace);
  return asked(trace, 'search-bookings')
    .filter(({ bearer }) => bearer === booking.partner)
    .flatMap((exchange): BookingReport[] => {
      if (isTroubled(exchange)) return [{ exchange, at: [], status: undefined, fact: {} }];
      const entries = entriesOf(exchange, booking, by);
      const [fact] = entries;
      return fact && entries.length === 1 ? [{ exchange, at: fact.at, status: fact.status, fact }] : [];
    });
};

/** Two answers about one booking, in order. */
type Later = Two & { readonly first: BookingReport; readonly last: BookingReport; readonly booking: OwnBooking };

const between = (booking: OwnBooking, first: BookingReport | undefined, last: BookingReport | undefined): Later[] =>
  first && last && last.exchange.index > first.exchange.index
    ? [{ exchanges: [first.exchange, last.exchange], first, last, booking }]
    : [];

export const isMadeOnce = ({ attempts = [] }: Trace, { create }: OwnBooking): boolean =>
  attempts.find(({ exchange }) => exchange === create.index)?.found !== 'twice';

/**
 * After the first cancellation that came through: the third report of it and each later one; the second, and what two
 * reports in a row say. A copy that lags may answer once between.
 */
export const onceCancelled =
  (reportsOf: ReportsOf) =>
  (trace: Trace): Later[] =>
    ownBookings(trace)
      .filter((booking) => isMadeOnce(trace, booking))
      .flatMap((booking) => {
        const cancel = cancellationsOf(trace, booking).find(({ bearer }) => bearer === booking.partner);
        if (!cancel) return [];
        const reports = reportsOf(trace, booking).filter(
          ({ exchange }) =>
            exchange.index > cancel.index && (exchange.operation !== 'view-booking' || areAboutOne(exchange, cancel)),
        );
        const [, second, third] = reports.filter(({ status }) => status === 'cancelled');
        return reports.flatMap((report, at) => {
          const isInARow = [reports[at - 1], reports[at + 1]].some((next) => next?.status === report.status);
          return between(booking, isInARow ? second : third, report);
        });
      });

export const staysCancelled = ({ last }: Later): Opinion => {
  if (last.status === 'cancelled') return undefined;
  if (last.status !== 'completed') return unshown('it is reported in another state than completed');
  const path: Path = last.at.length > 0 ? [...inBody, ...last.at, 'status'] : viewStatusPath;
  return {
    exchange: last.exchange,
    path,
    expected: 'cancelled, as it was reported before',
    actual: shown(last.status),
  };
};

// The lists of bookings of a trace, each with all its pages, and what was asked of them.

export const filterNames = ['status', 'createdFrom', 'createdTo'] as const;

type FilterName = (typeof filterNames)[number];

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

/** A filtered list between two without a filter. */
export type Enclosed = ListRead & { readonly filtered: ListRead; readonly around: readonly [ListRead, ListRead] };

export const filtersOf = ({ exchanges: [list] }: ListRead) =>
  filterNames.filter((name) => filterOf(list, name) !== undefined);

const lastOf = ({ exchanges }: ListRead): number => exchanges.at(-1)?.index ?? 0;

export const enclosedLists = (trace: Trace): Enclosed[] => {
  const reads = listReads(trace).filter(({ exchanges }) => exchanges.every((page) => !isRefusal(page)));
  return reads.flatMap((filtered): Enclosed[] => {
    const [list] = filtered.exchanges;
    if (filtersOf(filtered).length === 0) return [];
    const open = reads.filter((read) => read.exchanges[0].bearer === list.bearer && filtersOf(read).length === 0);
    const before = open.findLast((read) => lastOf(read) < list.index);
    const after = open.find(({ exchanges: [first] }) => first.index > lastOf(filtered));
    if (!before || !after) return [];
    const exchanges = [...before.exchanges, ...filtered.exchanges, ...after.exchanges] as const;
    return [{ exchanges, filtered, around: [before, after] }];
  });
};

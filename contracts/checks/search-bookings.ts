/** Checks of the list of hotel bookings: its filters, and whose bookings it holds (part 4.6). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { BookingFact } from '../facts.ts';
import { type Mismatch, shown } from '../mismatch.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights, isAuthorized, isClockGuessed, targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { filterNames, filterOf, type ListRead, listReads, saysFilters, wholeListMax } from './booking-lists.ts';
import { isDocumented, sightingsOf } from './booking-sightings.ts';
import { anyZoneMs, dayMs, momentOf } from './moments.ts';
import { endOf, type OwnBooking, ownBookings, recognized, recognizingIn } from './own-bookings.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

const isFilteredBy = (list: Exchange, filter: 'status' | 'dates'): boolean =>
  filter === 'status'
    ? filterOf(list, 'status') !== undefined
    : (filterOf(list, 'createdFrom') ?? filterOf(list, 'createdTo')) !== undefined;

const filteredBy = (trace: Trace, filter: 'status' | 'dates'): Exchange[] =>
  asked(trace, 'search-bookings').filter((list) => isFilteredBy(list, filter) && !isAboutRights(list));

/** Why a filtered list says nothing of its filter; undefined when it does. */
const silence = (trace: Trace, list: Exchange, names: Parameters<typeof saysFilters>[2]): Opinion => {
  if (!succeeded(list)) return unshown('the filter is refused');
  return saysFilters(trace, list, names)
    ? undefined
    : unshown("bindings['search-bookings'] in the target file sends the same body without this filter");
};

/** The days between which a list was asked for, as moments: any zone, and a day more on either side, is left to it. */
const rangeOf = (list: Exchange): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: momentOf(filterOf(list, 'createdFrom'))?.ms ?? Number.NEGATIVE_INFINITY,
  // The last day is one of them.
  toMs: (momentOf(filterOf(list, 'createdTo'))?.ms ?? Number.POSITIVE_INFINITY) + dayMs,
});

/** A range that ends before it begins may be read from its end: what lies in neither is what it must leave out. */
const eitherWay = ({ fromMs, toMs }: ReturnType<typeof rangeOf>): ReturnType<typeof rangeOf> =>
  toMs > fromMs ? { fromMs, toMs } : { fromMs: toMs - dayMs, toMs: fromMs + dayMs };

const createdMs = (trace: Trace, { create }: OwnBooking): number => targetTimeOf(trace, create);

/** The bookings of a trace that were there before a list was asked for, of the partner who asked. */
const madeBefore = (trace: Trace, list: Exchange): OwnBooking[] =>
  ownBookings(trace).filter(({ create, partner }) => partner === list.bearer && create.index < list.index);

const statusAt = (trace: Trace, booking: OwnBooking, exchange: Exchange): unknown =>
  sightingsOf(trace, booking).findLast((seen) => seen.exchange.index < exchange.index && isDocumented(seen.status))
    ?.status;

const statusFilter = (list: Exchange, trace: Trace): Opinion => {
  const silent = silence(trace, list, ['status']);
  if (silent) return silent;
  const wanted = filterOf(list, 'status');
  const entries = field(bodyOf(list), 'bookings');
  const statuses = (Array.isArray(entries) ? entries : []).map((entry) => field(entry, 'status'));
  // One that is not documented is the matter of another clause.
  const others = statuses.flatMap((status, i): Mismatch[] =>
    !isDocumented(status) || status === wanted
      ? []
      : [
          {
            exchange: list,
            path: ['response', 'body', 'bookings', i, 'status'],
            expected: `${wanted}, the status asked for`,
            actual: shown(status),
          },
        ],
  );
  const leavesOut = madeBefore(trace, list).some((booking) => {
    const status = statusAt(trace, booking, list);
    return status !== undefined && status !== wanted;
  });
  return others.length > 0 || statuses.some(isDocumented) || leavesOut ? others : unshown('the list is empty');
};

/** When entries were created: as the binding reads it, or as we remember of our own. */
const createdAtIn = (trace: Trace, list: Exchange): ((entry: BookingFact) => number | undefined) => {
  const own = madeBefore(trace, list);
  const by = recognizingIn(trace);
  return (entry) => {
    const reported = momentOf(entry.createdAt)?.ms;
    if (reported !== undefined) return reported;
    const booking = own.find((each) => recognized(entry, each, by) === 'ours');
    return booking && createdMs(trace, booking);
  };
};

const dateFilter = (list: Exchange, trace: Trace): Opinion => {
  const silent = silence(trace, list, ['createdFrom', 'createdTo']);
  if (silent) return silent;
  const { bookings = [] } = readFacts(list);
  const { fromMs, toMs } = eitherWay(rangeOf(list));
  const [from, to] = [filterOf(list, 'createdFrom') ?? 'the beginning', filterOf(list, 'createdTo') ?? 'today'];
  const isOutside = (ms: number) => ms < fromMs - dayMs || ms >= toMs + dayMs;
  const moments = bookings.map(createdAtIn(trace, list));
  const others = moments.flatMap((ms, i): Mismatch[] => {
    const entry = bookings[i];
    if (!entry || ms === undefined || !isOutside(ms)) return [];
    const expected = `created from ${from} to ${to}, give or take a day`;
    const actual = shown(entry.createdAt ?? new Date(ms).toISOString());
    return [{ exchange: list, path: ['response', 'body', ...entry.at], expected, actual }];
  });
  const leavesOut = madeBefore(trace, list).some((booking) => isOutside(createdMs(trace, booking)));
  if (others.length > 0 || moments.some((ms) => ms !== undefined)) return others;
  if (bookings.length > 0) return doesNotRead(list, 'createdAt');
  return leavesOut ? [] : unshown('the list is empty');
};

/** A list that must hold one booking. */
type Expectation = ListRead & { readonly booking: OwnBooking };

const isAskedFor = (trace: Trace, { exchanges: [list] }: ListRead, booking: OwnBooking): boolean => {
  if (list.bearer !== booking.partner || list.index < booking.create.index || list.index > endOf(trace, booking)) {
    return false;
  }
  const { fromMs, toMs } = rangeOf(list);
  const ms = createdMs(trace, booking);
  const status = filterOf(list, 'status');
  return (
    ms - anyZoneMs >= fromMs &&
    ms + anyZoneMs < toMs &&
    (status === undefined || statusAt(trace, booking, list) === status)
  );
};

/** Of each way to filter, the last list: those before it may have been too early. */
const expectations = (trace: Trace): Expectation[] => {
  // Text in place of JSON breaks the json clause.
  const isReported = (page: Exchange): boolean =>
    isTroubled(page) || (succeeded(page) && page.response?.text === undefined);
  const reads = listReads(trace).filter(({ exchanges }) => exchanges.every(isReported));
  return ownBookings(trace).flatMap((booking) => {
    const relevant = reads.filter((read) => isAskedFor(trace, read, booking));
    const byFilters = Map.groupBy(relevant, ({ exchanges: [list] }) =>
      filterNames.map((name) => filterOf(list, name) !== undefined).join(),
    );
    return [...byFilters.values()].flatMap((alike) => {
      const last = alike.at(-1);
      return last ? [{ exchanges: last.exchanges, booking }] : [];
    });
  });
};

/** Nothing but the time that has passed tells whether a booking that no list has shown yet should be there. */
const isTooEarly = (trace: Trace, booking: OwnBooking, list: Exchange): boolean => {
  const { settleMs = 0 } = trace;
  const isShown = sightingsOf(trace, booking).some(
    ({ exchange: { operation, index } }) => operation === 'search-bookings' && index < list.index,
  );
  return !isShown && targetTimeOf(trace, list) < createdMs(trace, booking) + settleMs;
};

const isListed = ({ exchanges, booking }: Expectation, trace: Trace): Opinion => {
  const entries = exchanges.flatMap(({ facts }) => facts?.bookings ?? []);
  const by = recognizingIn(trace);
  const seen = entries.map((entry) => recognized(entry, booking, by));
  if (seen.includes('ours')) return undefined;
  // An id has a name; what else tells bookings apart, only the binding reads.
  const pages = exchanges.map((page) => readFacts(page));
  const list = exchanges.at(-1) ?? exchanges[0];
  if (seen.includes('unknown')) return doesNotRead(list, 'guestNames, nor what else names a booking');
  if ((pages.at(-1)?.nextPage ?? null) !== null) return unshown('there are more pages than were asked for');
  const isPaged = trace.exchanges.some(({ facts }) => (facts?.nextPage ?? null) !== null);
  if (!isPaged && entries.length > wholeListMax) return doesNotRead(list, 'nextPage, and the list is long');
  if (isTooEarly(trace, booking, list)) return unshown('it may take its time to be listed');
  const status = filterOf(list, 'status');
  const after = sightingsOf(trace, booking).find(
    (sighting) => sighting.exchange.index > list.index && isDocumented(sighting.status),
  );
  if (status !== undefined && after?.status !== status) return unshown('the booking may have moved on');
  if (isClockGuessed(trace) && isFilteredBy(list, 'dates')) return unshown('what day it is there, is not certain');
  const path = ['response', 'body', 'bookings'];
  return { exchange: list, path, expected: 'the booking just made', actual: `${entries.length} other bookings` };
};

/** A list of one partner, and the bookings of the other. */
type Foreign = { readonly exchanges: readonly [Exchange]; readonly bookings: readonly OwnBooking[] };

export const searchBookingsChecks: readonly Check[] = [
  check('search-bookings.status-filter-holds', { given: (trace) => filteredBy(trace, 'status'), then: statusFilter }),

  check('search-bookings.creation-date-filter-holds', {
    given: (trace) => filteredBy(trace, 'dates'),
    then: dateFilter,
  }),

  check('search-bookings.new-booking-is-listed', { given: expectations, then: isListed }),

  check('search-bookings.lists-own-bookings-only', {
    given: (trace) =>
      asked(trace, 'search-bookings')
        .filter((list) => !isRefusal(list))
        .flatMap((list): Foreign[] => {
          const bookings = ownBookings(trace).filter(
            ({ create, partner }) => create.index < list.index && partner !== list.bearer && isAuthorized(create),
          );
          return bookings.length > 0 ? [{ exchanges: [list], bookings }] : [];
        }),
    then: ({ exchanges: [list], bookings }, trace) => {
      const by = recognizingIn(trace, { isForeign: true });
      const seen = (list.facts?.bookings ?? []).flatMap((entry) =>
        bookings.map((booking) => ({ entry, is: recognized(entry, booking, by) })),
      );
      const leaked = seen.flatMap(({ entry, is }): Mismatch[] => {
        const path = ['response', 'body', ...entry.at];
        const expected = 'no booking of another partner';
        return is === 'ours' ? [{ exchange: list, path, expected, actual: 'one that we made as the first' }] : [];
      });
      if (leaked.length > 0) return leaked;
      readFacts(list);
      const isReported = seen.every(({ is }) => is !== 'unknown');
      return isReported ? undefined : doesNotRead(list, 'guestNames, nor what else names a booking');
    },
  }),
];

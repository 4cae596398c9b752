/** What the list of hotel bookings promises. */
import { type Mismatch, mismatchAt, type Opinion, shown, unshown } from '../check.ts';
import {
  type Enclosed,
  eitherWay,
  enclosedLists,
  filterNames,
  filterOf,
  filtersOf,
  inLists,
  isWhole,
  type ListRead,
  listReads,
  onceCancelled,
  rangeOf,
  saysFilters,
  staysCancelled,
  wholeListMax,
} from '../checks/kept-bookings.ts';
import {
  areSame,
  endOf,
  isDocumented,
  type OwnBooking,
  ownBookings,
  recognized,
  recognizingIn,
  sightingsOf,
} from '../checks/own-bookings.ts';
import { anyZoneMs, type Moment, momentOf } from '../checks/own-tickets.ts';
import { doesNotRead, readFacts } from '../checks/reads.ts';
import { bookingDimensions, readDimensions } from '../dimensions.ts';
import { dayMs } from '../durations.ts';
import type { BookingFact } from '../facts.ts';
import { eachCarriesItsKey, noBookingTwice } from '../laws/unique.ts';
import { hasEffect } from '../operations.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import {
  asked,
  bodyOf,
  field,
  idText,
  isAboutRights,
  isAuthorized,
  isClockGuessed,
  targetTimeOf,
} from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { answers, listDepartures } from './booking-status.ts';
import { former, keyed, settles, statusSince, untilShownCancelled } from './readings.ts';

const entriesOf = ({ exchanges }: ListRead): BookingFact[] =>
  exchanges.flatMap((page) => readFacts(page).bookings ?? []);

/** A day is not compared with a moment: what was created on the same day may be on either side. */
const isNoLater = (one: Moment, other: Moment): boolean =>
  one.hasTime === other.hasTime && (one.hasTime ? one.ms <= other.ms : one.ms < other.ms);

const createdIn = (entries: readonly BookingFact[]): Moment[] =>
  entries.flatMap(({ createdAt }) => momentOf(createdAt) ?? []);

/** What lists without a filter showed, read once however many entries are looked for in it. */
const knownFrom = (before: readonly BookingFact[], after: readonly BookingFact[]) => {
  const shown = [...before, ...after];
  const named = shown.flatMap(({ bookingId }) => idText(bookingId)?.toLowerCase() ?? []);
  return {
    shown,
    ids: new Set(named),
    unnamed: shown.filter(({ bookingId }) => idText(bookingId) === undefined),
    statuses: new Set(shown.flatMap(({ status }) => (status === undefined ? [] : [status]))),
    createdBefore: createdIn(before),
    created: createdIn(shown),
  };
};

type KnownBookings = ReturnType<typeof knownFrom>;

/** Undefined where one cannot be named in the words of the other. */
const isIn = (entry: BookingFact, { shown, ids, unnamed }: KnownBookings): boolean | undefined => {
  const id = idText(entry.bookingId)?.toLowerCase();
  if (id !== undefined && ids.has(id)) return true;
  const same = (id === undefined ? shown : unnamed).map((other) => areSame(entry, other));
  if (same.includes(true)) return true;
  return same.includes(undefined) ? undefined : false;
};

/** A list without a filter may leave out a status, or old bookings: only a gap between shown bookings is a failure. */
const isLeftOutForNothing = (entry: BookingFact, { statuses, created, createdBefore }: KnownBookings): boolean => {
  const moment = momentOf(entry.createdAt);
  return (
    moment !== undefined &&
    entry.status !== undefined &&
    statuses.has(entry.status) &&
    created.some((other) => isNoLater(other, moment)) &&
    // What was made in the meantime may be gone again: it was there, if something newer was.
    createdBefore.some((other) => isNoLater(moment, other))
  );
};

const addsNothing = ({ filtered, around: [before, after] }: Enclosed, trace: Trace): Opinion => {
  const [list] = filtered.exchanges;
  if (!saysFilters(trace, list, filtersOf(filtered)))
    return unshown("bindings['search-bookings'] in the target file sends the same body without this filter");
  const pages = filtered.exchanges.map((page) => ({ page, entries: readFacts(page).bookings ?? [] }));
  if (pages.every(({ entries }) => entries.length === 0)) return unshown('the list is empty');
  const known = knownFrom(entriesOf(before), entriesOf(after));
  const added = pages.flatMap(({ page, entries }) =>
    entries.flatMap((entry) => {
      const is = isIn(entry, known);
      return is === true ? [] : [{ page, entry, is }];
    }),
  );
  if (added.length === 0) return undefined;
  if (added.some(({ is }) => is === undefined)) return doesNotRead(list, 'what names a booking');
  if (![before, after].every((read) => isWhole(trace, read)))
    return unshown('there are more pages than were asked for');
  const [from = 0, to = 0] = [before.exchanges[0]?.index, after.exchanges[0]?.index];
  if (trace.exchanges.some((each) => hasEffect(each) && each.index > from && each.index < to))
    return unshown('bookings were made or cancelled between the lists');
  const blamed = added.filter(({ entry }) => isLeftOutForNothing(entry, known));
  if (blamed.length === 0) return unshown('the list without a filter may leave such bookings out');
  return blamed.map(
    ({ page, entry }): Mismatch =>
      mismatchAt(page, entry.at, {
        expected: 'a booking that the list without a filter shows too',
        actual: 'one that it did not show, before and after',
      }),
  );
};

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
  // Another clause judges a status that is not documented.
  const others = statuses.flatMap((status, i): Mismatch[] =>
    !isDocumented(status) || status === wanted
      ? []
      : [
          mismatchAt(list, ['bookings', i, 'status'], {
            expected: `${wanted}, the status asked for`,
            actual: shown(status),
          }),
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
    return [mismatchAt(list, entry.at, { expected, actual })];
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

/** Time alone shows whether a booking should be listed; a list that showed it may come from the other of two copies. */
const isTooEarly = (trace: Trace, booking: OwnBooking, list: Exchange): boolean => {
  const { settleMs = 0 } = trace;
  const lists = sightingsOf(trace, booking).filter(
    ({ exchange: { operation, index } }) => operation === 'search-bookings' && index < list.index,
  );
  return lists.length < 2 && targetTimeOf(trace, list) < createdMs(trace, booking) + settleMs;
};

const isListed = ({ exchanges, booking }: Expectation, trace: Trace): Opinion => {
  const entries = exchanges.flatMap(({ facts }) => facts?.bookings ?? []);
  const by = recognizingIn(trace);
  const seen = entries.map((entry) => recognized(entry, booking, by));
  if (seen.includes('ours')) return undefined;
  // An id has a name; all else that distinguishes bookings, only the binding reads.
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

export const searchBookingsTopic = topic('search-bookings', {
  area: 'hotels',
  dimensions: [...bookingDimensions, ...readDimensions],
  clauses: {
    'search-bookings.status-is-documented': documented('2.5', {
      since: statusSince,
      text: 'Every booking of the list has one of the six documented states.',
      reading: `A list without any record may lack its bookings. ${former}`,
      given: (trace) =>
        answers(trace, 'search-bookings').filter(
          (exchange) => !succeeded(exchange) || exchange.response?.body !== undefined,
        ),
      then: listDepartures,
    }),

    'search-bookings.status-filter-holds': documented('4.6', {
      text: 'A list filtered by status holds bookings of that status only.',
      reading:
        'A filter that is refused shows nothing, and a booking without a documented status is the matter of another clause.',
      given: (trace) => filteredBy(trace, 'status'),
      then: statusFilter,
    }),

    'search-bookings.creation-date-filter-holds': reading('4.6', {
      text: 'A list filtered by creation dates holds bookings created between them only.',
      reading:
        'Time zones are not said: a day before and a day after are lawful. Of bookings of our own we know when they were made; of others the binding tells. A range that ends before it begins may be refused, hold nothing, or be read from its end.',
      given: (trace) => filteredBy(trace, 'dates'),
      then: dateFilter,
    }),

    'search-bookings.new-booking-is-listed': derived('4.6', {
      severity: 'critical',
      text: 'A booking just made is listed without a filter, under its status, under today, and under both.',
      reading: `${settles} Time zones are not said: today is from yesterday to tomorrow. Page sizes are not shown: without a nextPage of the binding, a long list shows nothing.`,
      given: expectations,
      then: isListed,
    }),

    'search-bookings.lists-own-bookings-only': reading('4.6', {
      severity: 'critical',
      text: 'A list holds no booking of another partner.',
      reading: 'Judged by a booking of our own, which the second partner of the target must not see.',
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

    'search-bookings.filter-adds-nothing': derived('4.6', {
      text: 'A list with a filter shows no booking that the list without it, read before and after, does not show.',
      reading:
        'A list without a filter may leave out a status, or old bookings: judged of a status that it shows, and between the first and the last creation that it shows, where nothing was booked or cancelled meanwhile.',
      given: enclosedLists,
      then: addsNothing,
    }),

    'search-bookings.each-booking-carries-its-id': law('4.6', {
      text: 'Where bookings are listed with their ids, each of them is.',
      reading: keyed,
      ...eachCarriesItsKey('search-bookings', ({ bookings = [] }) =>
        bookings.map(({ at, bookingId, reference }) => ({ at, key: bookingId ?? reference })),
      ),
    }),

    'search-bookings.no-booking-twice': law('4.6', {
      text: 'A page of a list shows no booking twice.',
      reading: 'Two pages may show one, as bookings that are made meanwhile move others to the next page.',
      ...noBookingTwice,
    }),

    'search-bookings.cancelled-stays-cancelled': derived('3', {
      text: 'A booking that was listed as cancelled is not listed as completed again.',
      reading: untilShownCancelled,
      given: onceCancelled(inLists),
      then: staysCancelled,
    }),
  },
});

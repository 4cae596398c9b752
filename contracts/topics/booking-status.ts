/** What the one status of a hotel booking promises, which four operations report (parts 2.5, 3 and 9). */

import {
  type Check,
  check,
  type Mismatch,
  mismatch,
  type Opinion,
  type Path,
  shown,
  unshown,
  valueAt,
} from '../check.ts';
import {
  asksUnknownBookings,
  endOf,
  isDocumented,
  isFormer,
  type OwnBooking,
  ownBookings,
  type Sighting,
  sightingsOf,
  viewStatusPath,
} from '../checks/own-bookings.ts';
import { isEmptyForNothing } from '../checks/refused-asks.ts';
import { bookingDimensions, readDimensions } from '../dimensions.ts';
import { bookingStatuses } from '../facts.ts';
import { isJsonObject, type Json } from '../json.ts';
import { objectsWith } from '../locate/walk.ts';
import type { OperationId } from '../operations.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, bodyOf, field } from '../subjects.ts';
import { derived, documented, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { settles, statusSince } from './readings.ts';

/** A status, or the place where one would stand. */
type StatusPlace = { readonly path: Path; readonly status: Json | undefined };

/** The place is open, the name is not: what a binding took from a field of another name is not shown. */
const inCreate = (exchange: Exchange): StatusPlace[] => {
  const { facts } = exchange;
  if (!facts && bodyOf(exchange) !== undefined) return [];
  const [named] = objectsWith(bodyOf(exchange), 'status').take(1);
  const { at = [], status } = (named && facts?.booking) ?? {};
  return [{ path: ['response', 'body', ...at, 'status'], status }];
};

const inView = (exchange: Exchange): StatusPlace[] => [
  { path: viewStatusPath, status: valueAt(exchange, viewStatusPath) },
];

const inList = (exchange: Exchange): StatusPlace[] => {
  const list = field(bodyOf(exchange), 'bookings');
  return (Array.isArray(list) ? list : []).map((entry, i) => ({
    path: ['response', 'body', 'bookings', i, 'status'],
    status: field(entry, 'status'),
  }));
};

/** Nothing promises a status in the answer to a cancellation, so only one that was read counts. */
const inCancellation = ({ facts }: Exchange): StatusPlace[] =>
  facts?.booking?.status === undefined
    ? []
    : [{ path: ['response', 'body', ...facts.booking.at, 'status'], status: facts.booking.status }];

const reportedIn: Partial<Record<OperationId, (exchange: Exchange) => StatusPlace[]>> = {
  'create-booking': inCreate,
  'view-booking': inView,
  'search-bookings': inList,
  'cancel-booking': inCancellation,
};

const statusesIn = (exchange: Exchange): StatusPlace[] => reportedIn[exchange.operation]?.(exchange) ?? [];

/** Text breaks the json clause, and is left out. A 204 is an answer that reports nothing. */
export const answers = (trace: Trace, operation: OperationId): Exchange[] =>
  asked(trace, operation).filter(
    (exchange) => isTroubled(exchange) || (succeeded(exchange) && exchange.response?.text === undefined),
  );

const oneOf = `one of ${bookingStatuses.join(', ')}`;

const departures = (exchange: Exchange): Opinion => {
  const judged = statusesIn(exchange).filter(({ status }) => !isFormer(status));
  if (judged.length === 0)
    return unshown('no status is read but one of a former name: see booking-status.former-values-are-gone');
  return judged.flatMap(({ path, status }): Mismatch[] =>
    isDocumented(status) ? [] : [{ exchange, path, expected: oneOf, actual: shown(status) }],
  );
};

export const statusIsDocumented = (operation: 'create-booking' | 'view-booking'): Check =>
  check({
    given: (trace) =>
      asksUnknownBookings(trace)
        ? []
        : answers(trace, operation).filter((exchange) => !isEmptyForNothing(trace, exchange)),
    then: departures,
  });

/** Whether a list of records stands anywhere in an answer. */
const hasRecords = (value: Json | undefined, depth = 3): boolean => {
  if (Array.isArray(value)) return value.some(isJsonObject);
  if (!isJsonObject(value) || depth === 0) return false;
  return Object.values(value).some((inner) => hasRecords(inner, depth - 1));
};

export const listDepartures = (exchange: Exchange): Opinion => {
  const list = field(bodyOf(exchange), 'bookings') ?? null;
  const path = ['response', 'body', 'bookings'];
  if (Array.isArray(list)) return list.length === 0 ? unshown('the list is empty') : departures(exchange);
  if (list !== null) return mismatch(exchange, path, 'an array');
  // Without any record it may be the empty list of a service that leaves out what is empty.
  return hasRecords(bodyOf(exchange)) ? mismatch(exchange, path, 'an array') : unshown('the list is empty');
};

/** A list between two views of one booking. */
type Between = { readonly exchanges: readonly [Exchange, Exchange, Exchange]; readonly seen: readonly Sighting[] };

/** The last list of a booking between two views; those before it may have lagged behind. */
const lastBetween = (trace: Trace, booking: OwnBooking): Between[] => {
  const end = endOf(trace, booking);
  const seen = sightingsOf(trace, booking).filter(
    ({ exchange, status }) => exchange.index < end && isDocumented(status),
  );
  const views = seen.filter(({ exchange }) => exchange.operation === 'view-booking');
  return seen
    .filter(({ exchange }) => exchange.operation === 'search-bookings')
    .flatMap((listed): Between[] => {
      const before = views.findLast(({ exchange }) => exchange.index < listed.exchange.index);
      const after = views.find(({ exchange }) => exchange.index > listed.exchange.index);
      if (!before || !after) return [];
      return [{ exchanges: [before.exchange, listed.exchange, after.exchange], seen: [before, listed, after] }];
    })
    .slice(-1);
};

export const bookingStatusTopic = topic('booking-status', {
  area: 'hotels',
  severity: 'critical',
  dimensions: [...bookingDimensions, ...readDimensions],
  clauses: {
    'booking-status.operations-agree': derived('3', {
      text: 'View and list report one status of one booking.',
      reading: `A booking may be moving: the last list between two equal views counts, before it is cancelled. ${settles}`,
      given: (trace) => ownBookings(trace).flatMap((booking) => lastBetween(trace, booking)),
      then: ({ seen: [before, listed, after] }) => {
        if (!before || !listed || !after) return undefined;
        if (before.status !== after.status) return unshown('the booking moved while it was read');
        if (listed.status === before.status) return undefined;
        const expected = `${shown(before.status)}, as in the views before and after it`;
        return { exchange: listed.exchange, path: listed.path, expected, actual: shown(listed.status) };
      },
    }),

    'booking-status.former-values-are-gone': documented('9', {
      severity: 'major',
      since: statusSince,
      text: 'No operation reports a status by its name of before 2026-08-06, such as Booked or Inwork.',
      given: (trace) => (Object.keys(reportedIn) as OperationId[]).flatMap((operation) => answers(trace, operation)),
      then: (exchange) => {
        const reported = statusesIn(exchange).filter(({ status }) => typeof status === 'string');
        if (reported.length === 0) return unshown('no status is reported');
        return reported.flatMap(({ path, status }): Mismatch[] =>
          isFormer(status) ? [{ exchange, path, expected: oneOf, actual: shown(status) }] : [],
        );
      },
    }),
  },
});

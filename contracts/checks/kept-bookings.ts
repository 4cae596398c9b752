/** What views and lists report of our own bookings, and the check that one stays cancelled (parts 2.5 and 3). */

import { inBody, type Opinion, type Path, shown, type Two, unshown, valueAt } from '../check.ts';
import type { BookingFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked } from '../subjects.ts';
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

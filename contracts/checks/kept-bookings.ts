/** Checks that a booking stays as it was, or cancelled, when others are changed meanwhile (parts 2.5 and 3). */

import { inBody, type Mismatch, type Opinion, type Path, shown, type Two, unshown, valueAt } from '../check.ts';
import { dayMs } from '../durations.ts';
import type { BookingFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  areAboutOne,
  cancellationsOf,
  endOf,
  entriesOf,
  isAbout,
  isDocumented,
  type OwnBooking,
  ownBookings,
  recognizingIn,
  viewStatusPath,
  viewsOf,
} from './own-bookings.ts';
import { momentOf } from './own-tickets.ts';
import { areEqual, moneyText } from './read-facts.ts';

/** What one answer reports of a booking. */
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

/** The first at rest and the last, before any request that may have cancelled it. */
export const atRest =
  (reportsOf: ReportsOf) =>
  (trace: Trace): Later[] =>
    ownBookings(trace)
      .filter((booking) => isMadeOnce(trace, booking))
      .flatMap((booking) => {
        const end = endOf(trace, booking);
        const reports = reportsOf(trace, booking).filter(({ exchange }) => exchange.index < end);
        const first = reports.find(({ status }) => status === 'completed');
        return between(booking, first, reports.at(-1));
      });

/** What is reported of one thing, as a person reads it, in both answers. */
type KeptTrait = {
  readonly name: string;
  readonly was: string;
  readonly is: string;
  readonly isSame: boolean | undefined;
};

const compared = (
  name: string,
  [was, is]: readonly [Json | undefined, Json | undefined],
  areAlike = (one: string, other: string): boolean | undefined => one.toLowerCase() === other.toLowerCase(),
): KeptTrait[] => {
  const [one, other] = [idText(was), idText(is)];
  if (one === undefined || other === undefined) return [];
  return [{ name, was: one, is: other, isSame: areAlike(one, other) }];
};

/** A day, and a moment in some zone, may be one. */
const areOneDay = (one: string, other: string): boolean | undefined => {
  const [was, is] = [momentOf(one), momentOf(other)];
  if (!was || !is) return undefined;
  return was.hasTime || is.hasTime ? Math.abs(was.ms - is.ms) <= 2 * dayMs : was.ms === is.ms;
};

const priceTrait = ({ fact: { price: was } }: BookingReport, { fact: { price: is } }: BookingReport): KeptTrait[] =>
  was && is ? [{ name: 'price', was: moneyText(was), is: moneyText(is), isSame: areEqual(was, is) }] : [];

const roomPath: Path = [...inBody, 'hotel', 'room'];

const roomTraits = (first: BookingReport, last: BookingReport): KeptTrait[] => [
  ...compared('hotel', [first.fact.hotelId, last.fact.hotelId]),
  ...(['roomId', 'rateName'] as const).flatMap((name) => {
    const [was, is] = [first, last].map(({ exchange }) => valueAt(exchange, [...roomPath, name]));
    return compared(name, [was, is]);
  }),
];

export const inListTraits = ({ first: { fact: was }, last: { fact: is } }: Later): KeptTrait[] =>
  (['checkIn', 'checkOut'] as const).flatMap((name) => compared(name, [was[name], is[name]], areOneDay));

/** One of the six statuses; another clause judges a refused cancellation that ended a booking. */
const statusTrait = ({ first, last, booking }: Later, trace: Trace): KeptTrait[] => {
  const isRefusedEnd = trace.exchanges.some(
    (each) => each.operation === 'cancel-booking' && each.index < last.exchange.index && isAbout(each, booking),
  );
  if (!isDocumented(last.status) || (isRefusedEnd && last.status === 'cancelled')) return [];
  return compared('status', [first.status, last.status]);
};

export const inViewTraits = (later: Later, trace: Trace): KeptTrait[] => [
  ...statusTrait(later, trace),
  ...roomTraits(later.first, later.last),
];

/** All that views report of our other bookings. */
const shownOfOthers = ({ booking }: Later, trace: Trace): ReadonlySet<string> => {
  const reports = ownBookings(trace)
    .filter((other) => other !== booking)
    .flatMap((other) => inViews(trace, other));
  const traits = reports.flatMap((report) => [...roomTraits(report, report), ...priceTrait(report, report)]);
  return new Set(traits.map(({ name, is }) => `${name} ${is}`));
};

export const staysSo =
  (traitsOf: (later: Later, trace: Trace) => KeptTrait[]) =>
  (later: Later, trace: Trace): Opinion => {
    const { first, last } = later;
    const traits = [...priceTrait(first, last), ...traitsOf(later, trace)];
    const ofOthers = shownOfOthers(later, trace);
    // Another clause judges values that belong to another of our bookings.
    const judged = traits.filter(
      ({ name, is, isSame }) => isSame === true || (isSame === false && !ofOthers.has(`${name} ${is}`)),
    );
    if (judged.length === 0) return unshown('nothing is read of it that could be compared');
    return judged.flatMap(({ name, was, is, isSame }): Mismatch[] =>
      isSame
        ? []
        : [
            {
              exchange: last.exchange,
              path: [...inBody, ...last.at],
              expected: `${name} ${was}, as before: nobody has cancelled the booking`,
              actual: is,
            },
          ],
    );
  };

/** After the first cancellation that came through: the second report of it, and each later one, as a copy may lag. */
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
        const [, second] = reports.filter(({ status }) => status === 'cancelled');
        return reports.flatMap((report) => between(booking, second, report));
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

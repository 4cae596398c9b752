/** The bookings that a trace made itself, by which it judges: other people's traffic is never blamed. */

import type { BookingFact } from '../facts.ts';
import { isJsonObject } from '../json.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { perTrace } from '../per-trace.ts';
import { asked } from '../subjects.ts';
import type { Attempt, Bearer, Exchange, Trace } from '../trace.ts';
import { areSame, type Name, nameAsked, partnerOf } from './names.ts';

export type OwnBooking = {
  readonly create: Exchange;
  /** Whose it is: a token that must not count is our own, altered, or none. */
  readonly partner: Bearer;
  /** The guest mark it was made with. */
  readonly mark: string | undefined;
  /** All that answers have called it by. */
  readonly names: readonly Name[];
};

/** Whether one of the names that an answer reports is marked so. */
export const bearsMark = ({ marks = [] }: Pick<BookingFact, 'marks'>, mark: string): boolean =>
  // A service may write names in capitals.
  marks.some((each) => each.toLowerCase().includes(mark.toLowerCase()));

const bookingsOf = ({ facts }: Exchange): readonly BookingFact[] => facts?.bookings ?? [];

/** Whether an answer calls a booking as the request does; undefined when that cannot be told. */
export const isAskedBy = (request: Exchange, entry: BookingFact): boolean | undefined =>
  areSame(nameAsked(request), entry);

export const attemptOf = ({ attempts = [] }: Trace, { index }: Exchange): Attempt | undefined =>
  attempts.find(({ exchange }) => exchange === index);

/** Before the names that views report are believed. */
type Made = OwnBooking & { readonly viewed: readonly Name[] };

/** A view that calls one booking by the name of another does not give it that name. */
const withoutOthersNames = (bookings: readonly Made[]): OwnBooking[] =>
  bookings.map(({ viewed, ...booking }, i) => {
    const others = bookings.filter((_, j) => j !== i).flatMap(({ names }) => names);
    const isOfAnother = (name: Name): boolean => others.some((theirs) => areSame(theirs, name) === true);
    return { ...booking, names: [...booking.names, ...viewed.filter((name) => !isOfAnother(name))] };
  });

const madeIn = (trace: Trace): Made[] =>
  trace.exchanges.flatMap((create) => {
    if (create.operation !== 'create-booking') return [];
    const attempt = attemptOf(trace, create);
    if (!succeeded(create) && attempt?.found !== 'once' && attempt?.found !== 'twice') return [];
    const mark = attempt?.mark;
    const listed = trace.exchanges
      .filter(({ operation }) => operation === 'search-bookings')
      .flatMap(bookingsOf)
      .filter((entry) => mark !== undefined && bearsMark(entry, mark));
    const reported: Name[] = succeeded(create) && create.facts?.booking ? [create.facts.booking] : [];
    const names = [...reported, ...listed].filter(
      ({ bookingId, reference }) => (bookingId ?? reference ?? null) !== null,
    );
    // A view may name it in a way that neither of them did.
    const viewed = trace.exchanges.flatMap((view): Name[] => {
      const { booking } = view.operation === 'view-booking' && succeeded(view) ? (view.facts ?? {}) : {};
      return booking && names.some((name) => areSame(name, nameAsked(view)) === true) ? [booking] : [];
    });
    return [{ create, partner: partnerOf(create), mark, names, viewed }];
  });

/** The bookings that came about, also those whose answer was lost, in the order in which they were asked for. */
export const ownBookings: (trace: Trace) => readonly OwnBooking[] = perTrace(
  (trace) => withoutOthersNames(madeIn(trace)),
  ({ exchanges, attempts = [] }) => JSON.stringify([exchanges.length, attempts]),
);

export const isAbout = (exchange: Exchange, { names }: OwnBooking): boolean =>
  names.some((name) => areSame(name, nameAsked(exchange)) === true);

/** By booking, of a trace that may grow. */
const viewsKnown = new WeakMap<OwnBooking, { readonly exchanges: number; readonly views: readonly Exchange[] }>();

/** The views of a booking that its own partner asked for, whatever came back. */
export const viewsOf = (trace: Trace, booking: OwnBooking): readonly Exchange[] => {
  const { length } = trace.exchanges;
  const known = viewsKnown.get(booking);
  if (known?.exchanges === length) return known.views;
  const views = asked(trace, 'view-booking').filter(
    (view) => view.bearer === booking.partner && isAbout(view, booking),
  );
  viewsKnown.set(booking, { exchanges: length, views });
  return views;
};

/** The cancellations of a booking that succeeded, in order. */
export const cancellationsOf = (trace: Trace, booking: OwnBooking): Exchange[] =>
  asked(trace, 'cancel-booking').filter((cancel) => succeeded(cancel) && isAbout(cancel, booking));

/** The index of the first request that may have cancelled it: from there on it is another matter. */
export const endOf = (trace: Trace, booking: OwnBooking): number =>
  trace.exchanges.find(
    (exchange) =>
      exchange.operation === 'cancel-booking' &&
      !isRefusal(exchange) &&
      (isAbout(exchange, booking) || booking.names.length === 0),
  )?.index ?? Number.POSITIVE_INFINITY;

/** How entries of lists are told apart. */
export type Recognizing = {
  /** Some list of the trace reported a mark of ours, so that an entry without one is another booking. */
  readonly isMarkRead: boolean;
  /** Another partner's list, whose ids may be counted like ours. */
  readonly isForeign: boolean;
};

export const recognizingIn = ({ exchanges }: Trace, { isForeign } = { isForeign: false }): Recognizing => ({
  isMarkRead: exchanges.some(
    (exchange) =>
      exchange.operation === 'search-bookings' && bookingsOf(exchange).some(({ marks = [] }) => marks.length > 0),
  ),
  isForeign,
});

export type Recognition = 'ours' | 'not' | 'unknown';

/** Whether an entry of a list is this booking. */
export const recognized = (entry: BookingFact, { mark, names }: OwnBooking, by: Recognizing): Recognition => {
  if (mark !== undefined && (entry.marks ?? []).length > 0) return bearsMark(entry, mark) ? 'ours' : 'not';
  const isMarkMissing = mark !== undefined && by.isMarkRead;
  if (isMarkMissing && by.isForeign) return 'not';
  const same = names.map((name) => areSame(name, entry));
  if (same.includes(true)) return 'ours';
  return same.includes(false) || isMarkMissing ? 'not' : 'unknown';
};

/** The entries of a list of its own partner that are this booking. */
export const entriesOf = (list: Exchange, booking: OwnBooking, by: Recognizing): BookingFact[] =>
  succeeded(list) ? bookingsOf(list).filter((entry) => recognized(entry, booking, by) === 'ours') : [];

/** The flow that asks for bookings which do not exist says so by its input. */
export const asksUnknownBookings = ({ input }: Trace): boolean => isJsonObject(input) && 'unknownBookings' in input;

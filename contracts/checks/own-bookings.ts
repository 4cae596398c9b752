/** The bookings that a trace made itself: a run never blames the service for other clients' traffic. */
import { isDeepStrictEqual } from 'node:util';
import { mismatchAt, type Opinion, type Path, shown, unshown, valueAt } from '../check.ts';
import { type BookingFact, type BookingStatus, bookingStatuses, formerBookingStatuses, type Money } from '../facts.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { answered, asked, field, idText, perTrace } from '../subjects.ts';
import type { Attempt, Bearer, Exchange, Trace } from '../trace.ts';

/** What requests and answers call bookings by, and whether two of them mean one. */
export type Name = { readonly bookingId?: Json | undefined; readonly reference?: Json | undefined };

/** Undefined when one has none. */
export const haveSameReference = (
  one: Pick<Name, 'reference'>,
  other: Pick<Name, 'reference'>,
): boolean | undefined => {
  const reference = one.reference ?? null;
  const otherReference = other.reference ?? null;
  return reference === null || otherReference === null ? undefined : isDeepStrictEqual(reference, otherReference);
};

/** Undefined when the two cannot be compared. */
export const areSame = (one: Name, other: Name): boolean | undefined => {
  const id = idText(one.bookingId);
  const otherId = idText(other.bookingId);
  if (id !== undefined && otherId !== undefined) return id.toLowerCase() === otherId.toLowerCase();
  return haveSameReference(one, other);
};

/** The name of the booking that a request is about; the body of ticket_cancel is documented, and needs no intent. */
export const nameAsked = ({ operation, intent, request }: Exchange): Name => {
  if (operation === 'ticket-cancel') return { bookingId: field(request.body, 'bookingId') };
  const booking = field(intent, 'booking');
  return { bookingId: field(booking, 'bookingId'), reference: field(booking, 'reference') };
};

export const areAboutOne = (one: Exchange, other: Exchange): boolean =>
  one.bearer === other.bearer && areSame(nameAsked(one), nameAsked(other)) === true;

/** Whose an exchange is: a token that must not count is our own, altered, or none. */
export const partnerOf = ({ bearer }: Exchange): Bearer => (bearer === 'other' ? 'other' : 'own');

/** Whether the bookingId that an answer reports is that of the booking asked for. */
export const isTheOneAskedFor = (exchange: Exchange, reported: Json | undefined): Opinion => {
  const { bookingId: wanted } = nameAsked(exchange);
  const [id, reportedId] = [idText(wanted), idText(reported)];
  if (!id || reportedId === undefined) return unshown('the booking has no id to compare');
  if (id.toLowerCase() === reportedId.toLowerCase()) return undefined;
  const expected = `${shown(wanted)}, the booking asked for`;
  return mismatchAt(exchange, ['bookingId'], { expected, actual: shown(reported) });
};

/** What one supplier wants to know of every guest. */
export const requirements = ['citizenship', 'gender'] as const;

export type Requirement = (typeof requirements)[number];

export const guestsOf = ({ intent }: Exchange): readonly Json[] => {
  const rooms = field(intent, 'guests');
  return Array.isArray(rooms) ? rooms.flat() : [];
};

export const lacks = (exchange: Exchange, requirement: Requirement): boolean =>
  guestsOf(exchange).some((guest) => (field(guest, requirement) ?? '') === '');

export const isIncomplete = (exchange: Exchange): boolean => requirements.some((each) => lacks(exchange, each));

/** Partners may count their ids alike: an id of a booking of the caller is not the other partner's. */
export const isForeign = (trace: Trace, view: Exchange): boolean => {
  const partners = ownBookings(trace)
    .filter((booking) => isAbout(view, booking))
    .map(({ partner }) => partner);
  return partners.length > 0 && !partners.includes(view.bearer);
};

/** Every booking that is asked about in this trace is invented, but for those that it made. */
export const asksUnknownBookings = ({ input }: Pick<Trace, 'input'>): boolean =>
  isJsonObject(input) && 'unknownBookings' in input;

/** Beside bookings that there are, one that does not exist is asked about. */
export const asksAlsoUnknown = ({ input }: Pick<Trace, 'input'>): boolean =>
  isJsonObject(input) && 'unknownBooking' in input;

/** Neither by its id nor by another name. */
export const isUnnamed = ({ intent }: Exchange): boolean => {
  const booking = field(intent, 'booking');
  return isJsonObject(booking) && Object.values(booking).every((name) => name === null || name === '');
};

/** A lawful answer to such an ask may be a success with nothing in it. */
const isOfNone = (trace: Trace, view: Exchange): boolean =>
  isUnnamed(view) || (asksAlsoUnknown(trace) && !ownBookings(trace).some((booking) => isAbout(view, booking)));

/** Views of bookings that their own partner asked for, and trouble in place of them. */
export const views: (trace: Trace) => readonly Exchange[] = perTrace((trace) =>
  asksUnknownBookings(trace)
    ? []
    : answered(trace, 'view-booking').filter((view) => !isForeign(trace, view) && !isOfNone(trace, view)),
);

/** What the answers of a trace report of one booking over time: its status and its price. */
export type Sighting = {
  readonly exchange: Exchange;
  /** Of the status, from the exchange down. */
  readonly path: Path;
  readonly status: Json | undefined;
  readonly price: Money | undefined;
};

export const isDocumented = (status: Json | undefined): status is BookingStatus =>
  (bookingStatuses as readonly (Json | undefined)[]).includes(status);

export const isFormer = (status: Json | undefined): boolean =>
  (formerBookingStatuses as readonly (Json | undefined)[]).includes(status);

export const viewStatusPath: Path = ['response', 'body', 'bookingInfo', 'status'];

const statusAt = (at: Path): Path => ['response', 'body', ...at, 'status'];

export const sightingsOf = (trace: Trace, booking: OwnBooking): Sighting[] => {
  const by = recognizingIn(trace);
  const { create, partner } = booking;
  const made = succeeded(create) ? create.facts?.booking : undefined;
  const lists = trace.exchanges.filter(
    ({ operation, bearer }) => operation === 'search-bookings' && bearer === partner,
  );
  return [
    ...(made ? [{ exchange: create, path: statusAt(made.at), status: made.status, price: made.price }] : []),
    ...viewsOf(trace, booking)
      .filter((view) => succeeded(view))
      .map((exchange) => ({
        exchange,
        path: viewStatusPath,
        status: valueAt(exchange, viewStatusPath),
        price: exchange.facts?.booking?.price,
      })),
    ...lists.flatMap((exchange) =>
      entriesOf(exchange, booking, by).map(({ at, status, price }) => ({
        exchange,
        path: statusAt(at),
        status,
        price,
      })),
    ),
  ].toSorted((a, b) => a.exchange.index - b.exchange.index);
};

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

/** Whether an answer calls a booking as the request does; undefined when that is not known. */
export const isAskedBy = (request: Exchange, entry: BookingFact): boolean | undefined =>
  areSame(nameAsked(request), entry);

export const attemptOf = ({ attempts = [] }: Trace, { index }: Exchange): Attempt | undefined =>
  attempts.find(({ exchange }) => exchange === index);

/** Before the names that views report are believed. */
type ViewedBooking = OwnBooking & { readonly viewed: readonly Name[] };

/** A view that calls one booking by the name of another does not give it that name. */
const withoutOthersNames = (bookings: readonly ViewedBooking[]): OwnBooking[] =>
  bookings.map(({ viewed, ...booking }, i) => {
    const others = bookings.filter((_, j) => j !== i).flatMap(({ names }) => names);
    const isOfAnother = (name: Name): boolean => others.some((theirs) => areSame(theirs, name) === true);
    return { ...booking, names: [...booking.names, ...viewed.filter((name) => !isOfAnother(name))] };
  });

const madeIn = (trace: Trace): ViewedBooking[] =>
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

/** The bookings that were made, also those whose answer was lost, in the order in which they were asked for. */
export const ownBookings: (trace: Trace) => readonly OwnBooking[] = perTrace(
  (trace) => withoutOthersNames(madeIn(trace)),
  ({ exchanges, attempts = [] }) => JSON.stringify([exchanges.length, attempts]),
);

export const isAbout = (exchange: Exchange, { names }: OwnBooking): boolean =>
  names.some((name) => areSame(name, nameAsked(exchange)) === true);

/** By booking, of a trace that may grow. */
const viewsKnown = new WeakMap<OwnBooking, { readonly exchanges: number; readonly views: readonly Exchange[] }>();

/** The views of a booking that its own partner asked for, with any answer. */
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

export const cancellationsOf = (trace: Trace, booking: OwnBooking): Exchange[] =>
  asked(trace, 'cancel-booking').filter((cancel) => succeeded(cancel) && isAbout(cancel, booking));

/** The index of the first request that may have cancelled it: what follows shows another state. */
export const endOf = (trace: Trace, booking: OwnBooking): number =>
  trace.exchanges.find(
    (exchange) =>
      exchange.operation === 'cancel-booking' &&
      !isRefusal(exchange) &&
      (isAbout(exchange, booking) || booking.names.length === 0),
  )?.index ?? Number.POSITIVE_INFINITY;

type Recognizing = {
  /** Some list of the trace reported one of our marks, so that an entry without a mark is another booking. */
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

type Recognition = 'ours' | 'not' | 'unknown';

export const recognized = (entry: BookingFact, { mark, names }: OwnBooking, by: Recognizing): Recognition => {
  if (mark !== undefined && (entry.marks ?? []).length > 0) return bearsMark(entry, mark) ? 'ours' : 'not';
  const isMarkMissing = mark !== undefined && by.isMarkRead;
  if (isMarkMissing && by.isForeign) return 'not';
  const same = names.map((name) => areSame(name, entry));
  if (same.includes(true)) return 'ours';
  return same.includes(false) || isMarkMissing ? 'not' : 'unknown';
};

export const entriesOf = (list: Exchange, booking: OwnBooking, by: Recognizing): BookingFact[] =>
  succeeded(list) ? bookingsOf(list).filter((entry) => recognized(entry, booking, by) === 'ours') : [];

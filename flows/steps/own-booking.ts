/** What is asked about one of our bookings, again and again while its status changes; and the lists it stands in. */
import type { ClauseId } from '../../contracts/clauses.ts';
import { type BookingFact, type BookingStatus, bookingStatuses } from '../../contracts/facts.ts';
import type { BookingRef, Details, Intents } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';
import type { CallOptions, ReadExchange, Session } from '../../engine/session.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { type UnknownBooking, unknownLike } from '../../generators/unknown-ids.ts';

const pagesMax = 4;

export type Filters = Omit<Intents['search-bookings'], 'page'>;

export type ListedBookings = {
  readonly entries: readonly BookingFact[];
  /** There are more pages than were read. */
  readonly hasMore: boolean;
};

/** Reads a list up to the page that has what is looked for. */
export const listedBookings = async (
  { ask }: Pick<Session, 'ask'>,
  filters: Filters,
  { isEnough, ...callOptions }: CallOptions & { isEnough?: (entry: BookingFact) => boolean } = {},
): Promise<ListedBookings> => {
  const entries: BookingFact[] = [];
  let intent: Intents['search-bookings'] = filters;
  for (let page = 1; page <= pagesMax; page += 1) {
    const { bookings = [], nextPage = null } = (await ask('search-bookings', intent, callOptions)).facts;
    entries.push(...bookings);
    if (nextPage === null || (isEnough && bookings.some(isEnough))) return { entries, hasMore: nextPage !== null };
    intent = { ...filters, page: nextPage };
  }
  return { entries, hasMore: true };
};

/** The days around today: the time zone of the service is not said. */
export const aroundToday = (nowMs: number): Filters => ({
  createdFrom: dayAfter(nowMs, -1),
  createdTo: dayAfter(nowMs, 1),
});

/** Ranges in which nothing of today was created, as near as the edges allow, which may be a day and a time zone off. */
export const notToday = (nowMs: number): readonly Filters[] => [
  { createdFrom: dayAfter(nowMs, -10), createdTo: dayAfter(nowMs, -3) },
  { createdFrom: dayAfter(nowMs, 3), createdTo: dayAfter(nowMs, 10) },
];

export const inFull: Details = { includePriceDetails: true, includeResidenceDetails: true };
export const inBrief: Details = { includePriceDetails: false, includeResidenceDetails: false };
export const withPrices: Details = { ...inBrief, includePriceDetails: true };
export const withResidence: Details = { ...inBrief, includeResidenceDetails: true };

/** A name that names nothing: it is left out, null, or an empty text. */
const unnamed: readonly BookingRef[] = [{}, { bookingId: null }, { bookingId: '' }];

type LookAtBooking =
  | { readonly operation: 'view-booking'; readonly topic: 'view-booking' }
  | { readonly operation: 'pnr-retrieve' | 'pnr-reprice'; readonly topic: 'avia-booking' };

/** In the form in which this service names a booking; a UUID where it has none to show. */
export const unknownRef = (
  unknown: UnknownBooking,
  seen: Pick<BookingFact, 'bookingId' | 'reference'> | undefined,
): BookingRef => ({
  bookingId: unknownLike(unknown, seen?.bookingId),
  ...(seen?.reference !== undefined && { reference: unknownLike(unknown, seen.reference) }),
});

/**
 * Asks about no booking, and about one that does not exist, while there is this one, which must not be shown in its
 * place. By the name of `unknownBooking` in the input the checks know that there is such an ask.
 */
export const askForNone = async (
  session: Session,
  booking: BookingRef,
  { looks, unknownBooking }: { readonly looks: readonly LookAtBooking[]; readonly unknownBooking: UnknownBooking },
): Promise<void> => {
  const { isAsked, target, sample, wrong } = session;
  const intentOf = (named: BookingRef) => ({ booking: named, details: inFull });
  const possible = looks.filter(({ operation }) => isAsked(operation) && target.bindings[operation]);
  const send = ({ operation }: LookAtBooking, named: BookingRef, clause: ClauseId, isLacking: boolean) =>
    wrong({ clauses: [clause], unlike: [intentOf(booking)], isLacking }, (options) =>
      session.ask(operation, intentOf(named), options),
    );
  const asks = possible.flatMap((look) => unnamed.map((named) => ({ look, named })));
  for (const { look, named } of sample.some([...asks, ...asks], { standard: 1 }))
    await send(look, named, `${look.topic}.unnamed-booking-is-refused`, true);
  const unknown = unknownRef(unknownBooking, booking);
  for (const look of sample.some(possible, { standard: 1 }))
    await send(look, unknown, `${look.topic}.unknown-booking-is-refused`, false);
};

/** Partners may count their ids alike: a booking that the other partner can view may be its own. */
export const isHidden = ({ exchange }: ReadExchange): boolean =>
  outcomeOf(exchange).kind === 'refusal' && exchange.response?.status !== 401;

/** Undefined when no documented status is reported. */
export const statusIn = ({ facts }: Pick<ReadExchange, 'facts'>): BookingStatus | undefined =>
  bookingStatuses.find((status) => status === facts.booking?.status);

export const isOf = (entry: BookingFact, booking: BookingRef): boolean => {
  const named = refOf(entry);
  return named !== undefined && areSame(named, booking);
};

/**
 * Asks for a booking as the other partner, who must see nothing and end nothing.
 *
 * @param other The session of the partner whose the booking is not.
 */
export const lookAsOther = async (other: Session, name: BookingRef): Promise<void> => {
  const today = aroundToday(other.targetNowMs());
  if (other.isAsked('search-bookings')) {
    const filters: Filters[] = [today, { ...today, status: 'completed' }];
    for (const filter of other.sample.some(filters, { standard: 1 })) await listedBookings(other, filter);
  }
  if (!other.isAsked('view-booking') && !other.isAsked('cancel-booking')) return;
  const viewed = await other.ask('view-booking', { booking: name, details: inFull });
  if (other.isAsked('cancel-booking') && isHidden(viewed)) await other.cancel(name);
};

export const ownBooking = (session: Session, booking: BookingRef) => {
  const isIt = (entry: BookingFact): boolean => isOf(entry, booking);
  const view = (details: Details): Promise<ReadExchange> => session.ask('view-booking', { booking, details });
  /** One look at a list, which ends with the page that has the booking. */
  const list = (filters: Filters): Promise<ListedBookings> => listedBookings(session, filters, { isEnough: isIt });
  return {
    view,
    list,
    isIn: ({ entries }: ListedBookings): boolean => entries.some(isIt),
    statusNow: async (): Promise<BookingStatus | undefined> => statusIn(await view(inBrief)),
    /** Looks until the list has the booking in a state that fits, or lacks it and has more pages than are read. */
    listUntil: async (filters: Filters, isFit: (entry: BookingFact) => boolean = () => true): Promise<void> => {
      const isThere = ({ entries, hasMore }: ListedBookings): boolean => {
        const found = entries.filter(isIt);
        return found.length === 0 ? hasMore : found.some(isFit);
      };
      await lookUntil(session, () => list(filters), isThere);
    },
    viewUntil: async (isFit: (asked: ReadExchange) => boolean): Promise<void> => {
      await lookUntil(session, () => view(inBrief), isFit);
    },
  };
};
export type BookingAsks = ReturnType<typeof ownBooking>;

/** Seen at all: a service may need a moment before it knows its own booking. */
export const isViewed = ({ exchange }: ReadExchange): boolean => succeeded(exchange);

/** Not in work any more, nor in a state that says nothing. */
export const isAtRest = ({ facts }: ReadExchange): boolean =>
  !['inWork', 'unknown'].some((one) => one === facts.booking?.status);

/** A service may need a moment before it knows its own booking. */
export const retrieveUntilFound = (session: Session, booking: BookingRef): Promise<ReadExchange> =>
  lookUntil(
    session,
    () => session.ask('pnr-retrieve', { booking }),
    ({ exchange }) => succeeded(exchange) || isAboutRights(exchange),
  );

/** What is asked about one booking of ours, again and again while it moves. */
import { type BookingFact, type BookingStatus, bookingStatuses } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Details } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Asked } from '../../engine/asked.ts';
import { areSame, refOf } from '../../engine/effects/booking-ref.ts';
import { lookUntil } from '../../engine/effects/look-until.ts';
import type { Session } from '../../engine/session.ts';
import { type Filters, type Listed, listedBookings } from './listed-bookings.ts';

const inBrief: Details = { includePriceDetails: false, includeResidenceDetails: false };

export type OwnBooking = {
  view(details: Details): Promise<Asked>;
  /** How it stands now; undefined when no documented status is reported. */
  statusNow(): Promise<BookingStatus | undefined>;
  /** One look at a list, which ends with the page that has the booking. */
  list(filters: Filters): Promise<Listed>;
  isIn(listed: Listed): boolean;
  /** Looks until the list has the booking in a state that fits, or has more pages than anybody would read. */
  listUntil(filters: Filters, isFit?: (entry: BookingFact) => boolean): Promise<void>;
  viewUntil(isFit: (asked: Asked) => boolean): Promise<void>;
};

export const ownBooking = (session: Session, booking: BookingRef): OwnBooking => {
  const isIt = (entry: BookingFact): boolean => {
    const named = refOf(entry);
    return named !== undefined && areSame(named, booking);
  };
  const view: OwnBooking['view'] = (details) => session.ask('view-booking', { booking, details });
  const list: OwnBooking['list'] = (filters) => listedBookings(session, filters, { isEnough: isIt });
  return {
    view,
    list,
    isIn: ({ entries }) => entries.some(isIt),
    statusNow: async () => {
      const { facts } = await view(inBrief);
      return bookingStatuses.find((status) => status === facts.booking?.status);
    },
    listUntil: async (filters, isFit = () => true) => {
      await lookUntil(
        session,
        () => list(filters),
        ({ entries, hasMore }) => entries.some((entry) => isIt(entry) && isFit(entry)) || hasMore,
      );
    },
    viewUntil: async (isFit) => {
      await lookUntil(session, () => view(inBrief), isFit);
    },
  };
};

/** Seen at all: a service may need a moment before it knows its own booking. */
export const isViewed = ({ exchange }: Asked): boolean => succeeded(exchange);

/** Not in work any more, nor in a state that says nothing. */
export const isAtRest = ({ facts }: Asked): boolean =>
  !['inWork', 'unknown'].some((one) => one === facts.booking?.status);

/** The life of hotel bookings as their answers tell it: what can be asked next, which outcomes are lawful, what follows. */
import { type BookingFact, type BookingStatus, bookingStatuses } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';
import type { Asked } from '../../engine/session.ts';
import type { Filters, ListedBookings } from '../../flows/steps/own-booking.ts';
import type { BookingAct } from '../../generators/booking-acts.ts';
import { anything, countedBack, type Lawful, refused, type Surprise, toldNothing } from './lawful.ts';

export type BookingHeld = {
  readonly booking: BookingRef;
  /** `unknown` once an answer was lost, or the second partner was told that it had cancelled. */
  state: 'open' | 'cancelled' | 'unknown';
  /** By the last view. */
  status?: BookingStatus | undefined;
};

/** What a model may do and knows; the list ends with the newest. */
export type BookingLife = {
  /** There is a second partner. */
  readonly isTwofold: boolean;
  bookingsLeft: number;
  readonly bookings: BookingHeld[];
  readonly surprises: Surprise[];
};

export const bookingsMax = 3;

/** What an act is about. */
export const bookingOf = ({ bookings }: Readonly<BookingLife>, act: BookingAct): BookingHeld | undefined =>
  'booking' in act ? countedBack(bookings, act.booking) : undefined;

export const isPossible = (life: Readonly<BookingLife>, act: BookingAct): boolean => {
  if ('as' in act && act.as === 'other' && !life.isTwofold) return false;
  if (act.act === 'book') return life.bookings.length < bookingsMax && life.bookingsLeft > 0;
  return act.act === 'list' || bookingOf(life, act) !== undefined;
};

/** The outcomes that some reading of the interface allows an act. */
export const lawful = (act: BookingAct): Lawful => {
  if (act.act === 'view' && act.as === 'other') return toldNothing;
  return act.act === 'cancel' && act.as === 'other' ? refused : anything;
};

/** Keeps what its own partner's view says of a booking. */
export const learnView = (held: BookingHeld, { exchange, facts }: Asked): void => {
  if (succeeded(exchange)) held.status = bookingStatuses.find((status) => status === facts.booking?.status);
};

/** Keeps what follows from an answer. */
export const learn = (held: BookingHeld, act: BookingAct, reported: Asked): void => {
  const isOwn = 'as' in act && act.as === 'own';
  if (act.act === 'view' && isOwn) learnView(held, reported);
  const { kind } = outcomeOf(reported.exchange);
  if (act.act === 'cancel' && kind !== 'refusal') held.state = kind === 'success' && isOwn ? 'cancelled' : 'unknown';
};

const isIt = (entry: BookingFact, { booking }: BookingHeld): boolean => {
  const named = refOf(entry);
  return named !== undefined && areSame(named, booking);
};

/** Whether a list tells of all bookings that it should by what is known of them; one without a filter may leave out the cancelled. */
export const isComplete = (
  { bookings }: Readonly<BookingLife>,
  { status }: Filters,
  { entries, hasMore }: ListedBookings,
): boolean =>
  hasMore ||
  bookings
    .filter((held) => held.status !== undefined && (status === undefined || status === held.status))
    .filter((held) => held.state === 'open' || (held.state === 'cancelled' && status === 'cancelled'))
    .every((held) => entries.some((entry) => isIt(entry, held) && entry.status === held.status));

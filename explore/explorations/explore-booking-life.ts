/** Explores the lives of hotel bookings: acts in any order, by either partner. */

import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import { type BookingFact, type BookingStatus, bookingStatuses } from '../../contracts/facts.ts';
import type { BookingRef, ChosenOffer } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import { areSame, refOf } from '../../engine/effects/refs.ts';
import type { ReadExchange, Session } from '../../engine/session.ts';
import { upsellsOf } from '../../flows/steps/book-by-row.ts';
import { chooseOffer, shownInViews, shownOnTheWay } from '../../flows/steps/choose-offer.ts';
import { needBookings } from '../../flows/steps/needs.ts';
import {
  aroundToday,
  type Filters,
  isViewed,
  type ListedBookings,
  listedBookings,
  ownBooking,
} from '../../flows/steps/own-booking.ts';
import { type BookingAct, bookingActs, bookingLives } from '../../generators/booking-acts.ts';
import { pickSeed } from '../../generators/draws.ts';
import { contacts, guests, guestsOf } from '../../generators/people.ts';
import { stays } from '../../generators/stays.ts';
import { acted, acting, countedBack, withActsAsJson } from '../acting.ts';
import { exploration } from '../exploration.ts';

/** The life of hotel bookings as answers report it: which act is possible next, and what follows from its answer. */
type BookingHeld = {
  readonly booking: BookingRef;
  /** `unknown` once an answer was lost, or the second partner's cancellation succeeded. */
  state: 'open' | 'cancelled' | 'unknown';
  /** From the last view. */
  status?: BookingStatus | undefined;
};

/** What the model knows, and what it may still do. The newest booking is last. */
type BookingLife = {
  /** There is a second partner. */
  readonly isTwofold: boolean;
  bookingsLeft: number;
  readonly bookings: BookingHeld[];
};

const bookingsMax = 3;

const bookingOf = ({ bookings }: Readonly<BookingLife>, act: BookingAct): BookingHeld | undefined =>
  'booking' in act ? countedBack(bookings, act.booking) : undefined;

const isPossible = (life: Readonly<BookingLife>, act: BookingAct): boolean => {
  if ('as' in act && act.as === 'other' && !life.isTwofold) return false;
  if (act.act === 'book') return life.bookings.length < bookingsMax && life.bookingsLeft > 0;
  return act.act === 'list' || bookingOf(life, act) !== undefined;
};

/** Updates a booking by a view of the same partner. */
const learnView = (held: BookingHeld, { exchange, facts }: ReadExchange): void => {
  if (succeeded(exchange)) held.status = bookingStatuses.find((status) => status === facts.booking?.status);
};

/** Updates the model by an answer. */
const learn = (held: BookingHeld, act: BookingAct, reported: ReadExchange): void => {
  const isOwn = 'as' in act && act.as === 'own';
  if (act.act === 'view' && isOwn) learnView(held, reported);
  const { kind } = outcomeOf(reported.exchange);
  if (act.act === 'cancel' && kind !== 'refusal') held.state = kind === 'success' && isOwn ? 'cancelled' : 'unknown';
};

const isIt = (entry: BookingFact, { booking }: BookingHeld): boolean => {
  const named = refOf(entry);
  return named !== undefined && areSame(named, booking);
};

/** Whether a list has all bookings that it should have. A list without a filter may leave out cancelled ones. */
const isComplete = (
  { bookings }: Readonly<BookingLife>,
  { status }: Filters,
  { entries, hasMore }: ListedBookings,
): boolean =>
  hasMore ||
  bookings
    .filter((held) => held.status !== undefined && (status === undefined || status === held.status))
    .filter((held) => held.state === 'open' || (held.state === 'cancelled' && status === 'cancelled'))
    .every((held) => entries.some((entry) => isIt(entry, held) && entry.status === held.status));

const ofBookings = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;
const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

type BookingsLived = BookingLife & { readonly booked: () => Promise<void> };
type ViewAct = Extract<BookingAct, { act: 'view' }>;
type CancelAct = Extract<BookingAct, { act: 'cancel' }>;
type ListAct = Extract<BookingAct, { act: 'list' }>;

const viewed = async (session: Session, held: BookingHeld, act: ViewAct): Promise<ReadExchange> => {
  const { booking } = held;
  const asked = await session.ask('view-booking', { booking, details: act.details }, { bearer: act.as });
  learn(held, act, asked);
  return asked;
};

/** A cancellation may take some time: the flow waits until it shows, so that later acts can rely on it. */
const cancelled = async (session: Session, held: BookingHeld, act: CancelAct): Promise<void> => {
  if (act.as === 'other') {
    // Both partners may have the same ids: what the other partner can view may be its own booking.
    const { exchange } = await viewed(session, held, { ...act, act: 'view', details: inBrief });
    if (outcomeOf(exchange).kind !== 'refusal' || exchange.response?.status === 401) return;
  }
  const asked = await session.cancel(held.booking, { bearer: act.as });
  learn(held, act, asked);
  if (act.as === 'other' || !succeeded(asked.exchange)) return;
  const own = ownBooking(session, held.booking);
  await own.viewUntil((asked) => {
    learnView(held, asked);
    return held.status === 'cancelled';
  });
  await own.listUntil(aroundToday(session.targetNowMs()), ({ status }) => status === 'cancelled');
};

const listed = async (life: BookingsLived, session: Session, { as, status, isOfToday }: ListAct): Promise<void> => {
  const wanted = status === 'its own' ? life.bookings.at(-1)?.status : status;
  const filters: Filters = {
    ...(isOfToday && aroundToday(session.targetNowMs())),
    ...(wanted !== undefined && wanted !== 'none' && { status: wanted }),
  };
  const list = () => listedBookings(session, filters, { bearer: as });
  if (as === 'other') await list();
  else await lookUntil(session, list, (found) => isComplete(life, filters, found));
};

const perform = async (life: BookingsLived, session: Session, act: BookingAct): Promise<void> => {
  const held = bookingOf(life, act);
  if (act.act === 'book') await life.booked();
  if (act.act === 'list') await listed(life, session, act);
  if (held && act.act === 'view') await viewed(session, held, act);
  if (held && act.act === 'cancel') await cancelled(session, held, act);
};

const { commands, asJson } = acting<BookingAct, BookingsLived>({
  planned: bookingLives,
  byChance: bookingActs,
  isPossible,
  perform,
});

/** Acts are shrunk first: fewer acts make the rest cheaper. */
const input = fc.record({ acts: commands, stays, guests, contact: contacts, seed: pickSeed });
type BookingsToLive = typeof input extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Always the same offer, so that two bookings are alike. */
const book = async (
  session: Session,
  chosen: ChosenOffer,
  { guests: drawn, contact }: BookingsToLive,
): Promise<BookingHeld[]> => {
  const ofStay = guestsOf(drawn, chosen.search.stay);
  const { booking, attempt } = await session.book({
    ...chosen,
    contact,
    guests: ofStay,
    upsells: upsellsOf(chosen.offer),
  });
  if (!booking) return [];
  const held: BookingHeld = { booking, state: 'open' };
  const own = ownBooking(session, booking);
  await own.viewUntil((asked) => {
    learnView(held, asked);
    return isViewed(asked);
  });
  if (attempt.found !== 'once')
    for (const filters of [{}, aroundToday(session.targetNowMs())]) await own.listUntil(filters);
  return [held];
};

const liveBookings = async (session: Session, drawn: BookingsToLive): Promise<void> => {
  const { stays: days, seed } = drawn;
  const chosen = await chooseOffer(session, { stays: days, seed, worth: (offer) => upsellsOf(offer).length });
  const life: BookingsLived = {
    isTwofold: session.target.otherPartner !== undefined,
    bookingsLeft: 0,
    bookings: [],
    booked: async () => {
      life.bookings.push(...(await book(session, chosen, drawn)));
      life.bookingsLeft = await session.bookingsLeft();
    },
  };
  life.bookingsLeft = await session.bookingsLeft();
  await acted(life, session, drawn.acts);
};

/** Acts on several bookings, in every order that their states allow. */
export const exploreBookingLife = exploration('explore-booking-life', {
  story: 'Book one offer up to three times, and view, list and cancel the bookings in any order, either partner.',
  phase: 'main',
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing', ...ofBookings],
  exercises: [
    ...shownOnTheWay,
    ...shownInViews,
    ...clausesOf(['json', 'booking-status']),
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'view-booking.other-partner-sees-nothing',
    'search-bookings.status-is-documented',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'search-bookings.new-booking-is-listed',
    'search-bookings.lists-own-bookings-only',
    'cancel-booking.penalties-and-refund-are-told',
    'cancel-booking.penalty-and-refund-are-the-price',
    'cancel-booking.free-cancellation-costs-nothing',
    'cancel-booking.view-shows-cancelled',
    'cancel-booking.list-shows-cancelled',
    'view-booking.acts-elsewhere-change-nothing',
    'cancel-booking.other-partner-is-refused',
  ],
  input,
  asJson: withActsAsJson<BookingsToLive, BookingsLived>(asJson),
  run: async (session, drawn) => {
    if (!ofBookings.some(session.isAsked)) return;
    await needBookings(session, 1);
    await liveBookings(session, drawn);
  },
});

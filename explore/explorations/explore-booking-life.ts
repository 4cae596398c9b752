import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { ChosenOffer } from '../../contracts/intents.ts';
import { outcomeOf, succeeded } from '../../contracts/outcome.ts';
import { lookUntil } from '../../engine/effects/effect.ts';
import type { Asked, Session } from '../../engine/session.ts';
import { upsellsOf } from '../../flows/steps/book-by-row.ts';
import { chooseOffer, shownInViews, shownOnTheWay } from '../../flows/steps/choose-offer.ts';
import { needBookings } from '../../flows/steps/needs.ts';
import { aroundToday, type Filters, isViewed, listedBookings, ownBooking } from '../../flows/steps/own-booking.ts';
import { type BookingAct, bookingActs, bookingLives } from '../../generators/booking-acts.ts';
import { pickSeed } from '../../generators/draws.ts';
import { contacts, guests, guestsOf } from '../../generators/people.ts';
import { stays } from '../../generators/stays.ts';
import { acted, acting, withActsAsJson } from '../acting.ts';
import { exploration } from '../exploration.ts';
import {
  type BookingHeld,
  type BookingLife,
  bookingOf,
  isComplete,
  isPossible,
  lawful,
  learn,
  learnView,
} from '../models/booking-life.ts';
import { isLawful, type Surprise } from '../models/lawful.ts';

const ofBookings = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;
const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

type BookingsLived = BookingLife & { readonly booked: () => Promise<void> };
type View = Extract<BookingAct, { act: 'view' }>;
type Cancel = Extract<BookingAct, { act: 'cancel' }>;
type List = Extract<BookingAct, { act: 'list' }>;

/** Keeps what an answer teaches, and whether any reading allows it. */
const heard = (life: BookingsLived, held: BookingHeld, act: BookingAct, asked: Asked): Asked => {
  if (!isLawful(asked.exchange, lawful(act))) life.surprises.push({ act, exchange: asked.exchange });
  learn(held, act, asked);
  return asked;
};

const viewed = async (life: BookingsLived, session: Session, held: BookingHeld, act: View): Promise<Asked> => {
  const { booking } = held;
  const asked = await session.ask('view-booking', { booking, details: act.details }, { bearer: act.as });
  return heard(life, held, act, asked);
};

/** A cancellation may take its time, and is waited for: whoever looks later may count on it. */
const cancelled = async (life: BookingsLived, session: Session, held: BookingHeld, act: Cancel): Promise<void> => {
  if (act.as === 'other') {
    // Partners may count their ids alike: what the other can view may be its own.
    const { exchange } = await viewed(life, session, held, { ...act, act: 'view', details: inBrief });
    if (outcomeOf(exchange).kind !== 'refusal' || exchange.response?.status === 401) return;
  }
  const { exchange } = heard(life, held, act, await session.cancel(held.booking, { bearer: act.as }));
  if (act.as === 'other' || !succeeded(exchange)) return;
  const own = ownBooking(session, held.booking);
  await own.viewUntil((asked) => {
    learnView(held, asked);
    return held.status === 'cancelled';
  });
  await own.listUntil(aroundToday(session.targetNowMs()), ({ status }) => status === 'cancelled');
};

const listed = async (life: BookingsLived, session: Session, { as, status, isOfToday }: List): Promise<void> => {
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
  if (held && act.act === 'view') await viewed(life, session, held, act);
  if (held && act.act === 'cancel') await cancelled(life, session, held, act);
};

const { commands, asJson } = acting<BookingAct, BookingsLived>({
  planned: bookingLives,
  byChance: bookingActs,
  isPossible,
  perform,
});

/** What is shrunk first comes first: the less is done, the less the rest costs. */
const input = fc.record({ acts: commands, stays, guests, contact: contacts, seed: pickSeed });
type BookingsToLive = typeof input extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Always the same offer, so that two bookings differ in nothing but themselves. */
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

/** Lives the lives of some bookings. @returns What no reading of the interface allows. */
export const livedBookings = async (session: Session, drawn: BookingsToLive): Promise<readonly Surprise[]> => {
  const { stays: days, seed } = drawn;
  const chosen = await chooseOffer(session, { stays: days, seed, worth: (offer) => upsellsOf(offer).length });
  const life: BookingsLived = {
    isTwofold: session.target.otherPartner !== undefined,
    bookingsLeft: 0,
    bookings: [],
    surprises: [],
    booked: async () => {
      life.bookings.push(...(await book(session, chosen, drawn)));
      life.bookingsLeft = await session.bookingsLeft();
    },
  };
  life.bookingsLeft = await session.bookingsLeft();
  await acted(life, session, drawn.acts);
  return life.surprises;
};

/** Goes on with bookings in every order that the answers leave open, several at once. */
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
    'cancel-booking.refused-cancellation-changes-nothing',
    'cancel-booking.other-partner-is-refused',
  ],
  input,
  asJson: withActsAsJson<BookingsToLive, BookingsLived>(asJson),
  run: async (session, drawn) => {
    if (!ofBookings.some(session.isAsked)) return;
    await needBookings(session, 1);
    await livedBookings(session, drawn);
  },
});

/** Acts on several bookings of stays in any order, by either partner, with a census after each act. */
import fc from 'fast-check';
import { clause as clauseOf, clausesOf } from '../contracts/clauses.ts';
import type { BookingStatus } from '../contracts/facts.ts';
import type { BookingRef, ChosenOffer } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { idText } from '../contracts/subjects.ts';
import { lookUntil } from '../engine/effects/effect.ts';
import { flow } from '../engine/flow.ts';
import type { ReadExchange, Session } from '../engine/session.ts';
import { type BookingAct, bookingWalk } from '../generators/booking-acts.ts';
import { pickSeed } from '../generators/draws.ts';
import { contacts, guests, guestsOf } from '../generators/people.ts';
import { stays } from '../generators/stays.ts';
import type { Asker } from '../generators/ticket-acts.ts';
import { actInTurn, bearerOf, countedBack, type HeldThing, handsOf, takesBoth } from './steps/acts.ts';
import { incomplete, rotated, type StaysDrawn, upsellsOf } from './steps/book-by-row.ts';
import { chooseOffer, shownInViews, shownOnTheWay } from './steps/choose-offer.ts';
import { enoughOfDay, needBookings } from './steps/needs.ts';
import {
  aroundToday,
  type Filters,
  inBrief,
  inFull,
  isHidden,
  isOf,
  isViewed,
  type ListedBookings,
  listedBookings,
  ownBooking,
  statusIn,
} from './steps/own-booking.ts';

type StayHeld = HeldThing & {
  readonly booking: BookingRef;
  readonly chosen: ChosenOffer;
  /** Whose it is. */
  readonly by: Asker;
  /** `unknown` once an answer was lost, or the cancellation of a partner whose it is not succeeded. */
  state: 'open' | 'cancelled' | 'unknown';
  status?: BookingStatus | undefined;
};

/** What is known, and what may still be done. The newest booking is last. */
type StaysLived = {
  readonly drawn: StaysDrawn;
  readonly bookings: StayHeld[];
  readonly bookingsMax: number;
  /** Of the budget, half of what a day has is left to other runs. */
  readonly bookingsLeft: () => Promise<number>;
  mayBook: boolean;
  /** What was chosen first. */
  chosen?: ChosenOffer | undefined;
};

const heldBy = ({ bookings }: StaysLived, act: BookingAct): StayHeld | undefined =>
  'booking' in act ? countedBack(bookings, act.booking) : undefined;

const isStrict = ({ target }: Session, { chosen }: StaysLived): boolean =>
  chosen?.offer.supplier !== undefined && chosen.offer.supplier === target.known.strictSupplier;

const isPossible = (session: Session, life: StaysLived, act: BookingAct): boolean => {
  const { otherPartner, bindings } = session.target;
  if (takesBoth(act) && !otherPartner) return false;
  if (act.act === 'book-incomplete') return life.mayBook && isStrict(session, life);
  if (act.act === 'book') return life.bookings.length < life.bookingsMax && life.mayBook;
  if (act.act === 'list') return bindings['search-bookings'] !== undefined;
  const held = heldBy(life, act);
  // A foreign cancellation is sent only where a view has shown that the booking is hidden.
  return (
    held !== undefined && (act.act === 'price' || act.act === 'price-unknown' || bindings['view-booking'] !== undefined)
  );
};

const learnView = (held: StayHeld, viewed: ReadExchange): void => {
  if (succeeded(viewed.exchange)) held.status = statusIn(viewed);
};

/** Whether a list has all bookings that it should have. A list without a filter may leave out cancelled ones. */
const isComplete = (own: readonly StayHeld[], { status }: Filters, { entries, hasMore }: ListedBookings): boolean =>
  hasMore ||
  own
    .filter((held) => held.status !== undefined && (status === undefined || status === held.status))
    .filter((held) => held.state === 'open' || (held.state === 'cancelled' && status === 'cancelled'))
    .every((held) => entries.some((entry) => isOf(entry, held.booking) && entry.status === held.status));

const ofBookings = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

type Act<Name extends BookingAct['act']> = Extract<BookingAct, { act: Name }>;

const viewed = async (session: Session, held: StayHeld, { as, details, language }: Act<'view'>) => {
  const headers = language === undefined ? {} : { headers: { 'accept-language': language } };
  const bearer = bearerOf(held, as);
  const asked = await session.ask('view-booking', { booking: held.booking, details }, { bearer, ...headers });
  if (as === 'own') learnView(held, asked);
  return asked;
};

/** A cancellation may take some time: the flow waits until it shows, so that later acts can rely on it. */
const cancelled = async (session: Session, held: StayHeld, { as, booking }: Act<'cancel'>): Promise<void> => {
  if (as === 'other' && !isHidden(await viewed(session, held, { act: 'view', booking, as, details: inBrief }))) return;
  const { exchange } = await session.cancel(held.booking, { bearer: bearerOf(held, as) });
  const { kind } = outcomeOf(exchange);
  if (kind !== 'refusal') held.state = kind === 'success' && as === 'own' ? 'cancelled' : 'unknown';
  if (as === 'other' || !succeeded(exchange)) return;
  const own = ownBooking(handsOf(session, held.by), held.booking);
  await own.viewUntil((asked) => {
    learnView(held, asked);
    return held.status === 'cancelled';
  });
  await own.listUntil(aroundToday(session.targetNowMs()), ({ status }) => status === 'cancelled');
};

const listed = async (life: StaysLived, session: Session, { as, status, isOfToday }: Act<'list'>): Promise<void> => {
  const wanted = status === 'its own' ? life.bookings.at(-1)?.status : status;
  const filters: Filters = {
    ...(isOfToday && aroundToday(session.targetNowMs())),
    ...(wanted !== undefined && wanted !== 'none' && { status: wanted }),
  };
  const own = life.bookings.filter(({ by }) => by === as);
  const list = () => listedBookings(session, filters, { bearer: as });
  await lookUntil(session, list, (found) => isComplete(own, filters, found));
};

/** What was chosen first, so that two bookings are alike; or an offer of another hotel where there is one. */
const chosenFor = async (session: Session, life: StaysLived, isElsewhere = false): Promise<ChosenOffer> => {
  const { stays: days, seed } = life.drawn;
  const wish = { stays: days, seed, worth: (offer: ChosenOffer['offer']) => upsellsOf(offer).length };
  if (life.chosen && isElsewhere) return chooseOffer(session, { ...wish, otherThan: life.chosen.offer });
  life.chosen ??= await chooseOffer(session, wish);
  return life.chosen;
};

const intentOf = ({ drawn, bookings }: StaysLived, chosen: ChosenOffer) => {
  const { guests: all, contact } = drawn;
  const turned = rotated(all, bookings.length % all.length);
  return { ...chosen, contact, guests: guestsOf(turned, chosen.search.stay), upsells: upsellsOf(chosen.offer) };
};

const booked = async (session: Session, life: StaysLived, { by = 'own', isElsewhere }: Act<'book'>) => {
  const hands = handsOf(session, by);
  // An offer is of the partner who has searched for it.
  const chosen = await chosenFor(hands, by === 'own' ? life : { ...life, chosen: undefined }, isElsewhere);
  const { booking, attempt } = await hands.book(intentOf(life, chosen));
  life.mayBook = (await life.bookingsLeft()) > 0;
  if (!booking) return undefined;
  const own = ownBooking(hands, booking);
  const held: StayHeld = {
    kind: by,
    booking,
    chosen,
    by,
    shares: [idText(chosen.offer.hotelId)],
    state: 'open',
    isEnded: () => held.state !== 'open',
    look: async () => learnView(held, await own.view(inFull)),
  };
  await own.viewUntil((asked) => {
    learnView(held, asked);
    return isViewed(asked);
  });
  if (attempt.found !== 'once')
    for (const filters of [{}, aroundToday(session.targetNowMs())]) await own.listUntil(filters);
  life.bookings.push(held);
  return held;
};

/** A refusal changes nothing that is booked. */
const bookedIncompletely = async (session: Session, life: StaysLived): Promise<void> => {
  if (!life.chosen) return;
  const { guests: rooms, ...intent } = intentOf(life, life.chosen);
  await session.book({ ...intent, guests: incomplete(rooms, { lacks: 'citizenship', of: 'last' }), upsells: [] });
  life.mayBook = (await life.bookingsLeft()) > 0;
};

const pricedAgain = async (session: Session, { chosen, by }: StayHeld): Promise<void> => {
  const { searchId, search, offer } = chosen;
  const { hotelId } = offer;
  const hands = handsOf(session, by);
  if (hotelId !== undefined) await hands.ask('hotel-pricing', { searchId, search, hotelId, offer });
  await hands.ask('offer-pricing', { searchId, search, offer });
};

/** What no search has found is refused, and changes nothing. */
const pricedInVain = async (session: Session, { chosen }: StayHeld): Promise<void> => {
  const { searchId, search, offer } = chosen;
  const turned = (id: Json | undefined) => (typeof id === 'string' ? [...id].toReversed().join('') : null);
  const unknown = { ...offer, offerId: turned(offer.offerId), reference: turned(offer.reference) };
  await session.wrong({ clauses: [], unlike: [{ searchId, search, offer }] }, (options) =>
    session.ask('offer-pricing', { searchId, search, offer: unknown }, options),
  );
};

const perform = async (session: Session, life: StaysLived, act: BookingAct): Promise<StayHeld | undefined> => {
  if (act.act === 'book') return booked(session, life, act);
  const held = heldBy(life, act);
  if (act.act === 'book-incomplete') await bookedIncompletely(session, life);
  if (act.act === 'list') await listed(life, session, act);
  if (held && act.act === 'price') await pricedAgain(session, held);
  if (held && act.act === 'price-unknown') await pricedInVain(handsOf(session, bearerOf(held, act.as)), held);
  if (held && act.act === 'view') await viewed(session, held, act);
  if (held && act.act === 'cancel') await cancelled(session, held, act);
  return held;
};

/** Acts are shrunk first: fewer acts make the rest cheaper. */
export const staysToLive = <Acts>(acts: fc.Arbitrary<Acts>) =>
  fc.record({ acts, stays, guests, contact: contacts, seed: pickSeed });
type StaysToLive = StaysDrawn & { readonly acts: readonly BookingAct[] };

export const liveStays = async (
  session: Session,
  { acts, ...drawn }: StaysToLive,
  {
    bookingsMax,
    shareOfDay = 1,
    requestsMax,
  }: { readonly bookingsMax: number; readonly shareOfDay?: number; readonly requestsMax?: number },
): Promise<void> => {
  if (!ofBookings.some(session.isAsked)) return;
  await needBookings(session, 1);
  const life: StaysLived = {
    drawn,
    bookings: [],
    bookingsMax,
    bookingsLeft: () => session.bookingsLeft(0, shareOfDay),
    mayBook: false,
  };
  life.mayBook = enoughOfDay(await life.bookingsLeft(), 'may.books');
  await actInTurn<BookingAct>(session, {
    acts,
    isPossible: (act) => isPossible(session, life, act),
    perform: (act) => perform(session, life, act),
    things: () => life.bookings,
    list: () => listedBookings(session, {}),
    ...(requestsMax !== undefined && { requestsMax }),
  });
};

export const shownByStays = {
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing', ...ofBookings],
  exercises: [
    ...shownOnTheWay,
    ...shownInViews,
    'view-booking.acts-elsewhere-change-nothing',
    'view-booking.other-partner-sees-nothing',
    ...clausesOf(['json', 'booking-status']),
    ...clausesOf(['search-bookings']).filter((id) => clauseOf(id).isLaw),
    'hotel-flow.amounts-keep-their-currency',
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
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
    'cancel-booking.other-partner-is-refused',
  ],
} as const;

/** With what is left of a full run: half of what a day may book is left to other runs. */
export const actOnStays = flow('act-on-stays', {
  story: 'Book stays of one offer and of others, for both partners, and act on them in an order that is drawn.',
  phase: 'main',
  isForFullOnly: true,
  isRepeated: true,
  ...shownByStays,
  input: staysToLive(bookingWalk),
  run: (session, drawn) => liveStays(session, drawn, { bookingsMax: 6, shareOfDay: 0.5, requestsMax: 138 }),
});

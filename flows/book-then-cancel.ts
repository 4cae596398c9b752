import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { bookingStatuses } from '../contracts/facts.ts';
import type { BookingRef } from '../contracts/intent-parts.ts';
import type { ChosenOffer, Details } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { outcomeOf, succeeded } from '../contracts/outcome.ts';
import { lookUntil } from '../engine/effects/look-until.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { contacts } from '../generators/contacts.ts';
import { guests, guestsOf } from '../generators/guests.ts';
import { pickSeed } from '../generators/picked.ts';
import { stays } from '../generators/stays.ts';
import { chooseOffer } from './steps/choose-offer.ts';
import { endWithout } from './steps/end-without.ts';
import { aroundToday, type Filters, listedBookings, notToday } from './steps/listed-bookings.ts';
import { bookedRef, needBookings } from './steps/need-bookings.ts';
import { shownOnTheWay } from './steps/on-the-way.ts';
import { isAtRest, isViewed, type OwnBooking, ownBooking } from './steps/own-booking.ts';
import { bookSecond } from './steps/second-booking.ts';
import { upsellsOf } from './steps/upsells-of.ts';

const inFull: Details = { includePriceDetails: true, includeResidenceDetails: true };
const priced: Details = { includePriceDetails: true, includeResidenceDetails: false };
/** After a view in brief: two with price details alone stand between two without any. */
const everyDetails: readonly Details[] = [
  inFull,
  { includePriceDetails: false, includeResidenceDetails: true },
  priced,
  priced,
  { includePriceDetails: false, includeResidenceDetails: false },
];

const ofBookings = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

/** How often a list is read between two views of a booking that moves on meanwhile. */
const comparisonsMax = 3;

/** Lists the booking under what it is until it is there, and under what it is not. */
const listEveryWay = async (session: Session, booking: OwnBooking): Promise<void> => {
  const { sample } = session;
  const today = aroundToday(session.targetNowMs());
  await booking.listUntil({});
  await booking.listUntil(today);
  for (const dates of sample.some([{}, today], { standard: 1 })) {
    await lookUntil(
      session,
      async () => {
        // It may have moved on since the last look.
        const status = await booking.statusNow();
        if (status === undefined) return true;
        const listed = await booking.list({ ...dates, status });
        return booking.isIn(listed) || listed.hasMore;
      },
      Boolean,
    );
  }
  const notThen = notToday(session.targetNowMs());
  // Of a sample, one range by itself and the other beside a status.
  for (const days of sample.at({ standard: sample.some(notThen, { standard: 1 }), full: [] })) await booking.list(days);
  for (const days of sample.some(notThen, { standard: 1 }, 1)) {
    if (sample.depth === 'full') await booking.list(days);
    const status = await booking.statusNow();
    if (status !== undefined) await booking.list({ ...days, status });
  }
  const status = await booking.statusNow();
  const others = bookingStatuses.filter((other) => other !== status);
  for (const other of sample.some(others, { standard: 2 })) await booking.list({ ...today, status: other });
  await booking.list({});
};

/** Reads a list between two views that say the same. */
const compare = async (session: Session, { statusNow, list }: OwnBooking): Promise<void> => {
  let before = await statusNow();
  for (let time = 0; time < comparisonsMax; time += 1) {
    await list(aroundToday(session.targetNowMs()));
    const after = await statusNow();
    if (after === before) return;
    before = after;
  }
};

/** Looks with the eyes of the second partner, who must see nothing and end nothing. */
const lookAsOther = async (session: Session, name: BookingRef): Promise<void> => {
  const asOther = { bearer: 'other' } as const;
  const today = aroundToday(session.targetNowMs());
  if (session.isAsked('search-bookings')) {
    const filters: Filters[] = [today, { ...today, status: 'completed' }];
    for (const filter of session.sample.some(filters, { standard: 1 })) await listedBookings(session, filter, asOther);
  }
  if (!session.isAsked('view-booking') && !session.isAsked('cancel-booking')) return;
  const { exchange } = await session.ask('view-booking', { booking: name, details: inFull }, asOther);
  // Partners may count their ids alike: what it can view may be its own.
  const isHidden = outcomeOf(exchange).kind === 'refusal' && exchange.response?.status !== 401;
  if (session.isAsked('cancel-booking') && isHidden) await session.cancel(name, asOther);
};

/** Cancels twice: the second may lawfully succeed, and then it is the one after which the booking is cancelled. */
const cancelTwice = async (session: Session, name: BookingRef, booking: OwnBooking): Promise<void> => {
  const isCancelled = (status: Json | undefined): boolean => status === 'cancelled';
  for (let time = 0; time < 2; time += 1) {
    const { exchange } = await session.cancel(name);
    if (outcomeOf(exchange).kind === 'refusal') return;
    await booking.viewUntil(({ facts }) => isCancelled(facts.booking?.status));
    await booking.listUntil(aroundToday(session.targetNowMs()), ({ status }) => isCancelled(status));
  }
};

const input = fc.record({ stays, guests, contact: contacts, seed: pickSeed });
type Input = typeof input extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type First = { readonly name: BookingRef; readonly chosen: ChosenOffer; readonly isAnswered: boolean };

/** A supplier may refuse what was just verified, because somebody else took the room: then another offer is tried. */
const bookedFirst = async (session: Session, drawn: Input, offersMax = 2): Promise<First> => {
  const { stays, seed, contact } = drawn;
  const chosen = await chooseOffer(session, { stays, seed, worth: (offer) => upsellsOf(offer).length });
  const guests = guestsOf(drawn.guests, chosen.search.stay);
  const booked = await session.book({ ...chosen, guests, contact, upsells: upsellsOf(chosen.offer) });
  const isRefused = !booked.booking && outcomeOf(booked.exchange).kind === 'refusal';
  if (!isRefused || offersMax < 2 || (await session.bookingsLeft()) === 0)
    return { name: bookedRef(booked), chosen, isAnswered: succeeded(booked.exchange) };
  return bookedFirst(session, { ...drawn, seed: seed + 1 }, offersMax - 1);
};

/** Books one offer, looks at it in every way, cancels it, and looks again. */
export const bookThenCancel = flow('book-then-cancel', {
  story:
    'Book an offer that can be cancelled free of charge, view and list it in every way, book another and view both, cancel the first, and look again.',
  phase: 'main',
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing', ...ofBookings],
  exercises: [
    ...shownOnTheWay,
    ...clausesOf(['json', 'hotel-flow', 'search-bookings', 'cancel-booking', 'booking-status', 'view-booking'], {
      except: ['cancel-booking.unknown-booking-is-refused', 'view-booking.unknown-booking-is-refused'],
    }),
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'hotel-bearer.issued-token-is-accepted',
  ],
  input,
  run: async (session, drawn) => {
    const { isAsked, target } = session;
    if (!ofBookings.some(isAsked)) return;
    await needBookings(session, 1);
    const { name, chosen, isAnswered } = await bookedFirst(session, drawn);
    const booking = ownBooking(session, name);
    await booking.viewUntil(isViewed);
    if (isAsked('view-booking')) for (const details of everyDetails) await booking.view(details);
    if (isAsked('search-bookings') || isAsked('create-booking')) await listEveryWay(session, booking);
    // A booking in work may lawfully not be cancelled yet.
    await booking.viewUntil(isAtRest);
    const lacking = isAnswered ? await bookSecond(session, drawn, chosen) : undefined;
    // Lists and views have been told side by side before.
    if (session.sample.depth === 'full') await compare(session, booking);
    if (target.otherPartner) await lookAsOther(session, name);
    // After whatever the second partner did, and before we end it.
    const before = await booking.statusNow();
    await cancelTwice(session, name, booking);
    await booking.listUntil({ ...aroundToday(session.targetNowMs()), status: 'cancelled' });
    // Full runs list every status in another story, where this booking may stand under its former one.
    if (session.sample.depth !== 'full' && before !== undefined) await booking.list({ status: before });
    if (isAsked('view-booking') || isAsked('cancel-booking')) await booking.view(inFull);
    endWithout([!target.otherPartner && 'otherPartner, the credentials of a second partner,', lacking]);
  },
});

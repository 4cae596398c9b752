/** Books a stay, looks at it in every way, cancels it; and lists all bookings there are. */
import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { type BookingStatus, bookingStatuses } from '../contracts/facts.ts';
import type { BookingRef } from '../contracts/intents.ts';
import type { Json } from '../contracts/json.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { lookUntil } from '../engine/effects/effect.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { dayAfter } from '../generators/calendar.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { contacts, guests } from '../generators/people.ts';
import { type BookingRow, bookingRows, stays } from '../generators/stays.ts';
import { unknownBooking } from '../generators/unknown-ids.ts';
import { bookedByRow } from './steps/book-by-row.ts';
import { bookOthers, bookSecond } from './steps/book-more.ts';
import { shownOnTheWay } from './steps/choose-offer.ts';
import { plainRow } from './steps/find-hotels.ts';
import { endWithout, needBookings } from './steps/needs.ts';
import {
  aroundToday,
  askForNone,
  type BookingAsks,
  type Filters,
  inBrief,
  inFull,
  isAtRest,
  isViewed,
  listedBookings,
  lookAsOther,
  notToday,
  ownBooking,
  withPrices,
  withResidence,
} from './steps/own-booking.ts';

export const listBookings = flow('list-bookings', {
  story: 'List the bookings there are, by every status, and created of late, long ago, and in days to come.',
  phase: 'main',
  operations: ['search-bookings'],
  exercises: [
    ...clausesOf(['json']),
    'search-bookings.status-is-documented',
    'search-bookings.status-filter-holds',
    'search-bookings.creation-date-filter-holds',
    'search-bookings.filter-adds-nothing',
    'booking-status.former-values-are-gone',
    'hotel-bearer.issued-token-is-accepted',
  ],
  input: fc.record({ daysBack: fc.integer({ min: 3, max: 14 }) }),
  run: async (session, { daysBack }) => {
    await listedBookings(session, {});
    const now = session.targetNowMs();
    const ranges: Filters[] = [
      { createdFrom: dayAfter(now, -daysBack), createdTo: dayAfter(now, 0) },
      // Nothing is created in days to come, so a booking in the answer shows that the bound does not hold.
      ...notToday(now),
    ];
    const { some } = session.sample;
    for (const status of some(bookingStatuses, { standard: 1 })) await listedBookings(session, { status });
    for (const range of some(ranges, { standard: 1 })) await listedBookings(session, range);
    await listedBookings(session, {});
  },
});

/** After a view in brief: two with price details alone stand between two without any. */
const everyDetails = [inFull, withResidence, withPrices, withPrices, inBrief];

const ofBookings = ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const;

/** How often a list is read between two views of a booking that moves on meanwhile. */
const comparisonsMax = 3;

/** Lists the booking under what it is until it is there, and under what it is not. @returns How it was viewed last. */
const listEveryWay = async (session: Session, booking: BookingAsks): Promise<BookingStatus | undefined> => {
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
  let last: BookingStatus | undefined;
  // Of a sample, one range by itself and the other beside a status.
  for (const days of sample.at({ standard: sample.some(notThen, { standard: 1 }), full: [] })) await booking.list(days);
  for (const days of sample.some(notThen, { standard: 1 }, 1)) {
    if (sample.depth === 'full') await booking.list(days);
    const status = await booking.statusNow();
    if (status !== undefined) await booking.list({ ...days, status });
    if (sample.depth !== 'full') last = status;
  }
  const status = last ?? (await booking.statusNow());
  const others = bookingStatuses.filter((other) => other !== status);
  for (const other of sample.some(others, { standard: 1 })) await booking.list({ ...today, status: other });
  await booking.list({});
  return status;
};

/** Reads a list between two views that say the same. */
const compare = async (session: Session, { statusNow, list }: BookingAsks): Promise<void> => {
  let before = await statusNow();
  for (let time = 0; time < comparisonsMax; time += 1) {
    await list(aroundToday(session.targetNowMs()));
    const after = await statusNow();
    if (after === before) return;
    before = after;
  }
};

/** Cancels twice: the second may lawfully succeed, and then it is the one after which the booking is cancelled. */
const cancelTwice = async (session: Session, name: BookingRef, booking: BookingAsks): Promise<void> => {
  const isCancelled = (status: Json | undefined): boolean => status === 'cancelled';
  for (let time = 0; time < 2; time += 1) {
    const { exchange } = await session.cancel(name);
    if (outcomeOf(exchange).kind === 'refusal') return;
    await booking.viewUntil(({ facts }) => isCancelled(facts.booking?.status));
    await booking.listUntil(aroundToday(session.targetNowMs()), ({ status }) => isCancelled(status));
  }
};

/** How many rows a full run books, and how many of them every one books. */
const rowsMax = 8;
const firstRowsMax = 6;

const plainBooking: BookingRow = { ...plainRow, seller: 0, hasExtras: true };

/** The circumstances of what is booked first, of what is booked beside it, and of all else. */
const rowsOf = (
  { sample }: Session,
  seed: number,
): readonly [first: BookingRow, second: BookingRow, ...BookingRow[]] => {
  // Rows that come first show most pairs.
  const [leading, rest] = [bookingRows().slice(0, firstRowsMax), bookingRows().slice(firstRowsMax)];
  const walked = [...leading, ...picked(rest, rowsMax - firstRowsMax, seed)];
  const all = sample.at({ standard: bookingRows(), full: picked(walked, rowsMax, seed) });
  const [first = plainBooking] = sample.some(
    // Who stays alone shows nothing of other guests: that is for what is booked beside it.
    all.filter(({ hasExtras, party }) => hasExtras && party !== 'alone'),
    { standard: 1 },
  );
  // Of another place in its list, or the same two would always meet.
  const [second = plainBooking] = sample.some(
    all.filter(({ hasExtras }) => !hasExtras),
    { standard: 1 },
    1,
  );
  const others = sample.at({ standard: [], full: all.filter((row) => row !== first && row !== second) });
  return [first, second, ...others];
};

export const bookThenCancel = flow('book-then-cancel', {
  story:
    'Book an offer that can be cancelled free of charge, view and list it in every way, book another and view both, cancel the first, and look again.',
  phase: 'main',
  operations: ['hotel-search', 'hotel-pricing', 'offer-pricing', ...ofBookings],
  exercises: [
    ...shownOnTheWay,
    ...clausesOf(['json', 'hotel-flow', 'search-bookings', 'cancel-booking', 'booking-status', 'view-booking'], {
      except: ['cancel-booking.unknown-booking-is-refused', 'hotel-flow.incomplete-request-is-not-served'],
    }),
    'create-booking.status-is-documented',
    'create-booking.one-request-books-once',
    'hotel-bearer.issued-token-is-accepted',
    ...clausesOf(['hotel-refusal', 'refusal'], { except: ['refusal.lack-is-refused-alike'] }),
  ],
  input: fc.record({ stays, guests, contact: contacts, seed: pickSeed, unknownBooking }),
  run: async (session, drawn) => {
    const { isAsked, target } = session;
    if (!ofBookings.some(isAsked)) return;
    await needBookings(session, 1);
    const [firstRow, secondRow, ...rows] = rowsOf(session, drawn.seed);
    const first = await bookedByRow(session, drawn, firstRow);
    const { name, own, other } = first;
    const booking = ownBooking(own, name);
    await booking.viewUntil(isViewed);
    if (isAsked('view-booking')) for (const details of everyDetails) await booking.view(details);
    const isListed = isAsked('search-bookings') || isAsked('create-booking');
    const viewed = isListed ? await listEveryWay(own, booking) : undefined;
    // A booking in work may lawfully not be cancelled yet.
    if (viewed !== 'completed') await booking.viewUntil(isAtRest);
    const { name: secondName, lacking } = await bookSecond(first, drawn, secondRow);
    const second = secondName && ownBooking(own, secondName);

    if (session.sample.depth === 'full') await compare(own, booking);
    if (other) await lookAsOther(other, name);
    const looks = [{ operation: 'view-booking', topic: 'view-booking' }] as const;
    await askForNone(own, name, { looks, unknownBooking: drawn.unknownBooking });
    // After all that the other partner did, and before we end it.
    const before = await booking.statusNow();
    await cancelTwice(own, name, booking);
    await second?.view(inBrief);
    await booking.listUntil({ ...aroundToday(session.targetNowMs()), status: 'cancelled' });
    // Full runs list every status in another story, where this booking may stand under its former one.
    if (session.sample.depth !== 'full' && before !== undefined) await booking.list({ status: before });
    // What was booked beside it is open still, until it is cancelled, too.
    await second?.view(inFull);
    if (second && secondName && isAsked('cancel-booking')) {
      await own.cancel(secondName);
      await second.viewUntil(({ facts }) => facts.booking?.status === 'cancelled');
    }
    // What has ended before stays so, and the list has both.
    if (isAsked('view-booking') || isAsked('cancel-booking')) {
      await booking.view(inFull);
      await booking.view(inBrief);
    }
    if (second) await booking.list({});
    if (first.isAnswered) await bookOthers(session, drawn, rows);
    endWithout([!target.otherPartner && 'otherPartner, the credentials of a second partner,', lacking]);
  },
});

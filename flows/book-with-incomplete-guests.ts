import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import { flow } from '../engine/flow.ts';
import { type Session, stop } from '../engine/session.ts';
import { pickSeed } from '../generators/draws.ts';
import type { LackedPart } from '../generators/lacked-parts.ts';
import { contacts, guests, guestsOf } from '../generators/people.ts';
import { type SearchRow, staysOfSeveral } from '../generators/stays.ts';
import { askIncompletely, shownByIncompleteAsks, withoutEach } from './steps/ask-incompletely.ts';
import {
  type Incomplete,
  incomplete,
  type MissingOfGuest,
  type StaysDrawn,
  shownWithout,
} from './steps/book-by-row.ts';
import { chooseOffer, shownOnTheWay } from './steps/choose-offer.ts';
import {
  asFarAsPossible,
  findHotels,
  inHandsOf,
  plainRow,
  presetsAsked,
  regionOf,
  wantedBy,
} from './steps/find-hotels.ts';
import { endWithout, needBookings, unbound } from './steps/needs.ts';
import { isAtRest, ownBooking } from './steps/own-booking.ts';

/**
 * The most useful first, as far as the budget goes. A service that checks only the first guest accepts the last without
 * citizenship; one that checks only the last accepts the first.
 */
const attempts: readonly Incomplete[] = [
  { lacks: 'citizenship', of: 'last' },
  {},
  { lacks: 'gender', of: 'last' },
  { lacks: 'citizenship', of: 'first' },
  { lacks: 'gender', of: 'first' },
];
const attemptsMin = 3;

/** One without citizenship, one without gender, and a complete one: of which guest it lacks, the seed decides. */
const attemptsOf = ({ sample }: Session): readonly Incomplete[] => {
  const lacking = (what: MissingOfGuest, row: number) => {
    const all = attempts.filter(({ lacks }) => lacks === what);
    return sample.some(all, { standard: 1 }, row);
  };
  // One of the first guest, the other of the last.
  const asked = [...lacking('citizenship', 0), ...lacking('gender', 1)];
  return attempts.filter((attempt) => !attempt.lacks || asked.includes(attempt));
};

/** So many are left for other stories. */
const reserved = 3;
/** Before the same is asked for other guests. */
const reservedInFull = 12;
const otherRowsMax = 1;

/** Always several guests, so that a rule can be asked about the last: often a child, or in a second room. */
const severalRows: readonly Pick<SearchRow, 'party' | 'rooms' | 'partner' | 'region'>[] = [
  { party: 'family', rooms: 1, partner: 'own', region: 0 },
  { party: 'two', rooms: 2, partner: 'other', region: 1 },
  { party: 'two', rooms: 1, partner: 'own', region: 0 },
  { party: 'family', rooms: 2, partner: 'other', region: 0 },
];

type Attempts = { readonly supplier: string; readonly row: SearchRow; readonly attempts: readonly Incomplete[] };

/** A faulty service may book each of them: what others need is left. */
const affordable = async <Ask>(session: Session, asks: readonly Ask[]): Promise<readonly Ask[]> =>
  (await session.bookingsLeft()) >= asks.length + attemptsMin + reservedInFull ? asks : [];

const bookEach = async (
  session: Session,
  drawn: StaysDrawn,
  { supplier, row, attempts, isFirst = false }: Attempts & { readonly isFirst?: boolean },
): Promise<void> => {
  const { seed, guests, contact } = drawn;
  const chosen = await chooseOffer(session, { ...wantedBy(session, row, drawn.stays), seed, supplier });
  const rooms = guestsOf(guests, chosen.search.stay);
  // The complete one last: a room that is taken may be refused for that.
  const inOrder = [...attempts.filter(({ lacks }) => lacks), ...attempts.filter(({ lacks }) => !lacks)];
  const complete = { ...chosen, guests: rooms, contact, upsells: [] };
  if (isFirst) {
    const without = (...parts: LackedPart['part'][]) =>
      withoutEach(parts, { whole: complete, send: (options) => session.book(complete, options) });
    await askIncompletely(session, await affordable(session, without('guests', 'contact', 'offer')));
    await askIncompletely(session, await affordable(session, without('searchId')));
  }
  for (const attempt of inOrder) {
    const booked = attempt.lacks
      ? await session.wrong({ clauses: shownWithout(attempt.lacks), unlike: [complete], isLacking: true }, (options) =>
          session.book({ ...complete, guests: incomplete(rooms, attempt) }, options),
        )
      : await session.book(complete);
    const booking = booked?.booking;
    // It shows how a booking without upsells is viewed, and while it is in work it may lawfully not be cancelled.
    if (booking && session.target.bindings['view-booking']) await ownBooking(session, booking).viewUntil(isAtRest);
  }
};

/** Searches twice and prices by each preset, after the refusals: they must have changed nothing. */
const searchAfterwards = async (session: Session, { stays, seed }: StaysDrawn): Promise<void> => {
  const { known } = session.target;
  for (const preset of presetsAsked(known, { seed, sample: session.sample })) {
    const { search, searchId, hotels } = await findHotels(session, { stays, preset });
    const [{ hotelId, offers }] = hotels;
    await session.ask('hotel-pricing', { searchId, hotelId, offer: offers[0], search });
    await session.ask('hotel-search', search);
  }
};

/** Books with the supplier that wants to know all of every guest, each time with one thing missing, then with all. */
export const bookWithIncompleteGuests = flow('book-with-incomplete-guests', {
  story: 'Book with the strict supplier for guests without citizenship, without gender, and then with both.',
  phase: 'main',
  operations: [
    'hotel-search',
    'hotel-pricing',
    'offer-pricing',
    'create-booking',
    'view-booking',
    'search-bookings',
    'cancel-booking',
  ],
  exercises: [
    ...shownOnTheWay,
    ...clausesOf(['create-booking', 'hotel-refusal', 'refusal'], { except: ['refusal.has-one-form'] }),
    'view-booking.upsells-are-a-list',
    'booking-status.former-values-are-gone',
  ],
  forFullOnly: shownByIncompleteAsks,
  input: fc.record({ stays: staysOfSeveral, guests, contact: contacts, seed: pickSeed }),
  run: async (session, drawn) => {
    if (!session.isAsked('create-booking')) return;
    const left = await needBookings(session, attemptsMin);
    // A search is of use to other stories, too.
    regionOf(session);
    const supplier =
      session.target.known.strictSupplier ??
      stop('needs', 'needs known.strictSupplier, who refuses guests without citizenship or gender, in the target file');
    const attempted = attemptsOf(session).slice(0, Math.max(attemptsMin, left - reserved));
    const [row = plainRow, ...others] = session.sample.some(severalRows, { standard: 1 });
    // The first partner alone: a second may lack the right to book, and then a refusal says nothing of the supplier.
    await bookEach(session, drawn, {
      supplier,
      row: { ...row, partner: 'own' },
      attempts: attempted,
      isFirst: true,
    });
    for (const other of others.slice(0, otherRowsMax)) {
      if ((await session.bookingsLeft()) < attemptsMin + reservedInFull) break;
      const attempts = attempted.slice(0, attemptsMin);
      await asFarAsPossible(() =>
        inHandsOf(session, other, (own) => bookEach(own, drawn, { supplier, row: other, attempts })),
      );
    }
    if (session.sample.depth === 'full') await asFarAsPossible(() => searchAfterwards(session, drawn));
    endWithout(unbound(session.target.bindings, ['view-booking']));
  },
});

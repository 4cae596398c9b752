import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { Guest } from '../contracts/intents.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { stop } from '../engine/stop.ts';
import { contacts } from '../generators/contacts.ts';
import { guests, guestsOf } from '../generators/guests.ts';
import { pickSeed } from '../generators/picked.ts';
import { staysOfSeveral } from '../generators/stays.ts';
import { chooseOffer } from './steps/choose-offer.ts';
import { endWithout, unbound } from './steps/end-without.ts';
import { needBookings } from './steps/need-bookings.ts';
import { shownOnTheWay } from './steps/on-the-way.ts';
import { isAtRest, ownBooking } from './steps/own-booking.ts';

type Lack = 'citizenship' | 'gender';
type Attempt = { readonly lacks?: Lack; readonly of?: 'first' | 'last' };

/**
 * The most telling first, as far as the budget goes. Whoever looks at the first guest only accepts the last without
 * citizenship; whoever looks at the last only, the first.
 */
const attempts: readonly Attempt[] = [
  { lacks: 'citizenship', of: 'last' },
  {},
  { lacks: 'gender', of: 'last' },
  { lacks: 'citizenship', of: 'first' },
  { lacks: 'gender', of: 'first' },
];
const attemptsMin = 3;

/** One without citizenship, one without gender, and a complete one: of which guest it lacks, the seed decides. */
const attemptsOf = ({ sample }: Session): readonly Attempt[] => {
  const lacking = (what: Lack, row: number) => {
    const all = attempts.filter(({ lacks }) => lacks === what);
    return sample.some(all, { standard: 1 }, row);
  };
  // One of the first guest, the other of the last.
  const asked = [...lacking('citizenship', 0), ...lacking('gender', 1)];
  return attempts.filter((attempt) => !attempt.lacks || asked.includes(attempt));
};

/** So many are left for other stories. */
const reserved = 3;

const without = (guest: Guest, lack: Lack): Guest => {
  const { [lack]: _, ...rest } = guest;
  return rest;
};

const guestsIn = (rooms: readonly (readonly Guest[])[], { lacks, of }: Attempt): Guest[][] => {
  const all = rooms.flat();
  const lacking = of === 'first' ? all[0] : all.at(-1);
  return rooms.map((room) => room.map((guest) => (lacks && guest === lacking ? without(guest, lacks) : guest)));
};

/** Books with the supplier that wants to know all of every guest, each time with one thing missing, and then with all. */
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
    ...clausesOf(['create-booking', 'hotel-refusal', 'refusal']),
    'view-booking.upsells-are-a-list',
    'booking-status.former-values-are-gone',
  ],
  input: fc.record({ stays: staysOfSeveral, guests, contact: contacts, seed: pickSeed }),
  run: async (session, { stays, guests, contact, seed }) => {
    if (!session.isAsked('create-booking')) return;
    const supplier =
      session.target.known.strictSupplier ??
      stop('needs', 'needs known.strictSupplier, who refuses guests without citizenship or gender, in the target file');
    const left = await needBookings(session, attemptsMin);
    const chosen = await chooseOffer(session, { stays, seed, supplier });
    const rooms = guestsOf(guests, chosen.search.stay);
    const affordable = attemptsOf(session).slice(0, Math.max(attemptsMin, left - reserved));
    // The complete one last: a room that is taken may be refused for that.
    const inOrder = [...affordable.filter(({ lacks }) => lacks), ...affordable.filter(({ lacks }) => !lacks)];
    for (const attempt of inOrder) {
      const { booking } = await session.book({ ...chosen, guests: guestsIn(rooms, attempt), contact, upsells: [] });
      // It shows how a booking without upsells is viewed, and while it is in work it may lawfully not be cancelled.
      if (booking && session.target.bindings['view-booking']) await ownBooking(session, booking).viewUntil(isAtRest);
    }
    endWithout(unbound(session.target.bindings, ['view-booking']));
  },
});

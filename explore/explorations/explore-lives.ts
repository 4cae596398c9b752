/** Explores the lives of bookings of stays, and of flights and their tickets: acts in any order, by either partner. */
import fc from 'fast-check';
import { liveTickets, shownByTickets, ticketsToLive } from '../../flows/act-on-flights.ts';
import { liveStays, shownByStays, staysToLive } from '../../flows/act-on-stays.ts';
import { bookingActs, bookingLives } from '../../generators/booking-acts.ts';
import type { Stretch } from '../../generators/draws.ts';
import { ticketActs, ticketLives } from '../../generators/ticket-acts.ts';
import { exploration } from '../exploration.ts';

const chanceMax = 3;

/** Planned acts, and a few at random. */
const withChance = <Act>(planned: Stretch<Act>, byChance: fc.Arbitrary<Act>): Stretch<Act> =>
  fc
    .tuple(planned, fc.array(byChance, { maxLength: chanceMax, size: 'max' }))
    .map(([first, then]) => [...first, ...then]);

export const exploreBookingLife = exploration('explore-booking-life', {
  story: 'Book one offer up to three times, and view, list and cancel the bookings in any order, either partner.',
  phase: 'main',
  ...shownByStays,
  input: staysToLive(withChance(bookingLives, bookingActs)),
  run: (session, drawn) => liveStays(session, drawn, { bookingsMax: 3 }),
});

export const exploreTicketLife = exploration('explore-ticket-life', {
  story: 'Book and issue tickets, and void, use, exchange, refund and cancel them in any order, either partner.',
  phase: 'main',
  ...shownByTickets,
  input: ticketsToLive(withChance(ticketLives, ticketActs)),
  run: (session, drawn) => session.inOwnWorld((world) => liveTickets(world, drawn, { bookingsMax: 4 })),
});

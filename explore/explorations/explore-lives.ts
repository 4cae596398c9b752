/** Explores the lives of bookings and tickets: acts in any order, by either partner, and voids that are wrong in one way. */
import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { voidCall } from '../../engine/bound-call.ts';
import { liveTickets, shownByTickets, ticketsToLive } from '../../flows/act-on-flights.ts';
import { liveStays, shownByStays, staysToLive } from '../../flows/act-on-stays.ts';
import { ticketedFlight } from '../../flows/steps/book-flight.ts';
import { ownTicket } from '../../flows/steps/own-ticket.ts';
import { bookingActs, bookingLives } from '../../generators/booking-acts.ts';
import type { Stretch } from '../../generators/draws.ts';
import { flightsOfOne, flightToBook } from '../../generators/flights.ts';
import { voidOf, voidRequests } from '../../generators/requests/void-requests.ts';
import { ticketActs, ticketLives } from '../../generators/ticket-acts.ts';
import { exploration, isSendable } from '../exploration.ts';

const chanceMax = 3;

/** Planned acts, and a few at random. */
const withChance = <Act>(planned: Stretch<Act>, byChance: fc.Arbitrary<Act>): Stretch<Act> =>
  fc
    .tuple(planned, fc.array(byChance, { maxLength: chanceMax, size: 'max' }))
    .map(([first, then]) => [...first, ...then]);

export const exploreBookingLife = exploration('explore-booking-life', {
  story: 'Book one offer up to three times, and view, list and cancel the bookings in any order, either partner.',
  ...shownByStays,
  input: staysToLive(withChance(bookingLives, bookingActs)),
  run: (session, drawn) => liveStays(session, drawn, { bookingsMax: 3 }),
});

export const exploreTicketLife = exploration('explore-ticket-life', {
  story: 'Book and issue tickets, and void, use, exchange, refund and cancel them in any order, either partner.',
  ...shownByTickets,
  input: ticketsToLive(withChance(ticketLives, ticketActs)),
  run: (session, drawn) => session.inOwnWorld((world) => liveTickets(world, drawn, { bookingsMax: 4 })),
});

export const exploreVoids = exploration('explore-voids', {
  story: 'Book and issue a ticket, ask for voids of it and of others that are wrong in one way each, and void it.',
  operations: [
    'avia-search',
    'pnr-create',
    'pnr-retrieve',
    'ticket-issue',
    'ticket-info',
    'ticket-cancel',
    'pnr-cancel',
  ],
  exercises: [
    ...clausesOf(['json', 'avia-refusal']),
    'ticket-cancel.unused-ticket-is-voided-inside-window',
    'ticket-cancel.success-is-empty-or-tells-when',
    'ticket-cancel.voided-at-is-the-moment-of-the-void',
    'ticket-cancel.success-carries-no-error',
    'ticket-cancel.failure-carries-an-error',
    'ticket-cancel.voided-ticket-is-not-open',
    'ticket-cancel.unknown-ticket-is-not-found',
    'ticket-cancel.unknown-booking-is-not-found',
    'ticket-cancel.incomplete-request-is-refused',
    'ticket-cancel.second-void-is-refused',
    'ticket-cancel.refused-void-changes-nothing',
  ],
  input: fc.record({ ...flightToBook(flightsOfOne), voids: voidRequests }),
  run: async (session, { voids, ...journey }) => {
    const { booking, named, tickets } = await ticketedFlight(session, journey);
    const ticket = ownTicket(session, booking, tickets[0]);
    await ticket.look();
    for (const drawn of voids) {
      // Before such a void, a retrieval must say that the booking does not exist.
      if (drawn.booking === 'invented' && !session.target.bindings['pnr-retrieve']) continue;
      const asked = voidOf(drawn, named);
      const lacking = drawn.lacks && { [drawn.lacks]: undefined };
      if (!isSendable(session, 'ticket-cancel', voidCall(asked, lacking).call.body as Json)) continue;
      const { exchange } = await session.voidTicket(asked, {}, lacking);
      if (succeeded(exchange)) await ticket.lookUntilClosed();
      else await ticket.look();
    }
    const { exchange } = await session.voidTicket(named);
    if (succeeded(exchange)) await ticket.lookUntilClosed();
  },
});

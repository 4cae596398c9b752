/** Explores voids of tickets that are wrong in one way each. */

import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { Json } from '../../contracts/json.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { voidCall } from '../../engine/bound-call.ts';
import { ticketedFlight } from '../../flows/steps/book-flight.ts';
import { ownTicket } from '../../flows/steps/own-ticket.ts';
import { flightsOfOne, flightToBook } from '../../generators/flights.ts';
import { voidOf, voidRequests } from '../../generators/requests/void-requests.ts';
import { exploration, isSendable } from '../exploration.ts';

/** Asks for voids that are wrong in one way each, in both forms of ticket numbers, and for a right one at the end. */
export const exploreVoids = exploration('explore-voids', {
  story: 'Book and issue a ticket, ask for voids of it and of others that are wrong in one way each, and void it.',
  phase: 'main',
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
  input: fc.record({
    ...flightToBook(flightsOfOne),
    voids: voidRequests,
  }),
  run: async (session, { voids, ...journey }) => {
    const { booking, named, tickets } = await ticketedFlight(session, journey);
    const ticket = ownTicket(session, booking, tickets[0]);
    await ticket.look();
    for (const drawn of voids) {
      // Before such a void, a retrieval must say that the booking does not exist.
      if (drawn.booking === 'invented' && !session.target.bindings['pnr-retrieve']) continue;
      const asked = voidOf(drawn, named);
      if (!isSendable(session, 'ticket-cancel', voidCall(asked, drawn.lacks).call.body as Json)) continue;
      const { exchange } = await session.voidTicket(asked, {}, drawn.lacks);
      if (succeeded(exchange)) await ticket.lookUntilClosed();
      else await ticket.look();
    }
    const { exchange } = await session.voidTicket(named);
    if (succeeded(exchange)) await ticket.lookUntilClosed();
  },
});

import fc from 'fast-check';
import type { KnownTicket } from '../contracts/target.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { flightToBook } from '../generators/flight-to-book.ts';
import { flightsOfOne } from '../generators/flights.ts';
import { needTickets, ticketedFlight } from './steps/book-flight.ts';
import { endWithout } from './steps/end-without.ts';
import { ownTicket } from './steps/own-ticket.ts';

/** Voids what the target file names, which must be refused, and looks at it before and after. */
const voidKnown = async (session: Session, known: KnownTicket): Promise<void> => {
  const { bookingId, ticketNumber } = known;
  const ticket = ownTicket(session, { bookingId }, { ticketNumber });
  await ticket.look();
  await session.voidTicket(known);
  await ticket.look();
};

/** Asks for the void of a used ticket, and of one that the first partner has no rights to. */
export const voidUsedTicket = flow('void-used-ticket', {
  story: 'Let a passenger fly, ask for the void of that ticket, and of one that others must not touch.',
  phase: 'main',
  operations: ['ticket-issue', 'ticket-info', 'ticket-cancel'],
  exercises: [
    'ticket-cancel.used-ticket-is-refused',
    'ticket-cancel.lack-of-rights-is-access-denied',
    'ticket-cancel.failure-carries-an-error',
  ],
  input: fc.record(flightToBook(flightsOfOne)),
  run: async (session, journey) => {
    if (!session.isAsked('ticket-cancel')) return;
    const { levers, known } = session.target;
    await needTickets(session, 1);
    if (known.withoutRights) await voidKnown(session, known.withoutRights);
    if (known.usedTicket) await voidKnown(session, known.usedTicket);
    else if (levers.openWorld || levers.useCoupon) {
      await session.inOwnWorld(async (world) => {
        const { booking, tickets, named } = await ticketedFlight(world, journey);
        const ticket = ownTicket(world, booking, tickets[0]);
        await ticket.look();
        await world.useCoupon(named);
        await ticket.look();
        await world.voidTicket(named);
        await ticket.look();
      });
    }
    endWithout([
      !known.usedTicket && !levers.openWorld && !levers.useCoupon && 'levers.useCoupon, or known.usedTicket,',
      !known.withoutRights && 'known.withoutRights, a ticket whose void the first partner has no rights to,',
    ]);
  },
});

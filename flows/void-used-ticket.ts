import fc from 'fast-check';
import type { KnownTicket } from '../contracts/target.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type FlightRow, flightRows, journeyOf } from '../generators/flights.ts';
import { actedOn, ticketedFlight } from './steps/book-flight.ts';
import { type Hands, walkRows } from './steps/flight-rows.ts';
import { endWithout, needTickets } from './steps/needs.ts';
import { ownTicket, type TicketInput, ticketDraws, voidWrongly } from './steps/own-ticket.ts';

/** Voids what the target file names, which must be refused, and looks at it before, and after where there is time. */
const voidKnown = async (session: Session, known: KnownTicket): Promise<void> => {
  const { bookingId, ticketNumber } = known;
  const ticket = ownTicket(session, { bookingId }, { ticketNumber });
  await ticket.look();
  await session.voidTicket(known);
  if (session.sample.depth === 'full') await ticket.look();
};

/** Lets a passenger fly, and asks for the void of that ticket. */
const voidFlown = async (hands: Hands, row: FlightRow, input: TicketInput, isFirst: boolean): Promise<void> => {
  const { session } = hands;
  const ticketed = await ticketedFlight(session, journeyOf(input, row));
  const { booking } = ticketed;
  const { ticket, named, others } = actedOn(ticketed, row);
  const { look } = ownTicket(session, booking, ticket);
  await look();
  await session.useCoupon(named);
  await look();
  await session.voidTicket(named);
  if (isFirst && session.sample.depth === 'full') await voidWrongly(hands, named, input);
  for (const each of [ticket, ...others]) await ownTicket(session, booking, each).look();
};

/** What the target file names counts as the ticket of one passenger. */
const rows = flightRows.filter(({ ticket }) => ticket === 'of another');

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
  input: fc.record(ticketDraws),
  run: async (session, input) => {
    if (!session.isAsked('ticket-cancel')) return;
    const { levers, known } = session.target;
    await needTickets(session, 1);
    if (known.withoutRights) await voidKnown(session, known.withoutRights);
    if (known.usedTicket) await voidKnown(session, known.usedTicket);
    if ((levers.openWorld || levers.useCoupon) && (!known.usedTicket || session.sample.depth === 'full')) {
      await session.inOwnWorld((world) =>
        walkRows(world, { offset: 4, rows }, (hands, row, at) => voidFlown(hands, row, input, at === 0)),
      );
    }
    endWithout([
      !known.usedTicket && !levers.openWorld && !levers.useCoupon && 'levers.useCoupon, or known.usedTicket,',
      !known.withoutRights && 'known.withoutRights, a ticket whose void the first partner has no rights to,',
    ]);
  },
});

/** POST /api/avia/ticket_issue, …/ticket_info and …/ticket_cancel: issues tickets, shows one, voids one. */
import type { FlightReplies } from '../avia/canonical.ts';
import { type FlightHandler, refusing } from '../avia/handler.ts';
import { bookingAsked, ticketAsked } from '../avia/lookup.ts';
import { refusedReply } from '../avia/refusals.ts';
import type { Within } from '../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../avia/state.ts';
import { closed, toldTicket } from '../avia/telling.ts';
import { answer } from '../reply.ts';
import type { World } from '../world.ts';

/** One for each passenger. */
const issued = ({ offer, fares }: StoredPnr, world: World): readonly StoredTicket[] =>
  fares.map((fare, passenger) => ({
    ticketNumber: world.rules.ticketNumberOf(world.count('tickets'), offer.flights[0]?.carrier ?? '', world),
    ...{ passenger, issuedAtMs: world.now(), fare },
    coupons: offer.flights.map((flight) => ({ flight, status: 'open' as const })),
  }));

export const ticketIssue: FlightHandler<'ticket-issue'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const within: Within = { operation: 'ticket-issue', world };
  const found = bookingAsked(asked, within.operation, asking);
  if (found.refused) return refusedReply(found.refused);
  const refused = rules.issueRefusalOf(found.booking, world);
  if (refused) return refusedReply(refused);
  const tickets = issued(found.booking, world);
  const booking = { ...found.booking, tickets: [...found.booking.tickets, ...tickets] };
  if (rules.keepsTickets(booking, world)) world.flights.pnrs.put(booking);
  const body: FlightReplies['ticket-issue'] = {
    bookingId: booking.bookingId,
    status: rules.pnrStatusOf(booking, within),
    tickets: tickets.map((ticket) => toldTicket({ ticket, booking }, within)),
  };
  return answer(200, body);
};

export const ticketInfo: FlightHandler<'ticket-info'> = (asked, asking) => {
  const found = ticketAsked(asked, 'ticket-info', asking);
  if (found.refused) return refusedReply(found.refused);
  const ticket = toldTicket(found, { operation: 'ticket-info', world: asking.world });
  return answer(200, { ticket } satisfies FlightReplies['ticket-info']);
};

export const ticketCancel: FlightHandler<'ticket-cancel'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const found = ticketAsked(asked, 'ticket-cancel', asking);
  if (found.refused) return refusing('ticket-cancel', found.refused, world);
  const refused = rules.voidRefusalOf(found, world);
  if (refused) {
    if (rules.voidsRefused(refused, found, world)) closed(found, 'void', world);
    return refusing('ticket-cancel', refused, world);
  }
  if (rules.voids(found, world)) closed(found, 'void', world);
  return answer(200, rules.voidAnswerOf(world.now(), found, world));
};

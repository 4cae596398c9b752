/** POST /api/avia/ticket_issue, …/ticket_info and …/ticket_cancel: issues tickets, shows one, voids one. */
import type { FlightReplies, FlightRequests } from '../avia/canonical.ts';
import { bookingAsked, ticketAsked } from '../avia/lookup.ts';
import type { TicketOf, Within } from '../avia/rules.ts';
import type { StoredPnr, StoredTicket } from '../avia/state.ts';
import { closed, toldTicket } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer, type Reply } from '../reply.ts';
import type { Refused } from '../sales/refusals.ts';
import type { World } from '../world.ts';

/** One for each passenger. */
const issued = ({ offer, fares }: StoredPnr, world: World): readonly StoredTicket[] =>
  fares.map((fare, passenger) => ({
    ticketNumber: world.rules.ticketNumberOf(world.count('tickets'), offer.flights[0]?.carrier ?? '', world),
    passenger,
    issuedAtMs: world.now(),
    fare,
    coupons: offer.flights.map((flight) => ({ flight, status: 'open' as const })),
  }));

export const ticketIssue: SalesHandler<'ticket-issue'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const within: Within = { operation: 'ticket-issue', world };
  const found = bookingAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const refused = rules.issueRefusalOf(found.booking, world);
  if (refused) return refused;
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

export const ticketInfo: SalesHandler<'ticket-info'> = (asked, asking) => {
  const found = ticketAsked(asked, 'ticket-info', asking);
  if (found.refused) return found.refused;
  const ticket = toldTicket(found, { operation: 'ticket-info', world: asking.world });
  return answer(200, { ticket } satisfies FlightReplies['ticket-info']);
};

/** The ticket of a request, whoever asks. */
const meant = ({ bookingId, ticketNumber }: FlightRequests['ticket-cancel'], world: World): TicketOf | undefined => {
  const within: Within = { operation: 'ticket-cancel', world };
  const booking = world.rules.findsFlightBooking(bookingId, within);
  const ticket = booking && world.rules.findsTicket(booking, ticketNumber, within);
  return ticket && { booking, ticket };
};

export const ticketCancel: SalesHandler<'ticket-cancel'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const refusing = (refused: Refused): Reply => {
    const subject = meant(asked, world);
    if (subject && rules.voidsRefused(refused, subject, world)) closed(subject, 'void', world);
    return rules.voidRefusalReply(refused, world);
  };
  const found = ticketAsked(asked, 'ticket-cancel', asking);
  if (found.refused) return refusing(found.refused);
  const refused = rules.voidRefusalOf(found, world);
  if (refused) return refusing(refused);
  if (rules.voids(found, world)) closed(found, 'void', world);
  return answer(200, rules.voidAnswerOf(world.now(), found, world));
};

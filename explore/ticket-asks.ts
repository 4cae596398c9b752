/** Sends what an act on a ticket or a flight asks for. */
import type { Session } from '../engine/session.ts';
import { laterBy } from '../flows/steps/find-flights.ts';
import type { TicketAct } from '../generators/ticket-acts.ts';
import type { FlightHeld, Reported, TicketHeld } from './models/ticket-life.ts';

/** What an act on a ticket asks for; undefined where there is nothing to ask with. */
export const askedOf = async (session: Session, act: TicketAct, held: TicketHeld): Promise<Reported | undefined> => {
  const { flight, ticket, named } = held;
  const about = { booking: flight.booking, ticket };
  switch (act.act) {
    case 'look':
      return session.ask('ticket-info', about, { bearer: act.as });
    case 'void':
      return session.voidTicket(named, { bearer: act.as });
    case 'calculate-exchange':
      return session.ask(
        'ticket-exchange-calculation',
        { ...about, search: laterBy(flight.search, act.daysLater) },
        { bearer: act.as },
      );
    case 'exchange':
      return held.exchange && session.exchangeTicket({ ...about, ...held.exchange });
    case 'calculate-refund':
      return session.ask('ticket-refund-calculation', about, { bearer: act.as });
    case 'refund':
      return held.refund && session.refundTicket({ ...about, ...held.refund });
  }
  return undefined;
};

export const askedOfFlight = async (
  session: Session,
  act: TicketAct,
  { booking }: FlightHeld,
): Promise<Reported | undefined> => {
  switch (act.act) {
    case 'issue':
      return session.issueTickets(booking);
    case 'retrieve':
      return session.ask('pnr-retrieve', { booking }, { bearer: act.as });
    case 'cancel':
      return session.cancelFlight(booking, { bearer: act.as });
  }
  return undefined;
};

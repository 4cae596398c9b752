/** What a request to an avia operation is about, as far as its world knows it. */
import { askedIn } from '../asked.ts';
import type { Journey, Party } from '../avia/canonical.ts';
import { healthyFlightRules } from '../avia/healthy-rules.ts';
import type { Meeting } from '../condition.ts';

export type AboutFlights = {
  readonly isReturn: boolean;
  readonly party: Party;
  readonly supplier?: string;
  readonly from?: string;
  /** Which passenger of the booking the ticket is of, from 0. */
  readonly passenger?: number;
};

const ofJourney = ({ from, return: back }: Journey, party: Party): AboutFlights => ({
  from,
  isReturn: back !== undefined,
  party,
});

const ofOffer = (
  { searchId, offerId }: { readonly searchId: string; readonly offerId: string },
  { world }: Meeting,
): AboutFlights | undefined => {
  const search = world.flights.searches.find(searchId);
  const supplier = search?.reported.get(offerId)?.offer.supplier;
  return search && { ...ofJourney(search.journey, search.party), ...(supplier !== undefined && { supplier }) };
};

const ofBooking = (
  { bookingId, ticketNumber }: { readonly bookingId: string; readonly ticketNumber?: string },
  { operation, world }: Meeting,
): AboutFlights | undefined => {
  // As a healthy world finds them: a fault that loses them must not lose its own condition.
  const within = { operation: operation as 'ticket-info', world };
  const booking = healthyFlightRules.findsFlightBooking(bookingId, within);
  if (!booking) return undefined;
  const { flights, party, supplier } = booking.offer;
  const ticket = ticketNumber === undefined ? undefined : healthyFlightRules.findsTicket(booking, ticketNumber, within);
  return {
    isReturn: flights.length > 1,
    party,
    supplier,
    ...(flights[0] && { from: flights[0].from }),
    ...(ticket && { passenger: ticket.passenger }),
  };
};

/** Nobody flies before somebody asks for a price. */
const nobody: Party = { adults: 0, children: 0 };

export const aboutFlights = (meeting: Meeting): AboutFlights | undefined => {
  const { operation, request, world } = meeting;
  switch (operation) {
    case 'avia-search': {
      const asked = askedIn(operation, request, world);
      return asked && ofJourney(asked.journey, asked.party);
    }
    case 'avia-schedule': {
      const asked = askedIn(operation, request, world);
      return asked && ofJourney(asked.journey, nobody);
    }
    case 'avia-offer-price':
    case 'fare-rules':
    case 'pnr-create': {
      const asked = askedIn(operation, request, world);
      return asked && ofOffer(asked, meeting);
    }
    case 'pnr-retrieve':
    case 'pnr-cancel':
    case 'pnr-reprice':
    case 'ticket-issue':
    case 'ticket-info':
    case 'ticket-cancel':
    case 'ticket-exchange-calculation':
    case 'ticket-exchange':
    case 'ticket-refund-calculation':
    case 'ticket-refund': {
      const asked = askedIn(operation, request, world);
      return asked && ofBooking(asked, meeting);
    }
    default:
      return undefined;
  }
};

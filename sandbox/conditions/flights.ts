/** Circumstances of flights: for whom, one way or return, and sold by whom. */
import type { OperationId } from '../../contracts/operations.ts';
import { askedIn } from '../asked.ts';
import type { AviaOperation, FlightRequests, Journey, Party } from '../avia/canonical.ts';
import { healthyFlightRules } from '../avia/rules.ts';
import { airports, flightSuppliers } from '../data/flight-trade.ts';
import { conditionsOf, type Meeting } from '../deviation.ts';

/** What a request to an avia operation is about, as far as its world knows it. */
type AboutFlights = {
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

const aboutOffer = (
  { searchId, offerId }: { readonly searchId: string; readonly offerId: string },
  { world }: Meeting,
): AboutFlights | undefined => {
  const search = world.flights.searches.find(searchId);
  const supplier = search?.reported.get(offerId)?.offer.supplier;
  return search && { ...ofJourney(search.journey, search.party), ...(supplier !== undefined && { supplier }) };
};

const aboutBooking = (
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

/** No passenger is named before a price is asked for. */
const noParty: Party = { adults: 0, children: 0 };

const ofJourneyAsked = ({ journey, party = noParty }: { readonly journey: Journey; readonly party?: Party }) =>
  ofJourney(journey, party);

/** By operation, what a request is about that was understood; nothing that is known here where there is no entry. */
const aboutAsked: {
  readonly [Operation in AviaOperation]?: (
    asked: FlightRequests[Operation],
    meeting: Meeting,
  ) => AboutFlights | undefined;
} = {
  'avia-search': ofJourneyAsked,
  'avia-schedule': ofJourneyAsked,
  'avia-offer-price': aboutOffer,
  'fare-rules': aboutOffer,
  'pnr-create': aboutOffer,
  'pnr-retrieve': aboutBooking,
  'pnr-cancel': aboutBooking,
  'pnr-reprice': aboutBooking,
  'ticket-issue': aboutBooking,
  'ticket-info': aboutBooking,
  'ticket-cancel': aboutBooking,
  'ticket-exchange-calculation': aboutBooking,
  'ticket-exchange': aboutBooking,
  'ticket-refund-calculation': aboutBooking,
  'ticket-refund': aboutBooking,
};

const aboutFlights = (meeting: Meeting): AboutFlights | undefined => {
  const { request, world } = meeting;
  const operation = meeting.operation as AviaOperation;
  const about = aboutAsked[operation];
  const asked = about && askedIn(operation, request, world);
  return asked && about(asked as never, meeting);
};

const where =
  (fits: (about: AboutFlights) => boolean) =>
  (meeting: Meeting): boolean => {
    const about = aboutFlights(meeting);
    return about !== undefined && fits(about);
  };

const ofOffer: readonly OperationId[] = ['avia-offer-price', 'fare-rules'];
const ofBooking: readonly OperationId[] = ['pnr-create', 'pnr-retrieve', 'pnr-cancel', 'pnr-reprice', 'ticket-issue'];
const ofTicket: readonly OperationId[] = [
  'ticket-info',
  'ticket-cancel',
  'ticket-exchange-calculation',
  'ticket-exchange',
  'ticket-refund-calculation',
  'ticket-refund',
];
const ofParty: readonly OperationId[] = ['avia-search', ...ofOffer, ...ofBooking, ...ofTicket];

const [usualAirport] = airports;
const [, rarerSupplier] = flightSuppliers;

export const flightConditions = [
  ...conditionsOf([...ofParty, 'avia-schedule'], {
    'there-and-back': { summary: 'The journey has a way back.', holds: where(({ isReturn }) => isReturn) },
    'one-way': { summary: 'The journey has no way back.', holds: where(({ isReturn }) => !isReturn) },
  }),
  ...conditionsOf(['avia-search', 'avia-schedule'], {
    'on-another-route': {
      summary: 'The journey begins elsewhere than at the first airport.',
      holds: where(({ from }) => from !== usualAirport?.code),
    },
  }),
  ...conditionsOf(ofParty, {
    'with-a-child-on-board': { summary: 'A child flies, too.', holds: where(({ party }) => party.children > 0) },
    'for-two-passengers': {
      summary: 'More than one passenger flies.',
      holds: where(({ party }) => party.adults + party.children > 1),
    },
  }),
  ...conditionsOf(ofTicket, {
    'of-the-second-passenger': {
      summary: 'The ticket is of another passenger than the first.',
      holds: where(({ passenger = 0 }) => passenger > 0),
    },
  }),
  ...conditionsOf([...ofOffer, ...ofBooking, ...ofTicket], {
    'of-the-rarer-supplier': {
      summary: 'The offer is of the second supplier.',
      holds: where(({ supplier }) => supplier === rarerSupplier?.code),
    },
  }),
];

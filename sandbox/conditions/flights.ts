/** Circumstances of flights: for whom, there alone or back too, and sold by whom. */
import type { OperationId } from '../../contracts/operations.ts';
import { conditionsOf, type Meeting } from '../condition.ts';
import { airports, flightSuppliers } from '../data/flight-trade.ts';
import { type AboutFlights, aboutFlights } from './about-flights.ts';

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

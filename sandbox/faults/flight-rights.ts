/** Faults of who gets at what of flights: searches and tickets of another partner, and what was calculated or issued for something else. */
import type { FlightRules } from '../avia/rules.ts';
import { faultsOf } from '../deviation.ts';
import { grantedToAll, hasStatus } from './flight-parts.ts';

/** Lets every partner ask about the offers of all. */
const searchesOfAll = (operation: 'avia-offer-price' | 'fare-rules') => ({
  touches: [operation] as const,
  rules: ({ knowsFlightSearch }: FlightRules): Partial<FlightRules> => ({
    knowsFlightSearch: (search, clientId, within) =>
      within.operation === operation || knowsFlightSearch(search, clientId, within),
  }),
});

export const flightRightFaults = [
  ...faultsOf('avia-offer-price.other-partner-sees-nothing', {
    'prices-flights-of-the-searches-of-all': searchesOfAll('avia-offer-price'),
  }),
  ...faultsOf('fare-rules.other-partner-sees-nothing', {
    'tells-rules-of-the-searches-of-all': searchesOfAll('fare-rules'),
  }),
  ...faultsOf('pnr-reprice.other-partner-is-refused', {
    'prices-flights-anew-for-every-partner': grantedToAll('pnr-reprice'),
  }),
  ...faultsOf('ticket-issue.other-partner-is-refused', {
    'issues-tickets-to-every-partner': grantedToAll('ticket-issue'),
  }),
  ...faultsOf('ticket-exchange.other-partner-is-refused', {
    'exchanges-tickets-for-every-partner-on-ways-back': grantedToAll(
      'ticket-exchange',
      ({ offer }) => offer.flights.length > 1,
    ),
  }),
  ...faultsOf('ticket-refund.other-partner-is-refused', {
    'refunds-tickets-to-every-partner-once-calculated': grantedToAll('ticket-refund'),
  }),
  ...faultsOf('ticket-exchange.calculation-of-another-ticket-is-refused', {
    'exchanges-all-tickets-of-a-booking-by-one-calculation': {
      touches: ['ticket-exchange'],
      rules: ({ findsExchange }) => ({
        findsExchange: (exchangeId, asked) => {
          const one = asked.world.flights.exchanges.find(exchangeId);
          return one?.bookingId === asked.booking.bookingId ? one : findsExchange(exchangeId, asked);
        },
      }),
    },
  }),
  ...faultsOf('ticket-exchange.calculation-serves-once', {
    'exchanges-a-ticket-as-often-as-it-is-asked-for': {
      touches: ['ticket-exchange'],
      rules: ({ exchangeRefusalOf }) => ({
        exchangeRefusalOf: (subject, world) =>
          hasStatus(subject, 'exchanged') ? undefined : exchangeRefusalOf(subject, world),
      }),
    },
  }),
  ...faultsOf('ticket-cancel.ticket-of-another-booking-is-refused', {
    'finds-a-ticket-to-void-in-every-booking-of-the-partner': {
      touches: ['ticket-cancel'],
      rules: ({ findsTicket }) => ({
        findsTicket: (booking, asked, within) => {
          const found = findsTicket(booking, asked, within);
          if (found || within.operation !== 'ticket-cancel') return found;
          const { pnrs } = within.world.flights;
          const others = pnrs.all().filter(({ clientId }) => clientId === booking.clientId);
          return others.flatMap((one) => findsTicket(one, asked, within) ?? [])[0];
        },
      }),
    },
  }),
];

/** One canonical body of each avia operation whose body is not documented, as a healthy world answers before it spells anything. */
import type { FlightReplies } from '../../../sandbox/avia/canonical.ts';
import { pnrCancel, pnrCreate, pnrReprice, pnrRetrieve } from '../../../sandbox/handlers/flight-bookings.ts';
import {
  aviaAvailability,
  aviaOfferPrice,
  aviaSchedule,
  aviaSearch,
  fareRules,
} from '../../../sandbox/handlers/flight-offers.ts';
import {
  ticketExchange,
  ticketExchangeCalculation,
  ticketInfo,
  ticketIssue,
  ticketRefund,
  ticketRefundCalculation,
} from '../../../sandbox/handlers/tickets.ts';
import type { Refused } from '../../../sandbox/refusals.ts';
import type { Reply } from '../../../sandbox/reply.ts';
import type { World } from '../../../sandbox/world.ts';
import { adult, child } from './flight-partner.ts';

export const canonicalFlights = (world: World): Omit<FlightReplies, 'ticket-cancel'> => {
  const asking = { world, clientId: 'preflight-partner' };
  const reported = <Operation extends keyof FlightReplies>(_: Operation, reply: Reply | Refused) =>
    (reply as Reply).body as FlightReplies[Operation];

  const journey = { from: 'HEL', to: 'FCO', departure: '2026-11-06', return: '2026-11-13' };
  const search = reported('avia-search', aviaSearch({ journey, party: { adults: 1, children: 1 } }, asking));
  const { offerId = '' } = search.offers.find(({ isExchangeable }) => isExchangeable) ?? {};
  const chosen = { searchId: search.searchId, offerId };
  const flight = { flightNumber: 'NV 201', date: journey.departure };
  const contact = { email: 'a', phone: 'b' };
  const created = reported('pnr-create', pnrCreate({ ...chosen, passengers: [adult, child], contact }, asking));
  const { bookingId } = created;
  const repriced = reported('pnr-reprice', pnrReprice({ bookingId }, asking));
  const issued = reported('ticket-issue', ticketIssue({ bookingId }, asking));
  const retrieved = reported('pnr-retrieve', pnrRetrieve({ bookingId }, asking));
  const [first, second] = issued.tickets.map(({ ticketNumber }) => ({ bookingId, ticketNumber }));
  if (!first || !second) throw new Error('there are no tickets');
  const info = reported('ticket-info', ticketInfo(first, asking));
  const calculated = reported(
    'ticket-exchange-calculation',
    ticketExchangeCalculation({ ...first, departure: '2026-11-08' }, asking),
  );
  const { exchangeId } = calculated;
  const empty = reported('pnr-create', pnrCreate({ ...chosen, passengers: [adult, child], contact }, asking));
  return {
    'avia-search': { ...search, offers: search.offers.slice(0, 3) },
    'avia-availability': reported('avia-availability', aviaAvailability({ flights: [flight] }, asking)),
    'avia-schedule': reported('avia-schedule', aviaSchedule({ journey }, asking)),
    'avia-offer-price': reported('avia-offer-price', aviaOfferPrice(chosen, asking)),
    'fare-rules': reported('fare-rules', fareRules(chosen, asking)),
    'pnr-create': created,
    'pnr-retrieve': retrieved,
    'pnr-cancel': reported('pnr-cancel', pnrCancel({ bookingId: empty.bookingId }, asking)),
    'pnr-reprice': repriced,
    'ticket-issue': issued,
    'ticket-info': info,
    'ticket-exchange-calculation': calculated,
    'ticket-exchange': reported('ticket-exchange', ticketExchange({ ...first, exchangeId }, asking)),
    'ticket-refund-calculation': reported('ticket-refund-calculation', ticketRefundCalculation(second, asking)),
    'ticket-refund': reported('ticket-refund', ticketRefund(second, asking)),
  };
};

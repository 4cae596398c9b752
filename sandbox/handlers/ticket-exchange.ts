/** POST /api/avia/ticket_exchange_calculation and …/ticket_exchange: what other days would cost, and the exchange itself. */
import { createHash } from 'node:crypto';
import type { FlightReplies } from '../avia/canonical.ts';
import { fareOf, priceOfFares } from '../avia/fares.ts';
import { otherWays } from '../avia/flights.ts';
import { ticketAsked } from '../avia/lookup.ts';
import { exchangeNotFound, nothingToExchangeFor } from '../avia/refusals.ts';
import type { TicketOf } from '../avia/rules.ts';
import type { Flight, StoredExchange, StoredTicket } from '../avia/state.ts';
import { closed, toldFlight, toldTicket } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';
import { offerNotFound } from '../sales/refusals.ts';
import type { World } from '../world.ts';

const isChildIn = ({ booking, ticket }: TicketOf): boolean => booking.passengers[ticket.passenger]?.isChild ?? false;

const offerIdOf = (flights: readonly Flight[], exchangeId: string, { dialect }: World): string => {
  const names = flights.map(({ flightNumber, date }) => [flightNumber, date]);
  return dialect.offerIdOf(
    createHash('sha256')
      .update(JSON.stringify([names, exchangeId]))
      .digest(),
  );
};

export const ticketExchangeCalculation: SalesHandler<'ticket-exchange-calculation'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const found = ticketAsked(asked, 'ticket-exchange-calculation', asking);
  if (found.refused) return found.refused;
  const refused = rules.exchangeRefusalOf(found, world);
  if (refused) return refused;
  const { booking, ticket } = found;
  const flown = ticket.coupons.map(({ flight }) => flight);
  const ways = otherWays(flown, asked.departure, asked.return).filter(
    ([first]) => first !== undefined && first.departsAtMs > world.now(),
  );
  const [first] = ways;
  if (!first) return nothingToExchangeFor;

  const fare = fareOf({ flights: first, family: booking.offer.family }, isChildIn(found), world.now());
  const price = priceOfFares([fare]);
  const exchangeId = rules.exchangeIdOf(world.count('exchanges'), world);
  const offers = new Map(ways.map((flights) => [offerIdOf(flights, exchangeId, world), flights]));
  const costs = rules.exchangeCostsOf(price.minor - priceOfFares([ticket.fare]).minor, found, world);
  const { bookingId } = booking;
  world.flights.exchanges.put({ exchangeId, bookingId, ticketNumber: ticket.ticketNumber, ...costs, fare, offers });
  const body: FlightReplies['ticket-exchange-calculation'] = {
    exchangeId,
    ...costs,
    offers: [...offers].map(([offerId, flights]) => ({ offerId, flights: flights.map(toldFlight), price })),
  };
  return answer(200, body);
};

/** The ticket for the flights that were chosen. */
const exchanged = (
  subject: TicketOf,
  { flights, fare }: { flights: readonly Flight[]; fare: StoredExchange['fare'] },
  world: World,
): StoredTicket => ({
  ticketNumber: world.rules.exchangedNumberOf(subject, world),
  passenger: subject.ticket.passenger,
  issuedAtMs: world.now(),
  fare,
  coupons: flights.map((flight) => ({ flight, status: 'open' })),
});

export const ticketExchange: SalesHandler<'ticket-exchange'> = (asked, asking) => {
  const { world } = asking;
  const { rules } = world;
  const found = ticketAsked(asked, 'ticket-exchange', asking);
  if (found.refused) return found.refused;
  const exchange = rules.findsExchange(asked.exchangeId, { ...found, world });
  if (!exchange) return exchangeNotFound;
  const refused = rules.exchangeRefusalOf(found, world);
  if (refused) return refused;
  const [firstId = ''] = exchange.offers.keys();
  const flights = exchange.offers.get(asked.offerId ?? firstId);
  if (!flights) return offerNotFound;

  const ticket = exchanged(found, { flights, fare: exchange.fare }, world);
  const before = rules.closesExchanged(found, world) ? closed(found, 'exchanged', world) : found.booking;
  const booking = { ...before, tickets: [...before.tickets, ticket] };
  world.flights.pnrs.put(booking);
  const body: FlightReplies['ticket-exchange'] = {
    exchangeId: exchange.exchangeId,
    ...rules.exchangeChargesOf(exchange, world),
    ticket: toldTicket({ ticket, booking }, { operation: 'ticket-exchange', world }),
    replaced: found.ticket.ticketNumber,
  };
  return answer(200, body);
};

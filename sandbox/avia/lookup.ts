/** Finds what a request names: its search, its booking, its ticket; or why the caller gets nothing of them. */
import type { Asking } from '../handler.ts';
import type { Amount } from '../sales/money.ts';
import { bookingNotFound, offerNotFound, type Refused, searchNotFound } from '../sales/refusals.ts';
import type { AviaOperation } from './canonical.ts';
import { accessDenied, ticketNotFound } from './refusals.ts';
import type { TicketOf } from './rules.ts';
import type { FlightOffer, StoredFlightSearch, StoredPnr } from './state.ts';

type Or<Found> = (Found & { readonly refused?: never }) | { readonly refused: Refused };

type OfferAsked = { readonly searchId: string; readonly offerId: string };
type ToldOffer = { readonly search: StoredFlightSearch; readonly offer: FlightOffer; readonly price: Amount };

export const offerAsked = (
  { searchId, offerId }: OfferAsked,
  operation: AviaOperation,
  { world, clientId }: Asking,
): Or<ToldOffer> => {
  const search = world.flights.searches.find(searchId);
  if (!search || !world.rules.knowsFlightSearch(search, clientId, { operation, world })) {
    return { refused: searchNotFound };
  }
  const reported = search.reported.get(offerId);
  return reported ? { search, ...reported } : { refused: offerNotFound };
};

export const bookingAsked = (
  { bookingId }: { readonly bookingId: string },
  operation: AviaOperation,
  { world, clientId }: Asking,
): Or<{ readonly booking: StoredPnr }> => {
  const within = { operation, world };
  const booking = world.rules.findsFlightBooking(bookingId, within);
  const access = booking ? world.rules.flightAccessOf(booking, clientId, within) : 'hidden';
  if (!booking || access === 'hidden') return { refused: bookingNotFound };
  return access === 'denied' ? { refused: accessDenied } : { booking };
};

export const ticketAsked = (
  asked: { readonly bookingId: string; readonly ticketNumber: string },
  operation: AviaOperation,
  asking: Asking,
): Or<TicketOf> => {
  const found = bookingAsked(asked, operation, asking);
  if (found.refused) return found;
  const { booking } = found;
  const ticket = asking.world.rules.findsTicket(booking, asked.ticketNumber, { operation, world: asking.world });
  return ticket ? { booking, ticket } : { refused: ticketNotFound };
};

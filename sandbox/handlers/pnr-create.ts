/** POST /api/avia/pnr_create: books an offer of a search for its passengers, at the price of this moment. */
import { createHash } from 'node:crypto';
import type { FlightRequests } from '../avia/canonical.ts';
import { faresOf } from '../avia/fares.ts';
import { offerAsked } from '../avia/lookup.ts';
import { noSeats } from '../avia/refusals.ts';
import type { Within } from '../avia/rules.ts';
import type { FlightOffer, StoredPnr } from '../avia/state.ts';
import { toldPnr } from '../avia/telling.ts';
import { flightSuppliers } from '../data/flight-trade.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';
import { invalidRequest, supplierError } from '../sales/refusals.ts';
import { isSold } from './avia-search.ts';

type PnrAsked = FlightRequests['pnr-create'];

const problemOf = ({ passengers }: PnrAsked, { party }: FlightOffer): string | undefined => {
  const children = passengers.filter(({ isChild }) => isChild).length;
  if (children !== party.children || passengers.length - children !== party.adults) {
    return 'The passengers are not as many as were searched for.';
  }
  return undefined;
};

/** No supplier sells a seat to a passenger whose document does not outlast the journey. */
const refusalReasonOf = ({ passengers }: PnrAsked, { flights, supplier }: FlightOffer): string | undefined => {
  const last = flights.at(-1)?.date ?? '';
  const name = flightSuppliers.find(({ code }) => code === supplier)?.name ?? supplier;
  const isValid = passengers.every(({ document }) => document.expiresOn >= last);
  return isValid ? undefined : `${name} refuses a document that expires before ${last}.`;
};

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const locatorOf = (bookingId: string): string =>
  [...createHash('sha256').update(bookingId).digest().subarray(0, 6)]
    .map((byte) => letters[byte % letters.length])
    .join('');

export const pnrCreate: SalesHandler<'pnr-create'> = (asked, asking) => {
  const { world, clientId } = asking;
  const within: Within = { operation: 'pnr-create', world };
  const found = offerAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const { offer } = found;
  const problem = problemOf(asked, offer);
  if (problem) return invalidRequest(problem);
  const reason = refusalReasonOf(asked, offer);
  if (reason) return supplierError(reason);
  if (!isSold(offer, within)) return noSeats;

  const number = world.count('flight bookings');
  const bookingId = world.rules.flightBookingIdOf(number, world);
  const booking: StoredPnr = {
    bookingId,
    number,
    locator: locatorOf(bookingId),
    clientId,
    createdAtMs: world.now(),
    offer,
    // Adults first, as their fares are.
    passengers: asked.passengers.toSorted((one, other) => Number(one.isChild) - Number(other.isChild)),
    contact: asked.contact,
    fares: faresOf(offer, world.now()),
    price: world.rules.flightPriceOf(offer, within),
    tickets: [],
  };
  world.flights.pnrs.put(booking);
  return answer(200, toldPnr(booking, within));
};

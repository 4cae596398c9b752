/** Whose stay an exchange is about, found how, sold by whom and with what: followed from the search to the booking. */

import { isAbout, ownBookings } from '../checks/own-bookings.ts';
import type { ClassName } from '../dimensions.ts';
import type { Json } from '../json.ts';
import { classIn, occupancies } from '../parties.ts';
import { field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { guestsIn, isGiven, isOneOf } from './requested.ts';
import { supplierClass, supplierClasses } from './suppliers.ts';

const ofSearch = ({ otherRegions }: Trace, search: Json | undefined): ClassName[] => {
  const { rooms, adults, children } = guestsIn(search);
  if (rooms === 0) return [];
  const occupancy = classIn(occupancies, { adults, children }) as ClassName | undefined;
  return [
    ...(occupancy === undefined ? [] : [occupancy]),
    rooms > 1 ? 'several rooms' : 'one room',
    isGiven(search, 'preset') ? 'named' : 'default',
    isOneOf(otherRegions, field(search, 'region')) ? 'other region' : 'usual region',
  ];
};

const ofCreation = (trace: Trace, { intent }: Exchange): ClassName[] => {
  const upsells = field(intent, 'upsells');
  return [
    ...ofSearch(trace, field(intent, 'search')),
    ...supplierClass(trace, field(intent, 'offer'), 'offers'),
    Array.isArray(upsells) && upsells.length > 0 ? 'extras' : 'no extras',
  ];
};

/** Of a list: all bookings that its partner had made by then. */
const bookingsAskedAbout = (trace: Trace, exchange: Exchange): Exchange[] =>
  ownBookings(trace)
    .filter(({ create }) => create.index < exchange.index)
    .filter((booking) =>
      exchange.operation === 'search-bookings' ? booking.partner === exchange.bearer : isAbout(exchange, booking),
    )
    .map(({ create }) => create);

export const hotelClasses = (trace: Trace, exchange: Exchange): ClassName[] => {
  const { operation, intent } = exchange;
  switch (operation) {
    case 'hotel-search':
      return [...ofSearch(trace, intent), ...supplierClasses(trace, exchange, 'offers')];
    case 'hotel-pricing':
      return [...ofSearch(trace, field(intent, 'search')), ...supplierClasses(trace, exchange, 'offers')];
    case 'offer-pricing':
      return [...ofSearch(trace, field(intent, 'search')), ...supplierClass(trace, field(intent, 'offer'), 'offers')];
    case 'create-booking':
      return ofCreation(trace, exchange);
    case 'view-booking':
    case 'search-bookings':
    case 'cancel-booking':
      return bookingsAskedAbout(trace, exchange).flatMap((create) => ofCreation(trace, create));
    default:
      return [];
  }
};

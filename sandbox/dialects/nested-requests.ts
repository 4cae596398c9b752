/** Where the first dialect has what is asked about hotels: in camelCase, objects within objects, dates in ISO 8601. */
import type { CanonicalRequests, Stay } from '../hotels/canonical.ts';
import { read, reading } from './reading.ts';
import { ifText } from './spelling.ts';

/** What asks for the next page: opaque to partners. */
export const cursorOf = (page: number): string => Buffer.from(`before ${page}`).toString('base64url');

const page = ifText((cursor) => {
  const number = Number(/^before (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  return Number.isNaN(number) ? cursor : number;
});

export const nestedRequests = reading<CanonicalRequests>({
  'hotel-search': {
    regionId: 'region.id',
    stay: ['stay', read<Stay>({ checkIn: 'arrival', checkOut: 'departure', rooms: 'rooms' })],
    preset: 'presetName',
    timeoutMs: 'timeout',
  },
  'hotel-pricing': { searchId: 'searchId', hotelId: 'hotelId' },
  'offer-pricing': { searchId: 'searchId', offerId: 'offerId' },
  'create-booking': {
    searchId: 'searchId',
    offerId: 'offerId',
    guests: 'guests',
    contact: 'contact',
    upsellIds: 'upsells',
  },
  'view-booking': { bookingId: 'bookingId', details: 'details' },
  'search-bookings': {
    status: 'filter.status',
    createdFrom: 'filter.createdFrom',
    createdTo: 'filter.createdTo',
    page: ['cursor', page],
  },
  'cancel-booking': { bookingId: 'bookingId' },
});

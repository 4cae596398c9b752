/** What the first dialect is asked: bodies in camelCase, objects within objects, dates in ISO 8601. */
import type { Fields } from '../fields.ts';
import type { HotelOperation } from '../hotels/canonical.ts';
import { at } from './spelling.ts';

/** What asks for the next page: opaque to partners. */
export const cursorOf = (page: number): string => Buffer.from(`before ${page}`).toString('base64url');

const pageIn = (cursor: unknown): unknown => {
  if (typeof cursor !== 'string') return cursor;
  const page = Number(/^before (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]);
  return Number.isNaN(page) ? cursor : page;
};

export const nestedRequests: Readonly<Record<HotelOperation, (body: Fields) => unknown>> = {
  'hotel-search': (body) => ({
    regionId: at(body, 'region.id'),
    stay: {
      checkIn: at(body, 'stay.arrival'),
      checkOut: at(body, 'stay.departure'),
      rooms: at(body, 'stay.rooms'),
    },
    preset: at(body, 'presetName'),
    timeoutMs: at(body, 'timeout'),
  }),
  'hotel-pricing': (body) => ({ searchId: at(body, 'searchId'), hotelId: at(body, 'hotelId') }),
  'offer-pricing': (body) => ({ searchId: at(body, 'searchId'), offerId: at(body, 'offerId') }),
  'create-booking': (body) => ({
    searchId: at(body, 'searchId'),
    offerId: at(body, 'offerId'),
    guests: at(body, 'guests'),
    contact: at(body, 'contact'),
    upsellIds: at(body, 'upsells'),
  }),
  'view-booking': (body) => ({ bookingId: at(body, 'bookingId'), details: at(body, 'details') }),
  'search-bookings': (body) => ({
    status: at(body, 'filter.status'),
    createdFrom: at(body, 'filter.createdFrom'),
    createdTo: at(body, 'filter.createdTo'),
    page: pageIn(at(body, 'cursor')),
  }),
  'cancel-booking': (body) => ({ bookingId: at(body, 'bookingId') }),
};

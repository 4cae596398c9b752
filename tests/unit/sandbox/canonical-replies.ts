/** One canonical body of each operation that is spelled, as a healthy world answers before it spells anything, and ways to break one. */
import type { FlightReplies } from '../../../sandbox/avia/canonical.ts';
import { hotels } from '../../../sandbox/data/hotels.ts';
import { bedTypes } from '../../../sandbox/data/type-lists.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import { cancelBooking, createBooking, searchBookings, viewBooking } from '../../../sandbox/handlers/hotel-bookings.ts';
import { hotelPricing, hotelSearch, offerPricing } from '../../../sandbox/handlers/hotel-offers.ts';
import type { CanonicalReplies, Guest } from '../../../sandbox/hotels/canonical.ts';
import type { Refused } from '../../../sandbox/refusals.ts';
import type { Reply } from '../../../sandbox/reply.ts';
import { worldsOf } from '../../../sandbox/worlds.ts';
import { startMs } from './caller.ts';
import { canonicalFlights } from './canonical-flights.ts';
import { guest, stay } from './hotel-partner.ts';

type Canonical = CanonicalReplies &
  Omit<FlightReplies, 'ticket-cancel'> & { readonly 'bed-types': unknown; readonly 'hotel-static': unknown };

export const canonicalReplies = (dialect: DialectId): Canonical => {
  const world = worldsOf(() => startMs, { dialect, scale: 'small' }).find('default');
  if (!world) throw new Error('there is no world');
  const asking = { world, clientId: 'preflight-partner' };
  const bodyOf = <T>(reply: Reply | Refused): T => (reply as Reply).body as T;

  const regionId = world.regions[0]?.id ?? 0;
  const search = bodyOf<CanonicalReplies['hotel-search']>(
    hotelSearch({ regionId, stay: { ...stay, rooms: [{ adults: 2, childrenAges: [] }] }, preset: 'smart' }, asking),
  );
  const { searchId } = search;
  const pricing = bodyOf<CanonicalReplies['hotel-pricing']>(
    hotelPricing({ searchId, hotelId: search.hotels[0]?.hotelId ?? 0 }, asking),
  );
  const offer = pricing.offers.find(({ earlyCheckIns }) => earlyCheckIns.length > 0);
  const { offerId = '', earlyCheckIns = [], lateCheckOuts = [] } = offer ?? {};
  const { isChild: _, ...adult } = guest;
  const guests: Guest[][] = [[adult, adult]];
  const asked = {
    searchId,
    offerId,
    guests,
    contact: { email: 'a', phone: 'b' },
    upsellIds: [...earlyCheckIns, ...lateCheckOuts].map(({ upsellId }) => upsellId),
  };
  const bookings = Array.from({ length: 21 }, () =>
    bodyOf<CanonicalReplies['create-booking']>(createBooking(asked, asking)),
  );
  const booked = bookings[0] ?? bodyOf<CanonicalReplies['create-booking']>(createBooking(asked, asking));
  const details = { includePriceDetails: true, includeResidenceDetails: true };
  return {
    ...canonicalFlights(world),
    // As many as show every form that a result has.
    'hotel-search': { ...search, hotels: search.hotels.slice(0, 3) },
    'hotel-pricing': pricing,
    'offer-pricing': bodyOf(offerPricing({ searchId, offerId }, asking)),
    'create-booking': booked,
    'view-booking': bodyOf(viewBooking({ bookingId: booked.bookingId, details }, asking)),
    'search-bookings': bodyOf(searchBookings({}, asking)),
    'cancel-booking': bodyOf(cancelBooking({ bookingId: booked.bookingId }, asking)),
    'bed-types': bedTypes,
    'hotel-static': {
      hotel: hotels('small').find(({ registryCertificate: one, amenities }) => one && amenities.length),
    },
  };
};

export type Place = readonly (string | number)[];

/** Every place inside a value, of objects and lists as well as of what they hold; of long lists the first few elements. */
export function* placesIn(value: unknown, at: Place = []): Generator<Place> {
  if (at.length > 0) yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value).slice(0, Array.isArray(value) ? 2 : undefined)) {
    yield* placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]);
  }
}

/** A copy with something else at one place; undefined takes out what was there. */
export const changedAt = (value: unknown, place: Place, change: unknown): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  const last = place.at(-1) ?? '';
  const around = place.slice(0, -1).reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
  if (change === undefined && !Array.isArray(around)) delete around[last];
  else around[last] = change;
  return copy;
};

export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);

/** One canonical body of each operation that is spelled, before a healthy world spells it, and ways to break one. */
import type { FlightReplies } from '../../../sandbox/avia/canonical.ts';
import { hotels } from '../../../sandbox/data/hotels.ts';
import { bedTypes } from '../../../sandbox/data/type-lists.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import {
  aviaAvailability,
  aviaOfferPrice,
  aviaSchedule,
  aviaSearch,
  fareRules,
  pnrCancel,
  pnrCreate,
  pnrReprice,
  pnrRetrieve,
} from '../../../sandbox/handlers/flight-bookings.ts';
import { cancelBooking, createBooking, searchBookings, viewBooking } from '../../../sandbox/handlers/hotel-bookings.ts';
import { hotelPricing, hotelSearch, offerPricing } from '../../../sandbox/handlers/hotel-offers.ts';
import {
  ticketExchange,
  ticketExchangeCalculation,
  ticketInfo,
  ticketIssue,
  ticketRefund,
  ticketRefundCalculation,
} from '../../../sandbox/handlers/tickets.ts';
import type { CanonicalReplies, Guest } from '../../../sandbox/hotels/canonical.ts';
import type { Refused } from '../../../sandbox/refusals.ts';
import type { Reply } from '../../../sandbox/reply.ts';
import type { World } from '../../../sandbox/world.ts';
import { worldsOf } from '../../../sandbox/worlds.ts';
import { startMs } from './caller.ts';
import { adult, child } from './flight-partner.ts';
import { guest, stay } from './hotel-partner.ts';

/** One canonical body of each avia operation without a documented body, before a healthy world spells it. */
const canonicalFlights = (world: World): Omit<FlightReplies, 'ticket-cancel'> => {
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

/** Every place inside a value, of objects and lists and of what they hold; of long lists the first few elements. */
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

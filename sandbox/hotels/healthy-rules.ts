/** How a healthy world sells and books hotels. */
import { digestOf, ofWorld } from '../ids.ts';
import { dateOf } from '../sales/days.ts';
import { percentOf } from '../sales/money.ts';
import type { Guest } from './canonical.ts';
import type { HotelRules } from './rules.ts';
import type { Offer, StoredBooking, Supplier } from './state.ts';

const offerDigest = ({ hotelId, roomId, rateName, mealTypeId, supplier, stay }: Offer): Buffer => {
  const { checkIn, checkOut, rooms } = stay;
  const guests = rooms.map(({ adults, childrenAges }) => [adults, ...childrenAges]);
  return digestOf([hotelId, roomId, rateName, mealTypeId, supplier, checkIn, checkOut, guests]);
};

// No two hotels share one.
const hotelSlots = 9_973;
const offerSlots = 13;

/**
 * Not in the order of prices, and different for every offer. All scores of one hotel lie between two of any other, so
 * that one list of all offers and a list of hotels that hold them can both be in the order of scores.
 */
const scoreOf = ({ hotelId, place }: Offer): number => {
  const hotelSlot = (hotelId * 37) % hotelSlots;
  const offerSlot = ((place * 5) % offerSlots) + 1;
  return Number(((hotelSlot + offerSlot / (offerSlots + 1)) / hotelSlots).toFixed(7));
};

const refusalOf = (guest: Guest, { isStrict, name }: Supplier): string | undefined => {
  if (!isStrict) return undefined;
  const who = `${guest.firstName} ${guest.lastName}`;
  if (!guest.citizenship) return `${name} requires the citizenship of every guest; that of ${who} is missing.`;
  if (!guest.gender) return `${name} requires the gender of every guest; that of ${who} is missing.`;
  return undefined;
};

const isFree = ({ offer: { freeUntilMs } }: StoredBooking, nowMs: number): boolean =>
  freeUntilMs !== null && nowMs < freeUntilMs;

const shownPerHotel = (offers: readonly Offer[]): number =>
  Math.min(offers.length, 1 + ((offers[0]?.hotelId ?? 0) % 3));

export const healthyHotelRules: HotelRules = {
  offerIdOf: (offer, { world }) => world.dialect.offerIdOf(offerDigest(offer)),
  searchIdOf: (number, world) => world.dialect.searchIdOf(ofWorld('search', number, world)),
  bookingIdOf: (number, world) => world.dialect.bookingIdOf(number, ofWorld('booking', number, world)),
  knowsSearch: (search, clientId) => search.clientId === clientId,
  scoreOf: (offer, { search }) => (search.preset.ranking === 'on' ? scoreOf(offer) : null),
  ranks: (one, other) => (other.aiScore ?? 0) - (one.aiScore ?? 0),
  priceOf: ({ price }) => price,
  // Always the cheapest one, and in some hotels the next ones too.
  searchShows: (offers) => offers.slice(0, shownPerHotel(offers)),
  minPriceOf: (offers, telling) => {
    const prices = offers.map((offer) => telling.world.rules.priceOf(offer, telling));
    return prices.reduce((lowest, price) => (price.minor < lowest.minor ? price : lowest));
  },
  acceptsTimeout: () => true,
  refusalOf,
  declines: () => undefined,
  booksRefused: false,
  bookingsPerRequest: 1,
  statusOf: ({ cancelledAtMs, isRefused }) => {
    if (isRefused) return 'inWork';
    return cancelledAtMs === undefined ? 'completed' : 'cancelled';
  },
  showsBookingTo: ({ clientId: owner, shownFromMs = 0 }, clientId, { world }) =>
    owner === clientId && world.now() >= shownFromMs,
  matchesStatus: (booking, { status }, world) =>
    status === undefined || world.rules.statusOf(booking, world) === status,
  matchesDates: ({ createdAtMs }, { createdFrom, createdTo }) => {
    const date = dateOf(createdAtMs);
    return (createdFrom === undefined || date >= createdFrom) && (createdTo === undefined || date <= createdTo);
  },
  pageSize: 20,
  penaltyOf: (booking, world) =>
    isFree(booking, world.now()) ? 0 : percentOf(booking.price.minor, booking.offer.latePenaltyPercent),
  cancels: () => true,
};

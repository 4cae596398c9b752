/** The rules of hotels, which a deviation may replace one by one, and how a healthy world sets them. */
import type { BookingStatus } from '../../contracts/facts.ts';
import type { Hotel, Region } from '../data/hotels.ts';
import type { Dialect } from '../dialect.ts';
import { type Amount, dateOf, percentOf } from '../sales.ts';
import { type Clock, type Counters, digestOf, type Identity, ofWorld } from '../world-parts.ts';
import type { CanonicalRequests, Guest, HotelOperation, Id } from './canonical.ts';
import type { HotelStores, Offer, StoredBooking, StoredSearch, Supplier } from './state.ts';

const offerDigest = ({ hotelId, roomId, rateName, mealTypeId, supplier, stay }: Offer): Buffer => {
  const { checkIn, checkOut, rooms } = stay;
  const guests = rooms.map(({ adults, childrenAges }) => [adults, ...childrenAges]);
  return digestOf([hotelId, roomId, rateName, mealTypeId, supplier, checkIn, checkOut, guests]);
};

// No two hotels share one.
const hotelSlots = 9_973;
const offerSlots = 13;

/**
 * Not in the order of prices, and different for every offer. All scores of one hotel lie between two of any other. So
 * one list of all offers, and a list of hotels that hold them, can both be in the order of scores.
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
  bookingIdOf: (number, world) => world.dialect.bookingIdOf(number, ofWorld('booking', number, world)),
  knowsSearch: (search, clientId) => search.clientId === clientId,
  scoreOf: (offer, { search }) => (search.preset.ranking === 'on' ? scoreOf(offer) : null),
  ranks: (one, other) => (other.aiScore ?? 0) - (one.aiScore ?? 0),
  priceOf: ({ price }) => price,
  // Always the cheapest one, and in some hotels the next ones too.
  searchShows: (offers) => offers.slice(0, shownPerHotel(offers)),
  minPriceOf: (offers, reporting) => {
    const prices = offers.map((offer) => reporting.world.rules.priceOf(offer, reporting));
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

export type HotelWorld = Identity &
  Counters &
  Pick<Clock, 'now'> &
  HotelStores & {
    readonly hotelOf: (hotelId: number) => Hotel | undefined;
    readonly regions: readonly Region[];
    readonly dialect: Dialect;
    readonly rules: HotelRules;
  };

/** Where an offer is being reported. */
export type Reporting = {
  readonly operation: HotelOperation;
  readonly search: StoredSearch;
  readonly world: HotelWorld;
};

type ScoredOffer = { readonly aiScore: number | null };

type ListAsked = CanonicalRequests['search-bookings'];

/** What is asked of a supplier. */
export type WantedBooking = { readonly offer: Offer; readonly guests: readonly (readonly Guest[])[] };

export type HotelRules = {
  /** As the partner sees it; later operations find the offer again by what was reported. */
  readonly offerIdOf: (offer: Offer, reporting: Reporting) => string;
  readonly bookingIdOf: (number: number, world: HotelWorld) => Id;
  /** Whether a later operation knows the search of this id. */
  readonly knowsSearch: (
    search: StoredSearch,
    clientId: string,
    asked: { readonly operation: HotelOperation; readonly world: HotelWorld },
  ) => boolean;
  /** Null where the preset of the search does not ask for ranking, or where ranking fails. */
  readonly scoreOf: (offer: Offer, reporting: Reporting) => number | null;
  /** Compares what is reported with scores; the lower comes first. */
  readonly ranks: (one: ScoredOffer, other: ScoredOffer) => number;
  readonly priceOf: (offer: Offer, reporting: Reporting) => Amount;
  /** Which offers of a hotel its search result shows, out of all of them, sorted by price. */
  readonly searchShows: (offers: readonly Offer[], reporting: Reporting) => readonly Offer[];
  /** Out of all offers of the hotel. */
  readonly minPriceOf: (offers: readonly Offer[], reporting: Reporting) => Amount;
  readonly acceptsTimeout: (timeoutMs: number) => boolean;
  /** The reason why the supplier refuses a guest, who is one of several; undefined when it does not. */
  readonly refusalOf: (guest: Guest, supplier: Supplier, guests: readonly Guest[]) => string | undefined;
  /** The reason why the supplier of an offer does not want a booking of it; undefined when it does. */
  readonly declines: (booking: WantedBooking, world: HotelWorld) => string | undefined;
  /** The refused request books all the same. */
  readonly booksRefused: boolean;
  /** How many bookings one request makes. */
  readonly bookingsPerRequest: number;
  readonly statusOf: (booking: StoredBooking, world: HotelWorld) => BookingStatus;
  readonly showsBookingTo: (
    booking: StoredBooking,
    clientId: string,
    asked: { readonly operation: HotelOperation; readonly world: HotelWorld },
  ) => boolean;
  /** The two filters of a list; a filter that is not given matches. */
  readonly matchesStatus: (booking: StoredBooking, asked: ListAsked, world: HotelWorld) => boolean;
  readonly matchesDates: (booking: StoredBooking, asked: ListAsked, world: HotelWorld) => boolean;
  readonly pageSize: number;
  /** In minor units of the price; the refund is the rest of it. */
  readonly penaltyOf: (booking: StoredBooking, world: HotelWorld) => number;
  /** Whether a cancellation that was answered takes place. */
  readonly cancels: (booking: StoredBooking, world: HotelWorld) => boolean;
};

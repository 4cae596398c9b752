/** The rules of the hotel operations, which a deviation may replace one by one, and what they know of their world. */
import type { BookingStatus } from '../../contracts/facts.ts';
import type { Clock } from '../clock.ts';
import type { Counters } from '../counters.ts';
import type { Hotel } from '../data/hotels.ts';
import type { Region } from '../data/regions.ts';
import type { Dialect } from '../dialect.ts';
import type { Identity } from '../ids.ts';
import type { Amount } from '../sales/money.ts';
import type { CanonicalRequests, Guest, HotelOperation, Id } from './canonical.ts';
import type { Offer, StoredBooking, StoredSearch, Supplier } from './state.ts';
import type { HotelStores } from './stores.ts';

export type HotelWorld = Identity &
  Counters &
  Pick<Clock, 'now'> &
  HotelStores & {
    readonly hotelOf: (hotelId: number) => Hotel | undefined;
    readonly regions: readonly Region[];
    readonly dialect: Dialect;
    readonly rules: HotelRules;
  };

/** Where an offer is being told. */
export type Telling = { readonly operation: HotelOperation; readonly search: StoredSearch; readonly world: HotelWorld };

export type Scored = { readonly aiScore: number | null };

type ListAsked = CanonicalRequests['search-bookings'];

/** What is asked of a supplier. */
export type Wanted = { readonly offer: Offer; readonly guests: readonly (readonly Guest[])[] };

export type HotelRules = {
  /** As the partner sees it; later operations find the offer again by what was told. */
  readonly offerIdOf: (offer: Offer, telling: Telling) => string;
  readonly searchIdOf: (number: number, world: HotelWorld) => string;
  readonly bookingIdOf: (number: number, world: HotelWorld) => Id;
  /** Whether a later operation knows the search of this id. */
  readonly knowsSearch: (
    search: StoredSearch,
    clientId: string,
    asked: { readonly operation: HotelOperation; readonly world: HotelWorld },
  ) => boolean;
  /** Null where the preset of the search does not ask for ranking, or asks in vain. */
  readonly scoreOf: (offer: Offer, telling: Telling) => number | null;
  /** Compares what is told with scores; the lower comes first. */
  readonly ranks: (one: Scored, other: Scored) => number;
  readonly priceOf: (offer: Offer, telling: Telling) => Amount;
  /** Which offers of a hotel its search result shows, out of all of them, sorted by price. */
  readonly searchShows: (offers: readonly Offer[], telling: Telling) => readonly Offer[];
  /** Out of all offers of the hotel. */
  readonly minPriceOf: (offers: readonly Offer[], telling: Telling) => Amount;
  readonly acceptsTimeout: (timeoutMs: number) => boolean;
  /** The reason why the supplier refuses a guest, who is one of several; undefined when it does not. */
  readonly refusalOf: (guest: Guest, supplier: Supplier, guests: readonly Guest[]) => string | undefined;
  /** The reason why the supplier of an offer does not want a booking of it; undefined when it does. */
  readonly declines: (booking: Wanted, world: HotelWorld) => string | undefined;
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

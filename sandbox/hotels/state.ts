/** What a world remembers of hotels. */
import {
  type Amount,
  bookingsRememberedMax,
  type Contact,
  type SalesStore,
  searchesRememberedMax,
  storeOf,
} from '../sales.ts';
import type { CanonicalUpsell, Guest, Id, PriceParts, Stay } from './canonical.ts';

/** The searches and bookings of hotels that a world remembers. */
export type HotelStores = {
  readonly searches: SalesStore<StoredSearch>;
  readonly bookings: SalesStore<StoredBooking, Id>;
};

export const hotelStores = (): HotelStores => ({
  searches: storeOf(({ searchId }) => searchId, searchesRememberedMax),
  bookings: storeOf(({ bookingId }) => bookingId, bookingsRememberedMax),
});

/** What never changes about an offer, and distinguishes it from every other: its offerId is a hash of these. */
type OfferIdentity = {
  readonly hotelId: number;
  readonly roomId: number;
  readonly rateName: string;
  readonly mealTypeId: number;
  readonly supplier: string;
  readonly stay: Stay;
};

/** An offer as the suppliers have it: the same for every caller, at every request, in every world. */
export type Offer = OfferIdentity & {
  /** Counts the offers of its hotel, from 0. */
  readonly place: number;
  readonly roomName: string;
  readonly bedVariants: readonly number[];
  readonly parts: PriceParts;
  /** The sum of its parts. */
  readonly price: Amount;
  /** Milliseconds since 1970; null when cancelling always costs. */
  readonly freeUntilMs: number | null;
  /** How much of the price cancelling later costs. */
  readonly latePenaltyPercent: number;
  readonly earlyCheckIns: readonly CanonicalUpsell[];
  readonly lateCheckOuts: readonly CanonicalUpsell[];
};

/** How a preset asks for ranking: `failing` asks, and the answer never comes. */
type Ranking = 'on' | 'off' | 'failing';

export type Preset = { readonly name: string; readonly ranking: Ranking };

export type Supplier = {
  readonly code: string;
  /** Shown as `supplier.subProviderName` of a view. */
  readonly name: string;
  /** Refuses guests without citizenship or gender. */
  readonly isStrict: boolean;
};

/** A search that was made; later operations name it. */
export type StoredSearch = {
  readonly searchId: string;
  /** Counts the searches of its world, from 1. */
  readonly number: number;
  readonly clientId: string;
  readonly regionId: number;
  readonly stay: Stay;
  readonly preset: Preset;
  /** Its reported offers by their reported offerId. */
  readonly reported: Map<string, Offer>;
};

/** A booking that was made; its status follows from it, the rules and the clock. */
export type StoredBooking = {
  readonly bookingId: Id;
  /** Counts the bookings of its world, from 1. */
  readonly number: number;
  readonly clientId: string;
  readonly createdAtMs: number;
  readonly offer: Offer;
  readonly preset: Preset;
  readonly guests: readonly (readonly Guest[])[];
  readonly contact: Contact;
  readonly upsells: readonly CanonicalUpsell[];
  /** Of the offer and all upsells. */
  readonly price: Amount;
  readonly cancelledAtMs?: number;
  /** Stored, so that cancelling again reports the same. */
  readonly penalty?: Amount;
  /** Hidden from every caller before this time, as if it were still being made. */
  readonly shownFromMs?: number;
  /** The supplier refused it; only a faulty world stores such a booking. */
  readonly isRefused?: boolean;
};

/** What a world remembers of flights. */
import type { FareFamily } from '../data/flight-trade.ts';
import {
  type Amount,
  bookingsRememberedMax,
  type Contact,
  type SalesStore,
  searchesRememberedMax,
  storeOf,
} from '../sales.ts';
import type { CanonicalFlight, CouponStatus, Journey, Party, Passenger } from './canonical.ts';

/** The searches, bookings and calculated exchanges of flights that a world remembers. */
export type FlightStores = {
  readonly searches: SalesStore<StoredFlightSearch>;
  readonly pnrs: SalesStore<StoredPnr>;
  readonly exchanges: SalesStore<StoredExchange>;
};

export const flightStores = (): FlightStores => ({
  searches: storeOf(({ searchId }) => searchId, searchesRememberedMax),
  pnrs: storeOf(({ bookingId }) => bookingId, bookingsRememberedMax),
  exchanges: storeOf(({ exchangeId }) => exchangeId, bookingsRememberedMax),
});

/** One flight of one day. */
export type Flight = CanonicalFlight & {
  /** Before the first booking of it. */
  readonly capacity: number;
};

/** An offer as the suppliers have it: the same for every caller; what it costs follows from it and the day. */
export type FlightOffer = {
  /** There, and back where the journey has a way back. */
  readonly flights: readonly Flight[];
  readonly family: FareFamily;
  readonly supplier: string;
  readonly party: Party;
};

/** What one passenger pays, in minor units. */
export type Fare = { readonly base: number; readonly taxes: number };

/** A search that was made; later operations name it. */
export type StoredFlightSearch = {
  readonly searchId: string;
  /** Counts the searches of its world, from 1. */
  readonly number: number;
  readonly clientId: string;
  readonly journey: Journey;
  readonly party: Party;
  /** Its reported offers by their reported offerId, each with the price that was reported last. */
  readonly reported: Map<string, { readonly offer: FlightOffer; readonly price: Amount }>;
};

export type Coupon = { readonly flight: Flight; readonly status: CouponStatus };

export type StoredTicket = {
  /** As it was reported. */
  readonly ticketNumber: string;
  /** Which passenger of its booking, from 0. */
  readonly passenger: number;
  readonly issuedAtMs: number;
  readonly fare: Fare;
  /** One for each flight. */
  readonly coupons: readonly Coupon[];
  /** The moment from which its booking shows it; without one, since its issue. */
  readonly shownFromMs?: number;
};

/** A booking that was made; its status follows from it, the rules and the clock. */
export type StoredPnr = {
  /** A UUID. */
  readonly bookingId: string;
  /** Counts the bookings of its world, from 1; 0 for one that was there from the start. */
  readonly number: number;
  readonly locator: string;
  readonly clientId: string;
  /** The partner of whom its owner is an agency: sees it, and may do nothing with it. */
  readonly headOffice?: string;
  readonly createdAtMs: number;
  readonly offer: FlightOffer;
  readonly passengers: readonly Passenger[];
  readonly contact: Contact;
  /** One for each passenger. */
  readonly fares: readonly Fare[];
  readonly price: Amount;
  /** All that were ever issued, the oldest first. */
  readonly tickets: readonly StoredTicket[];
  readonly cancelledAtMs?: number;
};

export type ExchangeCosts = { readonly penalty: Amount; readonly surcharge: Amount };

/** An exchange that was calculated. */
export type StoredExchange = ExchangeCosts & {
  readonly exchangeId: string;
  readonly bookingId: string;
  /** Of the ticket that it is about. */
  readonly ticketNumber: string;
  /** What the new ticket costs. */
  readonly fare: Fare;
  /** By offerId. */
  readonly offers: ReadonlyMap<string, readonly Flight[]>;
};

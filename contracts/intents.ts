/** What a flow wants to say with a request whose body the interface does not show, in words that are the same for every target. */

import type { BookingStatus, OfferFact, Upsell } from './facts.ts';
import { type FlightIntents, flightOperations } from './flight-intents.ts';
import type { BookingRef, Contact } from './intent-parts.ts';
import type { Json } from './json.ts';
import { hotelOperations } from './operations.ts';

/** Dates are `YYYY-MM-DD`. */
export type Stay = {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly rooms: readonly { readonly adults: number; readonly childrenAges: readonly number[] }[];
};

export type SearchIntent = {
  /** `known.region` of the target. */
  readonly region: Json;
  readonly stay: Stay;
  /** One of `known.presets` of the target. */
  readonly preset?: string;
  /** `known.searchTimeout` of the target, in the unit that its service counts. */
  readonly timeout?: number;
};

export type Guest = {
  /** In Latin letters, as in a passport. */
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  /** ISO 3166-1 alpha-2; absent where the request is meant to lack it. */
  readonly citizenship?: string;
  readonly gender?: 'male' | 'female';
  readonly isChild: boolean;
};

export type Details = { readonly includePriceDetails: boolean; readonly includeResidenceDetails: boolean };

/** One offer, and the search that found it. */
export type ChosenOffer = { readonly searchId: string; readonly offer: OfferFact; readonly search: SearchIntent };

/** By operation of hotels: those whose body is undocumented, in whole or in part. */
export type HotelIntents = {
  readonly 'hotel-search': SearchIntent;
  readonly 'hotel-pricing': {
    readonly searchId: string;
    readonly hotelId: Json;
    /** The offer of the search that led to the hotel. */
    readonly offer: OfferFact;
    readonly search: SearchIntent;
  };
  readonly 'offer-pricing': ChosenOffer;
  readonly 'create-booking': ChosenOffer & {
    /** One list for each room of the stay. */
    readonly guests: readonly (readonly Guest[])[];
    readonly contact: Contact;
    readonly upsells: readonly Upsell[];
  };
  /** `details` is documented, and is put into the body without the binding. */
  readonly 'view-booking': { readonly booking: BookingRef; readonly details: Details };
  readonly 'search-bookings': {
    readonly status?: BookingStatus;
    /** `YYYY-MM-DD`, both inclusive. */
    readonly createdFrom?: string;
    readonly createdTo?: string;
    /** `nextPage` of the page before. */
    readonly page?: Json;
  };
  readonly 'cancel-booking': { readonly booking: BookingRef };
};

export type HotelOperation = keyof HotelIntents;

export type Intents = HotelIntents & FlightIntents;

/** An operation that needs a binding to be asked. */
export type BoundOperation = keyof Intents;

export const boundOperations = [...hotelOperations, ...flightOperations] satisfies readonly BoundOperation[];

export const isBound = (operation: string): operation is BoundOperation =>
  boundOperations.some((each) => each === operation);

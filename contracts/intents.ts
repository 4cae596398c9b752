/** What a flow wants to say with an undocumented request, in words that are the same for every target. */

import type { BookingStatus, FlightFact, FlightOfferFact, OfferFact, Upsell } from './facts.ts';
import type { Json } from './json.ts';
import { aviaOperations, hotelOperations } from './operations.ts';

/** What intents of all kinds are made of. */
export type ContactIntent = { readonly email: string; readonly phone: string };

/** How later requests name a booking. */
export type BookingRef = { readonly bookingId?: Json; readonly reference?: Json };

/** Dates are `YYYY-MM-DD`. */
export type FlightSearch = {
  /** `known.route` of the target. */
  readonly route: Json;
  readonly departure: string;
  /** Absent for one way. */
  readonly return?: string;
  readonly adults: number;
  readonly children: number;
};

export type PassengerIntent = {
  /** In Latin letters, as in a passport. */
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  readonly gender: 'male' | 'female';
  /** ISO 3166-1 alpha-2. */
  readonly citizenship: string;
  readonly document: { readonly number: string; readonly expiresOn: string };
  readonly isChild: boolean;
};

/** One offer, and the search that found it. */
export type ChosenFlight = {
  readonly searchId: string;
  readonly offer: FlightOfferFact;
  readonly search: FlightSearch;
};

/** How later requests name a ticket. */
export type TicketRef = { readonly ticketNumber?: Json; readonly reference?: Json };

type BookingIntent = { readonly booking: BookingRef };
type TicketIntent = BookingIntent & { readonly ticket: TicketRef };

/** By operation: those whose body is undocumented. That of ticket_cancel is documented in full. */
export type FlightIntents = {
  readonly 'avia-search': FlightSearch;
  readonly 'avia-availability': { readonly flights: readonly FlightFact[]; readonly search: FlightSearch };
  readonly 'avia-schedule': FlightSearch;
  readonly 'avia-offer-price': ChosenFlight;
  readonly 'fare-rules': ChosenFlight;
  readonly 'pnr-create': ChosenFlight & {
    readonly passengers: readonly PassengerIntent[];
    readonly contact: ContactIntent;
  };
  readonly 'pnr-retrieve': BookingIntent;
  readonly 'pnr-cancel': BookingIntent;
  readonly 'pnr-reprice': BookingIntent;
  readonly 'ticket-issue': BookingIntent;
  readonly 'ticket-info': TicketIntent;
  /** For the same passengers on the days of `search`. */
  readonly 'ticket-exchange-calculation': TicketIntent & { readonly search: FlightSearch };
  readonly 'ticket-exchange': TicketIntent & {
    readonly exchangeId: string;
    /** `reference` of the offer of the calculation that was chosen, where it reported any. */
    readonly offer?: Json;
  };
  readonly 'ticket-refund-calculation': TicketIntent;
  readonly 'ticket-refund': TicketIntent & {
    /** `reference` of the calculation. */
    readonly calculation?: Json;
  };
};

export const flightOperations: readonly (keyof FlightIntents)[] = aviaOperations.filter((id) => id !== 'ticket-cancel');

/** Dates are `YYYY-MM-DD`. */
export type StayIntent = {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly rooms: readonly { readonly adults: number; readonly childrenAges: readonly number[] }[];
};

export type SearchIntent = {
  /** `known.region` of the target. */
  readonly region: Json;
  readonly stay: StayIntent;
  /** One of `known.presets` of the target. */
  readonly preset?: string;
  /** `known.searchTimeout` of the target, in the unit that its service counts. */
  readonly timeout?: number;
};

export type GuestIntent = {
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
    readonly guests: readonly (readonly GuestIntent[])[];
    readonly contact: ContactIntent;
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

export type HotelOperationId = keyof HotelIntents;

export type Intents = HotelIntents & FlightIntents;

/** An operation that needs a binding to be asked. */
export type BoundOperation = keyof Intents;

export const boundOperations = [...hotelOperations, ...flightOperations] satisfies readonly BoundOperation[];

export const isBound = (operation: string): operation is BoundOperation =>
  boundOperations.some((each) => each === operation);

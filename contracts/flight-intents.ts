/** What a flow wants to say with a request about flights (parts 4.2 to 4.4), in words that are the same for every target. */
import type { FlightFact, FlightOfferFact } from './flight-facts.ts';
import type { BookingRef, Contact } from './intent-parts.ts';
import type { Json } from './json.ts';
import { aviaOperations } from './operations.ts';

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

export type Passenger = {
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

type OfBooking = { readonly booking: BookingRef };
type OfTicket = OfBooking & { readonly ticket: TicketRef };

/** By operation: those whose body is undocumented. That of ticket_cancel is documented in full. */
export type FlightIntents = {
  readonly 'avia-search': FlightSearch;
  readonly 'avia-availability': { readonly flights: readonly FlightFact[]; readonly search: FlightSearch };
  readonly 'avia-schedule': FlightSearch;
  readonly 'avia-offer-price': ChosenFlight;
  readonly 'fare-rules': ChosenFlight;
  readonly 'pnr-create': ChosenFlight & {
    readonly passengers: readonly Passenger[];
    readonly contact: Contact;
  };
  readonly 'pnr-retrieve': OfBooking;
  readonly 'pnr-cancel': OfBooking;
  readonly 'pnr-reprice': OfBooking;
  readonly 'ticket-issue': OfBooking;
  readonly 'ticket-info': OfTicket;
  /** For the same passengers on the days of `search`. */
  readonly 'ticket-exchange-calculation': OfTicket & { readonly search: FlightSearch };
  readonly 'ticket-exchange': OfTicket & {
    readonly exchangeId: string;
    /** `reference` of the offer of the calculation that was chosen, where it reported any. */
    readonly offer?: Json;
  };
  readonly 'ticket-refund-calculation': OfTicket;
  readonly 'ticket-refund': OfTicket & {
    /** `reference` of the calculation. */
    readonly calculation?: Json;
  };
};

export const flightOperations: readonly (keyof FlightIntents)[] = aviaOperations.filter((id) => id !== 'ticket-cancel');

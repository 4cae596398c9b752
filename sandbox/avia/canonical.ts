/**
 * What the avia operations are asked and what they answer before a dialect spells it: the words of handlers, rules and
 * deviations. The bodies of ticket_cancel are documented, so they have no other words.
 */
import type { FareRule } from '../data/flight-trade.ts';
import type { Amount, Contact } from '../sales.ts';

/** Dates are `YYYY-MM-DD`. */
export type Journey = {
  /** Codes of airports. */
  readonly from: string;
  readonly to: string;
  readonly departure: string;
  /** Absent for one way. */
  readonly return?: string;
};

export type Party = { readonly adults: number; readonly children: number };

export type Passenger = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly gender: 'male' | 'female';
  /** ISO 3166-1 alpha-2. */
  readonly citizenship: string;
  readonly document: { readonly number: string; readonly expiresOn: string };
  readonly isChild: boolean;
};

type OfBooking = { readonly bookingId: string };
type OfTicket = OfBooking & { readonly ticketNumber: string };
type OfOffer = { readonly searchId: string; readonly offerId: string };

/** By operation. */
export type FlightRequests = {
  readonly 'avia-search': { readonly journey: Journey; readonly party: Party };
  readonly 'avia-availability': { readonly flights: readonly FlightName[] };
  readonly 'avia-schedule': { readonly journey: Journey };
  readonly 'avia-offer-price': OfOffer;
  readonly 'fare-rules': OfOffer;
  readonly 'pnr-create': OfOffer & { readonly passengers: readonly Passenger[]; readonly contact: Contact };
  readonly 'pnr-retrieve': OfBooking;
  readonly 'pnr-cancel': OfBooking;
  readonly 'pnr-reprice': OfBooking;
  readonly 'ticket-issue': OfBooking;
  readonly 'ticket-info': OfTicket;
  readonly 'ticket-cancel': OfTicket;
  readonly 'ticket-exchange-calculation': OfTicket & {
    readonly departure: string;
    /** Without it the flight back stays as it is. */
    readonly return?: string;
  };
  readonly 'ticket-exchange': OfTicket & {
    readonly exchangeId: string;
    /** One of the calculation; the first when absent. */
    readonly offerId?: string;
  };
  readonly 'ticket-refund-calculation': OfTicket;
  readonly 'ticket-refund': OfTicket & { readonly calculationId?: string };
};

export type AviaOperation = keyof FlightRequests;

/** Names one flight of one day. */
export type FlightName = { readonly flightNumber: string; readonly date: string };

export type CanonicalFlight = FlightName & {
  /** The code of its carrier. */
  readonly carrier: string;
  readonly from: string;
  readonly to: string;
  readonly departsAtMs: number;
  readonly arrivesAtMs: number;
};

export type AvailableFlight = CanonicalFlight & { readonly seats: number };

/** What a price is made of; together they are the price. */
export type FareParts = { readonly base: Amount; readonly taxes: Amount };

export type CanonicalFlightOffer = {
  readonly offerId: string;
  readonly flights: readonly CanonicalFlight[];
  readonly fareFamily: string;
  /** The code of its supplier. */
  readonly supplier: string;
  /** For all passengers. */
  readonly price: Amount;
  readonly isRefundable: boolean;
  readonly isExchangeable: boolean;
};

export type PnrStatus = 'booked' | 'ticketed' | 'cancelled' | 'expired';

export type CouponStatus = 'open' | 'used' | 'void' | 'exchanged' | 'refunded';

export type CanonicalCoupon = FlightName & { readonly status: CouponStatus };

export type CanonicalTicket = {
  readonly ticketNumber: string;
  /** First name, space, last name. */
  readonly passengerName: string;
  readonly issuedAtMs: number;
  readonly price: Amount;
  readonly parts: FareParts;
  readonly coupons: readonly CanonicalCoupon[];
};

type CanonicalPnr = OfBooking & {
  /** Six letters, by which the carrier knows it. */
  readonly locator: string;
  readonly status: PnrStatus;
  readonly price: Amount;
  readonly createdAtMs: number;
  /** Until when tickets can be issued. */
  readonly ticketBeforeMs: number;
};

export type ExchangeOffer = {
  readonly offerId: string;
  readonly flights: readonly CanonicalFlight[];
  /** Of the new ticket. */
  readonly price: Amount;
};

/** `amount` is what is left of the price of a ticket after the penalty; the taxes are inside it. */
export type CanonicalRefund = { readonly amount: Amount; readonly penalty: Amount; readonly taxes: Amount };

/** By operation: the body of a success. */
export type FlightReplies = {
  readonly 'avia-search': { readonly searchId: string; readonly offers: readonly CanonicalFlightOffer[] };
  readonly 'avia-availability': { readonly flights: readonly AvailableFlight[] };
  readonly 'avia-schedule': { readonly flights: readonly CanonicalFlight[] };
  readonly 'avia-offer-price': {
    readonly offer: CanonicalFlightOffer & { readonly parts: FareParts };
    /** Since it was reported last. */
    readonly isPriceChanged: boolean;
  };
  readonly 'fare-rules': { readonly fareFamily: string; readonly fareRules: readonly FareRule[] };
  readonly 'pnr-create': CanonicalPnr;
  readonly 'pnr-retrieve': CanonicalPnr & {
    readonly flights: readonly CanonicalFlight[];
    readonly passengers: readonly Passenger[];
    readonly contact: Contact;
    readonly fareFamily: string;
    readonly ticketNumbers: readonly string[];
  };
  readonly 'pnr-cancel': OfBooking & { readonly status: PnrStatus };
  readonly 'pnr-reprice': OfBooking & {
    readonly price: Amount;
    readonly parts: FareParts;
    readonly isPriceChanged: boolean;
  };
  readonly 'ticket-issue': OfBooking & { readonly status: PnrStatus; readonly tickets: readonly CanonicalTicket[] };
  readonly 'ticket-info': { readonly ticket: CanonicalTicket };
  readonly 'ticket-cancel': { readonly success?: boolean; readonly voidedAt?: string };
  readonly 'ticket-exchange-calculation': {
    readonly exchangeId: string;
    readonly penalty: Amount;
    /** The same for every offer. */
    readonly surcharge: Amount;
    readonly offers: readonly ExchangeOffer[];
  };
  readonly 'ticket-exchange': {
    readonly exchangeId: string;
    readonly penalty: Amount;
    readonly surcharge: Amount;
    readonly ticket: CanonicalTicket;
    /** The number of the old ticket. */
    readonly replaced: string;
  };
  readonly 'ticket-refund-calculation': { readonly calculationId: string; readonly refund: CanonicalRefund };
  readonly 'ticket-refund': { readonly refund: CanonicalRefund };
};

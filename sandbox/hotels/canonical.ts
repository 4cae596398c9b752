/**
 * What the hotel operations are asked and what they answer before a dialect spells it: the words of handlers, rules and
 * deviations. Fields whose names and places are documented already have them here.
 */
import type { BookingStatus } from '../../contracts/facts.ts';
import type { Amount, Contact } from '../sales.ts';

/** Each dialect has ids of its own kind. */
export type Id = string | number;

/** Dates are `YYYY-MM-DD`. */
export type Stay = {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly rooms: readonly { readonly adults: number; readonly childrenAges: readonly number[] }[];
};

/** A field that lacks a value, holds null or an empty text counts as not given. */
export type Guest = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  /** ISO 3166-1 alpha-2. */
  readonly citizenship?: string;
  readonly gender?: 'male' | 'female';
};

/** By operation. */
export type CanonicalRequests = {
  readonly 'hotel-search': {
    readonly regionId: number;
    readonly stay: Stay;
    readonly preset?: string;
    /** The suppliers of the sandbox always make it. */
    readonly timeoutMs?: number;
  };
  readonly 'hotel-pricing': { readonly searchId: string; readonly hotelId: number };
  readonly 'offer-pricing': { readonly searchId: string; readonly offerId: string };
  readonly 'create-booking': {
    readonly searchId: string;
    readonly offerId: string;
    /** One list for each room of the stay. */
    readonly guests: readonly (readonly Guest[])[];
    readonly contact: Contact;
    readonly upsellIds: readonly string[];
  };
  readonly 'view-booking': {
    readonly bookingId: Id;
    readonly details: { readonly includePriceDetails: boolean; readonly includeResidenceDetails: boolean };
  };
  readonly 'search-bookings': {
    readonly status?: BookingStatus;
    /** `YYYY-MM-DD` in UTC, both inclusive. */
    readonly createdFrom?: string;
    readonly createdTo?: string;
    /** Asks for bookings older than the one of this number. */
    readonly page?: number;
  };
  readonly 'cancel-booking': { readonly bookingId: Id };
};

export type HotelOperation = keyof CanonicalRequests;

export type CanonicalUpsell = {
  readonly upsellId: string;
  readonly kind: 'early-check-in' | 'late-check-out';
  /** `HH:mm` */
  readonly time: string;
  readonly price: Amount;
};

/** What a price is made of; together they are the price. */
export type PriceParts = { readonly base: Amount; readonly tax: Amount; readonly fee: Amount };

/** An offer as search reports it; its hotelId stands on what encloses it. */
export type CanonicalOffer = {
  readonly offerId: string;
  readonly aiScore: number | null;
  readonly roomId: number;
  readonly roomName: string;
  readonly rateName: string;
  readonly mealTypeId: number;
  /** Ids of bed types. */
  readonly bedVariants: readonly number[];
  /** The code of its supplier. */
  readonly supplier: string;
  readonly price: Amount;
  /** Null when cancelling always costs. */
  readonly freeUntilMs: number | null;
};

/** An offer as hotel_pricing and offer_pricing report it. */
export type PricedOffer = CanonicalOffer & {
  readonly parts: PriceParts;
  readonly earlyCheckIns: readonly CanonicalUpsell[];
  readonly lateCheckOuts: readonly CanonicalUpsell[];
};

export type FoundHotel = {
  readonly hotelId: number;
  readonly name: string;
  readonly minPrice: Amount;
  readonly offers: readonly CanonicalOffer[];
};

/** All groups that are documented. */
export type PriceDetail = {
  readonly total: Amount;
  readonly discount: Amount;
  readonly markup: Amount;
  readonly serviceFee: Amount;
  readonly commission: { readonly amount: Amount; readonly percent: number };
  readonly supplier: { readonly net: Amount };
  readonly vat: { readonly amount: Amount; readonly percent: number };
  readonly deposit: { readonly amount: Amount };
};

export type ViewedUpsell = CanonicalUpsell & {
  /** Only when includePriceDetails is true. */
  readonly priceDetail?: PriceDetail;
};

export type BookingView = {
  readonly bookingId: Id;
  /** `YYYY-MM-DDTHH:mm`, by the clock of the hotel. */
  readonly checkinTime: string;
  readonly checkoutTime: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly createdAtMs: number;
  readonly bookingInfo: { readonly status: BookingStatus };
  readonly supplier: {
    readonly subProviderName: string;
    readonly invoiceNumber: string;
    readonly comment: string | null;
  };
  readonly hotel: {
    readonly hotelId: number;
    readonly name: string;
    readonly room: { readonly roomId: number; readonly rateName: string; readonly roomName: string };
  };
  readonly guests: readonly (readonly Guest[])[];
  readonly prices: { readonly searchPresetName: string; readonly pricingPresetName: string };
  /** With all upsells. */
  readonly price: Amount;
  readonly parts: PriceParts;
  /** Only when includePriceDetails is true. */
  readonly priceDetail?: PriceDetail;
  readonly upsells: readonly ViewedUpsell[];
  /** Only when includeResidenceDetails is true. */
  readonly residence?: { readonly registrationRequired: boolean; readonly note: string };
};

/** By operation: the body of a success. */
export type CanonicalReplies = {
  readonly 'hotel-search': { readonly searchId: string; readonly hotels: readonly FoundHotel[] };
  readonly 'hotel-pricing': { readonly hotelId: number; readonly offers: readonly PricedOffer[] };
  readonly 'offer-pricing': { readonly hotelId: number; readonly offer: PricedOffer };
  readonly 'create-booking': {
    readonly bookingId: Id;
    readonly status: BookingStatus;
    readonly price: Amount;
    readonly createdAtMs: number;
  };
  readonly 'view-booking': BookingView;
  readonly 'search-bookings': {
    readonly bookings: readonly ListedBooking[];
    /** What `page` must be to get the next ones; absent on the last page. */
    readonly nextPage?: number;
  };
  readonly 'cancel-booking': { readonly bookingId: Id; readonly penalty: Amount; readonly refund: Amount };
};

export type ListedBooking = {
  readonly bookingId: Id;
  readonly status: BookingStatus;
  readonly createdAtMs: number;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly hotelName: string;
  readonly price: Amount;
  /** First name, space, last name. */
  readonly guestNames: readonly string[];
};

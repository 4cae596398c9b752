/** Which schema belongs to which part of which operation. */
import type { z } from 'zod';
import type { OperationId } from './operations.ts';
import { cities, citiesQuery } from './schemas/cities.ts';
import { countries } from './schemas/countries.ts';
import { refusalBody } from './schemas/error.ts';
import { anyAnswer, bookingList, bookingView, viewRequest } from './schemas/hotel-bookings.ts';
import { accommodationTypes, amenities, bedTypes, mealTypes } from './schemas/hotel-dictionaries.ts';
import { hotelStatic } from './schemas/hotel-static.ts';
import { voidAnswer, voidRequest } from './schemas/tickets.ts';
import { tokenAnswer, tokenRequest, tokenSuccess } from './schemas/token.ts';

export type Payloads = {
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly success: z.ZodType;
  /** Where the documentation shows one schema for every answer. */
  readonly answer?: z.ZodType;
  readonly refusal: z.ZodType;
};

export const payloads = {
  token: { body: tokenRequest, success: tokenSuccess, answer: tokenAnswer, refusal: refusalBody },
  countries: { success: countries, refusal: refusalBody },
  cities: { query: citiesQuery, success: cities, refusal: refusalBody },
  'accommodation-types': { success: accommodationTypes, refusal: refusalBody },
  amenities: { success: amenities, refusal: refusalBody },
  'bed-types': { success: bedTypes, refusal: refusalBody },
  'meal-types': { success: mealTypes, refusal: refusalBody },
  'hotel-static': { success: hotelStatic, refusal: refusalBody },
  'hotel-search': { success: anyAnswer, refusal: refusalBody },
  'hotel-pricing': { success: anyAnswer, refusal: refusalBody },
  'offer-pricing': { success: anyAnswer, refusal: refusalBody },
  'create-booking': { success: anyAnswer, refusal: refusalBody },
  'view-booking': { body: viewRequest, success: bookingView, refusal: refusalBody },
  'search-bookings': { success: bookingList, refusal: refusalBody },
  'cancel-booking': { success: anyAnswer, refusal: refusalBody },
  'avia-search': { success: anyAnswer, refusal: refusalBody },
  'avia-availability': { success: anyAnswer, refusal: refusalBody },
  'avia-schedule': { success: anyAnswer, refusal: refusalBody },
  'avia-offer-price': { success: anyAnswer, refusal: refusalBody },
  'fare-rules': { success: anyAnswer, refusal: refusalBody },
  'pnr-create': { success: anyAnswer, refusal: refusalBody },
  'pnr-retrieve': { success: anyAnswer, refusal: refusalBody },
  'pnr-cancel': { success: anyAnswer, refusal: refusalBody },
  'pnr-reprice': { success: anyAnswer, refusal: refusalBody },
  'ticket-issue': { success: anyAnswer, refusal: refusalBody },
  'ticket-info': { success: anyAnswer, refusal: refusalBody },
  'ticket-cancel': { body: voidRequest, success: voidAnswer, refusal: refusalBody },
  'ticket-exchange-calculation': { success: anyAnswer, refusal: refusalBody },
  'ticket-exchange': { success: anyAnswer, refusal: refusalBody },
  'ticket-refund-calculation': { success: anyAnswer, refusal: refusalBody },
  'ticket-refund': { success: anyAnswer, refusal: refusalBody },
} as const satisfies Record<OperationId, Payloads>;

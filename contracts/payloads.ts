/** Which schema belongs to which part of which operation. */
import { z } from 'zod';
import type { OperationId } from './operations.ts';
import {
  accommodationTypes,
  amenities,
  bedTypes,
  cities,
  citiesQuery,
  countries,
  hotelStatic,
  mealTypes,
} from './schemas/dictionaries.ts';
import { formed, personal, refusalBody } from './schemas/sensitivity.ts';
import { tokenAnswer, tokenRequest, tokenSuccess } from './schemas/token.ts';

/** Payloads of ticket_cancel (part 4.4), the one operation on tickets whose bodies are shown. */
const voidRequest = z
  .looseObject({
    bookingId: z.uuid(),
    // Both forms are shown: {vendor}-{number}, and 13 digits.
    ticketNumber: formed('ticket')(z.string()),
  })
  .meta({ id: 'VoidRequest', description: 'Which ticket of which booking to void.' });

/** Any value may stand here; another clause says what it must be. */
const open = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();

const voidAnswer = z
  .looseObject({ success: open, voidedAt: formed('moment')(open) })
  .meta({ id: 'VoidAnswer', description: 'Nothing at all, or whether and when the ticket was voided.' });

export const viewRequest = z
  .looseObject({ details: z.looseObject({ includePriceDetails: z.boolean(), includeResidenceDetails: z.boolean() }) })
  .meta({ id: 'ViewBookingRequest', description: 'Which details of a booking to show.' });

export const bookingView = z
  .looseObject({
    bookingId: formed('id')(open),
    checkinTime: formed('moment')(open),
    checkoutTime: formed('moment')(open),
    bookingInfo: z.looseObject({ status: formed('status')(open) }).nullish(),
    supplier: z
      .looseObject({ subProviderName: open, invoiceNumber: formed('id')(open), comment: personal(z.unknown()) })
      .nullish(),
    hotel: z.looseObject({ room: z.looseObject({ rateName: open, roomId: formed('id')(open) }).nullish() }).nullish(),
    prices: z.looseObject({ searchPresetName: open, pricingPresetName: open }).nullish(),
    upsells: z.array(z.unknown()).nullish(),
  })
  .meta({ id: 'BookingView', description: 'One hotel booking in full.' });

export const bookingList = z
  .looseObject({ bookings: z.array(z.looseObject({ status: formed('status')(open) })).nullish() })
  .meta({ id: 'BookingList', description: 'Hotel bookings of the partner.' });

/** Of what nothing has a documented place. */
export const anyAnswer = z.looseObject({}).meta({ id: 'AnyAnswer', description: 'An object of undocumented form.' });

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

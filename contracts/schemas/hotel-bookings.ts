/**
 * Payloads of the hotel booking operations (parts 2.5 and 4.6). Only paths that are shown are here; which of them must be
 * there is a matter of clauses, so every field may be absent.
 */
import { z } from 'zod';
import { formed, personal } from './sensitivity.ts';

/** Any value may stand here; what it must be is a clause of its own. */
const open = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();

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

/** The canonical requests of hotels as they must be. */
import { z } from 'zod';
import type { BookingStatus } from '../../contracts/facts.ts';
import { contact, day, integer, lengthMax, text } from '../sales.ts';
import type { HotelOperation } from './canonical.ts';

/** Null and an empty text say as little as absence. */
const optionalText = (what: string, form: RegExp) =>
  z
    .union([z.string().regex(form), z.literal(''), z.null()], { error: `${what} has no form that is known.` })
    .optional()
    .transform((value) => value || undefined);

const listMax = 9;

const room = z.object(
  {
    adults: integer('The number of adults').min(1, 'A room needs an adult.').max(6, 'A room has 6 adults at most.'),
    childrenAges: z
      .array(integer('The age of a child').min(0, 'An age is never negative.').max(17, 'A child is 17 at most.'), {
        error: 'The ages of the children must be a list.',
      })
      .max(listMax)
      .optional()
      .transform((ages) => ages ?? []),
  },
  { error: 'A room must be an object.' },
);

const stay = z.object({
  checkIn: day('The day of arrival'),
  checkOut: day('The day of departure'),
  rooms: z.array(room, { error: 'The rooms are required, a list.' }).min(1, 'One room is needed.').max(listMax),
});

const guest = z.object(
  {
    firstName: text('The first name of a guest'),
    lastName: text('The last name of a guest'),
    birthDate: day('The date of birth of a guest'),
    citizenship: optionalText('The citizenship of a guest', /^[A-Z]{2}$/i),
    gender: optionalText('The gender of a guest', /^(fe)?male$/),
  },
  { error: 'A guest must be an object.' },
);

const guestsOfRoom = z.array(guest, { error: 'The guests of a room must be a list.' }).min(1, 'A room needs a guest.');

const bookingId = z.union([z.string().min(1).max(lengthMax), z.int()], { error: 'The booking is required.' });

const flag = (what: string) =>
  z
    .boolean({ error: `${what} must be true or false.` })
    .optional()
    .transform(Boolean);

const statuses: readonly BookingStatus[] = ['unknown', 'inWork', 'completed', 'rejected', 'cancelled', 'failed'];

const searchId = text('The searchId');

export const hotelRequests = {
  'hotel-search': z.object({
    regionId: integer('The region'),
    stay,
    preset: text('The preset').optional(),
    timeoutMs: z
      .number({ error: 'The timeout must be a number.' })
      .positive('The timeout must be positive.')
      .optional(),
  }),
  'hotel-pricing': z.object({ searchId, hotelId: integer('The hotel') }),
  'offer-pricing': z.object({ searchId, offerId: text('The offer') }),
  'create-booking': z.object({
    searchId,
    offerId: text('The offer'),
    guests: z.array(guestsOfRoom, { error: 'The guests are required.' }).min(1, 'Guests are needed.').max(listMax),
    contact,
    upsellIds: z
      .array(text('An option'), { error: 'The options must be a list.' })
      .max(listMax)
      .optional()
      .transform((ids) => [...new Set(ids)]),
  }),
  'view-booking': z.object({
    bookingId,
    details: z
      .object(
        {
          includePriceDetails: flag('details.includePriceDetails'),
          includeResidenceDetails: flag('details.includeResidenceDetails'),
        },
        { error: 'details must be an object.' },
      )
      .default({ includePriceDetails: false, includeResidenceDetails: false }),
  }),
  'search-bookings': z.object({
    status: z.literal(statuses, { error: 'The status is none that a booking can have.' }).optional(),
    createdFrom: day('The first day').optional(),
    createdTo: day('The last day').optional(),
    page: z.int({ error: 'The page must be one that was told before.' }).positive().optional(),
  }),
  'cancel-booking': z.object({ bookingId }),
} as const satisfies Record<HotelOperation, z.ZodType>;

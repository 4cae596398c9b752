/** The canonical requests of flights as they must be. */
import { z } from 'zod';
import { contact, day, integer, text } from '../sales.ts';
import type { AviaOperation } from './canonical.ts';

const passengersMax = 9;
const flightsMax = 50;

/** Null says as little as absence. */
const optional = <T extends z.ZodType>(form: T) =>
  z
    .union([form, z.null()])
    .optional()
    .transform((value) => value ?? undefined);

const airport = (what: string) =>
  z
    .string({ error: `${what} is required, the code of an airport.` })
    .regex(/^[A-Z]{3}$/, `${what} is no code of an airport.`);

const journey = z.object(
  {
    from: airport('The origin'),
    to: airport('The destination'),
    departure: day('The day of departure'),
    return: optional(day('The day of return')),
  },
  { error: 'The journey is required, an object.' },
);

const party = z.object(
  {
    adults: integer('The number of adults').min(1, 'An adult is needed.').max(passengersMax),
    children: integer('The number of children').min(0, 'A number is never negative.').max(passengersMax).default(0),
  },
  { error: 'The passengers are required, an object.' },
);

const passenger = z.object(
  {
    firstName: text('The first name of a passenger'),
    lastName: text('The last name of a passenger'),
    birthDate: day('The date of birth of a passenger'),
    gender: z.enum(['male', 'female'], { error: 'The gender of a passenger is required.' }),
    citizenship: z.string({ error: 'The citizenship of a passenger is required.' }).regex(/^[A-Z]{2}$/, 'No country.'),
    document: z.object(
      { number: text('The number of the document'), expiresOn: day('The last day of the document') },
      { error: 'The document of a passenger is required.' },
    ),
    isChild: z.boolean({ error: 'It must be said whether a passenger is a child.' }),
  },
  { error: 'A passenger must be an object.' },
);

const ofOffer = { searchId: text('The searchId'), offerId: text('The offer') };
// Whether it is the id of a booking is a matter of rules.
const ofBooking = { bookingId: text('The bookingId') };
const ofTicket = { ...ofBooking, ticketNumber: text('The ticketNumber') };

export const flightRequests = {
  'avia-search': z.object({ journey, party }),
  'avia-availability': z.object({
    flights: z
      .array(z.object({ flightNumber: text('The number of a flight'), date: day('The day of a flight') }), {
        error: 'The flights are required, a list.',
      })
      .min(1, 'One flight is needed.')
      .max(flightsMax),
  }),
  'avia-schedule': z.object({ journey }),
  'avia-offer-price': z.object(ofOffer),
  'fare-rules': z.object(ofOffer),
  'pnr-create': z.object({
    ...ofOffer,
    passengers: z
      .array(passenger, { error: 'The passengers are required, a list.' })
      .min(1, 'A passenger is needed.')
      .max(passengersMax),
    contact,
  }),
  'pnr-retrieve': z.object(ofBooking),
  'pnr-cancel': z.object(ofBooking),
  'pnr-reprice': z.object(ofBooking),
  'ticket-issue': z.object(ofBooking),
  'ticket-info': z.object(ofTicket),
  'ticket-cancel': z.object(ofTicket),
  'ticket-exchange-calculation': z.object({
    ...ofTicket,
    departure: day('The new day of departure'),
    return: optional(day('The new day of return')),
  }),
  'ticket-exchange': z.object({
    ...ofTicket,
    exchangeId: text('The exchangeId'),
    offerId: optional(text('The offer')),
  }),
  'ticket-refund-calculation': z.object(ofTicket),
  'ticket-refund': z.object({ ...ofTicket, calculationId: optional(text('The calculation')) }),
} as const satisfies Record<AviaOperation, z.ZodType>;

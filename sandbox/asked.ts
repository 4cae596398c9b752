/** How a request to an operation that sells is read in canonical words before it is handled. */
import { z } from 'zod';
import type { BookingStatus } from '../contracts/facts.ts';
import { callerOf } from './access/rules.ts';
import type { AviaOperation, FlightReplies, FlightRequests } from './avia/canonical.ts';
import type { CanonicalReplies, CanonicalRequests, HotelOperation } from './hotels/canonical.ts';
import { invalidRequest, type Refused, refusedReply } from './refusals.ts';
import { fieldsIn, type Reply, type SandboxRequest } from './reply.ts';
import { type CheckedRequest, contact, day, heldAgainst, integer, lengthMax, text } from './sales.ts';
import type { World } from './world.ts';

// The canonical requests of flights as they must be.

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

const flightRequests = {
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

// The canonical requests of hotels as they must be.

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

const hotelRequests = {
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

export type Handler = (request: SandboxRequest, world: World) => Reply | Promise<Reply>;

/** What a handler of an operation that sells is given besides the canonical request. */
export type SaleContext = {
  readonly world: World;
  /** The partner who asks. */
  readonly clientId: string;
};

export type SalesHandler<Operation extends SoldOperation> = (
  asked: SoldRequests[Operation],
  asking: SaleContext,
) => Reply | Refused;

/** Reads the request before it is handled, and refuses what it does not understand. */
export const selling =
  <Operation extends SoldOperation>(operation: Operation, handle: SalesHandler<Operation>): Handler =>
  (request, world) => {
    const either = understood(operation, request, world);
    if ('asked' in either) {
      const handled = handle(either.asked, { world, clientId: callerOf(request, world) });
      return 'code' in handled ? refusedReply(handled) : handled;
    }
    const refused = invalidRequest(either.problem);
    // The refusals of a void may have a form of their own.
    return operation === 'ticket-cancel' ? world.rules.voidRefusalReply(refused, world) : refusedReply(refused);
  };

export type SoldRequests = CanonicalRequests & FlightRequests;
export type SoldReplies = CanonicalReplies & FlightReplies;
export type SoldOperation = keyof SoldRequests;

const forms: Readonly<Record<SoldOperation, z.ZodType>> = { ...hotelRequests, ...flightRequests };

/** The canonical request in a body, or why there is none. */
const understood = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): CheckedRequest<SoldRequests[Operation]> => {
  const fields = fieldsIn(request);
  if (!fields) return { problem: 'The body must be a JSON object.' };
  const read = world.dialect.reads[operation](fields);
  const within = { operation, world, clientId: callerOf(request, world) };
  return heldAgainst(forms[operation], world.rules.asksAbout(Object(read), within));
};

/** The canonical request in a body; `undefined` when there is none. */
export const askedIn = <Operation extends SoldOperation>(
  operation: Operation,
  request: SandboxRequest,
  world: World,
): SoldRequests[Operation] | undefined => {
  const either = understood(operation, request, world);
  return 'asked' in either ? either.asked : undefined;
};

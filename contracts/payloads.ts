/** Which schema belongs to which part of which operation. */
import { z } from 'zod';
import type { OperationId } from './operations.ts';
import { errorObject, formed, integer, jwt, personal, refusalBody, secret } from './schemas/sensitivity.ts';

// Payloads of the token operation (parts 2.1 and 4.1).

export const tokenRequest = z
  .looseObject({ clientId: secret(z.string()), clientSecret: secret(z.string()) })
  .meta({ id: 'TokenRequest', description: 'Client credentials.' });

/** Every field is optional in the general answer; success and failure each fill their part. */
export const tokenAnswer = z
  .looseObject({
    token: jwt(z.string()).nullish(),
    expiresAt: formed('moment')(z.string().nullish()),
    error: errorObject.nullish(),
  })
  .meta({ id: 'TokenAnswer', description: 'Any answer of the token operation.' });

export const tokenSuccess = z
  .looseObject({ token: jwt(z.string()), expiresAt: formed('moment')(z.string()) })
  .meta({ id: 'TokenSuccess', description: 'A token and the moment it expires (ISO 8601, UTC).' });

// The static card of a hotel (part 2.7).

/** The list of the cities of one country (parts 2.6 and 4.7). */
const cityCountry = z
  .looseObject({ id: integer, nameRu: z.string(), nameEn: z.string() })
  .meta({ id: 'CityCountry', description: 'The country a city lies in.' });

export const city = z
  .looseObject({
    id: integer,
    nameRu: z.string(),
    nameEn: z.string(),
    latitude: formed('coordinate')(z.number()),
    longitude: formed('coordinate')(z.number()),
    country: cityCountry,
  })
  .meta({ id: 'City', description: 'A city with its coordinates in degrees.' });

export const cities = z
  .array(city)
  .meta({ id: 'Cities', description: 'The cities of one country, sorted by id; empty when the country is unknown.' });

/** The query of the operation. Over the wire it is text; `number` is what the interface says. */
const citiesQuery = z.looseObject({ countryId: z.number() }).meta({ id: 'CitiesQuery' });

/** The list of countries (part 2.6). */
export const country = z
  .looseObject({
    id: integer,
    nameRu: z.string(),
    nameEn: z.string(),
    codeA2: formed('letters')(z.string()),
    codeA3: formed('letters')(z.string()),
  })
  .meta({ id: 'Country', description: 'A country with its two-letter and three-letter codes.' });

export const countries = z.array(country).meta({ id: 'Countries', description: 'All countries, sorted by id.' });

const named = { id: integer, nameRu: z.string(), nameEn: z.string() };

/** The lists that explain hotels: accommodation types, meal types, bed types and amenities (part 2.6). */
export const accommodationType = z
  .looseObject(named)
  .meta({ id: 'AccommodationType', description: 'A kind of place to stay; decodes the category of a hotel.' });

export const accommodationTypes = z
  .array(accommodationType)
  .meta({ id: 'AccommodationTypes', description: 'All types of accommodation, sorted by id.' });

export const mealType = z.looseObject(named).meta({ id: 'MealType', description: 'A kind of board.' });

export const mealTypes = z.array(mealType).meta({ id: 'MealTypes', description: 'All types of meals, sorted by id.' });

/** Its fields are not shown; that it has an id follows from the order of the list, its type from nothing. */
export const bedType = z
  .looseObject({ id: formed('id')(z.union([integer, z.string()])) })
  .meta({ id: 'BedType', description: 'A kind of bed.' });

/** Ids of one list are of one type. */
export const countedBedTypes = z.array(z.looseObject({ id: integer })).meta({ id: 'CountedBedTypes' });
export const codedBedTypes = z.array(z.looseObject({ id: z.string() })).meta({ id: 'CodedBedTypes' });

export const bedTypes = z.array(bedType).meta({ id: 'BedTypes', description: 'All types of beds, sorted by id.' });

const amenityGroup = z.looseObject(named).meta({ id: 'AmenityGroup', description: 'What kind of amenity it is.' });

/** Which levels there are, and that group and level come together, are clauses of their own. */
export const amenity = z
  .looseObject({ ...named, group: amenityGroup.nullish(), level: formed('level')(z.string().nullish()) })
  .meta({ id: 'Amenity', description: 'What a hotel, a room or an apartment offers.' });

export const amenities = z.array(amenity).meta({ id: 'Amenities', description: 'All amenities, sorted by id.' });

/** The static card of a hotel (part 2.7). */
export const hotelCard = z
  .looseObject({
    id: integer,
    isDeleted: z.boolean(),
    name: z.looseObject({ ru: z.string(), en: z.string() }),
    stars: formed('stars')(integer),
    phones: z.array(personal(z.string())),
    amenities: z.array(z.unknown()),
    // What an element holds is not shown; an address in it can carry a signature.
    photos: z.array(personal(z.unknown())),
    category: z.looseObject({ id: integer }),
  })
  .meta({ id: 'HotelCard', description: 'What is known of a hotel whoever asks.' });

/** That nothing stands beside `hotel` is a clause of its own. */
export const hotelStatic = z
  .looseObject({ hotel: hotelCard })
  .meta({ id: 'HotelStaticInfo', description: 'The card of one hotel under its one key.' });

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

// The documented fields of a hotel offer (part 2.4); whether one may be absent is a matter of clauses.

export const hotelOffer = z
  .looseObject({
    offerId: z
      .string()
      .optional()
      .describe('The same real offer has the same one in a search and in the pricing that follows.'),
    aiScore: z.number().min(0).max(1).nullish().describe('Null when nothing was ranked.'),
    hotelId: integer.nullish().describe('Leads to the static card of the hotel.'),
    bedVariants: z.array(z.unknown()).nullish().describe('The types of beds decode it.'),
  })
  .meta({
    id: 'HotelOffer',
    description:
      'What is documented of an offer. Where it stands in an answer is not: a field may also stand on what encloses it.',
  });

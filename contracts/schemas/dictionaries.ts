/** The static card of a hotel (part 2.7). */
import { z } from 'zod';
import { formed, integer, personal } from './sensitivity.ts';

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
export const citiesQuery = z.looseObject({ countryId: z.number() }).meta({ id: 'CitiesQuery' });

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

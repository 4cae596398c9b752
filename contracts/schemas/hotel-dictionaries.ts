/** The lists that explain hotels: accommodation types, meal types, bed types and amenities (part 2.6). */
import { z } from 'zod';
import { integer } from './integer.ts';
import { formed } from './sensitivity.ts';

const named = { id: integer, nameRu: z.string(), nameEn: z.string() };

export const accommodationType = z
  .looseObject(named)
  .meta({ id: 'AccommodationType', description: 'A kind of place to stay; decodes the category of a hotel.' });

export const accommodationTypes = z
  .array(accommodationType)
  .meta({ id: 'AccommodationTypes', description: 'All types of accommodation, sorted by id.' });

export const mealType = z.looseObject(named).meta({ id: 'MealType', description: 'A kind of board.' });

export const mealTypes = z.array(mealType).meta({ id: 'MealTypes', description: 'All types of meals, sorted by id.' });

/** Its fields are not shown; that it has an id follows from the order of the list, and of which type it is from nothing. */
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

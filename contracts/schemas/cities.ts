/** The list of the cities of one country (parts 2.6 and 4.7). */
import { z } from 'zod';
import { integer } from './integer.ts';
import { formed } from './sensitivity.ts';

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

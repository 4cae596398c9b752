/** The static card of a hotel (part 2.7). */
import { z } from 'zod';
import { integer } from './integer.ts';
import { formed, personal } from './sensitivity.ts';

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

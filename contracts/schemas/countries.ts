/** The list of countries (part 2.6). */
import { z } from 'zod';
import { integer } from './integer.ts';
import { formed } from './sensitivity.ts';

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

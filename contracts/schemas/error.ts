/** The error object (part 2.2) and the body that carries it (part 7). */
import { z } from 'zod';
import { formed, personal } from './sensitivity.ts';

export const errorObject = z
  .looseObject({
    code: formed('code')(z.string()),
    // A supplier's reason may name a guest, and a careless service repeats what it was sent.
    message: personal(z.string()),
  })
  .meta({ id: 'Error', description: 'Machine-readable code and human-readable message.' });

export const refusalBody = z
  .looseObject({ error: errorObject })
  .meta({ id: 'Refusal', description: 'The body of a refused operation.' });

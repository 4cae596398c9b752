/** What facts of all kinds are made of. */
import { z } from 'zod';
import { json } from './json.ts';
import { formed } from './schemas/sensitivity.ts';

/** From the answer's body down: `['hotels', 3, 'offers', 0]`. */
export const at = formed('name')(z.array(z.union([z.string(), z.int().nonnegative()])));

/** In major units of its currency: 12.5 is twelve and a half. */
export const money = z.strictObject({ amount: z.number(), currency: formed('currency')(z.string().optional()) });
/** An id, or what later requests need to name a thing: of whatever type, and of it only what is an id may leave. */
export const id = formed('id')(json.optional());

/** ISO 8601, or a date. */
export const moment = formed('moment')(z.string());
export type Money = z.infer<typeof money>;

/** What facts of all kinds are made of. */
import { z } from 'zod';

/** From the answer's body down: `['hotels', 3, 'offers', 0]`. */
export const at = z.array(z.union([z.string(), z.int().nonnegative()]));

/** In major units of its currency: 12.5 is twelve and a half. */
export const money = z.strictObject({ amount: z.number(), currency: z.string().optional() });
export type Money = z.infer<typeof money>;

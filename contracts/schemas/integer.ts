/** An integer of any size: Zod's own stops at 2^53, and an identifier of 64 bits is lawful. */
import { z } from 'zod';

/** Not multipleOf(1): beyond 1e21 and next to a whole number Ajv and Zod divide differently and disagree. */
export const integer = z.number().refine(Number.isInteger, 'integer').meta({ type: 'integer' });

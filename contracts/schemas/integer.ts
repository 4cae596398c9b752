/** An integer of any size: Zod's own stops at 2^53, and an identifier of 64 bits is lawful. */
import { z } from 'zod';

export const integer = z.number().multipleOf(1).meta({ type: 'integer' });

/** The forms of values in a request, and how what a dialect took out of a body is held against a form. */
import { z } from 'zod';
import { dayIn } from './days.ts';

export const lengthMax = 200;

export const text = (what: string) =>
  z
    .string({ error: `${what} is required, a text.` })
    .min(1, `${what} is empty.`)
    .max(lengthMax);
export const integer = (what: string) => z.int({ error: `${what} is required, an integer.` });
export const day = (what: string) =>
  z
    .string({ error: `${what} is required, a date.` })
    .refine((date) => dayIn(date) !== undefined, `${what} must be a date of the calendar.`);

/** What was asked, or what is wrong with it in one sentence. */
export type Held<Asked> = { readonly asked: Asked } | { readonly problem: string };

export const heldAgainst = <Asked>(schema: z.ZodType, read: unknown): Held<Asked> => {
  const parsed = schema.safeParse(read);
  if (parsed.success) return { asked: parsed.data as Asked };
  return { problem: parsed.error.issues[0]?.message ?? 'The request is not understood.' };
};

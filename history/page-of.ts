/** Pages of a list that grows at its beginning: each goes on behind the last that was shown, and costs as much as the first. */
import { z } from 'zod';

export const limitMax = 200;

/** Of every list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(limitMax).default(50),
  /** As `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}\.[\w:.-]{1,200}$/, 'take it from next of the page before')
    .optional(),
};

/** Where a page ends: a moment, and the id of what stands there. */
export type Cursor = { readonly at: number; readonly id: string };

export const cursorOf = (after: string | undefined): Cursor | undefined => {
  if (after === undefined) return undefined;
  const dot = after.indexOf('.');
  return { at: Number(after.slice(0, dot)), id: after.slice(dot + 1) };
};

/**
 * @param rows One more than the page has, where there is one.
 * @returns `next` is null on the last page.
 */
export const pageOf = <T>(
  rows: readonly T[],
  limit: number,
  cursor: (row: T) => Cursor,
): { readonly rows: readonly T[]; readonly next: string | null } => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last === undefined || rows.length <= limit) return { rows: shown, next: null };
  const { at, id } = cursor(last);
  return { rows: shown, next: `${at}.${id}` };
};

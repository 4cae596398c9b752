/** What everything that sells shares: days, money, forms of requests, contacts and stores. */
import { z } from 'zod';

/** Days as everything that sells counts them: dates are `YYYY-MM-DD`, and every day begins at midnight UTC. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment a date begins; undefined for what is no date of the calendar. */
export const dayIn = (text: string): number | undefined => {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some days that no month has are taken for the next ones.
  return Number.isNaN(atMs) || dateOf(atMs) !== text ? undefined : atMs;
};

export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export const dayAfter = (date: string): string => dateOf(Date.parse(date) + dayMs);

/** In minor units of its currency: 1250 EUR is twelve and a half euro. */
export type Amount = { readonly minor: number; readonly currency: string };

const currency = 'EUR';

/** Everything is sold in one currency. */
export const euro = (minor: number): Amount => ({ minor, currency });

/** Rounded down to a whole unit. */
export const percentOf = (minor: number, percent: number): number => Math.floor((minor * percent) / 100);

export const sumOf = (amounts: readonly Amount[]): Amount => euro(amounts.reduce((sum, { minor }) => sum + minor, 0));

// The forms of values in a request, and how a value that a dialect took out of a body is compared with a form.

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
export type CheckedRequest<Asked> = { readonly asked: Asked } | { readonly problem: string };

export const heldAgainst = <Asked>(schema: z.ZodType, read: unknown): CheckedRequest<Asked> => {
  const parsed = schema.safeParse(read);
  if (parsed.success) return { asked: parsed.data as Asked };
  return { problem: parsed.error.issues[0]?.message ?? 'The request is not understood.' };
};

/** Whom a booking is answered for: the same for hotels and flights. */
export type Contact = { readonly email: string; readonly phone: string };

export const contact = z.object(
  { email: text('The mail address of the contact'), phone: text('The telephone number of the contact') },
  { error: 'The contact is required, an object.' },
);

/** What a world remembers of searches and bookings: bounded, so that no caller can fill the memory. */
export const searchesRememberedMax = 200;
export const bookingsRememberedMax = 12_000;

export type SalesStore<Item, Id = string> = {
  readonly find: (id: Id) => Item | undefined;
  /** The newest first. */
  readonly all: () => readonly Item[];
  /** Adds one, or replaces the one of the same id; forgets the oldest when there are too many. */
  readonly put: (item: Item) => void;
};

/** An id is of one kind: text of a number is not the number. */
export const storeOf = <Item, Id = string>(idOf: (item: Item) => Id, max: number): SalesStore<Item, Id> => {
  const items = new Map<Id, Item>();
  return {
    find: (id) => items.get(id),
    all: () => [...items.values()].reverse(),
    put: (item) => {
      items.set(idOf(item), item);
      const [oldest] = items.keys();
      if (items.size > max && oldest !== undefined) items.delete(oldest);
    },
  };
};

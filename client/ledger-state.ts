/** What a booking ledger holds of one account: what was requested and is not closed yet, and what was spent in a day. */
import { z } from 'zod';
import { guestMarkLettersMin, guestMarkPrefix } from '../contracts/guest-mark.ts';
import type { BookingRef } from '../contracts/intents.ts';
import { json } from '../contracts/json.ts';

const moment = z.iso.datetime();

/** Who works on an entry: no one else touches it while that process lives. */
export const owner = z.strictObject({
  /** The computer, and the space in which process ids count. */
  host: z.string(),
  pid: z.int().positive(),
  /** When the process began, in words of its system; null where that cannot be told. */
  startedAt: z.string().nullable(),
  /** From then on it does nothing more. */
  endsBy: moment,
});
export type Owner = z.infer<typeof owner>;

const heldBooking = z.strictObject({
  bookingId: json.optional(),
  reference: json.optional(),
}) as unknown as z.ZodType<BookingRef>;

export const entry = z.strictObject({
  /** The last name of the first guest. */
  mark: z.string().regex(new RegExp(`^${guestMarkPrefix}[a-z]{${guestMarkLettersMin},}$`)),
  run: z.string(),
  /** Whose token the request carried, or was made from. */
  partner: z.enum(['own', 'other']),
  /** Nobody works on it any more. */
  owner: owner.nullable(),
  /** By our clock: when the intent was written, and when the service must have ended with it. */
  begunAt: moment,
  settledBy: moment,
  /** By the clock of the service: when it is created, and when the guests come. */
  createdAt: moment,
  checkIn: z.string(),
  /** Those that still have to be cancelled, as far as is known. */
  bookings: z.array(heldBooking),
  /** Whether it was looked up how many there are: until then there may be others. */
  isLookedUp: z.boolean(),
});
export type Entry = Readonly<z.infer<typeof entry>>;

/** What a budget counts. */
export const spendings = ['booking', 'token'] as const;
export type Spending = (typeof spendings)[number];

export const ledgerState = z.strictObject({
  schema: z.literal('preflight.ledger/1'),
  entries: z.array(entry),
  /** Of the last day. */
  spent: z.array(z.strictObject({ what: z.enum(spendings), at: moment, run: z.string(), mark: z.string().optional() })),
});
export type LedgerState = Readonly<z.infer<typeof ledgerState>>;

export const emptyLedger: LedgerState = { schema: 'preflight.ledger/1', entries: [], spent: [] };

/** Closes one entry of the ledger: finds what became of it where nobody knows, and cancels what it holds. */
import { type Entry, type HotelEntry, isFlight, type Ledger } from '../../client/ledgers/booking-ledger.ts';
import { type Permit, permitToCancel } from '../../client/permit.ts';
import type { BookingRef, BoundOperation, Intents } from '../../contracts/intents.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { KnownTicket, Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Asked, Manner } from '../session.ts';
import { distinct } from './booking-ref.ts';
import { closeFlight } from './close-flight.ts';
import { lookUp } from './look-up.ts';

/** Asks what may have an effect, too. */
export type PermittedAsk = <Operation extends BoundOperation>(
  operation: Operation,
  intent: Intents[Operation],
  manner?: Manner & { readonly permit?: Permit },
) => Promise<Asked>;

/** Asks for a void, whose body no binding spells. */
export type PermittedVoid = (ticket: KnownTicket, manner: Manner & { readonly permit: Permit }) => Promise<Exchange>;

export type Closing = {
  readonly ask: PermittedAsk;
  readonly voidTicket: PermittedVoid;
  /** Of the target. */
  readonly voidWindowMs: number;
  readonly ledger: Ledger;
  readonly bindings: Target['bindings'];
  /** How long the effect of what is sent may take to show. */
  readonly settleMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Ours, ms since the epoch. */
  readonly now: () => number;
  readonly strangers: Set<string>;
};

export type Closed = {
  /** Bookings that were cancelled. */
  readonly cancelled: number;
  /** Tickets that were voided or refunded. */
  readonly ticketsClosed: number;
  /** Why the entry is still open; undefined when it is closed. */
  readonly left: string | undefined;
  /** It may be otherwise when it is tried again. */
  readonly isTroubled: boolean;
};

/** In these nothing is left to cancel (part 3), also as they were told before 2026-08-06. */
const cancelledStatuses: readonly unknown[] = ['cancelled', 'Cancelled'];
const over: readonly unknown[] = ['rejected', 'Rejected', 'failed', 'Error'];

const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

type Left = { readonly left: string; readonly isTroubled: boolean };
type Cancelled = 'cancelled' | 'over' | Left;

const nameOf = ({ bookingId, reference }: BookingRef): string => `booking ${JSON.stringify(bookingId ?? reference)}`;

const saying = (outcome: Outcome): string =>
  outcome.kind === 'trouble' ? outcome.trouble : 'code' in outcome ? `refused with ${outcome.code}` : 'refused';

/** A cancellation that was refused, or whose answer was lost, is as good as one that succeeded when nothing is left to cancel. */
const cancel = async ({ ask, bindings }: Closing, booking: BookingRef, manner: Manner): Promise<Cancelled> => {
  if (booking.bookingId === undefined && booking.reference === undefined) {
    return { left: 'it exists, and nothing tells how to name it: cancel it by hand', isTroubled: false };
  }
  const { exchange } = await ask('cancel-booking', { booking }, { ...manner, permit: permitToCancel() });
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'success') return 'cancelled';
  const left = `${nameOf(booking)}: cancelling ended with ${saying(outcome)}`;
  if (isAboutRights(exchange)) return { left, isTroubled: true };
  if (!bindings['view-booking']) return { left, isTroubled: outcome.kind === 'trouble' };
  const view = await ask('view-booking', { booking, details: inBrief }, manner);
  const status = view.facts.booking?.status;
  if (cancelledStatuses.includes(status)) return 'cancelled';
  if (over.includes(status)) return 'over';
  return { left: `${left}, and it is ${JSON.stringify(status) ?? 'not shown'}`, isTroubled: true };
};

type Found = {
  readonly open: readonly BookingRef[];
  /** Why there may be more; undefined when there are not. */
  readonly doubt?: Left;
};

/** All that came of a request of which nobody has looked up what did. */
const found = async (closing: Closing, entry: HotelEntry, manner: Manner): Promise<Found> => {
  const { mark, settledBy, bookings } = entry;
  const at = Date.parse(entry.createdAt);
  const { ask, bindings, strangers } = closing;
  const look = await lookUp({ ask, bindings, manner, strangers }, { mark, from: at, to: at });
  const named = look.found.filter((ref) => ref !== undefined);
  // One that cannot be named is kept without a name, unless it is the one that the answer named.
  const nameless = look.found.length > 1 || bookings.length === 0 ? look.found.length - named.length : 0;
  const open = [...distinct([...bookings, ...named]), ...Array.from({ length: nameless }, () => ({}))];
  if (look.isTroubled || (look.doubt !== undefined && open.length === 0)) {
    return { open, doubt: { left: `unknown what became of it: ${look.doubt}`, isTroubled: true } };
  }
  if (open.length > 0 || closing.now() > Date.parse(settledBy)) return { open };
  return { open, doubt: { left: `not found, and the service may work on it until ${settledBy}`, isTroubled: false } };
};

const closedHotel = async (closing: Closing, entry: HotelEntry): Promise<Closed> => {
  const { mark } = entry;
  const manner: Manner = { bearer: entry.partner };
  const { open, doubt }: Found = entry.isLookedUp ? { open: entry.bookings } : await found(closing, entry, manner);
  const write = doubt ? closing.ledger.know : closing.ledger.settle;
  let left = open;
  await write(mark, left);
  let cancelled = 0;
  const lefts: Left[] = [];
  for (const booking of open.toReversed()) {
    const result = await cancel(closing, booking, manner);
    if (typeof result === 'object') lefts.push(result);
    else left = left.filter((each) => each !== booking);
    if (result === 'cancelled') cancelled += 1;
    await write(mark, left);
  }
  if (doubt) lefts.push(doubt);
  return { cancelled, ticketsClosed: 0, left: lefts[0]?.left, isTroubled: lefts.some(({ isTroubled }) => isTroubled) };
};

/** Never throws: what is in the way is told, and the entry stays. */
export const closeEntry = async (closing: Closing, entry: Entry): Promise<Closed> => {
  try {
    return await (isFlight(entry) ? closeFlight(closing, entry) : closedHotel(closing, entry));
  } catch (thrown) {
    return {
      cancelled: 0,
      ticketsClosed: 0,
      left: thrown instanceof Error ? thrown.message : String(thrown),
      isTroubled: true,
    };
  }
};

const pauseMs = 1_000;

/** Closes entries, the newest first; what was in trouble is tried once more a while later. */
export const closeEntries = async (
  closing: Closing,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, Closed>> => {
  const results = new Map<Entry, Closed>();
  for (const entry of entries.toReversed()) results.set(entry, await closeEntry(closing, entry));
  const again = [...results].filter(([, { left, isTroubled }]) => left !== undefined && isTroubled);
  if (again.length > 0) await closing.pause(pauseMs);
  const marks = again.length > 0 ? await closing.ledger.entries() : [];
  for (const [entry, before] of again) {
    // As it stands now: some of its bookings may have been cancelled.
    const now = marks.find(({ mark }) => mark === entry.mark);
    if (!now) continue;
    const after = await closeEntry(closing, now);
    const ticketsClosed = before.ticketsClosed + after.ticketsClosed;
    results.set(entry, { ...after, cancelled: before.cancelled + after.cancelled, ticketsClosed });
  }
  return results;
};

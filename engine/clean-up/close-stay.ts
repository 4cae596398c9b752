/** Closes one entry about a stay: finds what became of it where nobody knows, and cancels what it holds. */
import type { HotelEntry } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import { cancelledStatuses, refusedStatuses } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { CallOptions } from '../asked.ts';
import { distinct } from '../effects/booking-ref.ts';
import { type Closed, type Closing, closedWith, type Left, leftBy } from './closing-parts.ts';
import { lookUp, thoroughly } from './look-up.ts';

const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

/** A cancellation that was refused, or whose answer was lost, is as good as one that succeeded when nothing is left to cancel. */
const cancel = async (
  { ask, bindings }: Closing,
  booking: BookingRef,
  callOptions: CallOptions,
): Promise<'cancelled' | 'over' | Left> => {
  const name = booking.bookingId ?? booking.reference;
  if (name === undefined) {
    return { left: 'it exists, and nothing tells how to name it: cancel it by hand', isTroubled: false };
  }
  const { exchange } = await ask('cancel-booking', { booking }, { ...callOptions, permit: permitToCancel() });
  const why = leftBy(exchange, `booking ${JSON.stringify(name)}: cancelling ended with`);
  if (!why) return 'cancelled';
  if (isAboutRights(exchange) || !bindings['view-booking']) return why;
  const view = await ask('view-booking', { booking, details: inBrief }, callOptions);
  const status = view.facts.booking?.status;
  if (cancelledStatuses.includes(status)) return 'cancelled';
  if (refusedStatuses.includes(status)) return 'over';
  return { left: `${why.left}, and it is ${JSON.stringify(status) ?? 'not shown'}`, isTroubled: true };
};

type FoundBookings = {
  readonly open: readonly BookingRef[];
  /** Why there may be more; undefined when there are not. */
  readonly doubt?: Left;
};

/** All that came of a request of which nobody has looked up what did. */
const found = async (closing: Closing, entry: HotelEntry, callOptions: CallOptions): Promise<FoundBookings> => {
  const { mark, begunAt, settledBy, bookings, isRefused } = entry;
  const from = Date.parse(entry.createdAt);
  const to = from + Date.parse(settledBy) - Date.parse(begunAt);
  const [reported] = bookings;
  const look = await lookUp({ ...closing, callOptions, reach: thoroughly }, { mark, from, to, reported });
  const named = look.found.filter((ref) => ref !== undefined);
  // One that cannot be named is kept without a name, unless it is the one that the answer named.
  const nameless = look.found.length > 1 || bookings.length === 0 ? look.found.length - named.length : 0;
  const open = [...distinct([...bookings, ...named]), ...Array.from({ length: nameless }, () => ({}))];
  if (isRefused && open.length === 0 && !look.isTroubled) return { open };
  if (look.isTroubled || (look.doubt !== undefined && open.length === 0)) {
    return { open, doubt: { left: `unknown what became of it: ${look.doubt}`, isTroubled: true } };
  }
  if (open.length > 0 || closing.now() > Date.parse(settledBy)) return { open };
  return { open, doubt: { left: `not found, and the service may work on it until ${settledBy}`, isTroubled: false } };
};

export const closeStay = async (closing: Closing, entry: HotelEntry): Promise<Closed> => {
  const { mark } = entry;
  const callOptions: CallOptions = { bearer: entry.partner };
  const { open, doubt }: FoundBookings = entry.isLookedUp
    ? { open: entry.bookings }
    : await found(closing, entry, callOptions);
  const write = doubt ? closing.ledger.know : closing.ledger.settle;
  let left = open;
  await write(mark, left);
  let cancelled = 0;
  const lefts: Left[] = [];
  for (const booking of open.toReversed()) {
    const result = await cancel(closing, booking, callOptions);
    if (typeof result === 'object') lefts.push(result);
    else left = left.filter((each) => each !== booking);
    if (result === 'cancelled') cancelled += 1;
    await write(mark, left);
  }
  return closedWith(doubt ? [...lefts, doubt] : lefts, { cancelled });
};

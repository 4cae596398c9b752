/** Closes entries of the ledger, so that nothing of them is left. */
import { type Entry, isFlight } from '../../client/ledgers/booking-ledger.ts';
import { closeFlight } from './close-flight.ts';
import { closeStay } from './close-stay.ts';
import { type Closed, type Closing, closedWith } from './closing-parts.ts';

/** Never throws: what is in the way is told, and the entry stays. */
const closeEntry = async (closing: Closing, entry: Entry): Promise<Closed> => {
  try {
    return await (isFlight(entry) ? closeFlight(closing, entry) : closeStay(closing, entry));
  } catch (thrown) {
    return closedWith([{ left: thrown instanceof Error ? thrown.message : String(thrown), isTroubled: true }], {});
  }
};

const pauseMs = 1_000;

/** The newest first; what was in trouble is tried once more a while later. Once it is over, no other is begun. */
export const closeEntries = async (
  closing: Closing,
  entries: readonly Entry[],
  isOver: () => boolean = () => false,
): Promise<ReadonlyMap<Entry, Closed>> => {
  const results = new Map<Entry, Closed>();
  for (const entry of entries.toReversed()) if (!isOver()) results.set(entry, await closeEntry(closing, entry));
  const again = isOver() ? [] : [...results].filter(([, { left, isTroubled }]) => left !== undefined && isTroubled);
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

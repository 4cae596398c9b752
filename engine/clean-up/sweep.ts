/** Finishes what runs have left behind whose process is gone: cancels what they booked, and finds what nobody knows of. */
import type { Entry, Ledger } from '../../client/ledgers/booking-ledger.ts';
import { closeEntries } from './close-entries.ts';
import type { Closing } from './closing-parts.ts';

export type Swept = {
  readonly entry: Entry;
  readonly cancelled: number;
  /** Tickets that were voided or refunded. */
  readonly ticketsClosed: number;
  /** Why something may still be open; undefined when nothing is. */
  readonly left: string | undefined;
};

export type Sweeping = Omit<Closing, 'ledger'>;

/**
 * Entries of living processes are left alone, and those that are swept are ours meanwhile, so that two sweeps never meet.
 *
 * @param sweeping Made only when there is something to do.
 */
export const sweep = async (
  ledger: Ledger,
  {
    endsBy,
    sweeping,
    isOver,
  }: { readonly endsBy: number; readonly sweeping: () => Sweeping; readonly isOver: () => boolean },
): Promise<readonly Swept[]> => {
  const entries = await ledger.adopt(endsBy);
  if (entries.length === 0) return [];
  const results = await closeEntries({ ...sweeping(), ledger }, entries, isOver);
  const swept = entries.map((entry): Swept => {
    const result = results.get(entry);
    const { cancelled = 0, ticketsClosed = 0, left } = result ?? { left: 'it was not looked at' };
    return { entry, cancelled, ticketsClosed, left };
  });
  await ledger.release(swept.filter(({ left }) => left !== undefined).map(({ entry }) => entry.mark));
  return swept;
};

/** Leaves nothing behind: ends what a story has booked, and what runs have left whose process is gone. */
import { isLeftOnPurpose } from '../../client/ledgers/booking-ledger.ts';
import type { Trace } from '../../contracts/trace.ts';
import { totalled } from '../effects/totals.ts';
import type { Story } from '../open-session.ts';
import { type RunParts, uncached } from '../run-options.ts';
import { type Cleaner, cleaner } from './clean-up-client.ts';
import { closeEntries } from './close-entries.ts';
import { type Sweeping, type Swept, sweep } from './sweep.ts';

/** A clean-up has its own end, and one booking must not use all of it. */
const settleMsMax = 3_000;

export type CleanUp = {
  /** Ends what one story has left open, and writes down in its trace what was sent. */
  into(trace: Trace): Story['cleanUp'];
  /** Finishes what runs have left behind whose process is gone. */
  sweep(): Promise<readonly Swept[]>;
  /** Leaves what could not be closed to whoever sweeps next. */
  release(): Promise<void>;
};

export const cleanUpOf = ({ options, client, account }: Pick<RunParts, 'options' | 'client' | 'account'>): CleanUp => {
  const { bindings, limits, voidWindowMs, baseUrl } = options.target;
  const { ledger, endsBy, now, foreignBookings } = account;
  const leftOpen = new Set<string>();

  const closingBy = ({ ask, voidTicket, pause }: Cleaner): Sweeping => {
    const settleMs = Math.min(limits.settleMs, settleMsMax);
    return { ask, voidTicket, pause, bindings, settleMs, voidWindowMs, now, foreignBookings };
  };

  return {
    into: (trace) => async (kept, place) => {
      const isOwnWorld = place.ledger !== ledger;
      const mine = async () =>
        (await place.ledger.entries()).filter((entry) => kept.marks.has(entry.mark) && !isLeftOnPurpose(entry, now()));
      const open = kept.marks.size === 0 ? [] : await mine();
      if (open.length > 0) {
        trace.cleanUp ??= [];
        const cleaning = cleaner(isOwnWorld ? uncached(options) : options, { ...place, exchanges: trace.cleanUp });
        const closing = { ...closingBy(cleaning), ledger: place.ledger };
        const results = await closeEntries(closing, open).finally(cleaning.close);
        for (const { cancelled, ticketsClosed } of results.values()) {
          kept.tally.cancelled += cancelled;
          kept.tally.ticketsClosed += ticketsClosed;
        }
      }
      // What is left in a world of its own ends with it.
      const left = !isOwnWorld && open.length > 0 ? await mine() : [];
      for (const { mark } of left) leftOpen.add(mark);
      const totals = totalled(trace.bookings, kept.tally, left);
      if (totals) trace.bookings = totals;
    },
    sweep: async () => {
      let cleaning: Cleaner | undefined;
      try {
        return await sweep(ledger, {
          endsBy,
          isOver: () => options.transport.signal?.aborted === true,
          sweeping: () => {
            cleaning = cleaner(options, { baseUrl, client, exchanges: [] });
            return closingBy(cleaning);
          },
        });
      } finally {
        await cleaning?.close();
      }
    },
    release: () => ledger.release([...leftOpen]).catch(() => undefined),
  };
};

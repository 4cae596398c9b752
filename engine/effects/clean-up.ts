/** Leaves nothing behind: ends what a story has booked, and what runs have left whose process is gone. */
import { isLeftOnPurpose, type Ledger } from '../../client/booking-ledger.ts';
import type { Client } from '../../client/client.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { RunOptions } from '../run.ts';
import type { SessionParts } from '../session.ts';
import { cleaner } from './cleaner.ts';
import { closeEntries } from './close-entry.ts';
import { type Swept, sweep } from './sweep.ts';
import { totalled } from './totals.ts';

/** A clean-up has its own end, and one booking must not use all of it. */
const settleMsMax = 3_000;

export type Tidying = {
  readonly options: RunOptions;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly endsBy: number;
  /** Ours, ms since the epoch. */
  readonly now: () => number;
  readonly strangers: Set<string>;
};

export type Tidy = {
  /** Ends what one story has left open, and writes down in its trace what was sent. */
  cleanUpInto(trace: Trace): SessionParts['cleanUp'];
  /** Finishes what runs have left behind whose process is gone. */
  sweep(): Promise<readonly Swept[]>;
  /** Leaves what could not be closed to whoever sweeps next. */
  release(): Promise<void>;
};

export const tidying = ({ options, client, ledger, endsBy, now, strangers }: Tidying): Tidy => {
  const { target, transport } = options;
  // A world of its own is a service on this machine or beside it: a cached token would belong to another.
  const { tokenCache, ...uncached } = transport;
  const leftOpen = new Set<string>();

  const closingBy = ({ ask, voidTicket, pause }: ReturnType<typeof cleaner>) => {
    const { bindings, limits, voidWindowMs } = target;
    const settleMs = Math.min(limits.settleMs, settleMsMax);
    return { ask, voidTicket, pause, bindings, settleMs, voidWindowMs, now, strangers };
  };

  return {
    cleanUpInto:
      (trace) =>
      async (desk, { client: used, baseUrl, ledger: kept }) => {
        const mine = async () =>
          (await kept.entries()).filter((entry) => desk.marks.has(entry.mark) && !isLeftOnPurpose(entry, now()));
        const open = desk.marks.size === 0 ? [] : await mine();
        if (open.length > 0) {
          trace.cleanUp ??= [];
          const cleaning = cleaner(kept === ledger ? options : { ...options, transport: uncached }, {
            baseUrl,
            client: used,
            exchanges: trace.cleanUp,
          });
          const closing = { ...closingBy(cleaning), ledger: kept };
          const results = await closeEntries(closing, open).finally(cleaning.close);
          for (const { cancelled, ticketsClosed } of results.values()) {
            desk.tally.cancelled += cancelled;
            desk.tally.ticketsClosed += ticketsClosed;
          }
        }
        // What is left in a world of its own ends with it.
        const left = kept === ledger && open.length > 0 ? await mine() : [];
        for (const { mark } of left) leftOpen.add(mark);
        const totals = totalled(trace.bookings, desk.tally, left);
        if (totals) trace.bookings = totals;
      },
    sweep: async () => {
      let cleaning: ReturnType<typeof cleaner> | undefined;
      try {
        return await sweep(ledger, {
          endsBy,
          sweeping: () => {
            cleaning = cleaner(options, { baseUrl: target.baseUrl, client, exchanges: [] });
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

/** A ledger whose entries outlive its disk: what this process has begun is cleaned up, even when no write succeeds. */
import { whyNotWritten } from '../../contracts/not-written.ts';
import { StoreUnavailable, updated } from '../../stores/store.ts';
import { bookingLedger, type Entry, type FlightNews, isFlight, type Ledger } from './booking-ledger.ts';
import { bookingForm, inMemory, storeAt } from './ledger-state.ts';

const endless = { perRun: Number.POSITIVE_INFINITY };

const newsOf = ({ booking, isCancelled, tickets, unknown }: FlightNews): FlightNews => ({
  ...(booking !== undefined && { booking }),
  ...(isCancelled !== undefined && { isCancelled }),
  ...(tickets && { tickets }),
  ...(unknown !== undefined && { unknown }),
});

const closed: FlightNews = { isCancelled: true, tickets: [], unknown: null };

/**
 * What begins must be written, or it does not begin. What became of it is kept in memory first: from the first failure
 * on, the memory says what this process has to clean up.
 */
export const lastingLedger = (outer: Ledger, now: () => number) => {
  const place = inMemory(now);
  const [store, own] = [storeAt(place, bookingForm), bookingLedger(place)];
  /** The marks of which the disk may not know all. */
  const behind = new Set<string>();
  let failure: string | undefined;

  const inWords = (thrown: unknown): StoreUnavailable => {
    const why = whyNotWritten(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
    const known =
      thrown instanceof StoreUnavailable
        ? thrown
        : new StoreUnavailable(`the booking ledger cannot be written: ${why}`);
    failure ??= known.message;
    return known;
  };
  const strictly = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown: unknown) => {
      throw inWords(thrown);
    });

  const remember = (entries: readonly Entry[]): Promise<void> =>
    updated(store, (state) => {
      const marks = new Set(entries.map(({ mark }) => mark));
      return { entries: [...state.entries.filter(({ mark }) => !marks.has(mark)), ...entries] };
    });

  /** All that is known of a mark, for a disk that has missed some of it. */
  const writeAll = async (mark: string): Promise<void> => {
    const entry = (await own.entries()).find((each) => each.mark === mark);
    if (entry && !isFlight(entry)) {
      if (entry.isRefused) await outer.refuse(mark);
      return (entry.isLookedUp ? outer.settle : outer.know)(mark, entry.bookings);
    }
    await outer.note(mark, entry ? newsOf(entry) : closed);
    if (!entry) await outer.settle(mark, []);
  };

  const write = async (mark: string, change: (ledger: Ledger) => Promise<void>): Promise<void> => {
    await change(own);
    try {
      await (behind.has(mark) ? writeAll(mark) : change(outer));
    } catch (thrown) {
      behind.add(mark);
      inWords(thrown);
    }
  };

  const lasting: Ledger = {
    ...outer,
    begin: async (intended, budget) => {
      const permit = await strictly(outer.begin(intended, budget));
      if (permit) await own.begin(intended, endless);
      return permit;
    },
    beginTickets: async (intended, budget) => {
      const permit = await strictly(outer.beginTickets(intended, budget));
      if (permit) await own.beginTickets(intended, endless);
      return permit;
    },
    spend: (...all) => strictly(outer.spend(...all)),
    left: (...all) => strictly(outer.left(...all)),
    withdraw: (mark) => write(mark, (ledger) => ledger.withdraw(mark)),
    withdrawTickets: (mark, count) => write(mark, (ledger) => ledger.withdrawTickets(mark, count)),
    know: (mark, bookings) => write(mark, (ledger) => ledger.know(mark, bookings)),
    refuse: (mark) => write(mark, (ledger) => ledger.refuse(mark)),
    settle: (mark, bookings) => write(mark, (ledger) => ledger.settle(mark, bookings)),
    note: (mark, news) => write(mark, (ledger) => ledger.note(mark, news)),
    reopen: (intended, news) => write(intended.mark, (ledger) => ledger.reopen(intended, news)),
    leave: async (mark, until) => {
      // What could not be found is not left behind: the clean-up that follows ends it.
      await strictly(outer.leave(mark, until));
      await own.leave(mark, until);
    },
    resume: async (mark, endsBy) => {
      const entry = await strictly(outer.resume(mark, endsBy));
      if (entry) await remember([entry]);
      return entry;
    },
    adopt: async (endsBy) => {
      const adopted = await strictly(outer.adopt(endsBy));
      await remember(adopted);
      return adopted;
    },
    release: async (marks) => {
      try {
        // There may be room by now: who sweeps next need not look again.
        for (const mark of behind) await writeAll(mark);
        await outer.release(marks);
      } catch (thrown) {
        inWords(thrown);
      }
    },
    entries: async () => {
      const known = await own.entries();
      const all = await outer.entries().catch((thrown: unknown) => {
        inWords(thrown);
        return known;
      });
      return [...all.filter(({ mark }) => !behind.has(mark)), ...known.filter(({ mark }) => behind.has(mark))];
    },
  };
  /** Why it could not be written, or read, at least once; undefined when all went well. */
  return { ...lasting, failure: () => failure };
};

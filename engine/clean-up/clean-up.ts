/** Leaves nothing behind: ends what a story has booked, and what runs have left whose process is gone. */

import { type Client, untilLater } from '../../client/client.ts';
import { cleanUpMs, outliving } from '../../client/in-time.ts';
import { type Entry, isFlight, isLeftOnPurpose } from '../../client/ledgers/booking-ledger.ts';
import type { Ledger } from '../../client/ledgers/ledger-state.ts';
import { areSame, nameAsked } from '../../contracts/checks/own-bookings.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { BookingTotals, Exchange, Trace } from '../../contracts/trace.ts';
import { type Asking, asking } from '../asking.ts';
import type { Tally } from '../effects/effect.ts';
import { bookingsOf } from '../judged-flow.ts';
import type { Story } from '../open-session.ts';
import { clientOf, type RunOptions, type RunParts, uncached } from '../run-options.ts';
import type { PermittedAsk } from '../session.ts';
import { closeFlight } from './close-flight.ts';
import { closeStay } from './close-stay.ts';
import { type Closed, type Closing, closedWith } from './closing-parts.ts';

/** What the story requested here and elsewhere, and its end; undefined where it requested nothing. */
const totalled = (
  before: BookingTotals | undefined,
  tally: Tally,
  left: readonly Entry[],
): BookingTotals | undefined => {
  const { requested, ticketsRequested, begun, ended } = tally;
  if (requested + ticketsRequested + begun + ended === 0) return before;
  // What a former run had requested was counted there.
  const [cancelled, ticketsClosed] = ended > 0 ? [0, 0] : [tally.cancelled, tally.ticketsClosed];
  const ticketsLeft = left.filter(isFlight).reduce((sum, { tickets }) => sum + tickets.length, 0);
  const tickets = { requested: ticketsRequested, closed: ticketsClosed, left: ticketsLeft };
  const own: BookingTotals = {
    requested,
    cancelled,
    left: left.length,
    ...((before?.tickets ?? ticketsRequested > 0) && { tickets }),
    ...(begun + ended > 0 && { obligations: { begun, ended } }),
  };
  return bookingsOf(before ? [before, own] : [own]);
};

/** Sends what must still be sent when a run is over or was ended: with the tokens it held, and a separate deadline. */
type Cleaner = {
  readonly ask: PermittedAsk;
  readonly send: Asking['sent'];
  readonly pause: (ms: number) => Promise<void>;
  close(): Promise<void>;
};

/** A separate client: that of the run obeys a signal that may have aborted, and gives up what was often in trouble. */
const cleaner = (
  options: RunOptions,
  { baseUrl, client, exchanges }: { readonly baseUrl: string; readonly client: Client; readonly exchanges: Exchange[] },
): Cleaner => {
  const { target, transport } = options;
  const { awaiting } = transport;
  const signal = AbortSignal.any([outliving(transport.signal, cleanUpMs), ...(awaiting ? [awaiting.givenUp] : [])]);
  const own = clientOf(options, baseUrl, {
    signal,
    awaiting: undefined,
    tokens: client.heldTokens(),
    limits: { ...target.limits, deadlineMs: Math.min(target.limits.deadlineMs, cleanUpMs) },
    // What a clean-up is answered says nothing that a run has to know of the clock.
    isClockMovable: false,
    // Each cancellation is about another booking: that three ended in trouble is no reason to leave the fourth.
    troublesMax: Number.POSITIVE_INFINITY,
  });
  const { ask, sent: send } = asking({ target, send: (call) => own.send(call, { exchanges }) });
  const { delay = untilLater } = transport;
  return { ask, send, pause: (ms) => delay(ms, signal), close: own.close };
};

/** Never throws: what is in the way is reported, and the entry stays. */
const closeEntry = async (closing: Closing, entry: Entry): Promise<Closed> => {
  try {
    return await (isFlight(entry) ? closeFlight(closing, entry) : closeStay(closing, entry));
  } catch (thrown) {
    return closedWith([{ left: thrown instanceof Error ? thrown.message : String(thrown), isTroubled: true }], {});
  }
};

const pauseMs = 1_000;

/** The newest first; what was in trouble is tried once more a while later. Once it is over, no other is begun. */
const closeEntries = async (
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

/** Finishes what runs of ended processes have left: cancels what they booked, and finds what was never noted. */
export type Swept = {
  readonly entry: Entry;
  readonly cancelled: number;
  readonly ticketsClosed: number;
  readonly left: string | undefined;
};

type SweepClosing = Omit<Closing, 'ledger'>;

/** Which bookings the answers of a story have shown since they were made. */
const shownIn =
  ({ exchanges }: Trace): Closing['isShown'] =>
  (booking) =>
    exchanges.some(
      (each) =>
        each.operation !== 'pnr-create' &&
        each.operation !== 'pnr-cancel' &&
        succeeded(each) &&
        areSame(nameAsked(each), booking) === true,
    );

/** Entries of living processes are left alone. What is swept is ours meanwhile, so that two sweeps never meet. */
const sweep = async (
  ledger: Ledger,
  {
    endsBy,
    sweeping,
    isOver,
  }: { readonly endsBy: number; readonly sweeping: () => SweepClosing; readonly isOver: () => boolean },
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

/** A clean-up has its own end, and one booking must not use all of it. */
const settleMsMax = 3_000;

export type CleanUp = ReturnType<typeof cleanUpOf>;

export const cleanUpOf = ({ options, client, account }: Pick<RunParts, 'options' | 'client' | 'account'>) => {
  const { bindings, limits, voidWindowMs, baseUrl } = options.target;
  const { ledger, endsBy, now, foreignBookings } = account;
  const leftOpen = new Set<string>();

  const closingBy = ({ ask, send, pause }: Cleaner, isShown: Closing['isShown'] = () => false): SweepClosing => {
    const settleMs = Math.min(limits.settleMs, settleMsMax);
    return { ask, send, pause, bindings, settleMs, voidWindowMs, now, foreignBookings, isShown };
  };

  return {
    /** Ends what one story has left open, and writes down in its trace what was sent. */
    into:
      (trace: Trace): Story['cleanUp'] =>
      async (kept, place) => {
        const isOwnWorld = place.ledger !== ledger;
        const mine = async () =>
          (await place.ledger.entries()).filter(
            (entry) => kept.marks.has(entry.mark) && !isLeftOnPurpose(entry, now()),
          );
        const open = kept.marks.size === 0 ? [] : await mine();
        if (open.length > 0) {
          trace.cleanUp ??= [];
          const cleaning = cleaner(isOwnWorld ? uncached(options) : options, { ...place, exchanges: trace.cleanUp });
          const closing = { ...closingBy(cleaning, shownIn(trace)), ledger: place.ledger };
          const results = await closeEntries(closing, open).finally(cleaning.close);
          for (const { cancelled, ticketsClosed } of results.values()) {
            kept.tally.cancelled += cancelled;
            kept.tally.ticketsClosed += ticketsClosed;
          }
        }
        // What is left in a separate world ends with it.
        const left = !isOwnWorld && open.length > 0 ? await mine() : [];
        for (const { mark } of left) leftOpen.add(mark);
        const totals = totalled(trace.bookings, kept.tally, left);
        if (totals) trace.bookings = totals;
      },
    sweep: async (): Promise<readonly Swept[]> => {
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
    /** Leaves what could not be closed to the next sweep. */
    release: (): Promise<void> => ledger.release([...leftOpen]).catch(() => undefined),
  };
};

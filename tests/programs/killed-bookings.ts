/** Kills a process that books hotels, flights and tickets at a drawn moment; the next start cleans up after it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { bookingLedger, type Entry, isBeyondUs, isFlight } from '../../client/ledgers/booking-ledger.ts';
import type { BookingRef } from '../../contracts/intents.ts';
import { runner } from '../../engine/run.ts';
import { targetReading } from '../../prover/walked-world.ts';
import type { StoredPnr, StoredTicket } from '../../sandbox/avia/state.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { World } from '../../sandbox/world.ts';
import type { WorldOptions } from '../../sandbox/worlds.ts';
import { fileStores } from '../../stores/file-stores.ts';

export const mark = 'Pfqabcdefghijkl';

/** As a process leaves it that is killed before it has cancelled what it booked. */
export const leaveOpen = async (
  ledger: ReturnType<typeof bookingLedger>,
  bookings: readonly BookingRef[],
): Promise<void> => {
  const at = new Date(Date.now() - 600_000).toISOString();
  const times = { begunAt: at, settledBy: at, createdAt: at, checkIn: '2027-01-01', endsBy: Date.now() + 600_000 };
  await ledger.begin({ mark, run: '20260831-0822-7f3a1c', partner: 'own', ...times }, { perRun: 1 });
  await ledger.settle(mark, bookings);
};

const bookingProcess = fileURLToPath(new URL('./booking-process.ts', import.meta.url));

/** What the service does meanwhile: it delays answers, drops them after booking or before, or never sends them. */
const environments: readonly Partial<WorldOptions>[] = [
  {},
  { oddities: ['answers-slowly'] },
  { troubles: [{ id: 'drops-answer-after-booking' }] },
  { troubles: [{ id: 'books-after-the-answer-was-lost' }] },
  { troubles: [{ id: 'hangs', operations: ['create-booking'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['cancel-booking'] }] },
  { faults: ['books-every-request-twice'] },
  { oddities: ['pages-bookings-by-two'] },
  { troubles: [{ id: 'hangs', operations: ['pnr-create'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['pnr-create'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['pnr-cancel', 'ticket-cancel'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['ticket-issue', 'ticket-exchange', 'ticket-refund'] }] },
  { troubles: [{ id: 'hangs', operations: ['ticket-issue'] }] },
];

export type Kill = {
  readonly environment: Partial<WorldOptions>;
  /** The process dies when the world has had so many requests, and a little later. */
  readonly requests: number;
  readonly laterMs: number;
};

/** Before the first booking there is nothing to find, so a kill comes later than that. */
const requestsBefore = 7;

const kill: fc.Arbitrary<Kill> = fc.record({
  environment: fc.constantFrom(...environments),
  requests: fc.integer({ min: requestsBefore, max: 70 }),
  laterMs: fc.integer({ min: 0, max: 12 }),
});

export const kills = (count: number, seed: number): Kill[] => fc.sample(kill, { numRuns: count, seed });

/** How many hotel bookings, flight bookings and tickets are open. */
type Open = { readonly hotels: number; readonly flights: number; readonly tickets: number };

export type Aftermath = {
  readonly openWhenKilled: Open;
  /** What is open after the next start, but for flights that it reports as unknown: no operation lists them. */
  readonly open: Open;
  /** Flights that are open, and that it reports as unknown. */
  readonly unknown: number;
  /** What the ledger still holds besides flights that may or may not have been booked. */
  readonly entries: number;
};

export const isOpen = ({ coupons }: StoredTicket): boolean => coupons.some(({ status }) => status === 'open');

/** Of partners, and still of use: not cancelled, or with an open ticket. */
export const openFlights = (world: World): readonly StoredPnr[] =>
  world.flights.pnrs
    .all()
    .filter(
      ({ number, cancelledAtMs, tickets }) => number > 0 && (cancelledAtMs === undefined || tickets.some(isOpen)),
    );

export const openIn = (world: World, isCounted: (flight: StoredPnr) => boolean = () => true): Open => {
  const flights = openFlights(world).filter(isCounted);
  return {
    hotels: world.bookings.all().filter((one) => one.cancelledAtMs === undefined).length,
    flights: flights.length,
    tickets: flights.flatMap(({ tickets }) => tickets).filter(isOpen).length,
  };
};

/** Nothing but whether it was booked is unknown of it, and every sweep says so. */
export const unknownMarks = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) =>
      isFlight(entry) && isBeyondUs(entry) && entry.unknown === 'booking' ? [entry.mark] : [],
    ),
  );

const untilKilled = async ({ requests, laterMs }: Kill, world: World, args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [bookingProcess, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let reported = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported += text;
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  // A story that hangs sends no more requests: it is killed while it waits.
  const patienceMs = 1_500;
  let seen = { count: -1, atMs: performance.now() };
  while (!isOver && world.counted('requests') < requests) {
    const count = world.counted('requests');
    if (count !== seen.count) seen = { count, atMs: performance.now() };
    if (count >= requestsBefore && performance.now() - seen.atMs > patienceMs) break;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, laterMs));
  child.kill('SIGKILL');
  const signal = await ended;
  if (signal !== 'SIGKILL') throw new Error(`the process ended by itself: ${reported}`);
};

/** Longer than any request may be worked on after it was sent. */
const laterMs = 10 * 60_000;

/** Kills one process in its own world, and starts the next run at a later time by its clock. */
export const killOnce = async (sandbox: Sandbox, each: Kill, seed: number): Promise<Aftermath> => {
  const root = mkdtempSync(join(tmpdir(), 'killed-bookings-'));
  try {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small', ...each.environment });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    await untilKilled(each, world, [baseUrl, root, String(seed)]);
    // What was sent before the kill is done before the clock moves, however busy the machine is.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    const openWhenKilled = openIn(world);

    const now = () => Date.now() + laterMs;
    world.advance(laterMs);
    const target = targetReading('nested', baseUrl);
    const account = { baseUrl, clientId: target.credentials.clientId };
    const ledger = bookingLedger({ stores: fileStores({ root, now, staleLockMs: 2_000 }), account, now });
    const next = runner({ target, seed: 1, ledger, transport: { proxy: 'none', now, delay: async () => {} } });
    await next.sweep();
    await next.close();
    const unknown = unknownMarks(await ledger.entries());
    const isUnknown = ({ passengers: [first] }: StoredPnr): boolean => unknown.has(first?.lastName ?? '');
    return {
      openWhenKilled,
      open: openIn(world, (flight) => !isUnknown(flight) || flight.tickets.some(isOpen)),
      unknown: openFlights(world).filter(isUnknown).length,
      entries: (await ledger.entries()).filter(({ mark }) => !unknown.has(mark)).length,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
};

/** Kills many, a few at once, and hands out what each left. */
export const killMany = async (
  sandbox: Sandbox,
  all: readonly Kill[],
  atOnce: number,
): Promise<readonly (Kill & Aftermath)[]> => {
  const results: (Kill & Aftermath)[] = [];
  const waiting = [...all.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, each] = next;
      results[i] = { ...each, ...(await killOnce(sandbox, each, i)) };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
};

const nothing: Open = { hotels: 0, flights: 0, tickets: 0 };

/** The kills that left something that no report names. */
export const leaving = (results: readonly (Kill & Aftermath)[]): readonly (Kill & Aftermath)[] =>
  results.filter(({ open, entries }) => entries > 0 || !isDeepStrictEqual(open, nothing));

/** How many kills hit something of a kind that was open. */
export const hits = (results: readonly (Kill & Aftermath)[], kind: keyof Open): number =>
  results.filter(({ openWhenKilled }) => openWhenKilled[kind] > 0).length;

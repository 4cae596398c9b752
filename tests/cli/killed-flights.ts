/** Kills a process that books flights at a drawn moment, and lets the next start clean up after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { targetReading } from '../../cli/target-reading.ts';
import { fileLedger, isBeyondUs, isFlight } from '../../client/booking-ledger.ts';
import { runner } from '../../flows/run.ts';
import type { StoredPnr } from '../../sandbox/avia/state.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { World, WorldOptions } from '../../sandbox/world.ts';
import { openFlights } from '../unit/flows/booking/flyable.ts';
import { type Kill, laterMs, manyAtOnce, untilKilled } from './killed-bookings.ts';

const flightProcess = fileURLToPath(new URL('./flight-process.ts', import.meta.url));

/** What the service does meanwhile: it delays answers, or does what it is asked for and drops the answer. */
const environments: readonly Partial<WorldOptions>[] = [
  {},
  { oddities: ['answers-slowly'] },
  { troubles: [{ id: 'resets-connection', operations: ['pnr-create'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['ticket-issue'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['ticket-cancel'] }] },
  { troubles: [{ id: 'resets-connection', operations: ['ticket-refund'] }] },
];

const requestsBefore = 3;

const kill: fc.Arbitrary<Kill> = fc.record({
  environment: fc.constantFrom(...environments),
  requests: fc.integer({ min: requestsBefore, max: 30 }),
  laterMs: fc.integer({ min: 0, max: 12 }),
});

export const flightKills = (count: number, seed: number): Kill[] => fc.sample(kill, { numRuns: count, seed });

export type FlightAftermath = {
  /** Bookings and tickets that were open when the process died. */
  readonly openWhenKilled: number;
  /** Bookings that are open after the next start, and of which the ledger does not say that they are unknown. */
  readonly lost: number;
  /** Tickets that are open after the next start. */
  readonly tickets: number;
  /** Entries of the ledger that still have something to end. */
  readonly unended: number;
};

const isOpen = ({ cancelledAtMs, number }: StoredPnr): boolean => number > 0 && cancelledAtMs === undefined;

const openIn = (world: World): number => {
  const { bookings, tickets } = openFlights(world);
  return bookings + tickets;
};

const killFlightOnce = async (sandbox: Sandbox, each: Kill, seed: number): Promise<FlightAftermath> => {
  const directory = mkdtempSync(join(tmpdir(), 'killed-flights-'));
  try {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small', ...each.environment });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    await untilKilled(each, world, [flightProcess, baseUrl, directory, String(seed)]);
    const openWhenKilled = openIn(world);

    const now = () => Date.now() + laterMs;
    world.advance(laterMs);
    const target = targetReading('nested', baseUrl);
    const account = { baseUrl, clientId: target.credentials.clientId };
    const ledger = fileLedger({ directory, account, now, staleLockMs: 2_000 });
    const next = runner({ target, seed: 1, ledger, transport: { proxy: 'none', now, delay: async () => {} } });
    await next.sweep();
    await next.close();
    const entries = (await ledger.entries()).filter(isFlight);
    const isUnknown = ({ passengers }: StoredPnr): boolean =>
      entries.some((entry) => entry.unknown === 'booking' && entry.mark === passengers[0]?.lastName);
    return {
      openWhenKilled,
      lost: world.flights.pnrs.all().filter((one) => isOpen(one) && !isUnknown(one)).length,
      tickets: openFlights(world).tickets,
      unended: entries.filter((entry) => !isBeyondUs(entry)).length,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Kills many, a few at once, and hands out what each left. */
export const killFlights = (
  sandbox: Sandbox,
  all: readonly Kill[],
  atOnce: number,
): Promise<readonly (Kill & FlightAftermath)[]> =>
  manyAtOnce(all, atOnce, (each, i) => killFlightOnce(sandbox, each, i));

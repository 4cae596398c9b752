/** Kills a process that books at a drawn moment, and lets the next start clean up after it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { targetReading } from '../../cli/target-reading.ts';
import { fileLedger } from '../../client/booking-ledger.ts';
import { runner } from '../../flows/run.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { World, WorldOptions } from '../../sandbox/world.ts';

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
];

export type Kill = {
  readonly environment: Partial<WorldOptions>;
  /** The process dies when the world has had so many requests, and a little later. */
  readonly requests: number;
  readonly laterMs: number;
};

/** Before the first booking there is nothing to find, so a kill comes later than that. */
const requestsBefore = 5;

const kill: fc.Arbitrary<Kill> = fc.record({
  environment: fc.constantFrom(...environments),
  requests: fc.integer({ min: requestsBefore, max: 40 }),
  laterMs: fc.integer({ min: 0, max: 12 }),
});

export const kills = (count: number, seed: number): Kill[] => fc.sample(kill, { numRuns: count, seed });

export type Aftermath = {
  /** How many bookings the killed process had made, and of how many something was open when it died. */
  readonly made: number;
  readonly openWhenKilled: number;
  /** What is open after the next start. */
  readonly open: number;
  /** What the ledger still holds. */
  readonly entries: number;
};

const openIn = (world: World): number => world.bookings.all().filter((one) => one.cancelledAtMs === undefined).length;

/** @param file The process to kill; the rest are its arguments. */
export const untilKilled = async (
  { requests, laterMs }: Kill,
  world: World,
  [file, ...args]: readonly [file: string, ...args: string[]],
): Promise<void> => {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
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
  if (signal !== 'SIGKILL') throw new Error(`the process ended by itself: ${told}`);
};

/** Longer than any request may be worked on after it was sent. */
export const laterMs = 10 * 60_000;

/** Kills one process in a world of its own, and starts the next run at a later time by its clock. */
export const killOnce = async (sandbox: Sandbox, each: Kill, seed: number): Promise<Aftermath> => {
  const directory = mkdtempSync(join(tmpdir(), 'killed-bookings-'));
  try {
    const { id, baseUrl } = sandbox.openWorld({ scale: 'small', ...each.environment });
    const world = sandbox.world(id);
    if (!world) throw new Error('the world is not there');
    await untilKilled(each, world, [bookingProcess, baseUrl, directory, String(seed)]);
    const before = { made: world.bookings.all().length, openWhenKilled: openIn(world) };

    const now = () => Date.now() + laterMs;
    world.advance(laterMs);
    const target = targetReading('nested', baseUrl);
    const account = { baseUrl, clientId: target.credentials.clientId };
    const ledger = fileLedger({ directory, account, now, staleLockMs: 2_000 });
    const next = runner({ target, seed: 1, ledger, transport: { proxy: 'none', now, delay: async () => {} } });
    await next.sweep();
    await next.close();
    return { ...before, open: openIn(world), entries: (await ledger.entries()).length };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Does many things, a few at once, and hands out what came of each. */
export const manyAtOnce = async <Each, Result>(
  all: readonly Each[],
  atOnce: number,
  one: (each: Each, i: number) => Promise<Result>,
): Promise<readonly (Each & Result)[]> => {
  const results: (Each & Result)[] = [];
  const waiting = [...all.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, each] = next;
      results[i] = { ...each, ...(await one(each, i)) };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
};

/** Kills many, a few at once, and hands out what each left. */
export const killMany = (
  sandbox: Sandbox,
  all: readonly Kill[],
  atOnce: number,
): Promise<readonly (Kill & Aftermath)[]> => manyAtOnce(all, atOnce, (each, i) => killOnce(sandbox, each, i));

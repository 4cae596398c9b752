/** A world of the sandbox in this process, in which stories are played. */
import { AssertionError } from 'node:assert';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import type { Flow } from '../../../engine/flow.ts';
import { type Runner, runner } from '../../../engine/run.ts';
import type { RunOptions } from '../../../engine/run-options.ts';
import type { Session } from '../../../engine/session.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import type { World } from '../../../sandbox/world.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { story } from '../engine/effects/bookable.ts';

export { bookable, story } from '../engine/effects/bookable.ts';

export const sandbox = await startSandbox({ world: { scale: 'small' } });

/** Called at the end of a test file: node waits for nothing else. */
export const closeSandbox = (): Promise<void> => sandbox.close();

export const openMarks = (world: World): string[] =>
  world.bookings
    .all()
    .filter(({ cancelledAtMs, isRefused }) => cancelledAtMs === undefined || isRefused)
    .flatMap(({ guests }) => guests[0]?.[0]?.lastName ?? []);

/** @param changed What the target says otherwise. */
export const placed = (
  options: Partial<WorldOptions> = {},
  changed: (target: Target) => Partial<Target> = () => ({}),
) => {
  const time = simulatedTime(Date.now);
  const { id, baseUrl, close } = sandbox.openWorld({ scale: 'small', now: time.now, ...options });
  const world = sandbox.world(id);
  if (!world) throw new Error('the world is not there');
  const plain = targetReading('nested', baseUrl);
  const target: Target = { ...plain, ...changed(plain) };
  const transport = { proxy: 'none', now: time.now, delay: time.delay } as const;
  /** A run against it, in its time. */
  const running = (more: Partial<RunOptions> = {}): Runner =>
    runner({ target, seed: 1, ...more, transport: { ...transport, ...more.transport } });
  /** Records a flow in its own run. */
  const record = async (flow: Flow, more?: Partial<RunOptions>): Promise<Trace> => {
    const one = running(more);
    return one.record(flow).finally(one.close);
  };
  return {
    world,
    target,
    time,
    running,
    record,
    /** What the sweep of a run ends, and what it leaves. */
    sweep: async (more: Partial<RunOptions>) => {
      const one = running(more);
      return one.sweep().finally(one.close);
    },
    /** Plays one story in its own run. */
    play: async (run: (session: Session) => Promise<unknown>, more: Partial<RunOptions> = {}): Promise<Trace> => {
      let failed: unknown;
      const reported = story((session) =>
        run(session).catch((thrown: unknown) => {
          if (thrown instanceof AssertionError) failed = thrown;
          throw thrown;
        }),
      );
      const trace = await record(reported, more);
      // A trace keeps what a story throws, and a test must not.
      if (failed) throw failed;
      return trace;
    },
    /** The marks of bookings that are not cancelled, as the world itself knows them. */
    open: () => openMarks(world),
    /** Takes the world away: a sandbox has room for a few thousand. */
    close,
  };
};
export type Placed = ReturnType<typeof placed>;

/** Explores a world of the sandbox in this process, by one exploration, as often as a test wants. */

import type { Target } from '../../../contracts/target.ts';
import { runner } from '../../../engine/run.ts';
import { evidence } from '../../../explore/evidence.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { type Explored, explore } from '../../../explore/explore.ts';
import { shrinkUnsent } from '../../../explore/shrink.ts';
import type { StandIns } from '../../../prover/stand-ins.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import type { WorldOptions } from '../../../sandbox/worlds.ts';
import { sandbox } from '../flows/hotel-world.ts';
import { walkWith } from './walk-with.ts';

type Options = {
  readonly dialect?: 'nested' | 'flat';
  readonly seed: number;
  readonly runs: number;
  readonly world?: Partial<WorldOptions>;
  /** What the target says otherwise. */
  readonly changed?: (target: Target) => Partial<Target>;
  /** Further requests for each finding; nothing is shrunk when not said. */
  readonly shrinkRequests?: number;
  /** What stands in for the target; nothing when not said. */
  readonly standIns?: (target: Target) => StandIns;
};

export const explored = async (
  exploration: Exploration,
  { dialect = 'nested', seed, runs, world = {}, changed = () => ({}), shrinkRequests, standIns }: Options,
): Promise<Explored> => {
  const time = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', dialect, now: time.now, ...world });
  const plain = targetReading(dialect, baseUrl);
  const may = { ...plain.may, books: { perRun: 200, perDay: 100_000 }, tickets: { perRun: 200, perDay: 100_000 } };
  const target = { ...plain, may, limits: { ...plain.limits, runDeadlineMs: 3_600_000 }, ...changed(plain) };
  const transport = { proxy: 'none', now: time.now, delay: time.delay } as const;
  const answers = evidence();
  const running = runner({ target, seed, transport, createClient: answers.remembering });
  const standing = standIns?.(target);
  const unsent = shrinkUnsent({ target, seed, evidence: answers, standIns: standing?.of ?? (() => []) });
  const result = await explore({
    explorations: [exploration],
    seed,
    walk: walkWith(running.record),
    budget: { requests: 100_000, runs, shrinkRequests: shrinkRequests ?? 0 },
    ...(shrinkRequests !== undefined && { shrinkUnsent: unsent }),
  });
  await running.close();
  await standing?.close();
  return result;
};

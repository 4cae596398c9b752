/** Explores a target in a run's folder once, and stores what was found there. */
import { createSharing } from '../client/redaction/sharing.ts';
import { clause } from '../contracts/clauses.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Runner } from '../engine/run.ts';
import { type FlowWalker, walker } from '../engine/walk.ts';
import { evidence } from '../explore/evidence.ts';
import { explorationOf } from '../explore/explorations.ts';
import { explore } from '../explore/explore.ts';
import { type PlannedExploration, readExplored, writeExplored } from '../explore/explored-folder.ts';
import { shrinkUnsent, type UnsentOptions } from '../explore/shrink.ts';
import { isGone, ownerIn, startRunner } from './recorder.ts';

/** Services that stand in for the target where nothing may be sent to it. */
type OpenStandIns = { readonly of: UnsentOptions['standIns']; close(): Promise<void> };
export type StandInsFor = (target: Target, seed: number) => OpenStandIns;

type ExplorerOptions = {
  readonly folder: string;
  readonly plan: PlannedExploration;
  readonly environment: NodeJS.ProcessEnv;
  readonly standInsFor: StandInsFor;
  readonly now: () => number;
  readonly spoilt: (reason: string) => void;
  readonly notice: (line: string) => void;
};

export type Explorer = {
  /** @returns How many requests it took; undefined when nothing was left to do. */
  explore(): Promise<number | undefined>;
  /** Ends what is under way in order. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

export const explorer = ({
  folder,
  plan,
  environment,
  standInsFor,
  now,
  spoilt,
  notice,
}: ExplorerOptions): Explorer => {
  const { run, budget, corpus } = plan;
  let running: Runner | undefined;
  let isEnding = false;
  const isEnough = () => isEnding;

  const exploreOnce: Explorer['explore'] = async () => {
    if ((await readExplored(folder)) || isGone(ownerIn(environment))) return undefined;
    const answers = evidence();
    const started = await startRunner(plan, environment, { createClient: answers.remembering, now, spoilt, notice });
    const { target, evidence: store } = started;
    running = started.running;
    const exactOf = new WeakMap<Trace, Trace>();
    const single = walker(run, { ...createSharing(), record: running.record });
    const walk: FlowWalker['walk'] = async (flow, clauses) => {
      const walked = await single.walk(flow, clauses);
      answers.sharedAs(walked.trace, walked.exact);
      exactOf.set(walked.trace, walked.exact);
      return walked;
    };
    const standIns = standInsFor(target, run.seed);
    const explored = await explore({
      explorations: plan.explorations.flatMap((id) => explorationOf(id) ?? []),
      seed: run.seed,
      budget,
      corpus,
      applies: (id) => (clause(id).since ?? '') <= target.revision,
      target,
      shownBefore: plan.touches,
      walk,
      isEnough,
      shrinkUnsent: shrinkUnsent({ target, seed: run.seed, evidence: answers, standIns: standIns.of, isEnough }),
    }).finally(standIns.close);
    for (const { trace, fingerprint } of explored.found) {
      const exact = exactOf.get(trace);
      // A run goes on without.
      if (exact) await store?.keep(run.id, exact, fingerprint).catch(() => {});
    }
    await writeExplored(folder, explored, new Date(now()).toISOString());
    return explored.requests;
  };

  return {
    explore: exploreOnce,
    interrupt: async () => {
      isEnding = true;
      await running?.interrupt();
    },
    close: async () => running?.close(),
  };
};

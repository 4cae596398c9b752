/** Walks the flows of a plan on its target, and stores their traces in the folder of the run. */
import { createSharing } from '../client/redaction/sharing.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { JudgedFlow } from '../engine/judged-flow.ts';
import type { Runner } from '../engine/run.ts';
import { type RunPlan, writeTrace } from '../engine/run-folder.ts';
import { type WalkStep, walk } from '../engine/walk.ts';
import { stepsOf } from '../flows/plan.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import { handedOnToken } from './shards/handed-on.ts';
import { brokenRunner, isGone, ownerIn, runnersLog, startRunner } from './start-runner.ts';

type FlowRecorded = {
  readonly flow: string;
  readonly exchanges: number;
  /** Undefined where the trace could not be stored. */
  readonly judged: JudgedFlow | undefined;
};

export type RunRecorder = {
  /**
   * @param begin Called before each flow; the walk ends when it gives back false.
   * @param steps Each is taken when the one before has been walked; those of the plan when not given.
   */
  recorded(
    begin: (flow: string) => boolean,
    steps?: AsyncIterable<WalkStep>,
  ): AsyncGenerator<FlowRecorded, void, undefined>;
  /** Ends what is under way in order. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

type RecorderOptions = {
  readonly folder: string;
  readonly plan: RunPlan;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly spoilt: (reason: string) => void;
  /** Prints a line for the person who waits. */
  readonly notice: (line: string) => void;
};

export const recorder = async ({
  folder,
  plan,
  environment,
  now,
  spoilt,
  notice,
}: RecorderOptions): Promise<RunRecorder> => {
  const log = runnersLog(environment);
  const owner = ownerIn(environment);
  const token = plan.tokenFile === undefined ? undefined : handedOnToken(now);
  const started: { running: Runner; evidence: EvidenceStore | undefined; target?: Target } = await startRunner(
    plan,
    environment,
    {
      now,
      spoilt,
      notice,
    },
  ).catch((thrown: unknown) => ({ running: brokenRunner(thrown, now), evidence: undefined }));
  const { running, target } = started;
  let { evidence } = started;

  /** A run goes on without its evidence. */
  const keep = async (trace: Trace): Promise<void> => {
    await evidence?.keep(plan.run.id, trace).catch((thrown: unknown) => {
      log.warn({ flow: trace.flow, reason: thrown instanceof Error ? thrown.message : '' }, 'evidence not kept');
      evidence = undefined;
    });
  };

  /** The disk is full: stop sending. The command reports why. */
  let hasRoom = true;
  const store = (trace: Trace): Promise<Trace> =>
    writeTrace(folder, trace).catch(() => {
      hasRoom = false;
      return trace;
    });

  const recorded: RunRecorder['recorded'] = async function* (begin, steps) {
    const walking = walk(plan, steps ?? stepsOf(plan.again ?? plan.flows, target?.clauses), {
      ...createSharing(),
      record: (flow) => token?.record(running, flow) ?? running.record(flow),
      judgeable: token?.judgeable,
      own: target?.clauses,
      keep,
      store,
      begin: (name) => hasRoom && !isGone(owner) && begin(name),
    });
    for await (const { name: flow, trace, judged } of walking) {
      const { exchanges, stopped, error, bookings } = trace;
      log[error ? 'error' : 'info']({ flow, exchanges: exchanges.length, bookings, stopped, error }, 'flow recorded');
      yield { flow, exchanges: exchanges.length, judged: hasRoom ? judged : undefined };
    }
  };

  return { recorded, interrupt: () => running.interrupt(), close: () => running.close() };
};

/** A run that a command has planned, in the process that walks: its runner, and what it records in its folder. */
import type { Logger } from 'pino';
import { evidenceOf } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { JudgedFlow } from '../engine/judged-flow.ts';
import { type Runner, runnerHere, TargetBroke } from '../engine/run.ts';
import { emptyTrace, type RunPlan, writeTrace } from '../engine/run-folder.ts';
import type { RunOptions } from '../engine/run-options.ts';
import { type WalkStep, walk } from '../engine/walk.ts';
import { stepsOf } from '../flows/plan.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import { loadTarget } from '../targets/load.ts';
import { lateErrorOf } from '../targets/load-file.ts';
import { type LogLevel, logReaders } from './caller.ts';
import { logger } from './logger.ts';
import { handedOnToken, readHandedOn, storesOf } from './shards/handed-on.ts';
import { walkerVariables } from './walker-messages.ts';

const lookEveryMs = 500;

/** Whether the process of that id has ended. */
export const isGone = (owner: number): boolean => {
  try {
    return !process.kill(owner, 0);
  } catch {
    return true;
  }
};

/** Aborts soon after the process of that id has ended; keeps no process alive. */
const ownerGone = (owner: number): AbortSignal => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (!isGone(owner)) return;
    clearInterval(timer);
    controller.abort();
  }, lookEveryMs);
  timer.unref();
  return controller.signal;
};

type RunnerPlan = {
  readonly run: RunIdentity;
  readonly targetSource: string;
  readonly isEmbedded: boolean;
  readonly sendsForMs?: number | undefined;
} & Pick<RunPlan, 'within' | 'tokenFile' | 'awaitMs'>;

/** As the command that wants the run said it. */
const runnersLog = (environment: NodeJS.ProcessEnv): Logger =>
  logger(
    (environment[walkerVariables.logLevel] ?? 'warn') as LogLevel,
    logReaders.find((each) => each === environment[walkerVariables.logReader]) ?? 'program',
  );

/** The command that wants the run. */
export const ownerIn = (environment: NodeJS.ProcessEnv): number => Number(environment[walkerVariables.owner]);

/** Ends the run in order when the target file throws late: what it has booked is still to be cleaned up. */
const reportLateErrors = (report: (late: string) => void): void => {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    const others = process.listeners(event as 'uncaughtException');
    process.removeAllListeners(event);
    process.on(event, (thrown: unknown) => {
      const late = lateErrorOf(thrown);
      if (late !== undefined) report(late);
      else for (const other of others) other.call(process, thrown as Error, event as NodeJS.UncaughtExceptionOrigin);
    });
  }
};

export const startRunner = async (
  { run, targetSource, isEmbedded, sendsForMs = Number.POSITIVE_INFINITY, awaitMs, within, tokenFile }: RunnerPlan,
  environment: NodeJS.ProcessEnv,
  {
    spoilt,
    ...others
  }: Pick<RunOptions, 'createClient' | 'notice'> &
    Pick<RunOptions['transport'], 'now'> & {
      /** Called when the target file throws late. */
      readonly spoilt: (reason: string) => void;
    },
): Promise<{ readonly running: Runner; readonly target: Target; readonly evidence: EvidenceStore | undefined }> => {
  const broken = new AbortController();
  reportLateErrors((late) => {
    broken.abort(new TargetBroke(late));
    spoilt(late);
  });
  const loaded = await loadTarget(targetSource, environment);
  const runDeadlineMs = Math.min(loaded.limits.runDeadlineMs, sendsForMs);
  const target = {
    ...loaded,
    may: { ...loaded.may, ...within?.may },
    limits: { ...loaded.limits, ...within?.limits, runDeadlineMs },
  };
  const handedOn = tokenFile === undefined ? undefined : await readHandedOn(tokenFile, target, environment);
  const running = runnerHere({ run, target, isEmbedded }, environment, {
    ...others,
    awaitMs,
    ...(handedOn && { tokenCache: await storesOf(handedOn, target), mayLogIn: false }),
    logger: runnersLog(environment),
    signal: AbortSignal.any([ownerGone(ownerIn(environment)), broken.signal]),
  });
  const evidence = evidenceOf(target, environment);
  await evidence?.removeOld();
  return { running, target, evidence };
};

/** In place of a runner that could not be started: each flow says why, and the command reports it. */
const brokenRunner = (thrown: unknown, now: () => number): Runner => {
  const error = { message: thrown instanceof Error ? thrown.message : String(thrown), stack: '' };
  return {
    record: async ({ id }) => ({ ...emptyTrace(id, new Date(now()).toISOString()), error }),
    sweep: async () => [],
    warnings: () => [],
    interrupt: async () => {},
    giveUp: async () => [],
    close: async () => {},
  };
};

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

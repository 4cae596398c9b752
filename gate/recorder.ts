/** Records the flows of a plan with one runner, started with the first flow, and judges each. */

import { createSharing } from '../client/redaction/sharing.ts';
import type { EvidenceStore } from '../client/stores/evidence-store.ts';
import { originalOf } from '../contracts/again.ts';
import type { Trace } from '../contracts/trace.ts';
import { judgeFlow } from '../engine/judge-flow.ts';
import type { JudgedFlow } from '../engine/judged-flow.ts';
import type { Runner } from '../engine/run.ts';
import { type Planned, writeTrace } from '../engine/run-folder.ts';
import { flowOf } from '../flows/flows.ts';
import { isGone } from './owner-gone.ts';
import { handedOnToken } from './shards/handed-on-token.ts';
import { brokenRunner, ownerIn, runnersLog, startRunner } from './start-runner.ts';

export type Recorder = {
  /** Records and judges one flow, and stores its trace. */
  record(id: string): Promise<{ readonly exchanges?: number; readonly judged?: JudgedFlow | undefined }>;
  /** Ends what is under way, and resolves when it has been cleaned up. */
  close(): Promise<void>;
};

type RecorderOptions = {
  readonly folder: string;
  readonly plan: Planned;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly spoilt: (reason: string) => void;
};

export const recorder = ({ folder, plan, environment, now, spoilt }: RecorderOptions): Recorder => {
  const log = runnersLog(environment);
  const owner = ownerIn(environment);
  const { share } = createSharing();
  const token = plan.tokenFile === undefined ? undefined : handedOnToken(now);
  let running: Runner | undefined;
  let evidence: EvidenceStore | undefined;
  /** The flow that is recorded. */
  let underWay: Promise<unknown> = Promise.resolve();

  /** Without room for traces nothing more is worth sending; the command tells why. */
  let hasRoom = true;

  /** Exactly, for its owner; a run goes on without. */
  const keepEvidence = async (trace: Trace): Promise<void> => {
    await evidence?.keep(plan.run.id, trace).catch((thrown: unknown) => {
      log.warn({ flow: trace.flow, reason: thrown instanceof Error ? thrown.message : '' }, 'evidence not kept');
      evidence = undefined;
    });
  };

  /** Of the flow before: the next one is sent meanwhile. */
  let keeping: Promise<void> = Promise.resolve();

  /** Judges what was kept, so that whoever judges it again finds the same. */
  const keepJudged = async (trace: Trace): Promise<JudgedFlow> => {
    const judging = async (): Promise<JudgedFlow> => judgeFlow(plan, trace);
    const [kept, whole] = await Promise.all([writeTrace(folder, trace), judging()]);
    return kept === trace ? whole : judgeFlow(plan, kept);
  };

  const record: Recorder['record'] = async (id) => {
    const flow = flowOf(originalOf(id));
    if (!flow || isGone(owner) || !hasRoom) return {};
    running ??= await startRunner(plan, environment, { now, spoilt }).then(
      (started) => {
        evidence = started.evidence;
        return started.running;
      },
      (thrown: unknown) => brokenRunner(thrown, now),
    );
    const recorded = await (token?.record(running, flow) ?? running.record(flow));
    // Walked once more, it draws and sends the same, and is kept beside its first attempt.
    const exact = recorded.flow === id ? recorded : { ...recorded, flow: id };
    await keeping;
    keeping = keepEvidence(exact);
    // From here on it may leave the machine.
    const trace = share(token?.judgeable(exact) ?? exact);
    const judged = await keepJudged(trace).catch(() => {
      hasRoom = false;
      return undefined;
    });
    const { exchanges, stopped, error, bookings } = trace;
    log[error ? 'error' : 'info']({ flow: id, exchanges: exchanges.length, bookings, stopped, error }, 'flow recorded');
    return { exchanges: exchanges.length, judged };
  };

  return {
    record: (id) => {
      const recording = record(id);
      underWay = recording.catch(() => {});
      return recording;
    },
    close: async () => {
      await running?.interrupt();
      await underWay;
      await Promise.all([keeping, running?.close()]);
    },
  };
};

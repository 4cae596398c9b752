/** Cases found in worlds of the sandbox, and sent again in others: time goes by without waiting. */
import { type Minimised, type MinimiseParts, minimise } from '../../../../cases/minimise/minimise.ts';
import {
  type AnyReplayed,
  type Replayed,
  type ReplayParts,
  replay,
  replayAny,
  type SoughtFinding,
} from '../../../../cases/replay/replay.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { Target } from '../../../../contracts/target.ts';
import { judgedBy } from '../../../../engine/judge-flow.ts';
import { type Runner, run, runner } from '../../../../engine/run.ts';
import { type FlowWalker, walker } from '../../../../engine/walk.ts';
import { planOf } from '../../../../flows/plan.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import type { AnyDialectId } from '../../../../sandbox/dialects.ts';
import { type FaultId, faults } from '../../../../sandbox/faults.ts';
import type { Sandbox } from '../../../../sandbox/server.ts';

const seed = 1;
const dayMs = 86_400_000;

type World = {
  readonly dialect?: AnyDialectId;
  readonly fault?: FaultId;
  readonly daysLater?: number;
  readonly scale?: 'small' | 'full';
};

const opened = (sandbox: Sandbox, { dialect = 'nested', fault, daysLater = 0, scale = 'small' }: World) => {
  const { now, delay } = simulatedTime(() => Date.now() + daysLater * dayMs);
  const { baseUrl } = sandbox.openWorld({ scale, seed, now, dialect, ...(fault && { faults: [fault] }) });
  return { target: targetReading(dialect, baseUrl), transport: { proxy: 'none', now, delay } as const };
};

const find = async (sandbox: Sandbox, fault: FaultId): Promise<SoughtFinding> => {
  const { target, transport } = opened(sandbox, { fault });
  const { touches, violates } = faults[fault];
  const { flows, pairs } = planOf({ revision: target.revision, depth: 'standard' });
  const touching = flows.filter((flow) => !flow.isRepeated && flow.operations.some((each) => touches.includes(each)));
  const { share } = createSharing();
  for await (const exact of run(touching, { target, seed, depth: 'standard', transport, operations: touches })) {
    const trace = share(exact);
    for (const { clause, findings } of judgedBy(pairs, trace)) {
      const [finding] = findings;
      if (finding && violates.includes(clause)) return { clause, finding, trace };
    }
  }
  throw new Error(`nothing was found of ${fault}`);
};

const known = new WeakMap<Sandbox, Map<FaultId, Promise<SoughtFinding>>>();

/** The first finding that a standard run has of a fault, in the form that leaves: looked for once. */
export const found = (sandbox: Sandbox, fault: FaultId): Promise<SoughtFinding> => {
  const cases = known.get(sandbox) ?? new Map<FaultId, Promise<SoughtFinding>>();
  known.set(sandbox, cases);
  const sought = cases.get(fault) ?? find(sandbox, fault);
  cases.set(fault, sought);
  return sought;
};

const walkerOf = ({ record }: Runner): FlowWalker => walker({ id: 'repro' }, { ...createSharing(), record });

type Again = World & {
  readonly may?: Target['may'];
  readonly parts?: Partial<ReplayParts>;
  readonly attempts?: number;
};

/** In its own world, perhaps at another target: every attempt in the same one. */
export const sentOften = async (sandbox: Sandbox, sought: SoughtFinding, again: Again): Promise<Replayed[]> => {
  const { may, parts, attempts = 1, ...world } = again;
  const { target, transport } = opened(sandbox, world);
  const running = runner({ target: { ...target, ...(may && { may }) }, seed, transport });
  const single = walkerOf(running);
  const isSameTarget = (world.dialect ?? 'nested') === 'nested';
  const all: Replayed[] = [];
  for (let time = 0; time < attempts; time += 1) {
    all.push(await replay(sought, { walker: single, isSameTarget, seed, ...parts }));
  }
  await running.close();
  return all;
};

type Less = Again &
  Partial<Pick<MinimiseParts, 'requestsMax' | 'from' | 'onProgress' | 'isInterrupted'>> & {
    /** Stands between. */
    readonly answered?: (replayed: AnyReplayed) => AnyReplayed;
  };

/** Made smaller in its own world. */
export const madeSmaller = async (sandbox: Sandbox, sought: SoughtFinding, less: Less): Promise<Minimised> => {
  const { may, requestsMax = 400, from, answered = (replayed) => replayed, ...others } = less;
  const { onProgress = async () => {}, isInterrupted = () => false, ...world } = others;
  const { target, transport } = opened(sandbox, world);
  const running = runner({ target: { ...target, ...(may && { may }) }, seed, transport });
  const parts = { walker: walkerOf(running), isSameTarget: true, seed };
  const ended = await minimise(sought, {
    requestsMax,
    from,
    onProgress,
    isInterrupted,
    send: async (smaller, steps, left) =>
      answered(await replayAny(smaller, { ...parts, steps, requestsMax: left, isApart: true })),
  });
  await running.close();
  return ended;
};

export const sentAgain = async (sandbox: Sandbox, sought: SoughtFinding, again: Again = {}): Promise<Replayed> => {
  const [only] = await sentOften(sandbox, sought, again);
  if (!only) throw new Error('nothing was sent');
  return only;
};

/**
 * A walk through a world of the sandbox: with a target that reads its dialect, and in time that a wait does not take.
 */
import { randomUUID } from 'node:crypto';
import { createSharing } from '../client/redaction/sharing.ts';
import type { Depth } from '../contracts/depth.ts';
import type { OperationId } from '../contracts/operations.ts';
import { type Standing, standings } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import type { Pair } from '../engine/judged-flow.ts';
import { runner } from '../engine/run.ts';
import { walk } from '../engine/walk.ts';
import { type AnyDialectId, type DialectId, drawnSeedOf } from '../sandbox/dialects.ts';
import { type OddityId, oddities } from '../sandbox/oddities.ts';
import { resolvedTarget } from '../targets/resolved-target.ts';
import sandbox, { sandboxUrlVariable } from '../targets/sandbox.ts';
import { drawnTarget } from '../targets/sandbox-drawn.ts';
import sandboxFlat from '../targets/sandbox-flat.ts';
import type { TargetDefinition } from '../targets/target.ts';

type SimulatedTime = {
  /** Milliseconds since 1970. */
  now(): number;
  delay(ms: number): Promise<void>;
  /** How much was waited so far. */
  waitedMs(): number;
};

/** Time in which a wait has its length and ends at once. The service and its caller need the same time. */
export const simulatedTime = (source: () => number): SimulatedTime => {
  let waitedMs = 0;
  return {
    now: () => source() + waitedMs,
    delay: async (ms) => {
      waitedMs += ms;
    },
    waitedMs: () => waitedMs,
  };
};

const definitions: Readonly<Record<DialectId, TargetDefinition>> = { nested: sandbox, flat: sandboxFlat };

const definitionOf = (dialect: AnyDialectId): TargetDefinition => {
  const seed = drawnSeedOf(dialect);
  return seed === undefined ? definitions[dialect as DialectId] : drawnTarget(seed);
};

/** The target that reads what a sandbox of a dialect writes, and asks as its oddities want to be asked. */
export const targetReading = (dialect: AnyDialectId, baseUrl: string, odd: readonly OddityId[] = []): Target => {
  const definition = definitionOf(dialect);
  const target = resolvedTarget(definition, { [sandboxUrlVariable]: baseUrl }, definition.name);
  const bindings = odd.reduce((before, id) => oddities[id].apply.binds?.(before) ?? before, target.bindings);
  // The bindings of the sandbox always return. A deadline for each call would cost a proof of all faults some seconds.
  return { ...target, bindings, limits: { ...target.limits, bindingDeadlineMs: Number.POSITIVE_INFINITY } };
};

export type WalkedWorldOptions = {
  readonly target: Target;
  readonly seed: number;
  readonly depth: Depth;
  readonly time: Pick<SimulatedTime, 'now' | 'delay'>;
  /** The operations to look at; all when not given. */
  readonly operations?: readonly OperationId[] | undefined;
  /** Called with each trace as it was recorded. */
  readonly see?: (exact: Trace) => void;
};

/** Walks the flows as a gate does, and gives back how each clause stands. */
export const walkedWorld = async (
  { flows, pairs }: { readonly flows: readonly Flow[]; readonly pairs: readonly Pair[] },
  { target, seed, depth, time, operations, see }: WalkedWorldOptions,
): Promise<Standing[]> => {
  const id = randomUUID();
  const { now, delay } = time;
  const transport = { proxy: 'none', now, delay } as const;
  const running = runner({ target, seed, depth, id, transport, ...(operations && { operations }) });
  const run = {
    id,
    target: target.name,
    revision: target.revision,
    seed,
    depth,
    startedAt: new Date(now()).toISOString(),
    repeat: 'gate',
  };
  const steps = flows.map((flow) => ({ name: flow.id, flow }));
  const verdicts: Verdict[] = [];
  try {
    const walking = walk({ run, pairs }, steps, {
      ...createSharing(),
      record: running.record,
      keep: async (exact) => see?.(exact),
    });
    for await (const { judged } of walking) verdicts.push(...judged.verdicts);
  } finally {
    await running.close();
  }
  return standings(verdicts);
};

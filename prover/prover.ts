/** Proves the checks: every fault makes exactly its clauses fail, health and oddities make none fail. */

import { type ClauseId, clause as clauseOf } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import { isJsonObject, type Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import { isGating, type Standing } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { planOf } from '../flows/plan.ts';
import { type AnyDialectId, dialectIds } from '../sandbox/dialects.ts';
import { type AnyFaultId, faultOf, faults, plainFaultIds, showableFaultIds } from '../sandbox/faults.ts';
import { type OddityId, oddities, oddityIds } from '../sandbox/oddities.ts';
import type { Sandbox } from '../sandbox/server.ts';
import type { TroubleId } from '../sandbox/troubles.ts';
import { digestOf } from '../sandbox/world-parts.ts';
import type { Deviations } from '../sandbox/worlds.ts';
import { simulatedTime, targetReading, walkedWorld } from './walked-world.ts';

/** One answer at a glance: never a value. */
type Glimpse = {
  readonly flow: string;
  /** The operation, and the kind of credential it was asked with. */
  readonly asked: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** The names of all fields that are there, of a list those of its first record. */
  readonly fields: string;
};

export type Look = readonly Glimpse[];

const namesIn = (value: Json | undefined, place: string): string[] => {
  const [first] = Array.isArray(value) ? value : [];
  const fields = first === undefined ? Object.entries(isJsonObject(value) ? value : {}) : [['[0]', first] as const];
  return fields.flatMap(([name, field]) => [`${place}/${name}`, ...namesIn(field, `${place}/${name}`)]);
};

export const superficialLook = ({ flow, exchanges }: Pick<Trace, 'flow' | 'exchanges'>): Look =>
  exchanges.map(({ operation, bearer, login, response }) => ({
    flow,
    asked: `${operation} with ${login ?? bearer}`,
    status: response?.status ?? 0,
    fields: namesIn(response?.body, '').sort().join(' '),
  }));

const shapeOf = ({ asked, status, fields }: Glimpse): string => `${asked}: ${status} ${fields}`;

export const shapesIn = (look: Look): Set<string> => new Set(look.map(shapeOf));

const inTurn = (look: Look): Map<string, Look> => Map.groupBy(look, ({ flow, asked }) => `${flow} ${asked}`);

/**
 * Whether a world shows nothing that lawful ones do not show. Every answer must have the status that health gives in
 * its turn. Its fields must be as lawful answers of that operation, credential and status have them. How often a flow
 * asks is not seen. A flow looks again for what it does not find, so that answers beyond those of health are held
 * against its last.
 *
 * @param health What the same flows show of the healthy world.
 * @param lawful Shapes that other lawful worlds show.
 */
export const showsNothingNew = (
  look: Look,
  { health, lawful }: { readonly health: Look; readonly lawful: ReadonlySet<string> },
): boolean => {
  const [turns, shapes] = [inTurn(health), shapesIn(health)];
  return [...inTurn(look)].every(([asked, glimpses]) => {
    const healthy = turns.get(asked) ?? [];
    return glimpses.every((glimpse, turn) => {
      const shape = shapeOf(glimpse);
      return glimpse.status === (healthy[turn] ?? healthy.at(-1))?.status && (shapes.has(shape) || lawful.has(shape));
    });
  });
};

/** One world to prove: with a fault, with an oddity, or healthy. */
export type ProofCase = {
  readonly kind: 'healthy' | 'fault' | 'oddity' | 'trouble';
  readonly id: string;
  readonly dialect: AnyDialectId;
  readonly summary: string;
  /** Exactly the clauses that must fail; none for health and oddities. */
  readonly violates: readonly ClauseId[];
  /** The operations whose answers can differ; every operation when not said. */
  readonly touches?: readonly OperationId[];
  /** Further oddities in the world of one. */
  readonly with?: readonly OddityId[];
  /** Those that a trouble meets; all that it can, when not said. */
  readonly troubled?: readonly OperationId[];
  /** How this one is proven, where it differs from the others. */
  readonly proving?: Partial<Proving>;
};

export type Proof = ProofCase & {
  readonly standings: readonly Standing[];
  readonly caught: readonly ClauseId[];
  /** Named by the fault and not failed. */
  readonly missed: readonly ClauseId[];
  /** Failed and not named. */
  readonly blamed: readonly ClauseId[];
  /** Clauses whose judging broke. */
  readonly broken: readonly ClauseId[];
};

/** A proof, and what a superficial look sees of the world that gave it. */
export type Observed = Proof & { readonly look: Look };

export const holds = ({ missed, blamed, broken }: Proof): boolean =>
  missed.length === 0 && blamed.length === 0 && broken.length === 0;

/** Something that proves each case in a separate world. */
export type Prover = {
  /** Throws when the proving itself broke; what a world shows of the checks stands in the proof. */
  prove(each: ProofCase): Promise<Observed>;
  close(): Promise<void>;
};

const casesIn = (dialect: AnyDialectId): readonly ProofCase[] => [
  { kind: 'healthy', id: 'healthy', dialect, summary: 'Keeps every promise.', violates: [] },
  ...Object.values(oddities).map(
    ({ id, summary, touches }): ProofCase => ({
      kind: 'oddity',
      id,
      dialect,
      summary,
      violates: [],
      // Every request carries a token, so an unusual one is shown to all flows.
      ...(!touches.includes('token') && { touches }),
    }),
  ),
  ...plainFaultIds
    .map((id) => faults[id])
    .map(
      ({ id, summary, violates, touches }): ProofCase => ({ kind: 'fault', id, dialect, summary, violates, touches }),
    ),
];

/** The whole catalogue in every dialect: health first, then oddities, then faults. */
export const catalogue: readonly ProofCase[] = dialectIds.flatMap(casesIn);

const oddityIdsInOrder = (seed: number): OddityId[] =>
  oddityIds
    .map((id) => ({ id, at: digestOf([seed, id]).toString('hex') }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ id }) => id);

/** So many oddities live together in one world. */
const mixedTogether = 6;

/** A lawful world of several oddities, which the seed draws, in one of the dialects; every flow is walked. */
export const mixedWorld = (seed: number): ProofCase => {
  const [first, ...others] = oddityIdsInOrder(seed).slice(0, mixedTogether);
  const dialect = dialectIds[seed % dialectIds.length];
  if (!first || !dialect) throw new RangeError('there are no oddities, or no dialects');
  const summary = `Lawful, and unusual in ${mixedTogether} ways.`;
  return { kind: 'oddity', id: first, with: others, dialect, summary, violates: [] };
};

const isConditional = ({ id }: ProofCase): boolean => (showableFaultIds as readonly string[]).includes(id);

/** What a sample is measured by: of the faults those alone that show without any condition. */
export const unconditionalCatalogue: readonly ProofCase[] = catalogue.filter((each) => !isConditional(each));

/**
 * Faults that show under a condition alone; every flow is walked, because what makes the condition may be another's.
 */
export const conditionalCatalogue: readonly ProofCase[] = dialectIds.flatMap((dialect) =>
  showableFaultIds
    .map(faultOf)
    .map(({ id, summary, violates }): ProofCase => ({ kind: 'fault', id, dialect, summary, violates })),
);

/** How cases are proven. */
export type Proving = {
  readonly seed: number;
  /** How much is sent; everything when not said. */
  readonly depth?: Depth;
  /** How much there is in a world; little when not said, which takes less time. */
  readonly scale?: 'small' | 'full';
  /** How many bookings, and how many tickets, a run may ask for; as many as the target file allows when not said. */
  readonly budget?: number;
  /** When it begins, in ms since 1970: what is drawn may depend on the day. Now when not said. */
  readonly startsAt?: number;
  /** What ends a request that hangs, which takes real time. */
  readonly deadlineMs?: number;
};

const deviationsOf = ({ kind, id, with: mixed = [], troubled }: ProofCase): Deviations => ({
  faults: kind === 'fault' ? [id as AnyFaultId] : [],
  oddities: kind === 'oddity' ? [id as OddityId, ...mixed] : [],
  troubles: kind === 'trouble' ? [{ id: id as TroubleId, ...(troubled && { operations: troubled }) }] : [],
});

/** Goes on as our clock does, from another moment. */
const clockFrom = (startsAt: number | undefined, ours: () => number): (() => number) => {
  const aheadMs = startsAt === undefined ? 0 : startsAt - ours();
  return () => ours() + aheadMs;
};

/** Proves one case in a separate world, with the flows that touch what it touches. */
export const prove = async (
  sandbox: Pick<Sandbox, 'openWorld'>,
  each: ProofCase,
  proving: Proving,
): Promise<Observed> => {
  const { seed, depth = 'full', scale = 'small', budget, startsAt, deadlineMs } = { ...proving, ...each.proving };
  const deviations = deviationsOf(each);
  const { dialect, touches } = each;
  const time = simulatedTime(clockFrom(startsAt, Date.now));
  const { baseUrl, close } = sandbox.openWorld({ scale, seed, now: time.now, dialect, ...deviations });
  const whole = targetReading(dialect, baseUrl, deviations.oddities);
  const spending = budget === undefined ? undefined : { perRun: budget, perDay: budget };
  const target: Target = {
    ...whole,
    ...(spending && { may: { ...whole.may, books: spending, tickets: spending } }),
    ...(deadlineMs !== undefined && { limits: { ...whole.limits, deadlineMs } }),
  };
  const { flows, pairs } = planOf({ revision: target.revision, depth });
  const relevant = flows.filter(
    ({ operations, isRepeated }) =>
      !touches || (!isRepeated && operations.some((operation) => touches.includes(operation))),
  );
  const look: Glimpse[] = [];
  const all = await walkedWorld(
    { flows: relevant, pairs },
    { target, seed, depth, time, operations: touches, see: (exact) => look.push(...superficialLook(exact)) },
  ).finally(close);
  const clausesThat = (outcome: Standing['outcome']) =>
    all.filter((one) => one.outcome === outcome).map(({ clause }) => clause);
  const warned = deviations.oddities.flatMap((id): readonly ClauseId[] => oddities[id].warns ?? []);
  const failed = clausesThat('fail').filter((clause) => !warned.includes(clause) || isGating({ clause }));
  return {
    ...each,
    standings: all,
    caught: failed.filter((clause) => each.violates.includes(clause)),
    missed: each.violates.filter((clause) => !failed.includes(clause)),
    // What breaks a clause may break a law as well.
    blamed: failed.filter(
      (clause) => !each.violates.includes(clause) && !(each.kind === 'fault' && clauseOf(clause).isLaw),
    ),
    broken: clausesThat('error'),
    look,
  };
};

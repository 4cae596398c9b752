/** What a run will do, fixed before anything is sent: which flows, and which clause is judged in which of them. */
import { areaOf } from '../contracts/clause.ts';
import { type ClauseId, clause, clauseIds } from '../contracts/clauses.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import type { Flow } from './flow.ts';
import { flows } from './flows.ts';

export type Pair = { readonly clause: ClauseId; readonly flow: string };

export type Plan = {
  readonly flows: readonly Flow[];
  /** In the order of the clause table. */
  readonly pairs: readonly Pair[];
};

const areas = [...new Set(clauseIds.map(areaOf))];

const chosenBy = (only: string): ClauseId[] => {
  const chosen = clauseIds.filter((id) => id === only || areaOf(id) === only);
  if (chosen.length === 0) {
    throw unknownName(
      'area or clause',
      only,
      [...areas, ...clauseIds],
      `areas: ${areas.join(', ')}; clauses: npx preflight clauses`,
    );
  }
  return chosen;
};

/**
 * @param only Areas or clauses; none means all.
 * @param revision Clauses that came after it are left out.
 * @throws UsageError when a name is unknown or nothing is left to judge.
 */
export const planOf = ({ revision, only = [] }: { revision: string; only?: readonly string[] }): Plan => {
  const chosen = only.length === 0 ? clauseIds : [...new Set(only.flatMap(chosenBy))];
  const applicable = chosen.filter((id) => (clause(id).since ?? '') <= revision);
  if (applicable.length === 0) {
    throw new UsageError(`nothing to judge: ${only.join(', ')} came after revision ${revision} of the target`);
  }
  const pairs = applicable.flatMap((id) =>
    flows.filter(({ exercises }) => exercises.includes(id)).map((flow) => ({ clause: id, flow: flow.id })),
  );
  return { flows: flows.filter(({ id }) => pairs.some(({ flow }) => flow === id)), pairs };
};

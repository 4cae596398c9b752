/** The domain of each clause: the dimensions over which its subjects can vary, by the topic it belongs to. */

import { type Area, areaOfClause } from './areas.ts';
import { type ClauseId, clause } from './clauses.ts';
import { type ClassName, type DimensionId, dimensions } from './dimensions.ts';

export type ClauseDomain = {
  /** In the order of the closed list. */
  readonly classes: ReadonlyMap<DimensionId, readonly ClassName[]>;
  /** Those of all dimensions. */
  readonly names: readonly ClassName[];
  /** Why it has no dimension. */
  readonly whyNone?: string;
};

/** What can have come before, by area: whatever was done with hotels is nothing to flights. */
const befores: Readonly<Record<Area, readonly ClassName[]>> = {
  token: ['refusal', 'wrong login'],
  dictionaries: ['refusal', 'wrong login'],
  hotels: ['refusal', 'wrong login', 'cancellation', 'refused booking'],
  flights: ['refusal', 'wrong login', 'cancellation', 'reprice', 'calculation', 'void', 'refused void'],
  general: ['refusal', 'wrong login'],
};

const domainOf = (id: ClauseId): ClauseDomain => {
  const { dimensions: ids, whyNone } = clause(id);
  const classes = new Map(ids.map((each) => [each, each === 'after' ? befores[areaOfClause(id)] : dimensions[each]]));
  return { classes, names: [...classes.values()].flat(), ...(whyNone !== undefined && { whyNone }) };
};

const known = new Map<ClauseId, ClauseDomain>();

/** The dimensions of a clause with those of their classes that its subjects can be of. */
export const clauseDomain = (clause: ClauseId): ClauseDomain => {
  const found = known.get(clause) ?? domainOf(clause);
  known.set(clause, found);
  return found;
};

/** The classes of each clause: what its subjects can vary in, and how a verdict names the classes that it was shown. */

import { type Area, areaOfClause } from './areas.ts';
import { type ClauseId, clause } from './clauses.ts';
import { type ClassName, type DimensionId, dimensions } from './dimensions.ts';

export type ClauseClasses = {
  /** In the order of the closed list. */
  readonly classes: ReadonlyMap<DimensionId, readonly ClassName[]>;
  /** Those of all dimensions. */
  readonly names: readonly ClassName[];
  /** Why it has no dimension. */
  readonly whyNone?: string;
};

/** What can have come before, by area: an act on hotels does not concern flights. */
const befores: Readonly<Record<Area, readonly ClassName[]>> = {
  token: ['refusal', 'wrong login'],
  dictionaries: ['refusal', 'wrong login'],
  hotels: ['refusal', 'wrong login', 'cancellation', 'refused booking'],
  flights: ['refusal', 'wrong login', 'cancellation', 'reprice', 'calculation', 'void', 'refused void'],
  general: ['refusal', 'wrong login'],
  partner: [],
};

const classesOf = (id: ClauseId): ClauseClasses => {
  const { dimensions: ids, whyNone } = clause(id);
  const classes = new Map(ids.map((each) => [each, each === 'after' ? befores[areaOfClause(id)] : dimensions[each]]));
  return { classes, names: [...classes.values()].flat(), ...(whyNone !== undefined && { whyNone }) };
};

const known = new Map<ClauseId, ClauseClasses>();

/** The dimensions of a clause with those of their classes that its subjects can be of. */
export const clauseClasses = (clause: ClauseId): ClauseClasses => {
  const found = known.get(clause) ?? classesOf(clause);
  known.set(clause, found);
  return found;
};

const gap = ', ';

/** Classes as they stand in a verdict: a list of a line each would be longer than all else that a run record holds. */
export const classesText = (classes: readonly string[]): string => classes.join(gap);

/** A name of another version may be of no clause any more. */
export const classesIn = (text: string | undefined): readonly string[] => (text ? text.split(gap) : []);

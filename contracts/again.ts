/** A flow that is walked once more after trouble: it has a name of its own, so that each attempt is kept and judged by itself. */
import type { Verdict } from './verdict.ts';

const suffix = '-again';

export const againOf = (flow: string): string => `${flow}${suffix}`;

/** The flow that is walked under this name. */
export const originalOf = (name: string): string => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);

const isTold = ({ outcome }: Verdict): boolean => outcome === 'pass' || outcome === 'fail';

/**
 * Of the verdicts on one clause, those that met trouble where the same flow, walked once more, could tell. Only trouble is made
 * up for so: a failure of either attempt stays one.
 */
export const madeUpFor = (ofClause: readonly Verdict[]): Verdict[] => {
  const told = new Set(ofClause.filter(isTold).map(({ flow }) => flow));
  return ofClause.filter(({ flow, because }) => because === 'trouble' && told.has(againOf(flow)));
};

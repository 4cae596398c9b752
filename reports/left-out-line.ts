/** One line on the clauses that the depth of a run leaves out, and how they are judged. */
import type { ClauseId } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { counted } from './counted.ts';

export type LeftOut = Pick<RunRecord, 'depth'> & { readonly leftOut?: readonly ClauseId[] | undefined };

/** Undefined where none is left out. */
export const leftOutLine = ({ depth, leftOut = [] }: LeftOut): string | undefined => {
  if (leftOut.length === 0) return undefined;
  const verb = leftOut.length === 1 ? 'is' : 'are';
  return `${counted(leftOut.length, 'clause')} ${verb} left out at depth ${depth}: run with --depth standard to judge them`;
};

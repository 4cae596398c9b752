/** Puts the requests of a file in the order in which they were sent, and takes out those whose order nobody can tell. */
import { hasEffect, operations } from '../../contracts/operations.ts';
import type { NotJudged } from './found.ts';
import { nameOf, type Recognised } from './recognised.ts';

const endOf = ({ found }: Recognised): number => found.sentAtMs + found.durationMs;

/** What it shows may be another before a change and after it. */
const mayShowChange = ({ operation }: Recognised): boolean =>
  operations[operation].effect === 'reads' && !operations[operation].path.startsWith('/api/dictionary/');

/**
 * A read that was under way at the same time as a change may show what was before it or after it: an index in a trace says
 * which, and a file does not.
 */
export const inOrder = (
  given: readonly Recognised[],
): { readonly ordered: readonly Recognised[]; readonly notJudged: readonly NotJudged[] } => {
  const sorted = given.toSorted((one, other) => one.found.sentAtMs - other.found.sentAtMs);
  const all = sorted.filter(hasEffect);
  const isBeside = (read: Recognised): boolean =>
    mayShowChange(read) &&
    all.some((change) => change.found.sentAtMs < endOf(read) && read.found.sentAtMs < endOf(change));
  const beside = new Set(sorted.filter(isBeside));
  return {
    ordered: sorted.filter((each) => !beside.has(each)),
    notJudged: [...beside].map(({ found }) => ({
      what: nameOf(found),
      why: 'it was under way at the same time as a request that books, cancels or changes something',
    })),
  };
};

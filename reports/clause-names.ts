/** Names clauses in a line: an area instead of its clauses when all of them are meant, `countries (all 9)`. */
import { areaOf } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';

/**
 * @param all What an area is compared with: the clauses of the run.
 * @param max How many names are told; what is beyond is counted.
 */
export const clauseNames = (
  clauses: readonly ClauseId[],
  all: readonly Standing[],
  max = Number.POSITIVE_INFINITY,
): string => {
  const sizes = Map.groupBy(all, ({ clause }) => areaOf(clause));
  const named = [...Map.groupBy(clauses, areaOf)].flatMap(([area, ids]) =>
    ids.length > 1 && ids.length === sizes.get(area)?.length
      ? [{ name: `${area} (all ${ids.length})`, size: ids.length }]
      : ids.map((name) => ({ name: name as string, size: 1 })),
  );
  const reported = named.slice(0, max);
  const left = named.slice(max).reduce((sum, { size }) => sum + size, 0);
  return [...reported.map(({ name }) => name), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
};

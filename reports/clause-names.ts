/** Names clauses in a line: a topic instead of its clauses when all of them are meant, `countries (all 9)`. */
import { topicOf } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Standing } from '../contracts/standing.ts';

/**
 * @param all What a topic is compared with: the clauses of the run.
 * @param max How many names are told; what is beyond is counted.
 */
export const clauseNames = (
  clauses: readonly ClauseId[],
  all: readonly Standing[],
  max = Number.POSITIVE_INFINITY,
): string => {
  const sizes = Map.groupBy(all, ({ clause }) => topicOf(clause));
  const named = [...Map.groupBy(clauses, topicOf)].flatMap(([topic, ids]) =>
    ids.length > 1 && ids.length === sizes.get(topic)?.length
      ? [{ name: `${topic} (all ${ids.length})`, size: ids.length }]
      : ids.map((name) => ({ name: name as string, size: 1 })),
  );
  const reported = named.slice(0, max);
  const left = named.slice(max).reduce((sum, { size }) => sum + size, 0);
  return [...reported.map(({ name }) => name), ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
};

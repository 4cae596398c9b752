/** The clause table: every statement of the interface that a client could observe being broken. */
import type { Clause } from './clause.ts';
import { clauses as compiled } from './compiled/clauses.mjs';

export type ClauseId = keyof typeof compiled;

/** Their texts alone, as `npm run generate` takes them from the topics: a report or a page loads no check. */
export const clauses: Readonly<Record<ClauseId, Clause>> = compiled as Record<ClauseId, Clause>;

export const clauseIds = Object.keys(clauses) as ClauseId[];

export type TopicName = ClauseId extends `${infer Name}.${string}` ? Name : never;

/**
 * All clauses of these topics, clauses that are added later included.
 *
 * @throws when an exception is in none of the topics.
 */
export const clausesOf = (
  topics: readonly TopicName[],
  { except = [] }: { readonly except?: readonly ClauseId[] } = {},
): ClauseId[] => {
  const all = clauseIds.filter((id) => topics.some((topic) => id.startsWith(`${topic}.`)));
  const stray = except.find((id) => !all.includes(id));
  if (stray !== undefined) throw new RangeError(`${stray} is no clause of ${topics.join(', ')}`);
  return all.filter((id) => !except.includes(id));
};

export const isClauseId = (id: string): id is ClauseId => Object.hasOwn(clauses, id);

export const clause = (id: ClauseId): Clause => clauses[id];

/** The clause table: every statement of the interface that a client could observe being broken. */
import { type Clause, type OwnStatement, topicOf } from './clause.ts';
import { clauses as compiled } from './compiled/clauses.mjs';
import { presentId } from './retired.ts';

/** A clause of the interface. */
export type OfficialClauseId = keyof typeof compiled;

declare const ofPartner: unique symbol;
/** `<partner>.<slug>`: a clause of a target file. A literal is none, so a misspelt id of the table does not compile. */
export type PartnerClauseId = string & { readonly [ofPartner]: true };

export type ClauseId = OfficialClauseId | PartnerClauseId;

/** Their texts alone, as `npm run generate` takes them from the topics: a report or a page loads no check. */
export const clauses: Readonly<Record<OfficialClauseId, Clause>> = compiled as Record<OfficialClauseId, Clause>;

export const clauseIds = Object.keys(clauses) as OfficialClauseId[];

const words = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';

/** Small letters, digits and dashes on both sides of one dot; what begins with a topic of the interface is none. */
export const partnerIdForm = new RegExp(
  `^(?!(?:${[...new Set(clauseIds.map(topicOf))].join('|')})\\.)${words}\\.${words}$`,
);

export const isPartnerClauseId = (id: string): id is PartnerClauseId => partnerIdForm.test(id);

export type TopicName = OfficialClauseId extends `${infer Name}.${string}` ? Name : never;

/** All clauses of these topics. @throws when an exception is in none of the topics. */
export const clausesOf = (
  topics: readonly TopicName[],
  { except = [] }: { readonly except?: readonly ClauseId[] } = {},
): ClauseId[] => {
  const all: ClauseId[] = clauseIds.filter((id) => topics.some((topic) => id.startsWith(`${topic}.`)));
  const stray = except.find((id) => !all.includes(id));
  if (stray !== undefined) throw new RangeError(`${stray} is no clause of ${topics.join(', ')}`);
  return all.filter((id) => !except.includes(id));
};

export const isOfficial = (id: string): id is OfficialClauseId => Object.hasOwn(clauses, id);

export const isClauseId = (id: string): id is ClauseId => isOfficial(id) || isPartnerClauseId(id);

const unstated: OwnStatement = {
  section: 'target file',
  basis: 'documented',
  text: 'A clause of the target file, which this run has not judged.',
};

/** @param stated What the verdict says of a clause of a target file. */
export const clause = (id: ClauseId, stated: OwnStatement = unstated): Clause => {
  const present = presentId(id);
  if (isOfficial(present)) return clauses[present];
  const { severity = 'major', ...words } = stated;
  return { ...words, severity, dimensions: [] };
};

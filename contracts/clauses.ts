/** The clause table: every statement of the interface that a client could observe being broken. */
import { type Clause, type OwnStatement, topicOf } from './clause.ts';
import { clauses as compiled } from './compiled/clauses.mjs';

// Clauses that a law judges now. Stored runs, policies and waivers name them for ever, so no entry is ever taken out.

/** The law judges more than the clause did: that was about answers of one operation, or one field in them. */
type RetiredClause = { readonly law: string; readonly operation: string; readonly field?: string };

const ofStays = (operation: string, field?: string): RetiredClause => ({
  law: 'view-booking.acts-elsewhere-change-nothing',
  operation,
  ...(field !== undefined && { field }),
});

const retired: Readonly<Record<string, RetiredClause>> = {
  'view-booking.stays-as-it-was': ofStays('view-booking'),
  'view-booking.each-of-two-bookings-is-its-own': ofStays('view-booking'),
  'search-bookings.stays-as-it-was': ofStays('search-bookings'),
  'cancel-booking.refused-cancellation-changes-nothing': ofStays('view-booking', 'status'),
};

export const retiredIds = Object.keys(retired);

const retiredClause = (id: string): RetiredClause | undefined => (Object.hasOwn(retired, id) ? retired[id] : undefined);

/** The law that judges what a retired clause said; any other name as it is. */
export const presentId = (id: string): string => retiredClause(id)?.law ?? id;

/** Whether a finding of the law is one that the retired clause would have had. */
export const wasAbout = (
  id: string,
  { operation, place }: Readonly<Record<'operation' | 'place', string>>,
): boolean => {
  const { operation: of, field } = retiredClause(id) ?? {};
  return of === operation && (field === undefined || place.endsWith(`.${field}`));
};

/** A clause of the interface. */
export type OfficialClauseId = keyof typeof compiled;

declare const ofPartner: unique symbol;
/** `<partner>.<slug>`: a clause of a target file. A literal is none, so a misspelt id of the table does not compile. */
export type PartnerClauseId = string & { readonly [ofPartner]: true };

export type ClauseId = OfficialClauseId | PartnerClauseId;

/** Their texts alone, as `npm run generate` takes them from the topics: a report or a page loads no check. */
const clauses: Readonly<Record<OfficialClauseId, Clause>> = compiled as Record<OfficialClauseId, Clause>;

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

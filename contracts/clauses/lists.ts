/** What every list of the dictionary promises, whatever it lists (parts 2.6 and 4.7). */
import { type Clause, derived, documented } from '../clause.ts';

export const since = '2026-08-11';

type Rule =
  | 'valid-request-is-answered'
  | 'list-is-an-array'
  | 'records-are-complete'
  | 'sorted-by-id'
  | 'lowest-id-first'
  | 'ids-are-unique'
  | 'two-reads-agree';

export const callerMayLackRights =
  'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.';

const everyField =
  'The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.';

export const eitherDirection = 'The direction is not said: either passes here.';

export const whileItChanges =
  'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.';

/** Every record has the fields that the interface shows. */
export const completeRecords = (text: string): Clause => documented('2.6', since, { text, reading: everyField });

type OwnRules = { readonly 'records-are-complete': Clause } & { readonly [Each in Rule]?: Clause };

/**
 * @param things What the list lists, in the plural.
 * @param own Rules of which this list says something of its own.
 */
export const listClauses = <Topic extends string>(topic: Topic, things: string, own: OwnRules) => {
  const rules = {
    'valid-request-is-answered': documented('4.7', since, {
      text: `A valid request for the ${things} is answered, not refused.`,
      reading: callerMayLackRights,
    }),
    'list-is-an-array': documented('2.6', since, {
      text: `The ${things} are an array.`,
      reading: 'An empty one is lawful, and deleted records may be listed or not.',
    }),
    'sorted-by-id': documented('2.6', since, { text: `The ${things} are sorted by id.`, reading: eitherDirection }),
    'lowest-id-first': derived('2.6', since, { text: `The sorted ${things} begin with the lowest id.` }),
    'ids-are-unique': derived('2.6', since, { text: `No two ${things} share an id.` }),
    'two-reads-agree': derived('1', since, {
      text: `Two reads of the ${things} in a row report the same.`,
      reading: whileItChanges,
    }),
    ...own,
  } satisfies Record<Rule, Clause>;
  const named = Object.entries(rules).map(([rule, clause]) => [`${topic}.${rule}`, clause]);
  return Object.fromEntries(named) as { readonly [Each in Rule as `${Topic}.${Each}`]: Clause };
};

/** What holds for every dictionary list: one builder per rule, with a clause for each list (parts 2.6 and 4.7). */

import type { z } from 'zod';
import { type Check, check, type Mismatch, mismatch, type Opinion, unshown } from '../check.ts';
import type { Clause } from '../clause.ts';
import type { Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { answered, asked, field, isAboutRights, isList, recordsOf } from '../subjects.ts';
import { derived, documented, law, type Statement } from '../topic.ts';
import type { Exchange } from '../trace.ts';
import { conforms, mustBeAnswered } from './answers.ts';
import { sameForEveryAsker, twoReadsAgree } from './reads.ts';

/** A check of every list that an operation answered with. An empty one is lawful, and shows nothing of its records. */
const ofEveryList = (
  operation: OperationId,
  { given = () => true, then }: { given?: (exchange: Exchange) => boolean; then: (exchange: Exchange) => Opinion },
): Check =>
  check({
    given: (trace) => answered(trace, operation).filter((exchange) => isList(exchange) && given(exchange)),
    then: (exchange) => (recordsOf(exchange).length === 0 ? unshown('the list is empty') : then(exchange)),
  });

const validRequestIsAnswered = (
  operation: OperationId,
  isValid: (exchange: Exchange, trace: Parameters<typeof asked>[0]) => boolean,
): Check =>
  check({
    given: (trace) =>
      asked(trace, operation).filter((exchange) => !isAboutRights(exchange) && isValid(exchange, trace)),
    then: (exchange) => mustBeAnswered(exchange, 'the answer, not an error'),
  });

const listIsAnArray = (operation: OperationId): Check =>
  check({
    given: (trace) => answered(trace, operation),
    then: (exchange) => (isList(exchange) ? undefined : mismatch(exchange, ['response', 'body'], 'an array')),
  });

/** What a list must be, which may depend on what it is like. */
type ListSchema = z.ZodType | ((exchange: Exchange) => z.ZodType);

const recordsAreComplete = (operation: OperationId, list: ListSchema): Check =>
  ofEveryList(operation, {
    then: (exchange) => conforms(exchange, typeof list === 'function' ? list(exchange) : list),
  });

/** The numeric ids of a list with their positions; another clause judges a record without an id. */
const idsOf = (exchange: Exchange): { at: number; id: number }[] =>
  recordsOf(exchange).flatMap((record, at) => {
    const id = field(record, 'id');
    return typeof id === 'number' ? [{ at, id }] : [];
  });

/** Positions at which the list turns from the direction in which most of it runs. */
export const turns = (ids: readonly { at: number; id: number }[]): { at: number; before: number }[] => {
  const steps = ids
    .slice(1)
    .map(({ at, id }, i) => ({ at, before: ids[i]?.id ?? id, step: Math.sign(id - (ids[i]?.id ?? id)) }));
  const rising = steps.filter(({ step }) => step > 0).length;
  const falling = steps.filter(({ step }) => step < 0).length;
  const wrong = rising >= falling ? -1 : 1;
  return rising === 0 || falling === 0 ? [] : steps.filter(({ step }) => step === wrong);
};

/** A check of every list that reports numbers for ids. */
const ofEveryCountedList = (operation: OperationId, rules: Parameters<typeof ofEveryList>[1]): Check =>
  ofEveryList(operation, {
    ...rules,
    then: (exchange) => (idsOf(exchange).length === 0 ? unshown('no id is a number') : rules.then(exchange)),
  });

const sortedById = (operation: OperationId): Check =>
  ofEveryCountedList(operation, {
    then: (exchange) =>
      turns(idsOf(exchange)).map(({ at, before }) =>
        mismatch(exchange, ['response', 'body', at, 'id'], `sorted by id, and the one before it is ${before}`),
      ),
  });

const lowestIdFirst = (operation: OperationId): Check =>
  ofEveryCountedList(operation, {
    given: (exchange) => turns(idsOf(exchange)).length === 0,
    then: (exchange) => {
      const ids = idsOf(exchange);
      const [first, last] = [ids.at(0), ids.at(-1)];
      if (!first || !last || first.id <= last.id) return undefined;
      return mismatch(exchange, ['response', 'body', first.at, 'id'], `the lowest id, which is ${last.id}`);
    },
  });

const idsAreUnique = (operation: OperationId): Check =>
  ofEveryCountedList(operation, {
    then: (exchange) => {
      const seenAt = new Map<number, number>();
      return idsOf(exchange).flatMap(({ at, id }): Mismatch[] => {
        const before = seenAt.get(id);
        seenAt.set(id, before ?? at);
        // Beyond 2^53 two ids of 64 bits can look alike to us.
        if (before === undefined || !Number.isSafeInteger(id)) return [];
        return [
          mismatch(exchange, ['response', 'body', at, 'id'], `an id of its own, and record ${before} has it too`),
        ];
      });
    },
  });

export type Departure = { readonly path: readonly string[]; readonly expected: string };

/** @param departure Undefined of a record that does not report what the clause is about. */
export const everyRecord = (
  operation: OperationId,
  departure: (record: Json, exchange: Exchange) => readonly Departure[] | undefined,
  given: (exchange: Exchange) => boolean = () => true,
): Check =>
  ofEveryList(operation, {
    given,
    then: (exchange) => {
      const reported = recordsOf(exchange).map((record) => departure(record, exchange));
      if (reported.every((each) => each === undefined)) return unshown('no record reports it');
      return reported.flatMap((each = [], at) =>
        each.map(({ path, expected }) => mismatch(exchange, ['response', 'body', at, ...path], expected)),
      );
    },
  });

export const since = '2026-08-11';

type Rule =
  | 'valid-request-is-answered'
  | 'list-is-an-array'
  | 'records-are-complete'
  | 'sorted-by-id'
  | 'lowest-id-first'
  | 'ids-are-unique'
  | 'two-reads-agree';

type OwnText = Pick<Clause, 'text' | 'reading'>;

export const callerMayLackRights =
  'A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.';

const everyField =
  'The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.';

export const eitherDirection = 'The direction is not said: either passes here.';

export const whileItChanges =
  'Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.';

/** Every record has the fields that the interface shows. */
export const completeRecords = (text: string): OwnText => ({ text, reading: everyField });

/** The topics of the lists have the names of their operations. */
type ListName = 'countries' | 'cities' | 'accommodation-types' | 'amenities' | 'bed-types' | 'meal-types';

type ListRules = {
  /** What the list lists, in the plural. */
  readonly things: string;
  readonly list: ListSchema;
  /** A record with every documented field; only its keys matter. */
  readonly like: Json;
  /** Which requests must be answered with a list. */
  readonly isValid?: Parameters<typeof validRequestIsAnswered>[1];
  /** The rules of which this list says something of its own. */
  readonly own: { readonly 'records-are-complete': OwnText } & {
    readonly [Each in Rule]?: OwnText & { readonly basis?: 'reading' };
  };
};

/** The law of the same answer, of a list: for amenities alone the interface says it (part 2.6). */
export const listSameForEveryAsker = (
  name: Exclude<ListName, 'amenities'>,
  { things, like }: Pick<ListRules, 'things' | 'like'>,
): Statement =>
  law('1', {
    since,
    text: `The ${things} do not depend on the language and the partner.`,
    reading: whileItChanges,
    ...sameForEveryAsker(name, like),
  });

/** The clauses that every list of the dictionary has. */
export const listClauses = <Name extends ListName>(
  name: Name,
  { things, list, like, isValid = () => true, own }: ListRules,
): Readonly<Record<`${Name}.${Rule}`, Statement>> => {
  const rules: Readonly<Record<Rule, Statement>> = {
    'valid-request-is-answered': documented('4.7', {
      since,
      text: `A valid request for the ${things} is answered, not refused.`,
      reading: callerMayLackRights,
      ...validRequestIsAnswered(name, isValid),
    }),
    'list-is-an-array': documented('2.6', {
      since,
      text: `The ${things} are an array.`,
      reading: 'An empty one is lawful, and deleted records may be listed or not.',
      ...listIsAnArray(name),
    }),
    'sorted-by-id': documented('2.6', {
      severity: 'minor',
      since,
      text: `The ${things} are sorted by id.`,
      reading: eitherDirection,
      ...sortedById(name),
    }),
    'lowest-id-first': derived('2.6', {
      since,
      text: `The sorted ${things} begin with the lowest id.`,
      ...lowestIdFirst(name),
    }),
    'ids-are-unique': derived('2.6', { since, text: `No two ${things} share an id.`, ...idsAreUnique(name) }),
    'two-reads-agree': derived('1', {
      since,
      text: `Two reads of the ${things} in a row report the same.`,
      reading: whileItChanges,
      ...twoReadsAgree(name, like),
    }),
    'records-are-complete': documented('2.6', {
      since,
      ...own['records-are-complete'],
      ...recordsAreComplete(name, list),
    }),
  };
  const named = (Object.keys(rules) as Rule[]).map((rule) => {
    const { text, reading, ...rest } = rules[rule];
    return [`${name}.${rule}`, { ...rest, ...(own[rule] ?? { text, ...(reading && { reading }) }) }];
  });
  return Object.fromEntries(named);
};

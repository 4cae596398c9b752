/** What holds for every dictionary list: one builder per rule, used by each list for its own clause (parts 2.6 and 4.7). */
import type { z } from 'zod';
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import type { Json } from '../json.ts';
import { type Mismatch, mismatch } from '../mismatch.ts';
import type { OperationId } from '../operations.ts';
import { answered, asked, field, isAboutRights, isList, recordsOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';
import { conforms, mustBeAnswered } from './answers.ts';

/** A check of every list that an operation answered with. An empty one is lawful, and shows nothing of its records. */
const ofEveryList = (
  clause: ClauseId,
  operation: OperationId,
  { given = () => true, then }: { given?: (exchange: Exchange) => boolean; then: (exchange: Exchange) => Opinion },
): Check =>
  check(clause, {
    given: (trace) => answered(trace, operation).filter((exchange) => isList(exchange) && given(exchange)),
    then: (exchange) => (recordsOf(exchange).length === 0 ? unshown('the list is empty') : then(exchange)),
  });

export const validRequestIsAnswered = (
  clause: ClauseId,
  operation: OperationId,
  isValid: (exchange: Exchange, trace: Parameters<typeof asked>[0]) => boolean,
): Check =>
  check(clause, {
    given: (trace) =>
      asked(trace, operation).filter((exchange) => !isAboutRights(exchange) && isValid(exchange, trace)),
    then: (exchange) => mustBeAnswered(exchange, 'the answer, not an error'),
  });

export const listIsAnArray = (clause: ClauseId, operation: OperationId): Check =>
  check(clause, {
    given: (trace) => answered(trace, operation),
    then: (exchange) => (isList(exchange) ? undefined : mismatch(exchange, ['response', 'body'], 'an array')),
  });

/** What a list must be, which may depend on what it is like. */
export type ListSchema = z.ZodType | ((exchange: Exchange) => z.ZodType);

export const recordsAreComplete = (clause: ClauseId, operation: OperationId, list: ListSchema): Check =>
  ofEveryList(clause, operation, {
    then: (exchange) => conforms(exchange, typeof list === 'function' ? list(exchange) : list),
  });

/** The numeric ids of a list with their positions; a record without one is the matter of another clause. */
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
const ofEveryCountedList = (
  clause: ClauseId,
  operation: OperationId,
  rules: Parameters<typeof ofEveryList>[2],
): Check =>
  ofEveryList(clause, operation, {
    ...rules,
    then: (exchange) => (idsOf(exchange).length === 0 ? unshown('no id is a number') : rules.then(exchange)),
  });

export const sortedById = (clause: ClauseId, operation: OperationId): Check =>
  ofEveryCountedList(clause, operation, {
    then: (exchange) =>
      turns(idsOf(exchange)).map(({ at, before }) =>
        mismatch(exchange, ['response', 'body', at, 'id'], `sorted by id, and the one before it is ${before}`),
      ),
  });

export const lowestIdFirst = (clause: ClauseId, operation: OperationId): Check =>
  ofEveryCountedList(clause, operation, {
    given: (exchange) => turns(idsOf(exchange)).length === 0,
    then: (exchange) => {
      const ids = idsOf(exchange);
      const [first, last] = [ids.at(0), ids.at(-1)];
      if (!first || !last || first.id <= last.id) return undefined;
      return mismatch(exchange, ['response', 'body', first.at, 'id'], `the lowest id, which is ${last.id}`);
    },
  });

export const idsAreUnique = (clause: ClauseId, operation: OperationId): Check =>
  ofEveryCountedList(clause, operation, {
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
  clause: ClauseId,
  operation: OperationId,
  departure: (record: Json, exchange: Exchange) => readonly Departure[] | undefined,
  given: (exchange: Exchange) => boolean = () => true,
): Check =>
  ofEveryList(clause, operation, {
    given,
    then: (exchange) => {
      const reported = recordsOf(exchange).map((record) => departure(record, exchange));
      if (reported.every((each) => each === undefined)) return unshown('no record reports it');
      return reported.flatMap((each = [], at) =>
        each.map(({ path, expected }) => mismatch(exchange, ['response', 'body', at, ...path], expected)),
      );
    },
  });

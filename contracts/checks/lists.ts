/** What holds for every dictionary list: one builder per rule, used by each list for its own clause (parts 2.6 and 4.7). */
import type { z } from 'zod';
import { type Check, check, unshown } from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { departures } from '../conformance.ts';
import { isJsonObject, type Json } from '../json.ts';
import { type Mismatch, mismatch, shown } from '../mismatch.ts';
import type { OperationId } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { answered, asked, bodyOf, field, isAboutRights, isList, recordsOf } from '../subjects.ts';
import type { Exchange } from '../trace.ts';

/** The lists an operation answered with that have at least one record. */
const filledLists = (operation: OperationId) => (context: { trace: Parameters<typeof answered>[0] }) =>
  answered(context.trace, operation).filter(
    (exchange) => isList(exchange) && (!succeeded(exchange) || recordsOf(exchange).length > 0),
  );

export const validRequestIsAnswered = (
  clause: ClauseId,
  operation: OperationId,
  isValid: (exchange: Exchange, trace: Parameters<typeof asked>[0]) => boolean,
): Check =>
  check<Exchange>(clause, {
    given: ({ trace }) =>
      asked(trace, operation).filter((exchange) => !isAboutRights(exchange) && isValid(exchange, trace)),
    then: (exchange) => {
      const status = exchange.response?.status ?? 0;
      // A 204 says that there is nothing to tell, and a list is asked for.
      if (succeeded(exchange) && status !== 204) return undefined;
      return status >= 400 || status === 204
        ? mismatch(exchange, ['response', 'status'], '200')
        : mismatch(exchange, ['response', 'body'], 'the answer, not an error');
    },
  });

export const listIsAnArray = (clause: ClauseId, operation: OperationId): Check =>
  check<Exchange>(clause, {
    given: ({ trace }) => answered(trace, operation),
    then: (exchange) => (isList(exchange) ? undefined : mismatch(exchange, ['response', 'body'], 'an array')),
  });

export const recordsAreComplete = (clause: ClauseId, operation: OperationId, list: z.ZodType): Check =>
  check<Exchange>(clause, {
    given: filledLists(operation),
    then: (exchange) =>
      departures(list, bodyOf(exchange)).map(({ path, expected }) =>
        mismatch(exchange, ['response', 'body', ...path], expected),
      ),
  });

/** The numeric ids of a list with their positions; a record without one is the matter of another clause. */
const idsOf = (exchange: Exchange): { at: number; id: number }[] =>
  recordsOf(exchange).flatMap((record, at) => {
    const id = field(record, 'id');
    return typeof id === 'number' ? [{ at, id }] : [];
  });

/** Positions at which the list turns from the direction in which most of it runs. */
const turns = (ids: readonly { at: number; id: number }[]): { at: number; before: number }[] => {
  const steps = ids
    .slice(1)
    .map(({ at, id }, i) => ({ at, before: ids[i]?.id ?? id, step: Math.sign(id - (ids[i]?.id ?? id)) }));
  const rising = steps.filter(({ step }) => step > 0).length;
  const falling = steps.filter(({ step }) => step < 0).length;
  const wrong = rising >= falling ? -1 : 1;
  return rising === 0 || falling === 0 ? [] : steps.filter(({ step }) => step === wrong);
};

export const sortedById = (clause: ClauseId, operation: OperationId): Check =>
  check<Exchange>(clause, {
    given: filledLists(operation),
    then: (exchange) =>
      turns(idsOf(exchange)).map(({ at, before }) =>
        mismatch(exchange, ['response', 'body', at, 'id'], `sorted by id, and the one before it is ${before}`),
      ),
  });

export const lowestIdFirst = (clause: ClauseId, operation: OperationId): Check =>
  check<Exchange>(clause, {
    given: (context) => filledLists(operation)(context).filter((exchange) => turns(idsOf(exchange)).length === 0),
    then: (exchange) => {
      const ids = idsOf(exchange);
      const [first, last] = [ids.at(0), ids.at(-1)];
      if (!first || !last || first.id <= last.id) return undefined;
      return mismatch(exchange, ['response', 'body', first.at, 'id'], `the lowest id, which is ${last.id}`);
    },
  });

export const idsAreUnique = (clause: ClauseId, operation: OperationId): Check =>
  check<Exchange>(clause, {
    given: filledLists(operation),
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

export const everyRecord = (
  clause: ClauseId,
  operation: OperationId,
  departure: (record: Json, exchange: Exchange) => readonly { path: readonly string[]; expected: string }[],
  given: (exchange: Exchange) => boolean = () => true,
): Check =>
  check<Exchange>(clause, {
    given: (context) => filledLists(operation)(context).filter(given),
    then: (exchange) =>
      recordsOf(exchange).flatMap((record, at) =>
        departure(record, exchange).map(({ path, expected }) =>
          mismatch(exchange, ['response', 'body', at, ...path], expected),
        ),
      ),
  });

type Reads = { readonly exchanges: readonly Exchange[] };

/** The last three reads of the same thing by the same partner, where there are so many: a flow ends with reads in a row. */
const threeReads = (exchanges: readonly Exchange[]): Reads[] => {
  const byQuery = Map.groupBy(exchanges, ({ bearer, request }) =>
    JSON.stringify([bearer, request.path, request.query]),
  );
  return [...byQuery.values()].filter((reads) => reads.length >= 3).map((reads) => ({ exchanges: reads.slice(-3) }));
};

/** A value reduced to what is documented, so that a field nobody promised may change at will. */
const documentedPart = (value: Json, like: Json): Json => {
  if (!isJsonObject(value) || !isJsonObject(like)) return value;
  return Object.fromEntries(
    Object.entries(like).map(([key, inner]) => [key, documentedPart(value[key] ?? null, inner)]),
  );
};

/** The way to the first field in which two records of the same keys differ; empty when they differ as a whole. */
const differingPath = (one: Json, other: Json): readonly string[] => {
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  const key = Object.keys(one).find((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
  return key === undefined ? [] : [key, ...differingPath(one[key] ?? null, other[key] ?? null)];
};

/** @param like A record with every documented field; only its keys matter. */
export const twoReadsAgree = (clause: ClauseId, operation: OperationId, like: Json): Check =>
  check<Reads>(clause, {
    given: ({ trace }) => threeReads(answered(trace, operation).filter(isList)),
    then: ({ exchanges }) => {
      const [first, second, third] = exchanges.map((exchange) =>
        recordsOf(exchange).map((record) => JSON.stringify(documentedPart(record, like))),
      );
      const [, exchange] = exchanges;
      if (!first || !second || !third || !exchange) return undefined;
      if (first.join() === second.join()) return undefined;
      if (first.join() !== third.join()) return unshown('the data changed while it was read');
      if (first.length !== second.length) {
        return {
          exchange,
          path: ['response', 'body', 'length'],
          expected: `${first.length}, as in the reads before and after it`,
          actual: String(second.length),
        };
      }
      const at = first.findIndex((record, i) => record !== second[i]);
      const [before, now] = [first, second].map((records) => JSON.parse(records[at] ?? 'null') as Json);
      const path = differingPath(before ?? null, now ?? null);
      const expected = shown(path.reduce<Json | undefined>(field, before));
      return mismatch(exchange, ['response', 'body', at, ...path], `${expected}, as in the reads before and after it`);
    },
  });

/** Ways to bend what operations of hotels and flights answer, in the canonical words that every dialect spells. */
import { askedIn, type SoldOperation, type SoldReplies, type SoldRequests } from '../asked.ts';

import { isFields } from '../fields.ts';
import { isRefused, isSuccess, type Reply, withBody } from '../reply.ts';
import type { Change, World } from '../world.ts';
import { deepIn } from './replies.ts';

export type Met<Operation extends SoldOperation> = {
  /** Undefined when the request was not understood. */
  readonly asked: SoldRequests[Operation] | undefined;
  readonly world: World;
};

const one = <Operation extends SoldOperation>(operation: Operation, change: Change) =>
  ({ [operation]: change }) as Readonly<Record<Operation, Change>>;

/** Changes the successes of one operation. */
export const successes = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (reply: Reply, met: Met<Operation>) => Reply,
): Readonly<Record<Operation, Change>> =>
  one(operation, (reply, request, world) =>
    isSuccess(reply) && !isRefused(reply) && isFields(reply.body)
      ? bend(reply, { world, asked: askedIn(operation, request, world) })
      : reply,
  );

/** Changes the body of the successes of one operation. */
export const answers = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (body: SoldReplies[Operation], met: Met<Operation>) => unknown,
): Readonly<Record<Operation, Change>> =>
  successes(operation, (reply, met) => withBody(reply, bend(reply.body as SoldReplies[Operation], met)));

/** Changes the refusals of one operation, whatever their status; but not those of a token that does not count. */
export const refusals = <Operation extends SoldOperation>(
  operation: Operation,
  bend: (reply: Reply, met: Met<Operation>) => Reply,
): Readonly<Record<Operation, Change>> =>
  one(operation, (reply, request, world) =>
    isRefused(reply) && reply.status !== 401
      ? bend(reply, { world, asked: askedIn(operation, request, world) })
      : reply,
  );

/** Where something stands among all of its kind in one answer. */
export type Spot = { readonly at: number; readonly count: number };

export type Picks<Item> = (item: Item, spot: Spot) => boolean;

export const every = (): boolean => true;
export const last = (_: unknown, { at, count }: Spot): boolean => at === count - 1;
/** Far enough in that a look at the first, or at the last, misses it. */
export const deep = (_: unknown, { at, count }: Spot): boolean => at === deepIn({ length: count });

export const listOf = <Item>(value: readonly Item[] | undefined): readonly Item[] =>
  Array.isArray(value) ? (value as readonly Item[]) : [];

/** The same without a field. */
export const without = (name: string, value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** Ways to bend a reply, so that a fault needs only to say what it bends. */
import type { OperationId } from '../../contracts/operations.ts';
import { isSuccess, type Reply, type SandboxRequest, withBody } from '../reply.ts';
import type { Change, Changes, World } from '../world.ts';

type Bend = (body: unknown, request: SandboxRequest, world: World) => unknown;

/** Changes the body of successes. */
export const successBody =
  (bend: Bend): Change =>
  (reply, request, world) =>
    isSuccess(reply) ? withBody(reply, bend(reply.body, request, world)) : reply;

/** Changes the fields of an object answered with success. */
export const successFields = (
  bend: (fields: Readonly<Record<string, unknown>>, world: World) => Readonly<Record<string, unknown>>,
): Change => successBody((body, _request, world) => bend(body as Readonly<Record<string, unknown>>, world));

/** Changes the list answered with success. */
export const successList = <Item>(
  bend: (items: readonly Item[], request: SandboxRequest, world: World) => unknown,
): Change =>
  successBody((body, request, world) => (Array.isArray(body) ? bend(body as readonly Item[], request, world) : body));

/** Changes the whole reply where the condition holds. */
export const when =
  (holds: (request: SandboxRequest, reply: Reply, world: World) => boolean, bend: (reply: Reply) => Reply): Change =>
  (reply, request, world) =>
    holds(request, reply, world) ? bend(reply) : reply;

/** The list with the record at one place changed; a list too short stays as it is. */
export const changedAt = <Item>(items: readonly Item[], index: number, change: (item: Item) => unknown): unknown[] =>
  items.map((item, at) => (at === index ? change(item) : item));

/** Far enough in that a look at the first records, or the last, misses it. */
export const deepIn = ({ length }: { readonly length: number }): number => Math.floor(length * 0.7);

/** Exchanges the record at one place with the next. */
export const swappedAt = <Item>(items: readonly Item[], index: number): Item[] => {
  const [one, other] = [items[index], items[index + 1]];
  return one === undefined || other === undefined ? [...items] : items.with(index, other).with(index + 1, one);
};

const askedBy = ({ path, query, headers }: SandboxRequest): string =>
  [path, query, headers['accept-language'], headers.authorization].join(' ');

/**
 * Changes every second answer to the same request of the same caller in the same language, so that reads go A, B, A, B
 * and never settle, while callers and languages that are read in turn cannot be told apart by it.
 */
export const everySecondTime =
  (name: string, change: Change): Change =>
  (reply, request, world) =>
    isSuccess(reply) && world.count(`${name} ${askedBy(request)}`) % 2 === 0 ? change(reply, request, world) : reply;

/** One change for the replies of several operations. */
export const changing = (operations: readonly OperationId[], change: Change): Changes =>
  Object.fromEntries(operations.map((operation) => [operation, change]));

/** Turns an intent into a call in the target's own spelling, and reads the answer back into facts. */

import type { AnswerReading, Call } from '../client/client.ts';
import { inTime, OutOfTime } from '../client/in-time.ts';
import { type Binding, type Bindings, withDocumented } from '../contracts/bindings.ts';
import type { Facts } from '../contracts/facts.ts';
import type { BoundOperation, Intents } from '../contracts/intents.ts';
import type { Json, JsonObject } from '../contracts/json.ts';
import { factsOf } from '../contracts/locate.ts';
import type { KnownTicket, Target } from '../contracts/target.ts';
import { bodyWithout, intentWithout, type LackedPart, otherwiseMeant } from '../generators/lacked-parts.ts';
import { type LackingParts, type Spelled, Stopped, stop } from './session.ts';

/** @param lacking With any, the request must be refused. */
export const voidCall = ({ bookingId, ticketNumber }: KnownTicket, lacking: LackingParts = {}): BoundCall => {
  const parts: Readonly<Record<string, Json | undefined>> = { bookingId, ticketNumber, ...lacking };
  const body: JsonObject = {};
  for (const [name, part] of Object.entries(parts)) if (part !== undefined) body[name] = part;
  return { call: { operation: 'ticket-cancel', body }, facts: () => ({}) };
};

/** The bindings of a target as one run calls them: each ends in time, and one that did not is not called again. */
type AnyBinding = Binding<BoundOperation>;

const bindingInTime = (operation: string, { request, response }: AnyBinding, ms: number): AnyBinding => {
  let overdue: OutOfTime | undefined;
  const called = <T>(name: keyof AnyBinding, call: () => T): T => {
    if (overdue) throw overdue;
    try {
      return inTime({ what: `bindings['${operation}'].${name}`, ms }, call);
    } catch (thrown) {
      if (thrown instanceof OutOfTime) overdue = thrown;
      throw thrown;
    }
  };
  return {
    request: (intent) => called('request', () => request(intent as never)),
    ...(response && { response: (body, intent) => called('response', () => response(body, intent as never)) }),
  };
};

/** @param ms How long each call may take. */
export const bindingsInTime = (bindings: Bindings, ms: number): Bindings =>
  Object.fromEntries(
    Object.entries(bindings).map(([operation, binding]) => [
      operation,
      bindingInTime(operation, binding as AnyBinding, ms),
    ]),
  );

export type BoundCall = {
  readonly call: Call;
  /** What was read out of its answer, as it came; nothing before, and nothing of what did not succeed. */
  readonly facts: () => Facts;
};

/** A binding may call what they export. */
const ourContracts = new URL('../contracts/', import.meta.url).href;

/** With the name of its file and the line; those of Node.js itself have no path. */
const frame = /^\s+at (?:.*\()?((?:file:\/\/|\/|[A-Z]:\\).*?([^/\\?\s]+?)(?:\?\S*?)?):(\d+):\d+\)?$/gm;

/** The file and line of the target in which it was thrown; undefined where we threw it ourselves. */
const placeOf = ({ stack = '' }: Error): string | undefined => {
  for (const [, url = '', file, line] of stack.matchAll(frame)) {
    if (url.startsWith(import.meta.url)) return undefined;
    if (!url.startsWith(ourContracts)) return `${file}:${line}`;
  }
  return undefined;
};

const messageOf = (thrown: unknown): string => {
  const place = thrown instanceof Error ? placeOf(thrown) : undefined;
  return `${thrown instanceof Error ? thrown.message : String(thrown)}${place === undefined ? '' : ` (${place})`}`;
};

/** Without recursion: an answer may be deep, and in a list of thousands every step counts. */
const frozen = (root: Json): Json => {
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    Object.freeze(next);
    for (const inner of Array.isArray(next) ? next : Object.values(next)) {
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return root;
};

/** As it goes over the wire: what is undefined is not there. */
const sentAs = (body: unknown): Json | undefined => {
  const text = JSON.stringify(body);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
};

/** A promise looks like an empty object: without this check nothing shows that it was not awaited. */
const atOnce = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && 'then' in value) throw new Error('it is async, and must not be');
  return value;
};

/** A request could not be built; nothing was sent. */
export class BindingBroke extends Error {}

/** The request would have been right, not wrong as meant; nothing was sent. Outside `Session.wrong` the story ends. */
export class CannotSay extends Stopped {
  constructor() {
    super({ because: 'needs', reason: "this target's request cannot say it" });
  }
}

const bodyOf = <Operation extends BoundOperation>(
  operation: Operation,
  binding: Binding<Operation>,
  intent: Intents[Operation],
): Json => {
  const broke = (why: string) => new BindingBroke(`bindings['${operation}'].request ${why}`);
  let body: Json | undefined;
  try {
    body = sentAs(atOnce(binding.request(intent)));
  } catch (thrown) {
    throw thrown instanceof OutOfTime ? thrown : broke(`broke: ${messageOf(thrown)}`);
  }
  if (body === undefined) throw broke('gave nothing that is JSON');
  try {
    return withDocumented(operation, body, sentAs(intent) ?? null);
  } catch (thrown) {
    throw broke(messageOf(thrown));
  }
};

/** A binding that fails leaves what has a documented name. */
const readingBy =
  <Operation extends BoundOperation>(
    operation: Operation,
    { response }: Binding<Operation>,
    intent: Intents[Operation],
  ): ((body: Json) => AnswerReading) =>
  (body) => {
    try {
      // Frozen, because a binding that changes what it reads would read something else than was answered.
      return { facts: factsOf(operation, body, atOnce(response?.(frozen(body), intent))) };
    } catch (thrown) {
      return { facts: factsOf(operation, body), unread: messageOf(thrown) };
    }
  };

/** Members that may lawfully be absent. */
const mayBeAbsent = new Set<PropertyKey>(['return', 'preset', 'timeout', 'status', 'createdFrom', 'createdTo', 'page']);

/** Stands for an intent of which not all is known: a binding that asks for the rest cannot read. */
const partlyKnown = (known: JsonObject, ask: () => never): never =>
  new Proxy(known, {
    get: (of, key) => (Object.hasOwn(of, key) || mayBeAbsent.has(key) ? Reflect.get(of, key) : ask()),
    has: (of, key) => Object.hasOwn(of, key) || ask(),
    ownKeys: (of) => (Object.keys(of).length > 0 ? Reflect.ownKeys(of) : ask()),
    getOwnPropertyDescriptor: (of, key) => Reflect.getOwnPropertyDescriptor(of, key) ?? ask(),
  }) as never;

/**
 * The same for a request that comes from a file: a binding that asks for what is not known of its intent leaves what
 * has a documented name.
 *
 * @param known What its body says of the intent, as far as it could be read back.
 */
export const readingUnmeant =
  <Operation extends BoundOperation>(
    operation: Operation,
    binding: Binding<Operation> | undefined,
    known: JsonObject = {},
  ) =>
  (body: Json): { readonly reading: AnswerReading; readonly asksForIntent: boolean } => {
    let asksForIntent = false;
    const intent = partlyKnown(known, () => {
      asksForIntent = true;
      throw new Error('what the request was meant to say is not known');
    });
    const reading = readingBy(operation, binding ?? { request: () => ({}) }, intent)(body);
    return { reading: asksForIntent ? { facts: reading.facts } : reading, asksForIntent };
  };

/** Ends the story with `needs` when the target has no binding, and nothing spells the body in its place. */
export const boundCall = <Operation extends BoundOperation>(
  { bindings }: Pick<Target, 'bindings'>,
  operation: Operation,
  intent: Intents[Operation],
  { spelled, lacks }: { readonly spelled?: Spelled | undefined; readonly lacks?: LackedPart | undefined } = {},
): BoundCall => {
  const bound = bindings[operation] as Binding<Operation> | undefined;
  const binding = bound ?? (spelled ? undefined : stop('needs', `needs bindings['${operation}'] in the target file`));
  const unmeant = readingUnmeant(operation, binding);
  const reading = binding && !spelled ? readingBy(operation, binding, intent) : (body: Json) => unmeant(body).reading;
  let facts: Facts = {};
  const read = (body: Json): AnswerReading => {
    const made = reading(body);
    facts = made.facts;
    return made;
  };
  const meant = sentAs(intent) ?? null;
  // A copy, so that what is recorded is what was meant.
  const spell = (one: Json) =>
    binding ? bodyOf(operation, binding, structuredClone(one) as unknown as Intents[Operation]) : null;
  const said = (): Pick<Call, 'body' | 'intent'> => {
    if (!lacks) return { body: spell(meant), intent: meant };
    const body = bodyWithout({ whole: spell(meant), other: spell(otherwiseMeant(meant, lacks.part)) }, lacks.none);
    return { body, intent: intentWithout(meant, lacks) };
  };
  const sent = spelled || !binding ? { body: spelled?.(meant) ?? null } : said();
  return { call: { operation, ...sent, read }, facts: () => facts };
};

/** One deliberate difference of the sandbox: a fault, an oddity or a trouble, and how each is written in a table. */

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bindings } from '../contracts/bindings.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { type AccessRules, healthyAccessRules } from './access/rules.ts';
import { type FlightRules, healthyFlightRules } from './avia/rules.ts';
import { type HotelRules, healthyHotelRules } from './hotels/rules.ts';
import { everyOperation } from './operations.ts';
import type { Reply, SandboxRequest } from './reply.ts';
import type { Changes, World } from './world.ts';

// How the bytes of an answer travel: a trouble of the transport replaces the plain way.

/** An answer ready to be written, with the final spelling of its header names. */
type Outgoing = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
};

export type Wire = (response: ServerResponse, outgoing: Outgoing) => void;

export const plainly: Wire = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers);
  response.end(bytes);
};

/** The headers without those whose names are given in lower case in every spelling. */
const without = (headers: Outgoing['headers'], names: readonly string[]): Outgoing['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));

const framing = ['content-length', 'transfer-encoding'];

/** The answer with a body of another length; `length` is what its header claims. */
const reframed = (headers: Outgoing['headers'], length: number): Outgoing['headers'] => ({
  ...without(headers, framing),
  'content-length': String(length),
});

/** Keeps the connection open and says nothing, until one of the two sides closes it. */
export const hanging: Wire = () => {};

export const resetting: Wire = (response) => {
  response.req.socket.resetAndDestroy();
};

export const cutShort: Wire = (response, { status, headers, bytes }) => {
  const cut = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.writeHead(status, reframed(headers, cut.length));
  response.end(cut);
};

const missingBytes = 1_000;

export const shorterThanAnnounced: Wire = (response, { status, headers, bytes }) => {
  const { socket } = response.req;
  response.writeHead(status, { ...reframed(headers, bytes.length + missingBytes), connection: 'close' });
  response.write(bytes, () => socket.end());
};

const dripEveryMs = 100;

export const dripping: Wire = (response, { status, headers }) => {
  response.writeHead(status, without(headers, [...framing, 'content-encoding']));
  response.write('[');
  const timer = setInterval(() => response.write(' '), dripEveryMs);
  response.once('close', () => clearInterval(timer));
};

const hugeBytesMin = 30 * 1024 * 1024;
const hugeRecord = `{"id":1,"nameRu":"${'ы'.repeat(200)}","nameEn":"${'x'.repeat(200)}"},`;
/** Made once, when first sent, and sent again and again. */
let hugeChunk: Buffer | undefined;

/** A list in which one chunk is repeated: nothing of its size is ever in memory. */
export const huge: Wire = (response, { headers }) => {
  hugeChunk ??= Buffer.from(hugeRecord.repeat(100));
  const chunk = hugeChunk;
  const times = Math.ceil(hugeBytesMin / chunk.length);
  const [opening, closing] = ['[', 'null]'];
  response.writeHead(
    200,
    reframed(without(headers, ['content-encoding']), times * chunk.length + opening.length + closing.length),
  );
  const pieces = function* (): Generator<Buffer | string> {
    yield opening;
    for (let i = 0; i < times; i += 1) yield chunk;
    yield closing;
  };
  // A client that hangs up has ended the answer: that is no failure of the sandbox.
  pipeline(Readable.from(pieces()), response).catch(() => {});
};

/** What a world does where the change of one reply is not enough. */
export type Rules = AccessRules & HotelRules & FlightRules;

/** One request, and the world that it meets. */
export type Meeting = {
  readonly operation: OperationId;
  readonly request: SandboxRequest;
  readonly world: World;
  /** Known to troubles only: every other deviation decides before the request is handled. */
  readonly reply?: Reply;
};

type Application = {
  /** Rules that replace the healthy ones; a function is given those that it replaces and can build on them. */
  readonly rules?: Partial<Rules> | ((before: Rules) => Partial<Rules>);
  /** Changes the replies of single operations. */
  readonly reply?: Changes;
  /** How the bytes of a reply travel. */
  readonly wire?: Wire;
  /** How a target of such a world spells its requests, where the usual bindings show nothing of the deviation. */
  readonly binds?: (bindings: Bindings) => Bindings;
};

export type Deviation<Id extends string = string> = {
  readonly id: Id;
  /** A fault violates clauses, an oddity is lawful, a trouble is the environment's. */
  readonly kind: 'fault' | 'oddity' | 'trouble';
  readonly summary: string;
  /** Exactly the clauses that fail in a world with this deviation: none for an oddity or a trouble. */
  readonly violates: readonly ClauseId[];
  /** Of an oddity: derived clauses that warn of it all the same, as nothing distinguishes it from a fault. */
  readonly warns?: readonly ClauseId[];
  /** Operations whose answers can differ. */
  readonly touches: readonly OperationId[];
  /** The requests that meet the deviation; every request when not given. */
  readonly when?: (meeting: Meeting) => boolean;
  readonly apply: Application;
  /** The plain flows cannot show the fault: only an unusual input or order of calls does. */
  readonly onlyExplored?: true;
};

type SpelledOut = Application & Partial<Pick<Deviation, 'summary' | 'touches' | 'when' | 'warns'>>;

/**
 * The changed replies by operation, or a change spelled out; with a summary only where the id does not say it already.
 */
export type DeviationRow =
  | Changes
  | (SpelledOut & { readonly reply: Changes; readonly rules?: never })
  // A change of rules can show anywhere, so the row names the operations.
  | (SpelledOut & { readonly rules: NonNullable<Application['rules']>; readonly touches: readonly OperationId[] });

type RuleName = {
  [Name in keyof Rules]: Rules[Name] extends (...asked: never[]) => unknown ? Name : never;
}[keyof Rules];

/** Replaces one rule, as these operations show: it is given the rule before, and then what that is asked. */
export const ruled = <const Touches extends readonly OperationId[], Name extends RuleName>(
  touches: Touches,
  name: Name,
  rule: (before: Rules[Name], ...asked: Parameters<Rules[Name]>) => ReturnType<Rules[Name]>,
) => ({
  touches,
  rules: (before: Rules) =>
    ({ [name]: (...asked: Parameters<Rules[Name]>) => rule(before[name], ...asked) }) as Partial<Rules>,
});

type DeviationRows<Id extends string, Of> = Readonly<Record<Id, Of>>;

const sentenceOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}.`;

const deviationsOf = <Id extends string>(
  rows: DeviationRows<Id, DeviationRow>,
  given: Pick<Deviation, 'kind' | 'violates' | 'onlyExplored'>,
): readonly Deviation<Id>[] =>
  (Object.entries(rows) as [Id, DeviationRow][]).map(([id, row]) => {
    const isSpelledOut = 'reply' in row || 'rules' in row;
    const {
      summary = sentenceOf(id),
      touches,
      when,
      warns,
      ...apply
    }: SpelledOut = isSpelledOut ? row : { reply: row };
    const shown = touches ?? (Object.keys(apply.reply ?? {}) as OperationId[]);
    return { ...given, id, summary, touches: shown, ...(when && { when }), ...(warns && { warns }), apply };
  });

/** Lawful behaviour: a row each, by id. */
export const odditiesOf = <const Id extends string>(rows: DeviationRows<Id, DeviationRow>): readonly Deviation<Id>[] =>
  deviationsOf(rows, { kind: 'oddity', violates: [] });

type Violated = ClauseId | readonly [ClauseId, ClauseId, ...ClauseId[]];

const violated = (clauses: Violated): readonly ClauseId[] => (typeof clauses === 'string' ? [clauses] : clauses);

/** The faults that break exactly these clauses: a row each, by id. */
export const faultsOf = <const Id extends string>(
  clauses: Violated,
  rows: DeviationRows<Id, DeviationRow>,
): readonly Deviation<Id>[] => deviationsOf(rows, { kind: 'fault', violates: violated(clauses) });

/** The same, where the plain flows cannot show them. */
export const exploredFaultsOf: typeof faultsOf = (clauses, rows) =>
  deviationsOf(rows, { kind: 'fault', violates: violated(clauses), onlyExplored: true });

type TroubleRow = Pick<Deviation, 'summary'> &
  Pick<SpelledOut, 'touches' | 'when' | 'reply' | 'wire'> & {
    /** One change for the replies of all operations that it touches. */
    readonly replies?: (reply: Reply) => Reply;
  };

/** Failures of the environment: a row each, by id. Every operation can meet them where `touches` is not given. */
export const troublesOf = <const Id extends string>(rows: DeviationRows<Id, TroubleRow>): readonly Deviation<Id>[] => {
  const spelledOut = ({ replies, touches = everyOperation, ...row }: TroubleRow): DeviationRow => {
    const reply = replies ? Object.fromEntries(touches.map((operation) => [operation, replies])) : (row.reply ?? {});
    return { ...row, touches, reply };
  };
  const given = Object.entries<TroubleRow>(rows).map(([id, row]) => [id, spelledOut(row)] as const);
  return deviationsOf(Object.fromEntries(given) as DeviationRows<Id, DeviationRow>, { kind: 'trouble', violates: [] });
};

/** A circumstance of a request, under which alone a fault may show. */
export type Condition<Id extends string = string> = {
  readonly id: Id;
  readonly summary: string;
  /** Where it can hold. */
  readonly operations: readonly OperationId[];
  readonly holds: NonNullable<Deviation['when']>;
};

/** The circumstances of some operations: a row each, by id. */
export const conditionsOf = <const Id extends string>(
  operations: readonly OperationId[],
  rows: DeviationRows<Id, Pick<Condition, 'summary' | 'holds'>>,
): readonly Condition<Id>[] =>
  (Object.entries(rows) as [Id, Pick<Condition, 'summary' | 'holds'>][]).map(([id, row]) => ({
    ...row,
    id,
    operations,
  }));

const healthyRules: Rules = { ...healthyAccessRules, ...healthyHotelRules, ...healthyFlightRules };

/** The rules and the changed replies of a world, each deviation building on those before it. */
export const deviated = (deviations: readonly Deviation[]): Pick<World, 'rules' | 'changes'> => {
  let rules = healthyRules;
  for (const { apply } of deviations) {
    rules = { ...rules, ...(typeof apply.rules === 'function' ? apply.rules(rules) : apply.rules) };
  }
  return { rules, changes: deviations.map(({ apply }) => apply.reply ?? {}) };
};

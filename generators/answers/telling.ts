/** How a whole trace is told: requests and answers in order on the clock of a target, with what a plain binding reads. */
import type { Facts } from '../../contracts/facts.ts';
import type { BoundOperation } from '../../contracts/intents.ts';
import { boundOperations } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { factsOf } from '../../contracts/locate.ts';
import { type OperationId, operations } from '../../contracts/operations.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Bearer, Exchange, FailureKind, Login, Response, Trace } from '../../contracts/trace.ts';
import { readers } from './dialect.ts';

/** The members of an object. */
export type Fields = { [key: string]: Json };

export type Answer = {
  readonly status: number;
  /** Absent where the answer has none, or is no JSON. */
  readonly body?: Json;
  readonly text?: NonNullable<Response['text']>;
  readonly contentType?: string;
};

/** One request and what came of it. */
export type Step = {
  readonly operation: OperationId;
  readonly bearer: Bearer;
  readonly serial: number;
  readonly login?: Login;
  /** In place of the names in the path of the operation. */
  readonly hotelId?: number;
  readonly query: readonly (readonly [string, string])[];
  readonly language?: string;
  readonly body?: Json;
  readonly intent?: Json;
  readonly atMs: number;
  readonly answer?: Answer;
  readonly failure?: FailureKind;
};

/** What a service and the way to it are free in. */
export type Wire = {
  readonly startMs: number;
  /** The clock of the target minus ours; what nobody can tell is 0. */
  readonly skewMs: number;
  readonly isDated: boolean;
  readonly contentType: string;
  readonly gapMs: number;
  readonly durationMs: number;
};

/** A trace before its facts are read, so that a changed answer changes them too. */
export type Telling = {
  readonly wire: Wire;
  readonly steps: readonly Step[];
  readonly rest: Partial<Trace>;
};

const isBound = (operation: OperationId): operation is BoundOperation =>
  (boundOperations as readonly OperationId[]).includes(operation);

const factsIn = ({ operation, intent }: Step, response: Response | undefined): { facts?: Facts } => {
  if (!isBound(operation) || intent === undefined || response?.body === undefined) return {};
  if (!succeeded({ response })) return {};
  return { facts: factsOf(operation, response.body, readers[operation](response.body)) };
};

const responseOf = (answer: Answer, date: string | undefined, contentType: string): Response => ({
  status: answer.status,
  headers: { 'content-type': answer.contentType ?? contentType, ...(date !== undefined && { date }) },
  ...(answer.body !== undefined && { body: answer.body }),
  ...(answer.text && { text: answer.text }),
  bytes: answer.body === undefined ? 0 : 1,
});

/** How far levers had moved the clock of the target. */
const advancedMs = ({ clockAdvances = [] }: Partial<Trace>, index: number): number =>
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).reduce((sum, { ms }) => sum + ms, 0);

/** The clock of the target while it answers the request of this index, sent at this moment of ours. */
export const targetMs = ({ wire, rest }: Pick<Telling, 'wire' | 'rest'>, atMs: number, index: number): number =>
  atMs + wire.skewMs + wire.durationMs / 2 + advancedMs(rest, index);

export const traceOf = (telling: Telling): Trace => {
  const { wire, steps, rest } = telling;
  const exchanges = steps.map((step, index): Exchange => {
    const { operation, bearer, serial, login, hotelId, query, language, body, intent, atMs, answer, failure } = step;
    const { method, path } = operations[operation];
    const date = wire.isDated ? new Date(targetMs(telling, atMs, index)).toUTCString() : undefined;
    const response = answer && responseOf(answer, date, wire.contentType);
    return {
      index,
      operation,
      bearer,
      tokenSerial: serial,
      ...(login && { login }),
      request: {
        method,
        path: path.replace('{hotelId}', String(hotelId)),
        query: query.map(([name, value]) => [name, value]),
        headers: language === undefined ? {} : { 'accept-language': language },
        ...(body !== undefined && { body }),
      },
      ...(intent !== undefined && { intent }),
      sentAt: new Date(atMs).toISOString(),
      durationMs: wire.durationMs,
      ...(response && { response }),
      ...(failure && { failure: { kind: failure, message: 'drawn' } }),
      ...factsIn(step, response),
    };
  });
  return {
    schema: 'preflight.trace/1',
    flow: 'drawn',
    input: null,
    clockOffsetMs: wire.isDated ? wire.skewMs : null,
    startedAt: new Date(wire.startMs).toISOString(),
    exchanges,
    clockAdvances: [],
    ...rest,
  };
};

export type Ask = Partial<Omit<Step, 'operation' | 'atMs' | 'answer' | 'failure'>>;

/** Tells a trace step by step, while the clock of its target goes on. */
export const beginning = (wire: Wire, rest: Partial<Trace> = {}) => {
  const steps: Step[] = [];
  const clockAdvances: Trace['clockAdvances'] = [];
  const more: { -readonly [Name in keyof Trace]?: Trace[Name] } = {};
  let atMs = wire.startMs;
  const reported = (): Partial<Trace> => ({ ...rest, ...more, clockAdvances });
  /** The clock of the target at the next answer. */
  const now = (): number => targetMs({ wire, rest: reported() }, atMs + wire.gapMs, steps.length);
  const ask = (operation: OperationId, asked: Ask, answer: Answer): number => {
    atMs += wire.gapMs;
    steps.push({ operation, bearer: 'own', serial: 1, query: [], ...asked, atMs, answer });
    return steps.length - 1;
  };
  return {
    now,
    ask,
    wait: (ms: number): void => {
      atMs += ms;
    },
    /** A lever of the target moves its clock. */
    advance: (ms: number): void => {
      clockAdvances.push({ beforeExchange: steps.length, ms });
    },
    note: (part: Partial<Trace>): void => {
      Object.assign(more, part);
    },
    end: (): Telling => ({ wire, steps, rest: reported() }),
  };
};

export const ok = (body: Json): Answer => ({ status: 200, body });

export const refused = (status: number, code: string, message = 'Нет.'): Answer => ({
  status,
  body: { error: { code, message } },
});

/** The door of Playwright specs: over loopback, with a secret, a test asks for a flow or sends requests of its own. */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import fc from 'fast-check';
import { pathText } from '../contracts/check.ts';
import { departures } from '../contracts/checks/answers.ts';
import type { Basis } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import type { Facts } from '../contracts/facts.ts';
import { type BookingRef, type BoundOperation, boundOperations, type TicketRef } from '../contracts/intents.ts';
import { operationIds } from '../contracts/operations.ts';
import { type Outcome, outcomeOf } from '../contracts/outcome.ts';
import { payloads } from '../contracts/payloads.ts';
import type { Levers, Target } from '../contracts/target.ts';
import type { Exchange } from '../contracts/trace.ts';
import { unknownName } from '../contracts/usage-error.ts';
import { flow } from '../engine/flow.ts';
import { type ReadExchange, type Session, stopOf } from '../engine/session.ts';
import type { WalkStep } from '../engine/walk.ts';
import type { ClauseState } from '../reports/summary.ts';

/** One exchange, in the form that may leave. `text` is JSON: the request, and the response or the failure. */
export type AttachedExchange = { readonly title: string; readonly text: string };

/** How one clause stands after a journey. */
export type JudgedClause = {
  readonly id: ClauseId;
  readonly text: string;
  readonly section: string;
  readonly basis: Basis;
  readonly state: ClauseState;
  /** Why it was not judged, or which error of Preflight kept it from that. */
  readonly reason?: string | undefined;
  /** What was promised, what came instead, and the commands that show it again. */
  readonly failures: readonly string[];
  /** Where it was broken, among the exchanges. */
  readonly exchanges: readonly number[];
};

/** What a test learns of a flow that was walked for it. */
export type WalkedJourney = {
  readonly flow: string;
  readonly story: string;
  readonly target: string;
  readonly revision: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly exchanges: readonly AttachedExchange[];
  readonly clauses: readonly JudgedClause[];
};

/** What a spec may know of the target of its run. */
export type SpecTarget = Pick<Target, 'name' | 'baseUrl' | 'revision' | 'may' | 'known'> & {
  readonly seed: number;
  readonly depth: Depth;
  /** The operations that the target file has a binding of: `session.ask` can be used with them. */
  readonly bound: readonly BoundOperation[];
  /** What the target lets us do from outside. */
  readonly levers: readonly (keyof Levers)[];
  readonly hasOtherPartner: boolean;
};

/** Where a body departs from the published schema of an operation, a line each. */
export type ConformanceAnswer = { readonly departures: readonly string[] };

/** Why nothing was sent. `isLacking`: the run or its target lacks what the test needs, which is a reason to skip. */
export type NotSent = { readonly reason: string; readonly isLacking: boolean };

/** What came of one request of a test's own, as it came: it stays in the process of the test. */
export type OwnAnswer = {
  readonly operation: string;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  readonly body: unknown;
  readonly facts: Facts;
  /** Of a booking that was made. */
  readonly booking?: BookingRef | undefined;
  readonly tickets?: readonly TicketRef[] | undefined;
};

/** What a test may do in a session: the acts of a flow, with its permissions, budgets and clean-up. */
export const ownActs = [
  'ask',
  'send',
  'book',
  'cancel',
  'bookFlight',
  'cancelFlight',
  'issueTickets',
  'voidTicket',
  'exchangeTicket',
  'refundTicket',
] as const satisfies readonly (keyof Session)[];
export type OwnAct = (typeof ownActs)[number];

type OwnCall = {
  readonly act: OwnAct;
  readonly args: readonly unknown[];
  answer(given: OwnAnswer | NotSent): void;
};

/** A flow that a test leads: what it does next is decided by what came before. */
export type OwnFlow = {
  readonly step: WalkStep;
  call(act: OwnAct, args: readonly unknown[]): Promise<OwnAnswer | NotSent>;
  end(): void;
};

const answerOf = ({ exchange, facts, ...made }: ReadExchange & Pick<OwnAnswer, 'booking' | 'tickets'>): OwnAnswer => ({
  operation: exchange.operation,
  outcome: outcomeOf(exchange),
  status: exchange.response?.status,
  body: exchange.response?.body,
  facts,
  booking: made.booking,
  tickets: made.tickets,
});

export const ownFlow = (name: string): OwnFlow => {
  const calls = new TransformStream<OwnCall, OwnCall>();
  const writer = calls.writable.getWriter();
  let ended: NotSent | undefined;
  const run = async (session: Session): Promise<void> => {
    for await (const { act, args, answer } of calls.readable) {
      try {
        const done = await (session[act] as (...given: readonly unknown[]) => Promise<ReadExchange | Exchange>)(
          ...args,
        );
        answer(answerOf('exchange' in done ? done : { exchange: done, facts: done.facts ?? {} }));
      } catch (thrown) {
        const stop = stopOf(thrown);
        ended = {
          reason: stop?.reason ?? (thrown instanceof Error ? thrown.message : String(thrown)),
          isLacking: stop?.because === 'needs',
        };
        answer(ended);
        // What a test asked wrongly ends its own flow, and is no error of Preflight.
        if (stop) throw thrown;
        return;
      }
    }
  };
  const story = 'What a test of the partner does.';
  return {
    step: {
      name,
      flow: flow(name, { story, phase: 'main', operations: [], exercises: [], input: fc.constant(null), run }),
    },
    call: async (act, args) => {
      if (ended) return ended;
      return new Promise((answer) => void writer.write({ act, args, answer }));
    },
    end: () => {
      ended ??= { reason: 'the test has ended', isLacking: false };
      void writer.close().catch(() => {});
    },
  };
};

/** What the run behind the door does. */
export type AskedRun = {
  readonly target: SpecTarget;
  walk(flow: string): Promise<WalkedJourney | NotSent>;
  begin(): { readonly name: string };
  act(name: string, act: OwnAct, args: readonly unknown[]): Promise<OwnAnswer | NotSent>;
  /** Resolves when it is walked to its end. */
  held(name: string): Promise<WalkedJourney | NotSent>;
  end(name: string): void;
};

const hasSecret = ({ headers }: IncomingMessage, secret: string): boolean => {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${secret}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const conformance = (name: string, body: unknown): ConformanceAnswer | NotSent => {
  const operation = operationIds.find((each) => each === name);
  if (!operation) return unknown('operation', name, operationIds);
  const found = departures(payloads[operation].success, body);
  return { departures: found.map(({ path, expected }) => `${pathText(['body', ...path])}: expected ${expected}`) };
};

/** What a spec has misspelt: Playwright does not look at its types. */
const unknown = (what: string, name: unknown, known: readonly string[]): NotSent => ({
  reason: unknownName(what, String(name), known, 'see docs/use/coverage.md').message,
  isLacking: false,
});

const acted = (behind: AskedRun, name: string, what: string | undefined, args: readonly unknown[]) => {
  const act = ownActs.find((each) => each === what);
  if (!act) return unknown('act of a session', what, ownActs);
  const operation = act === 'send' ? (args[0] as { readonly operation?: unknown } | null)?.operation : args[0];
  const known: readonly string[] | undefined = { send: operationIds, ask: boundOperations }[act as string];
  if (known && !known.includes(operation as string)) return unknown('operation', operation, known);
  return behind.act(name, act, args);
};

/**
 * `POST /target`, `POST /conformance/<operation>` with a body, `POST /flows/<id>`, `POST /own`, `POST /own/<name>/<act>`
 * with its arguments, `POST /own/<name>/end`. `POST /own/<name>/held` is answered at that end, and is that end where its
 * connection closes before: a test whose process dies leaves nothing open.
 */
const answered = async (
  request: IncomingMessage,
  response: ServerResponse,
  behind: AskedRun,
): Promise<object | undefined> => {
  const [kind, name, what] = (request.url ?? '').slice(1).split('/').map(decodeURIComponent);
  if (request.method !== 'POST') return undefined;
  if (kind === 'target') return behind.target;
  if (kind === 'own' && name === undefined) return behind.begin();
  if (name === undefined) return undefined;
  if (kind === 'conformance') return conformance(name, await readJson(request));
  if (kind === 'flows') return behind.walk(name);
  if (kind !== 'own') return undefined;
  if (what === 'held') response.once('close', () => behind.end(name));
  if (what === 'held') return behind.held(name);
  if (what === 'end') return { ended: behind.end(name) };
  return acted(behind, name, what, (await readJson(request)) as unknown[]);
};

/** Listens on a free port of this machine. */
export const specDoor = async (
  behind: AskedRun,
  secret: string,
): Promise<{ readonly address: string; close(): void }> => {
  const send = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer(async (request, response) => {
    if (!hasSecret(request, secret)) return send(response, 401, { reason: 'this door is for the tests of its run' });
    try {
      const found = await answered(request, response, behind);
      if (found) send(response, 'reason' in found ? 409 : 200, found);
      else send(response, 404, { reason: 'no such place' });
    } catch (thrown) {
      send(response, 400, { reason: String(thrown) });
    }
  });
  // A flow may take minutes.
  server.requestTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

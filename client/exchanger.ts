/** Makes one exchange in its turn, and records it: it asks for no token, and repeats only what was answered 429. */

import type { Logger } from 'pino';
import { hasEffect, type OperationId, operations } from '../contracts/operations.ts';
import { isTroubled, succeeded } from '../contracts/outcome.ts';
import type { Bearer, Exchange } from '../contracts/trace.ts';
import { preflightVersion } from '../contracts/version.ts';
import type { Turns } from '../stores/store.ts';
import type { AnswerReading, Call, Recorder } from './call.ts';
import { type Address, listedAviaPath, pathUnder, pathWith, requestTarget } from './http/address.ts';
import type { TargetClock } from './http/clock.ts';
import { type Content, content } from './http/content.ts';
import { acceptedCodings } from './http/content-coding.ts';
import { failure, type SendFailure } from './http/failure.ts';
import type { Pace, Patience } from './http/pace.ts';
import type { Delivery, RawAnswer, Transport, WireRequest } from './http/transport.ts';
import { sentAgainMax } from './limits.ts';
import type { Redactor } from './redaction/credentials.ts';
import type { Recording } from './redaction/recording.ts';
import { issuedBy } from './tokens/login-result.ts';

/** The same number for the same token, counting from 1. */
export type SerialOf = (token: string) => number;

/** Numbers the tokens of a client as it meets them, and has each known as a secret. */
export const tokenSerials = (redactor: Redactor): SerialOf => {
  const serials = new Map<string, number>();
  return (token) => {
    const serial = serials.get(token) ?? serials.size + 1;
    serials.set(token, serial);
    redactor.remember(token);
    return serial;
  };
};

/** What a request carries in its Authorization header; no text is no header. */
export type Carried = { readonly bearer: Bearer; readonly text: string | undefined; readonly serial: number };

export const nothingCarried: Carried = { bearer: 'missing', text: undefined, serial: 0 };

export type Order = Omit<Call, 'permit' | 'bearer' | 'garbage'> & { readonly carried: Carried };

type Exchanged = { readonly exchange: Exchange; readonly content: Content };

type TimedDelivery = {
  /** On the clock of the pace, and on ours. */
  readonly startedAtMs: number;
  readonly sentAtMs: number;
  readonly steadyMs: number;
  readonly delivery: Delivery;
  readonly content: Content;
};

export type Exchanger = ReturnType<typeof createExchanger>;

/** The product with its version, and a comment as RFC 9110 (10.1.5) has them. */
export const userAgentOf = (contact: string | undefined): string =>
  `preflight/${preflightVersion}${contact === undefined ? '' : ` (${contact})`}`;

const headersOf = ({ operation, headers = {}, carried }: Order, userAgent: string): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': acceptedCodings,
  'user-agent': userAgent,
  ...(operations[operation].method === 'POST' && { 'content-type': 'application/json' }),
  ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  ...(carried.text !== undefined && { authorization: `Bearer ${carried.text}`.trimEnd() }),
});

const answeredWith = ({ status, headers, bytes }: RawAnswer, read: Content) => ({
  response: { status, headers, bytes: bytes.length, ...('body' in read && { body: read.body }) },
});

/** Only a success is read: what a refusal says has documented places. */
const readingOf = ({ read }: Order, { delivery, content }: TimedDelivery): AnswerReading | undefined => {
  if (!read || !('answer' in delivery) || !('body' in content)) return undefined;
  return succeeded(answeredWith(delivery.answer, content)) ? read(content.body) : undefined;
};

export const createExchanger = (parts: {
  readonly address: Address;
  readonly aviaPath?: string | undefined;
  readonly contact?: string | undefined;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly turns: Turns;
  readonly signal: AbortSignal | undefined;
  readonly clock: TargetClock;
  readonly recording: Recording;
  readonly patience: Patience;
  readonly serialOf: SerialOf;
  readonly now: () => number;
  /** It measures what has passed, also when our time of day is set. */
  readonly steadyNow: () => number;
  readonly logger: Logger | undefined;
}) => {
  const { address, aviaPath = listedAviaPath, transport, pace, turns, clock, patience, now } = parts;
  const userAgent = userAgentOf(parts.contact);
  let exchanges = 0;
  let tokensRequested = 0;

  const serialIn = ({ operation, carried }: Order, answer: Content): number => {
    if (operation !== 'token') return carried.serial;
    const issued = issuedBy(answer);
    return issued ? parts.serialOf(issued.token) : 0;
  };

  const delivered = async (operation: OperationId, request: WireRequest): Promise<Delivery> => {
    exchanges++;
    if (operation === 'token') tokensRequested++;
    return transport.send(request);
  };

  /** What waited for its turn until the run was over was never sent: that is no trouble of the service. */
  const inTurn: () => ReturnType<Turns['take']> = async () => {
    const wasOver = parts.signal?.aborted;
    const turn = await turns.take(parts.signal);
    if ('withheld' in turn || wasOver || !parts.signal?.aborted) return turn;
    turn.end();
    return { withheld: 'the run was over before its turn came' };
  };

  /** When the service, the pace and who shares the limits allow it. */
  const sent = async (operation: OperationId, request: WireRequest): Promise<TimedDelivery> => {
    let early: SendFailure | undefined;
    let startedAtMs = 0;
    do {
      early = await patience.before(operation);
      if (!early) startedAtMs = await pace.start();
      // Another answer may have asked to wait meanwhile.
    } while (!early && patience.isWaiting());
    // As late as can be: what waits between a turn and its request would come in the turn of another.
    const turn = early ? undefined : await inTurn();
    const withheld = early ?? (turn && 'withheld' in turn ? failure('withheld', turn.withheld) : undefined);
    const [sentAtMs, steadyMs] = [now(), parts.steadyNow()];
    const delivery = withheld
      ? { durationMs: 0, failure: withheld }
      : await delivered(operation, request).finally(() => turn && 'end' in turn && turn.end());
    clock.observe(delivery, sentAtMs);
    const read = 'answer' in delivery ? content(delivery.answer) : {};
    return { startedAtMs, sentAtMs, steadyMs, delivery, content: read };
  };

  /** Again after a 429, for a request without effect: what asks for patience says nothing of what was asked. */
  const answered = async (
    operation: OperationId,
    request: WireRequest,
  ): Promise<TimedDelivery & Pick<Exchange, 'throttled'>> => {
    const timesMax = request.isRepeatable ? sentAgainMax : 0;
    let throttled: Exchange['throttled'];
    for (let refused = 1; ; refused += 1) {
      const made = await sent(operation, request);
      const { delivery, startedAtMs } = made;
      if (!('answer' in delivery) || delivery.answer.status !== 429) return { ...made, throttled };
      // A documented code says no at any status, and asks for no other pace.
      if (!isTroubled(answeredWith(delivery.answer, made.content))) return { ...made, throttled };
      throttled = { refused, requestsPerSecond: pace.slowDown(startedAtMs) };
      const isBearable = patience.refused(delivery.answer.headers['retry-after'], refused);
      if (!isBearable || refused > timesMax || parts.signal?.aborted) return { ...made, throttled };
    }
  };

  const exchange = async (order: Order, recorder: Recorder): Promise<Exchanged> => {
    const { operation, query = [], body, wrongness, carried } = order;
    const path = pathWith(pathUnder(operations[operation].path, aviaPath), order.path);
    const request: WireRequest = {
      origin: address.origin,
      target: requestTarget(address, path, query),
      method: operations[operation].method,
      headers: headersOf(order, userAgent),
      body: body === undefined ? undefined : JSON.stringify(body),
      effect: hasEffect(order) ? path.split('/').at(-1) : undefined,
      isRepeatable: operations[operation].effect === 'reads',
    };
    const came = await answered(operation, request);
    // Before the record is made, so that a token is known as a secret wherever else in the answer it stands.
    const tokenSerial = serialIn(order, came.content);
    const reading = readingOf(order, came);
    const { bearer } = carried;
    const asked = { ...order, path, query, headers: request.headers, bearer, wrongness: wrongness?.kind, tokenSerial };
    const made = parts.recording.record({ ...asked, ...came, reading }, recorder);
    patience.after(made);
    const result = made.response ? { status: made.response.status } : { failure: made.failure?.kind };
    parts.logger?.debug({ operation, bearer, ...result, durationMs: Math.round(made.durationMs) }, 'exchange');
    return { exchange: made, content: came.content };
  };

  return {
    exchange: (order: Order, recorder: Recorder) => pace.within(() => exchange(order, recorder)),
    counts: () => ({ exchanges, tokensRequested }),
  };
};

/** Writes an exchange down exactly as it was, but for credentials. */
import type { Facts } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import { type OperationId, operations } from '../../contracts/operations.ts';
import type { Bearer, Exchange, Login, Response, WrongKind } from '../../contracts/trace.ts';
import type { AnswerReading, Recorder } from '../call.ts';
import type { Query } from '../http/address.ts';
import type { Content } from '../http/content.ts';
import type { Delivery, RawAnswer } from '../http/transport.ts';
import { type AllowList, allowList } from './allow-list.ts';
import type { Redactor } from './credentials.ts';
import { withBody } from './held-body.ts';

/** All that is known of an exchange, credentials too. */
export type RawExchange = {
  readonly operation: OperationId;
  readonly bearer: Bearer;
  readonly login?: Login | undefined;
  readonly wrongness?: WrongKind | undefined;
  readonly tokenSerial: number;
  /** With its parameters filled in: ids, which are kept. */
  readonly path: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  readonly intent?: Json | undefined;
  /** Of a file. */
  readonly readBack?: Pick<Exchange, 'isReadBack' | 'personal' | 'plain'> | undefined;
  readonly sentAtMs: number;
  readonly steadyMs?: number;
  readonly delivery: Delivery;
  readonly content: Content;
  readonly reading: AnswerReading | undefined;
  readonly throttled?: Exchange['throttled'];
};

export type Recording = ReturnType<typeof createRecording>;

/** The same in every request, or known from `bearer`. */
const unreportedHeaders: ReadonlySet<string> = new Set(['authorization', 'user-agent', 'accept-encoding']);

/** Values of these are credentials in any form. */
const secretHeaders: ReadonlySet<string> = new Set([
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'set-cookie2',
  'x-api-key',
]);

/** Of what is no JSON: enough to see which page it was. */
const rawCharactersMax = 16_384;

export const createRecording = (redactor: Redactor) => {
  const headersOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        if (unreportedHeaders.has(name)) return [];
        return [[redactor.kept(name), secretHeaders.has(name) ? redactor.opaque(value) : redactor.kept(value)]];
      }),
    );

  const textOf = (
    { number, ...text }: NonNullable<Response['text']>,
    bytes: Uint8Array,
  ): NonNullable<Response['text']> => ({
    ...text,
    raw: redactor.kept(new TextDecoder().decode(bytes)).slice(0, rawCharactersMax),
    ...(number !== undefined && { number: redactor.kept(number) }),
  });

  const responseOf = (answer: RawAnswer, content: Content, list: AllowList): Response => {
    const { status, headers, bytes } = answer;
    const response = {
      status,
      headers: headersOf(headers),
      ...('text' in content && { text: textOf(content.text, bytes) }),
      bytes: bytes.length,
      ...('repeatedKeys' in content && { repeatedKeys: content.repeatedKeys }),
    };
    return 'body' in content ? withBody(response, redactor.clean(content.body, list.response), bytes.length) : response;
  };

  const outcomeOf = ({ delivery, content }: RawExchange, list: AllowList): Pick<Exchange, 'response' | 'failure'> => {
    if ('failure' in delivery) return { failure: delivery.failure };
    if ('failure' in content) return { failure: content.failure };
    return { response: responseOf(delivery.answer, content, list) };
  };

  const queryOf = (query: Query): [string, string][] =>
    query.map(([name, value]) => [redactor.kept(name), redactor.kept(value)]);

  const readOf = ({ reading }: RawExchange): Pick<Exchange, 'facts' | 'unread'> => ({
    ...(reading && { facts: redactor.clean(reading.facts as Json) as Facts }),
    ...(reading?.unread !== undefined && { unread: redactor.kept(reading.unread) }),
  });

  return {
    record: (raw: RawExchange, { exchanges }: Recorder): Exchange => {
      const { method } = operations[raw.operation];
      const list = allowList(raw.operation);
      const exchange: Exchange = {
        index: exchanges.length,
        operation: raw.operation,
        bearer: raw.bearer,
        ...(raw.login !== undefined && { login: raw.login }),
        ...(raw.wrongness !== undefined && { wrongness: raw.wrongness }),
        tokenSerial: raw.tokenSerial,
        request: {
          method,
          path: redactor.kept(raw.path),
          query: queryOf(raw.query),
          headers: headersOf(raw.headers),
          ...(raw.body !== undefined && { body: redactor.clean(raw.body, list.request) }),
        },
        ...(raw.intent !== undefined && { intent: redactor.clean(raw.intent) }),
        ...raw.readBack,
        sentAt: new Date(raw.sentAtMs).toISOString(),
        ...(raw.steadyMs !== undefined && { steadyMs: Math.round(raw.steadyMs) }),
        durationMs: raw.delivery.durationMs,
        ...(raw.throttled && { throttled: raw.throttled }),
        ...outcomeOf(raw, list),
        ...readOf(raw),
      };
      exchanges.push(exchange);
      return exchange;
    },
  };
};

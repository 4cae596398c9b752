/** Writes an exchange down as a trace holds it: redacted before it exists. */
import type { Facts } from '../../contracts/facts.ts';
import type { Json } from '../../contracts/json.ts';
import { type OperationId, operations } from '../../contracts/operations.ts';
import type { Bearer, Exchange, Login, Response } from '../../contracts/trace.ts';
import type { Reading, Recorder } from '../call.ts';
import type { Query } from '../http/address.ts';
import type { Content } from '../http/content.ts';
import type { Delivery, RawAnswer } from '../http/transport.ts';
import { type AllowList, allowList } from './allow-list.ts';
import { withBody } from './held-body.ts';
import type { Redactor } from './redaction.ts';

/** All that is known of an exchange, unredacted. */
export type RawExchange = {
  readonly operation: OperationId;
  readonly bearer: Bearer;
  readonly login: Login | undefined;
  readonly tokenSerial: number;
  /** With its parameters filled in: ids, which are kept. */
  readonly path: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
  readonly intent: Json | undefined;
  readonly sentAtMs: number;
  readonly delivery: Delivery;
  /** What the answer's bytes say; empty when there was no answer. */
  readonly content: Content;
  /** What was read out of the answer; nothing of what is not a success. */
  readonly reading: Reading | undefined;
};

export type Recording = { record(raw: RawExchange, recorder: Recorder): Exchange };

const requestHeaders = ['accept', 'accept-language', 'content-type'] as const;

const responseHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'retry-after',
  'age',
  'cache-control',
  'transfer-encoding',
  'connection',
] as const;

export const createRecording = (redactor: Redactor): Recording => {
  const headersOf = (headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, redactor.kept(value)]];
      }),
    );

  const textOf = ({ number, ...text }: NonNullable<Response['text']>): NonNullable<Response['text']> => ({
    ...text,
    ...(number !== undefined && { number: redactor.kept(number) }),
  });

  const responseOf = (answer: RawAnswer, content: Content, list: AllowList): Response => {
    const { status, headers, bytes } = answer;
    const response = {
      status,
      headers: headersOf(headers, responseHeaders),
      ...('text' in content && { text: textOf(content.text) }),
      bytes: bytes.length,
    };
    return 'body' in content ? withBody(response, redactor.value(content.body, list.response), bytes.length) : response;
  };

  const outcomeOf = ({ delivery, content }: RawExchange, list: AllowList): Pick<Exchange, 'response' | 'failure'> => {
    if ('failure' in delivery) return { failure: delivery.failure };
    if ('failure' in content) return { failure: content.failure };
    return { response: responseOf(delivery.answer, content, list) };
  };

  const queryOf = (query: Query, list: AllowList): [string, string][] =>
    query.map(([name, value]) => {
      // A query is a flat object of texts, and is redacted as one.
      const [entry] = Object.entries(redactor.value({ [name]: value }, list.query) as Record<string, string>);
      return entry ?? ['', ''];
    });

  const readOf = ({ reading }: RawExchange): Pick<Exchange, 'facts' | 'unread'> => ({
    ...(reading && { facts: redactor.clean(reading.facts as Json) as Facts }),
    ...(reading?.unread !== undefined && { unread: redactor.kept(reading.unread) }),
  });

  return {
    record: (raw, { exchanges }) => {
      const { method } = operations[raw.operation];
      const list = allowList(raw.operation);
      const exchange: Exchange = {
        index: exchanges.length,
        operation: raw.operation,
        bearer: raw.bearer,
        ...(raw.login !== undefined && { login: raw.login }),
        tokenSerial: raw.tokenSerial,
        request: {
          method,
          path: raw.path,
          query: queryOf(raw.query, list),
          headers: headersOf(raw.headers, requestHeaders),
          ...(raw.body !== undefined && { body: redactor.value(raw.body, list.request) }),
        },
        ...(raw.intent !== undefined && { intent: redactor.clean(raw.intent) }),
        sentAt: new Date(raw.sentAtMs).toISOString(),
        durationMs: raw.delivery.durationMs,
        ...outcomeOf(raw, list),
        ...readOf(raw),
      };
      exchanges.push(exchange);
      return exchange;
    },
  };
};

/** Lawful oddities of headers and of the way bytes travel. */
import { changing, when } from '../altering/replies.ts';
import { oddity } from '../deviation.ts';
import { everyOperation } from '../operations.ts';
import { type Reply, withHeaders } from '../reply.ts';
import type { Change } from '../world.ts';

const all = (change: Change) => changing(everyOperation, change);

const isJson = (_: unknown, { headers }: Reply): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Long enough to be seen in a timing, far from any deadline. */
const slownessMs = 5;

export const headerOddities = [
  oddity('names-no-charset', {
    summary: 'Content-Type says application/json without a charset.',
    reply: all(when(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/json' }))),
  }),
  oddity('names-a-media-type-of-its-own', {
    summary: 'Content-Type says application/vnd.travel+json.',
    reply: all(when(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/vnd.travel+json; v=1' }))),
  }),
  oddity('labels-errors-as-problems', {
    summary: 'Errors are labelled application/problem+json.',
    reply: all(
      when(
        (request, reply) => reply.status >= 400 && isJson(request, reply),
        (reply) => withHeaders(reply, { 'content-type': 'application/problem+json' }),
      ),
    ),
  }),
  oddity('shouts-header-names', {
    summary: 'Header names are in capital letters.',
    touches: everyOperation,
    rules: { namesHeader: (name) => name.toUpperCase() },
  }),
  oddity('tells-no-date', {
    summary: 'Answers have no Date header.',
    touches: everyOperation,
    rules: { writesDate: () => undefined },
  }),
  oddity('answers-in-chunks', {
    summary: 'Bodies are sent in chunks, without a length.',
    reply: all((reply) => withHeaders(reply, { 'transfer-encoding': 'chunked' })),
  }),
  oddity('compresses-where-allowed', {
    summary: 'Bodies are compressed for clients that accept gzip.',
    touches: everyOperation,
    rules: { compresses: ({ headers }) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) },
  }),
  oddity('answers-slowly', {
    summary: 'Every answer takes some milliseconds longer.',
    touches: everyOperation,
    rules: { delayMs: slownessMs },
  }),
  oddity('sends-headers-nobody-knows', {
    summary: 'Answers carry headers of a proxy and a cache.',
    reply: all((reply) => withHeaders(reply, { 'x-request-id': '1', 'cache-control': 'no-store', via: '1.1 proxy' })),
  }),
];

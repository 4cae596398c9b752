/** Lawful oddities of headers and of the way bytes travel. */
import { changing, when } from '../altering/replies.ts';
import type { Counters } from '../counters.ts';
import { type DeviationRow, odditiesOf } from '../deviation.ts';
import { everyOperation } from '../operations.ts';
import { type Reply, withHeaders } from '../reply.ts';
import type { Change } from '../world.ts';

const all = (change: Change) => changing(everyOperation, change);

const isJson = (_: unknown, { headers }: Reply): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Long enough to be seen in a timing, far from any deadline. */
const slownessMs = 5;

const hourMs = 3_600_000;
/** Each request meets the next of these nodes: the Date of its answer, and the token that it issues, are of its clock. */
const nodesAhead = (...hours: readonly number[]): DeviationRow => {
  const aheadMs = ({ counted }: Counters): number => (hours[counted('requests') % hours.length] ?? 0) * hourMs;
  return {
    touches: everyOperation,
    rules: {
      writesDate: (nowMs, world) => new Date(nowMs + aheadMs(world)).toUTCString(),
      stampsAtMs: (world) => world.now() + aheadMs(world),
    },
  };
};

export const headerOddities = odditiesOf({
  'names-no-charset': all(when(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/json' }))),
  'names-a-media-type-of-its-own': all(
    when(isJson, (reply) => withHeaders(reply, { 'content-type': 'application/vnd.travel+json; v=1' })),
  ),
  'labels-errors-as-problems': all(
    when(
      (request, reply) => reply.status >= 400 && isJson(request, reply),
      (reply) => withHeaders(reply, { 'content-type': 'application/problem+json' }),
    ),
  ),
  'shouts-header-names': {
    touches: everyOperation,
    rules: { namesHeader: (name) => name.toUpperCase() },
  },
  'tells-no-date': {
    touches: everyOperation,
    rules: { writesDate: () => undefined },
  },
  'dates-answers-an-hour-ahead': {
    touches: everyOperation,
    rules: { writesDate: (nowMs) => new Date(nowMs + hourMs).toUTCString() },
  },
  'has-nodes-whose-clocks-disagree': nodesAhead(0, 2, -3),
  // Each takes the token of another for over, or for one of tomorrow.
  'has-nodes-more-than-a-day-apart': nodesAhead(0, 26, -3),
  'answers-in-chunks': all((reply) => withHeaders(reply, { 'transfer-encoding': 'chunked' })),
  'compresses-where-allowed': {
    touches: everyOperation,
    rules: { compresses: ({ headers }) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) },
  },
  'answers-slowly': {
    touches: everyOperation,
    rules: { delayMs: slownessMs },
  },
  'sends-headers-nobody-knows': all((reply) =>
    withHeaders(reply, { 'x-request-id': '1', 'cache-control': 'no-store', via: '1.1 proxy' }),
  ),
});

/** What is sent again: a request without effect that was answered 429, when the service says so, and no more than a few times. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { permitToBook } from '../../../client/permit.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { jsonReply, served, startMs } from './test-server.ts';

type Answer = { readonly status: number; readonly retryAfter?: string; readonly body?: object };

const refused = (retryAfter?: string): Answer => ({ status: 429, ...(retryAfter !== undefined && { retryAfter }) });

/** A client of a service that gives these answers in turn and then an empty list; its waits are noted and take no time. */
const answering = async (t: TestContext, answers: readonly Answer[], signal?: AbortSignal) => {
  const left = [...answers];
  const waits: number[] = [];
  let nowMs = startMs;
  const made = await served(
    t,
    {
      reply: (_, response) => {
        const { status, retryAfter, body = [] } = left.shift() ?? { status: 200 };
        jsonReply(response, status, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      },
      dateMs: () => nowMs,
    },
    {
      now: () => nowMs,
      delay: async (ms) => {
        waits.push(ms);
        nowMs += ms;
      },
      signal,
    },
  );
  const send = (operation: OperationId = 'countries') => made.client.send({ operation }, made.recorder);
  return { ...made, send, waits, sent: () => made.asked.filter(({ path }) => !path.endsWith('/auth/token')).length };
};

test('the last answer is the one that is recorded, with how often the service refused before it', async (t) => {
  const { send, exchanges, waits, sent } = await answering(t, [refused('2'), refused('2')]);
  const exchange = await send();
  equal(exchange.response?.status, 200);
  equal(exchange.throttled?.refused, 2);
  equal(exchanges.filter(({ operation }) => operation === 'countries').length, 1);
  equal(sent(), 3);
  deepEqual(waits.filter((ms) => ms === 2_000).length, 2);
});

test('without Retry-After it waits 1, 2 and 4 s, and then the 429 stands', async (t) => {
  const { send, waits, sent } = await answering(t, [refused(), refused(), refused(), refused()]);
  const exchange = await send();
  equal(exchange.response?.status, 429);
  equal(exchange.throttled?.refused, 4);
  deepEqual(waits.filter((ms) => ms >= 1_000).slice(0, 3), [1_000, 2_000, 4_000]);
  equal(sent(), 4);
});

test('what asks to wait for longer than is bearable is not sent again', async (t) => {
  const { send, sent } = await answering(t, [refused('31')]);
  equal((await send()).response?.status, 429);
  equal(sent(), 1);
});

test('a date is as good as seconds', async (t) => {
  const { send, waits } = await answering(t, [refused(new Date(startMs + 5_000).toUTCString())]);
  equal((await send()).response?.status, 200);
  const [waited = 0] = waits;
  // By the clock of the target, which is known to some milliseconds.
  ok(Math.abs(waited - 5_000) < 500, `${waited}`);
});

test('what has an effect is sent once', async (t) => {
  const { client, recorder, sent } = await answering(t, [refused('1')]);
  const call = { operation: 'create-booking', body: {}, permit: permitToBook() } as const;
  const exchange = await client.send(call, recorder);
  equal(exchange.response?.status, 429);
  equal(exchange.throttled?.refused, 1);
  equal(sent(), 1);
});

test('a documented code says no at any status, and is final', async (t) => {
  const body = { error: { code: 'HOTEL_NOT_FOUND', message: 'No.' } };
  const { send, sent } = await answering(t, [{ ...refused('1'), body }]);
  const exchange = await send();
  deepEqual([exchange.response?.status, exchange.throttled, sent()], [429, undefined, 1]);
});

test('after the end of the run nothing is sent again', async (t) => {
  const run = new AbortController();
  const { client, recorder, sent } = await answering(t, [], run.signal);
  await client.send({ operation: 'countries' }, recorder);
  run.abort();
  await client.send({ operation: 'countries' }, recorder);
  equal(sent(), 1);
});

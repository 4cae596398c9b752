/** When a client takes a token for over, by what it tells and by the clock of the target. */
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, clientOf, issues, jsonReply, served, service, startMs } from '../test-server.ts';

const call = { operation: 'countries' } as const;
const minuteMs = 60_000;

test('a token is renewed five minutes before its end, by what passed since its issue and whatever Date headers show', async (t) => {
  const aheadMs = { none: 0, minutes: 20 * minuteMs, days: 50 * 60 * minuteMs, behind: -50 * 60 * minuteMs };
  for (const ms of Object.values(aheadMs)) {
    let nowMs = startMs;
    const { logins, client, recorder } = await served(
      t,
      { login: issues(60 * minuteMs), dateMs: () => nowMs + ms },
      { now: () => nowMs },
    );
    await client.send(call, recorder);
    nowMs = startMs + 54 * minuteMs;
    await client.send(call, recorder);
    equal(logins(), 1);
    nowMs = startMs + 56 * minuteMs;
    const { tokenSerial } = await client.send(call, recorder);
    equal(logins(), 2);
    equal(tokenSerial, 2);
  }
});

test('nodes that disagree by days cost one token', async (t) => {
  let answers = 0;
  const nodesMs = [0, 50 * 60 * minuteMs, -50 * 60 * minuteMs];
  const { logins, client, recorder } = await served(t, { dateMs: () => startMs + (nodesMs[answers++ % 3] ?? 0) });
  for (let i = 0; i < 20; i += 1) await client.send(call, recorder);
  equal(logins(), 1);
});

test('a token that is over once a lever moved the clock is not used, though no Date header follows', async (t) => {
  const refusesWith403 = (_: Asked, response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 403, {});
  const { logins, client, recorder } = await served(t, { reply: refusesWith403 });
  await client.send(call, recorder);
  ok(client.heldTokens().own);
  client.clock.move(24 * 60 * minuteMs);
  equal(client.heldTokens().own, undefined, 'and no clean-up gets it');
  equal(
    (await client.send({ ...call, bearer: 'expired' }, recorder)).tokenSerial,
    1,
    'but where an expired one is meant',
  );
  equal(logins(), 1);
  await client.send(call, recorder);
  equal(logins(), 2);
});

test('a short life is renewed halfway, and a token born expired never', async (t) => {
  let nowMs = startMs;
  const short = await service(t, { login: issues(2 * minuteMs), dateMs: () => nowMs });
  const one = clientOf(t, short.baseUrl, { now: () => nowMs });
  for (const seconds of [0, 30, 65]) {
    nowMs = startMs + seconds * 1_000;
    await one.client.send(call, one.recorder);
  }
  equal(short.logins(), 2);
  const past = await service(t, { login: issues(-minuteMs), dateMs: () => nowMs });
  const two = clientOf(t, past.baseUrl, { now: () => nowMs });
  for (let i = 0; i < 3; i++) await two.client.send(call, two.recorder);
  equal(past.logins(), 1);
});

test('a token that does not tell its end in ISO 8601 is kept', async (t) => {
  for (const expiresAt of ['tomorrow', '1', 5, null, undefined]) {
    const answer = () => ({ status: 200, body: { token: 'opaque-token', expiresAt } });
    const { baseUrl, logins } = await service(t, { login: answer });
    let nowMs = startMs;
    const { client, recorder } = clientOf(t, baseUrl, { now: () => nowMs });
    await client.send(call, recorder);
    nowMs += 48 * 60 * minuteMs;
    await client.send(call, recorder);
    equal(logins(), 1);
  }
});

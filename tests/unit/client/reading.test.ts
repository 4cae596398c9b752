/** What is read out of an answer before it is redacted, and what of it is written down. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../../client/client.ts';
import type { Json } from '../../../contracts/json.ts';
import { exchange as exchangeSchema } from '../../../contracts/trace.ts';
import { credentials, jsonReply, jwtOf, served } from './test-server.ts';

const canary = credentials.clientSecret;

test('facts are read from the answer as it came, and are kept beside it', async (t) => {
  const body = { hotels: [{ hotelId: 7, name: 'Zum Löwen' }], searchId: 's-1' };
  const { client, recorder } = await served(t, { reply: (_, response) => jsonReply(response, 200, body) });
  let seen: Json | undefined;
  const read = (answer: Json): Reading => {
    seen = answer;
    return { facts: { searchId: 's-1', hotels: [{ at: ['hotels', 0], hotelId: 7 }] } };
  };
  const intent = { region: 'Zum Löwen', stay: { checkIn: '2027-01-01' } };
  const exchange = await client.send({ operation: 'hotel-search', body: { place: 'x' }, intent, read }, recorder);
  deepEqual(seen, body);
  deepEqual(exchange.facts, { searchId: 's-1', hotels: [{ at: ['hotels', 0], hotelId: 7 }] });
  deepEqual(exchange.intent, intent);
  equal(exchange.unread, undefined);
  deepEqual(exchange.response?.body, body);
  exchangeSchema.parse(exchange);
});

test('no credential and no token is in facts, intents or reasons, wherever they stand', async (t) => {
  const token = jwtOf({ sub: 'partner-of-the-token', exp: 1_900_000_000 });
  const { client, recorder } = await served(t, {
    login: () => ({ status: 200, body: { token, expiresAt: '2030-01-01T00:00:00Z' } }),
    reply: ({ bearer }, response) => jsonReply(response, 200, { searchId: `${bearer} of ${canary}` }),
  });
  const read = (body: Json): Reading => {
    const { searchId } = body as { searchId: string };
    const offer = { at: [searchId, 0], identity: { [searchId]: searchId }, reference: [{ [canary]: searchId }] };
    return { facts: { searchId, offers: [offer] }, unread: `${searchId} has no price` };
  };
  const intent = { region: { [`for ${canary}`]: [canary, token] } };
  const exchange = await client.send({ operation: 'hotel-search', body: {}, intent, read }, recorder);
  const text = JSON.stringify(exchange);
  for (const secret of [canary, ...token.split('.').slice(1)]) ok(!text.includes(secret), text);
  ok(exchange.unread?.endsWith('has no price'));
  exchangeSchema.parse(exchange);
});

test('nothing is read of what did not succeed, or is no JSON', async (t) => {
  const answers = [
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 400, { error: { code: 'X', message: 'x' } }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 200, { error: { code: 'X', message: 'x' } }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 200, { success: false }),
    (response: Parameters<typeof jsonReply>[0]) => jsonReply(response, 503, {}),
    (response: Parameters<typeof jsonReply>[0]) => response.writeHead(200).end('<html>'),
    (response: Parameters<typeof jsonReply>[0]) => response.writeHead(200).end(),
    (response: Parameters<typeof jsonReply>[0]) => response.destroy(),
  ];
  let next = 0;
  const { client, recorder } = await served(t, {
    reply: (_, response) => (answers[next++] ?? answers.at(-1))?.(response),
  });
  let reads = 0;
  const read = (): Reading => {
    reads += 1;
    return { facts: {} };
  };
  for (const _ of answers) {
    const { facts } = await client.send({ operation: 'hotel-search', body: {}, read }, recorder);
    equal(facts, undefined);
  }
  equal(reads, 0);
  equal(next, answers.length + 1, 'on a reused connection it is sent once more');
});

test('members that are undefined are not in a record', async (t) => {
  const { client, recorder } = await served(t, { reply: (_, response) => jsonReply(response, 200, {}) });
  const read = (): Reading => ({ facts: { booking: { at: [], bookingId: undefined, status: 'inWork' } } });
  const exchange = await client.send({ operation: 'view-booking', body: {}, read }, recorder);
  deepEqual(Object.keys(exchange.facts?.booking ?? {}), ['at', 'status']);
});

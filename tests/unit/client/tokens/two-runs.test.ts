/** Two runs on one account of a service that revokes the older token at each login. */
import { equal } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ClientOptions } from '../../../../client/client.ts';
import { memoryStores } from '../../../../client/stores/memory-stores.ts';
import { clientOf, jsonReply, jwtOf, served, service, startMs } from '../test-server.ts';

const call = { operation: 'countries' } as const;
const login = { operation: 'token', login: 'own' } as const;

/** Only the newest token counts. */
const revoking = async (t: TestContext) => {
  let newest = '';
  const { baseUrl, logins } = await service(t, {
    login: (count) => {
      newest = jwtOf({ jti: count, iat: startMs / 1_000 });
      return { status: 200, body: { token: newest, expiresAt: new Date(startMs + 86_400_000).toISOString() } };
    },
    reply: ({ bearer }, response) => jsonReply(response, bearer === newest ? 200 : 401, []),
  });
  const tokenCache = memoryStores();
  const run = (more: Partial<ClientOptions> = {}) => clientOf(t, baseUrl, { tokenCache, ...more });
  return { run, logins };
};

test('who needs a new token meanwhile waits for the last of a run that asks for several', async (t) => {
  const { run, logins } = await revoking(t);
  const [one, other] = [run(), run()];
  await other.client.send(call, other.recorder);

  const giveBack = await one.client.holdTokens();
  await one.client.send(login, one.recorder);
  const waiting = other.client.send(call, other.recorder);
  await one.client.send(login, one.recorder);
  await one.client.send(call, one.recorder);
  await giveBack();
  equal((await waiting).response?.status, 200);
  equal((await one.client.send(call, one.recorder)).response?.status, 200);
  equal(logins(), 3, 'the other found the last one');
});

test('a lost token is replaced by those that others asked for, and asked for anew only once', async (t) => {
  const { run, logins } = await revoking(t);
  const [one, other] = [run(), run()];
  await one.client.send(call, one.recorder);
  await other.client.send(login, other.recorder);
  await other.client.send(login, other.recorder);
  for (let time = 0; time < 3; time += 1) {
    equal((await one.client.send(call, one.recorder)).response?.status, 200);
    await other.client.send(login, other.recorder);
  }
  equal((await one.client.send(call, one.recorder)).response?.status, 200);
  equal(logins(), 6, 'all logins but the first were of the other');
});

test('a service that accepts no token is not asked for ever', async (t) => {
  const { asked, logins, client, recorder } = await served(
    t,
    { reply: (_, response) => jsonReply(response, 401, {}) },
    { tokenCache: memoryStores() },
  );
  for (let time = 0; time < 12; time += 1) await client.send(call, recorder);
  equal(logins(), 2);
  // Each call once, again for the first of them with the new token, and the same token again while another was hoped for.
  equal(asked.length - logins(), 12 + 1 + 5);
});

test('a client that is given tokens asks for none, until they are refused', async (t) => {
  const { run, logins } = await revoking(t);
  const one = run({ tokenCache: undefined });
  await one.client.send(call, one.recorder);
  const heir = run({ tokenCache: undefined, tokens: one.client.heldTokens() });
  equal((await heir.client.send(call, heir.recorder)).response?.status, 200);
  equal(logins(), 1);
  await one.client.send(login, one.recorder);
  equal((await heir.client.send(call, heir.recorder)).response?.status, 200);
  equal(logins(), 3);
});

/** What a whole exchange tells of what was planted in it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import { field } from '../../../../contracts/subjects.ts';
import { exchange as exchangeSchema, trace as traceSchema } from '../../../../contracts/trace.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';
import { clientOf, credentials, httpServer, jsonReply, jwtOf, otherPartner, served } from '../test-server.ts';

const canary = 'CanaryOf7Words';

test('what is planted in an answer stays in its record, and leaves nowhere', async (t) => {
  const answers = [
    { type: 'application/json', text: JSON.stringify({ [`a ${canary}`]: canary, x: [{ y: `${canary}.` }] }) },
    { type: 'application/json', text: JSON.stringify(canary) },
    { type: 'text/html', text: `<html>${canary}` },
    { type: 'text/plain', text: canary },
    { type: 'application/json', text: `[{"id":1,"nameEn":"${canary}` },
  ];
  let next = 0;
  const baseUrl = await httpServer(t, (_, response) => {
    const { type = '', text = '' } = answers[next++] ?? {};
    response
      .writeHead(200, { 'content-type': type, 'x-canary': canary, 'set-cookie': canary, server: canary })
      .end(text);
  });
  const { client, recorder, exchanges } = clientOf(t, baseUrl);
  for (const { text } of answers) {
    const query = [[`for ${canary}`, canary]] as const;
    const { response } = await client.send(
      { operation: 'countries', bearer: 'garbage', garbage: canary, query, headers: { 'x-canary': canary } },
      recorder,
    );
    equal(response?.bytes, text.length);
  }
  equal(exchanges.length, answers.length);
  for (const exchange of exchanges) exchangeSchema.parse(exchange);
  const answered = exchanges.map(({ response }) => JSON.stringify([response?.body, response?.text]));
  for (const text of answered) ok(text.includes(canary), text);
  const startedAt = '2026-09-01T12:00:00.000Z';
  const recorded = { ...emptyTrace('list-countries', startedAt), exchanges: [...exchanges] };
  const shared = createSharing().share(recorded);
  traceSchema.parse(shared);
  ok(!JSON.stringify(shared).includes(canary), JSON.stringify(shared));
  const { replaced = [] } = shared.exchanges[0] ?? {};
  for (const where of ['request.headers.*', 'response.headers.*', 'response.body.x[].y']) ok(replaced.includes(where));
  deepEqual(
    replaced.filter((where) => where.endsWith('(its name)')).map((where) => where.split('.')[1]),
    ['query', 'body'],
  );
  equal(exchanges[2]?.response?.text?.looksLike, 'html');
  equal(exchanges[4]?.response?.text?.looksLike, 'truncated-json');
});

test('no credential and no token is in a record, wherever the service repeats it', async (t) => {
  const token = jwtOf({ sub: 'partner-of-the-token', exp: 1_900_000_000 });
  const { client, recorder, exchanges } = await served(
    t,
    {
      login: (_, body) => ({
        status: 200,
        // A careless service repeats what it was sent, and gives the token in a place that is shown.
        body: {
          ...JSON.parse(body),

          token,
          expiresAt: `${token} until 2030`,
          [credentials.clientId]: body,
        },
      }),
      reply: ({ bearer }, response) => {
        const headers = { 'content-type': `application/json; by=${bearer}` };
        const row = { id: 1, nameEn: bearer, nameRu: `${credentials.clientSecret}${credentials.clientId}` };
        if (bearer === token) return jsonReply(response, 200, [row], headers);
        jsonReply(response, 403, { error: { code: `X.${bearer?.split('.')[2]}`, message: bearer } }, headers);
      },
    },
    { otherPartner },
  );
  await client.send({ operation: 'countries' }, recorder);
  for (const bearer of ['tampered-claims', 'tampered-signature', 'unsigned', 'other'] as const) {
    await client.send({ operation: 'countries', bearer }, recorder);
  }
  for (const kind of ['truncated', 'case-flipped', 'of-other-partner'] as const) {
    await client.send({ operation: 'token', login: 'wrong-secret', wrongness: { kind } }, recorder);
  }
  for (const wrongness of [
    ...(['middle-changed', 'last-widened', 'client-id'] as const).map((kind) => ({ kind })),
    { kind: 'extended', text: '\0more' },
    { kind: 'preceded', text: 'more' },
    { kind: 'value', value: { $ne: '' } },
  ] as const) {
    for (const login of ['unusual-client-id', 'unusual-secret'] as const)
      await client.send({ operation: 'token', login, wrongness }, recorder);
  }
  const text = JSON.stringify(exchanges);
  const secrets = [...Object.values(credentials), ...Object.values(otherPartner), ...token.split('.').slice(1)];
  for (const secret of [...secrets, credentials.clientSecret.slice(0, -1)]) ok(!text.includes(secret), secret);
  for (const exchange of exchanges) exchangeSchema.parse(exchange);
});

test('an unusual secret that a service repeats in its own alphabet tells nothing of the right one', async (t) => {
  const { client, recorder } = await served(t, {
    login: (_, body) => ({ status: 400, body: { expiresAt: `never for ${body.replaceAll(/[^ -~]/g, '?')}` } }),
  });
  const wrongness = { kind: 'last-widened' } as const;
  const { response } = await client.send({ operation: 'token', login: 'unusual-secret', wrongness }, recorder);
  const reported = String(field(response?.body, 'expiresAt'));
  ok(reported.startsWith('never for ') && !reported.includes(credentials.clientSecret.slice(0, -1)), reported);
});

test('what is no secret and stands for one stays readable', async (t) => {
  const { client, recorder } = await served(t, {
    login: () => ({ status: 400, body: { expiresAt: 'null and true' } }),
  });
  await client.send({ operation: 'token', login: 'null-secret' }, recorder);
  const wrongness = { kind: 'value', value: true } as const;
  const { response } = await client.send({ operation: 'token', login: 'unusual-secret', wrongness }, recorder);
  equal(field(response?.body, 'expiresAt'), 'null and true');
});

test('a login keeps the form of what it sent and what it got', async (t) => {
  const { client, recorder } = await served(t);
  const one = await client.send({ operation: 'token', login: 'own' }, recorder);
  const two = await client.send({ operation: 'token', login: 'wrong-secret' }, recorder);
  const [first, second] = [one.request.body, two.request.body] as { clientId: string; clientSecret: string }[];
  equal(first?.clientId, second?.clientId);
  equal(first?.clientId.length, credentials.clientId.length);
  equal(second?.clientSecret.length, credentials.clientSecret.length + 1);
  equal(field(one.response?.body, 'expiresAt'), '2026-09-02T12:00:00.000Z');
  deepEqual(one.request.headers, { accept: 'application/json', 'content-type': 'application/json' });
});

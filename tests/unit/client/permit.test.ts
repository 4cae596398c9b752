/** Nothing with an effect is sent without a permit, and code of a target ends in time. */
import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Call } from '../../../client/client.ts';
import { inTime, OutOfTime, settledInTime } from '../../../client/in-time.ts';
import { type Permit, permitToBook, permitToCancel, permitToIssue } from '../../../client/permit.ts';
import { operationIds, operations } from '../../../contracts/operations.ts';
import { jsonReply, served } from './test-server.ts';

const needsPermit = { name: 'TypeError', message: /needs a permit of its own/ };

test('without a permit nothing with an effect is sent, not even a login for it', async (t) => {
  const { asked, client, recorder, exchanges } = await served(t);
  const calls: readonly Call[] = [
    { operation: 'create-booking', body: { guests: [] } },
    { operation: 'create-booking', body: {} },
    { operation: 'create-booking' },
    { operation: 'cancel-booking', body: { bookingId: 1 } },
    { operation: 'create-booking', body: {}, bearer: 'own' },
    { operation: 'create-booking', body: { a: 1 }, bearer: 'missing' },
    { operation: 'create-booking', body: [], bearer: 'missing' },
    { operation: 'create-booking', bearer: 'missing' },
    { operation: 'cancel-booking', body: { bookingId: 1 }, bearer: 'unsigned' },
    { operation: 'create-booking', body: {}, permit: permitToCancel() },
    { operation: 'cancel-booking', body: {}, permit: permitToBook() },
    { operation: 'create-booking', body: {}, permit: { for: 'create-booking' } },
    { operation: 'create-booking', body: {}, permit: { ...permitToBook() } },
  ];
  for (const call of calls) await rejects(client.send(call, recorder), needsPermit, JSON.stringify(call));
  deepEqual([asked, exchanges], [[], []]);
});

test('every operation with an effect needs its own permit', async (t) => {
  const { asked, client, recorder } = await served(t);
  const permits = {
    'create-booking': () => permitToBook(),
    'pnr-create': () => permitToBook('pnr-create'),
    'ticket-issue': () => permitToIssue('ticket-issue'),
    'ticket-exchange': () => permitToIssue('ticket-exchange'),
    'cancel-booking': () => permitToCancel(),
    'pnr-cancel': () => permitToCancel('pnr-cancel'),
    'ticket-cancel': () => permitToCancel('ticket-cancel'),
    'ticket-refund': () => permitToCancel('ticket-refund'),
  } as const;
  const effective = operationIds.filter((id) => ['books', 'tickets'].includes(operations[id].effect));
  deepEqual(effective.toSorted(), Object.keys(permits).toSorted());
  for (const [operation, permit] of Object.entries(permits) as [keyof typeof permits, () => Permit][]) {
    const call = { operation, body: { a: 1 } };
    await rejects(client.send(call, recorder), needsPermit);
    const another = operation === 'pnr-cancel' ? permitToCancel('ticket-cancel') : permitToCancel('pnr-cancel');
    await rejects(client.send({ ...call, permit: another }, recorder), needsPermit);
    await client.send({ ...call, permit: permit() }, recorder);
  }
  equal(asked.filter(({ path }) => !path.endsWith('/token')).length, effective.length);
});

test('a permit serves one request', async (t) => {
  const { asked, client, recorder } = await served(t);
  for (const [operation, permit] of [
    ['create-booking', permitToBook()],
    ['cancel-booking', permitToCancel()],
  ] as const) {
    const call = { operation, body: { a: 1 }, permit };
    equal((await client.send(call, recorder)).response?.status, 200);
    await rejects(client.send(call, recorder), needsPermit);
  }
  equal(asked.length, 3);
});

test('a refused token is renewed, and what has an effect is not sent again with the new one', async (t) => {
  const { asked, client, recorder } = await served(t, { reply: (_, response) => jsonReply(response, 401, {}) });
  await client.send({ operation: 'create-booking', body: { a: 1 }, permit: permitToBook() }, recorder);
  equal(asked.filter(({ path }) => path.endsWith('create_booking')).length, 1);
});

test('an empty body under a token that must not count needs none', async (t) => {
  const { asked, client, recorder } = await served(t);
  for (const bearer of ['missing', 'empty', 'tampered-claims', 'unsigned', 'expired'] as const) {
    for (const operation of ['create-booking', 'cancel-booking'] as const) {
      await client.send({ operation, body: {}, bearer }, recorder);
    }
  }
  equal(asked.filter(({ path }) => path.endsWith('_booking')).length, 10);
});

test('only what keeps the ledger gives permits out', () => {
  const root = join(import.meta.dirname, '../../..');
  const users = (name: string) =>
    globSync('{cases,client,cli,engine,explore,flows,gate,generators,prover,reports,specs,targets}/**/*.ts', {
      cwd: root,
    })
      .filter((file) => file !== 'client/permit.ts' && readFileSync(join(root, file), 'utf8').includes(name))
      .sort();
  deepEqual(users('permitToBook'), ['client/ledgers/booking-ledger.ts']);
  deepEqual(users('permitToIssue'), ['client/ledgers/booking-ledger.ts']);
  deepEqual(users('permitToCancel'), [
    'engine/clean-up/close-flight.ts',
    'engine/clean-up/close-stay.ts',
    'engine/effects/effect.ts',
  ]);
});

const brief = { what: 'it', ms: 30 };
const long = { what: 'it', ms: 60_000 };

const neverReturning: Readonly<Record<string, () => void>> = {
  'a loop': () => {
    for (;;);
  },
  'a slow regular expression': () => void /^(a+)+$/.test(`${'a'.repeat(50)}b`),
  'a loop that catches all': () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
};

test('what never returns is ended, and what returns or throws in time does so', () => {
  for (const [what, work] of Object.entries(neverReturning)) {
    throws(() => inTime(brief, work), { constructor: OutOfTime, message: 'it did not return within 0.03 s' }, what);
  }
  equal(
    inTime(long, () => 5),
    5,
  );
  throws(() => inTime(long, () => JSON.parse('{')), SyntaxError);
});

test('a call within a call has its own deadline', () => {
  const inner = () => inTime(long, () => inTime(brief, neverReturning['a loop'] ?? (() => {})));
  throws(inner, OutOfTime);
  equal(
    inTime(long, () => {
      throws(inner, OutOfTime);
      return inTime(long, () => 7);
    }),
    7,
  );
  throws(() => inTime(brief, () => inTime(long, neverReturning['a loop'] ?? (() => {}))), OutOfTime);
  equal(
    inTime(long, () => 9),
    9,
  );
});

test('a promise that never settles is not waited for, nor for long once the run is interrupted', async () => {
  const never = () => new Promise<never>(() => {});
  await rejects(settledInTime(brief, never), OutOfTime);
  await rejects(settledInTime(brief, neverReturning['a loop'] ?? never), OutOfTime);
  equal(await settledInTime(long, async () => 5), 5);
  const interruption = new AbortController();
  const waiting = settledInTime({ ...long, signal: interruption.signal }, never);
  interruption.abort();
  await rejects(waiting, /the run was interrupted/);
});

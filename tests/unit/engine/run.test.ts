/** A run records its flows in order, also when two gates share a target and a flow has a limit of requests. */
import assert, { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { bookingLedger, memoryLedger } from '../../../client/ledgers/booking-ledger.ts';
import { loginBudget } from '../../../client/tokens/login-budget.ts';
import { judge } from '../../../contracts/judge.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { type Flow, flow } from '../../../engine/flow.ts';
import { runner, TargetBroke } from '../../../engine/run.ts';
import type { Session } from '../../../engine/session.ts';
import { bookThenCancel } from '../../../flows/book-then-cancel.ts';
import { bookThenVoid } from '../../../flows/book-then-void.ts';
import { fileStores } from '../../../stores/file-stores.ts';
import { memoryStores, type Stores } from '../../../stores/store.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../flows/hotel-world.ts';
import { fileStoresOf } from '../stores/stored.ts';

const target = resolvedTarget(
  {
    name: 'silent',
    baseUrl: 'http://127.0.0.1:9',
    credentials: { clientId: 'a', clientSecret: 'b' },
    limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
  },
  {},
  'silent',
);
const options = { target, seed: 1, transport: { proxy: 'none' as const } };

const tell = (id: string, story: Flow['run']): Flow =>
  flow(id, {
    story: id,
    phase: 'main',
    operations: ['countries'],
    exercises: ['countries.sorted-by-id'],
    input: fc.constant({}),
    run: story,
  });

/** What a story against a service that is not there comes to. */
const traced = async (story: Flow['run'], changed: Partial<Target> = {}): Promise<Trace> => {
  const running = runner({ ...options, target: { ...target, ...changed } });
  return running.record(tell('tells', story)).finally(running.close);
};

test('an exception in a flow is kept, and makes a verdict about Preflight, not about the service', async () => {
  const trace = await traced(() => Promise.reject(new Error('boom')));
  assert.equal(trace.error?.message, 'boom');
  assert.equal(judge('countries.sorted-by-id', trace).outcome, 'error');
});

test('without a lever the clock stays, and one that never comes back is trouble: both are named', async () => {
  const pull: Flow['run'] = ({ advanceClock }) => advanceClock(1);
  const { stopped } = await traced(pull);
  assert.equal(stopped?.because, 'needs');
  assert.match(stopped?.reason ?? '', /levers\.advanceClock or levers\.openWorld/);
  const limits = { ...target.limits, leverDeadlineMs: 20 };
  const hanging = await traced(pull, { limits, levers: { advanceClock: () => new Promise<never>(() => {}) } });
  const reason = 'levers.advanceClock failed: it did not return within 0.02 s';
  assert.deepEqual(hanging.stopped, { because: 'trouble', reason });
});

test('a binding that never returns is ended by name, and called no more in the run', async () => {
  let calls = 0;
  const request = () => {
    calls += 1;
    for (;;);
  };
  const limits = { ...target.limits, bindingDeadlineMs: 30 };
  const running = runner({ ...options, target: { ...target, limits, bindings: { 'hotel-search': { request } } } });
  const asks = tell('asks', async ({ ask }) => {
    await ask('hotel-search', { region: 1, stay: { checkIn: '2027-01-01', checkOut: '2027-01-02', rooms: [] } });
  });
  const messages = [(await running.record(asks)).error?.message, (await running.record(asks)).error?.message];
  await running.close();
  const message = "bindings['hotel-search'].request did not return within 0.03 s";
  assert.deepEqual({ messages, calls }, { messages: [message, message], calls: 1 });
});

test('once the target file has thrown late, no flow is a measurement', async () => {
  const broken = new AbortController();
  const running = runner({ ...options, transport: { proxy: 'none', signal: broken.signal } });
  const before = await running.record(tell('before', async () => {}));
  broken.abort(new TargetBroke('target file acme.ts threw'));
  const after = await running.record(tell('after', async () => {}));
  await running.close();
  assert.equal(before.error, undefined);
  assert.equal(after.error?.message, 'target file acme.ts threw');
});

after(closeSandbox);

const together = async (t: TestContext, place: Placed, tell: Parameters<typeof story>[0]) => {
  const { target, time } = place;
  const root = await mkdtemp(join(tmpdir(), 'two-gates-'));
  t.after(() => rm(root, { recursive: true }));
  const account = { baseUrl: target.baseUrl, clientId: target.credentials.clientId };
  const ledgerOfItsOwn = () => bookingLedger({ stores: fileStores({ root, now: time.now }), account, now: time.now });
  const gate = async (seed: number) => {
    const ledger = ledgerOfItsOwn();
    const running = runner({ target, seed, ledger, transport: { proxy: 'none', now: time.now, delay: time.delay } });
    const trace = await running.record(story(tell));
    await running.close();
    return trace;
  };
  const traces = await Promise.all([gate(1), gate(2)]);
  const left = await ledgerOfItsOwn().entries();
  return { traces, left };
};

test('neither finds, cancels or sweeps what the other has booked', async (t) => {
  const place = placed();
  const marks: string[] = [];
  const { traces, left } = await together(t, place, async (session) => {
    const intent = await bookable(session);
    for (let time = 0; time < 3; time += 1) {
      const { attempt, booking = {} } = await session.book(intent);
      equal(attempt.found, 'once');
      marks.push(attempt.mark);
      const { facts } = await session.ask('view-booking', {
        booking,
        details: { includePriceDetails: false, includeResidenceDetails: false },
      });
      deepEqual(facts.booking?.marks, [attempt.mark]);
      equal(facts.booking?.status, 'completed', 'the other gate has not cancelled it');
      if (time === 1) await session.cancel(booking);
    }
  });
  for (const { error, bookings } of traces) {
    equal(error?.stack, undefined);
    deepEqual(bookings, { requested: 3, cancelled: 3, left: 0 });
  }
  equal(new Set(marks).size, 6);
  deepEqual([place.open(), left], [[], []]);
});

test('together they book no more than the day allows', async (t) => {
  const place = placed({}, () => ({ may: { books: { perRun: 9, perDay: 5 } } }));
  const { traces, left } = await together(t, place, async (session) => {
    const intent = await bookable(session);
    for (;;) await session.book(intent);
  });
  for (const { stopped } of traces) equal(stopped?.because, 'needs');
  equal(place.world.bookings.all().length, 5);
  deepEqual([place.open(), left], [[], []]);
});

for (const flow of [bookThenCancel, bookThenVoid]) {
  test(`${flow.id} ends where it may send no more, with an empty ledger`, async () => {
    for (const requestsMax of [1, 2, 4, 7, 11, 16]) {
      const { record, open, time } = placed();
      const ledger = memoryLedger(time.now);
      const { exchanges, stopped, error } = await record({ ...flow, requestsMax }, { ledger });
      equal(error, undefined);
      equal(stopped?.reason, `needs more than ${requestsMax} requests`);
      // A login comes with the request that needs it.
      ok(exchanges.length <= requestsMax + 1, `${exchanges.length} of ${requestsMax}`);
      deepEqual(open(), []);
      deepEqual(await ledger.entries(), []);
    }
  });
}

const minuteMs = 60_000;
const logins = ({ world }: Placed): number => world.counted('tokens requested');
const extra = (perRun: number) => () => ({ may: { extraTokens: { perRun } } });

test('a service that ends its tokens early gets two logins a run, and as many more as the target allows', async () => {
  for (const perRun of [0, 3]) {
    const place = placed({}, extra(perRun));
    Object.assign(place.world, { rules: { ...place.world.rules, lifetimeMs: 2 * minuteMs } });
    const { stopped } = await place.play(async (session) => {
      for (let hour = 0; hour < 20; hour += 1) {
        await session.send({ operation: 'countries' });
        await session.pause(5 * minuteMs);
      }
    });
    equal(logins(place), perRun + 2);
    equal(stopped?.because, 'trouble');
    match(
      stopped?.reason ?? '',
      /^no more logins in this run: it has sent \d with these credentials, .*if no other run moves the clock and its tokens .* raise may.extraTokens.perRun$/,
    );
  }
});

const logIn = async ({ send }: Session, login: 'own' | 'other' | 'wrong-secret' = 'own') =>
  send({ operation: 'token', login });

test('all runs together send twenty right logins an hour and twenty wrong ones, and go on after it', async () => {
  const place = placed();
  const state = memoryStores();
  const runs = async (count: number, login?: Parameters<typeof logIn>[1]) => {
    const reasons = [];
    for (let run = 0; run < count; run += 1) {
      const { stopped } = await place.play((session) => logIn(session, login), { state });
      if (stopped) reasons.push(stopped);
    }
    return reasons;
  };
  for (const [login, reason] of [
    ['wrong-secret', /^no more wrong logins before 20[-\dT:.]+Z: all runs together have sent 20 for this account/],
    ['own', /^no more logins before 20[-\dT:.]+Z: all runs together have sent 20 for this account/],
  ] as const) {
    const before = logins(place);
    equal((await runs(20, login)).length, 0, login);
    const [refused] = await runs(1, login);
    equal((await runs(3, login)).length, 3, login);
    equal(logins(place) - before, 20);
    equal(refused?.because, 'trouble');
    match(refused?.reason ?? '', reason);
  }
  equal((await runs(2, 'other')).length, 0, 'the second partner has an account of its own');
  await place.time.delay(60 * minuteMs);
  equal((await runs(4)).length, 0);
  equal((await runs(4, 'wrong-secret')).length, 0);
});

test('a login that never reached the service is not counted', async () => {
  const place = placed({}, () => ({ baseUrl: 'http://127.0.0.1:1' }));
  const state = memoryStores();
  for (let run = 0; run < 25; run += 1) {
    const { exchanges, stopped } = await place.play((session) => logIn(session), { state });
    equal(exchanges.at(-1)?.failure?.kind, 'refused', stopped?.reason);
  }
});

test('its own world, and a run that shares nothing, count none of the hour', async () => {
  const place = placed();
  const state = memoryStores();
  for (let run = 0; run < 25; run += 1) {
    const { stopped } = await place.play((session) => session.inOwnWorld(async (own) => void (await logIn(own))), {
      state,
    });
    ok(!stopped, stopped?.reason);
    ok(!(await place.play((session) => logIn(session))).stopped);
  }
});

test('processes that start together count under one lock', async (t) => {
  const { open } = await fileStoresOf(t, 'logins');
  const now = () => Date.parse('2026-09-01T12:00:00Z');
  const account = { baseUrl: 'https://a.test', clientId: 'client' };
  const one = (stores: Stores) => loginBudget(100, { stores, baseUrl: account.baseUrl, now });
  const taken = await Promise.allSettled(Array.from({ length: 25 }, () => one(open()).take(account, 'own')));
  equal(taken.filter(({ status }) => status === 'fulfilled').length, 20);
});

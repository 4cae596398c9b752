/** The clean-up after a story, however it ended, and the sweep of what a run has left behind. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Ledger, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import { runner } from '../../../../engine/run.ts';
import type { Session } from '../../../../engine/session.ts';
import type { PlannedTrouble } from '../../../../sandbox/troubles.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../../flows/hotel-world.ts';

after(closeSandbox);

const bookOne = async (session: Session) => session.book(await bookable(session));

/** Plays a story and ends the run while it is being told. */
const interrupted = async (
  { target, time }: Placed,
  tell: (session: Session, end: () => void) => Promise<unknown>,
  ledger: Ledger = memoryLedger(time.now),
) => {
  const ending = new AbortController();
  const running = runner({
    target,
    seed: 1,
    ledger,
    transport: { proxy: 'none', now: time.now, delay: time.delay, signal: ending.signal },
  });
  const trace = await running.record(story((session) => tell(session, () => ending.abort())));
  await running.close();
  return trace;
};

const logins = ({ world }: Placed): number => world.counted('tokens requested');

test('an interruption keeps a story from going on, and its clean-up from nothing', async () => {
  const place = placed();
  const trace = await interrupted(place, async (session, end) => {
    await bookOne(session);
    end();
    equal((await bookOne(session)).exchange.failure?.kind, 'aborted');
  });
  match(trace.stopped?.reason ?? '', /interrupted/);
  deepEqual(place.open(), []);
  equal(logins(place), 1, 'the token that is held will do');
});

test('a run that is told to end resolves when the clean-up is done', async () => {
  const place = placed();
  const { target, time } = place;
  const running = runner({ target, seed: 1, transport: { proxy: 'none', now: time.now, delay: time.delay } });
  const booked = Promise.withResolvers<void>();
  const recording = running.record(
    story(async (session) => {
      await bookOne(session);
      booked.resolve();
      for (;;) {
        const { failure } = await session.send({ operation: 'countries' });
        if (failure) throw new Error(failure.kind);
      }
    }),
  );
  await booked.promise;
  await running.interrupt();
  deepEqual(place.open(), []);
  equal((await recording).error?.message, 'aborted');
  await running.close();
});

test('a cancellation in trouble is tried once more a while later', async () => {
  const place = placed();
  const { target, time } = place;
  const cancel = target.bindings['cancel-booking'];
  let asks = 0;
  const request = (intent: Parameters<NonNullable<typeof cancel>['request']>[0]) => {
    asks += 1;
    // A binding that breaks is as much in the way as a service that does.
    if (asks === 1 || !cancel) throw new Error('in the way');
    return cancel.request(intent);
  };
  const bindings = { ...target.bindings, 'cancel-booking': { request } };
  const trace = await place.play(bookOne, { target: { ...target, bindings } });
  equal(trace.error, undefined);
  deepEqual(place.open(), []);
  equal(asks, 2);
  equal(time.waitedMs(), 1_000);
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
});

test('many cancellations in trouble keep none from being tried', async () => {
  const place = placed({ troubles: [{ id: 'resets-connection', operations: ['cancel-booking'] }] });
  const trace = await place.play(async (session) => {
    const intent = await bookable(session);
    for (let time = 0; time < 6; time += 1) await session.book(intent);
  });
  deepEqual(place.open(), []);
  deepEqual(trace.bookings, { requested: 6, cancelled: 6, left: 0 });
});

test('what cannot be cancelled stays in the ledger, and is told; a sweep finishes it once it can', async () => {
  const troubles: PlannedTrouble[] = [{ id: 'answers-503', operations: ['cancel-booking', 'view-booking'] }];
  const place = placed({ troubles });
  const { target, time, world } = place;
  const ledger = memoryLedger(time.now);
  const trace = await place.play(bookOne, { ledger });
  deepEqual(trace.bookings, { requested: 1, cancelled: 0, left: 1 });
  const [entry] = (await ledger.entries()).filter((each) => each.kind !== 'flight');
  equal(entry?.owner, null, 'given free when the run was closed');
  deepEqual(entry?.bookings, [{ bookingId: world.bookings.all()[0]?.bookingId }]);

  const transport = { proxy: 'none', now: time.now, delay: time.delay } as const;
  const sweeping = async () => {
    const running = runner({ target, seed: 1, ledger, transport });
    const swept = await running.sweep();
    await running.close();
    return swept.map(({ cancelled, left }) => ({ cancelled, left }));
  };
  const [troubled] = await sweeping();
  match(troubled?.left ?? '', /cancelling ended with HTTP 503/);
  troubles.length = 0;
  deepEqual(await sweeping(), [{ cancelled: 1, left: undefined }]);
  deepEqual(await ledger.entries(), []);
  deepEqual(await sweeping(), []);
});

test('an intent that nobody knows the outcome of is dropped only when the service must have ended with it', async () => {
  const place = placed();
  const { target, time } = place;
  const ledger = memoryLedger(time.now);
  const at = new Date(time.now()).toISOString();
  const mark = 'Pfqabcdefghijkl';
  const begun = { mark, run: 'r1', partner: 'own', begunAt: at, createdAt: at, checkIn: '2027-01-01' } as const;
  const settledBy = new Date(time.now() + 60_000).toISOString();
  await ledger.begin({ ...begun, settledBy, endsBy: time.now() }, { perRun: 1 });
  await ledger.release([mark]);
  const transport = { proxy: 'none', now: time.now, delay: time.delay } as const;
  const sweeping = async () => {
    const running = runner({ target, seed: 1, ledger, transport });
    const [swept] = await running.sweep();
    await running.close();
    return swept?.left;
  };
  match((await sweeping()) ?? '', /not found, and the service may work on it until/);
  await time.delay(60_001);
  equal(await sweeping(), undefined);
  deepEqual(await ledger.entries(), []);
});

test('a run sweeps before its first story that is not about logins, and says so', async () => {
  const place = placed();
  const { target, time, world } = place;
  const ledger = memoryLedger(time.now);
  const lost = placed({ troubles: [{ id: 'answers-503', operations: ['cancel-booking', 'view-booking'] }] });
  equal((await lost.play(bookOne, { ledger })).bookings?.left, 1);
  const reported: unknown[] = [];
  const logger = { debug: () => {}, warn: (what: unknown) => reported.push(what) };
  const running = runner({
    target,
    seed: 1,
    ledger,
    transport: { proxy: 'none', now: time.now, delay: time.delay, logger: logger as never },
  });
  await running.record(story(async () => {}, 'tokens'));
  equal(world.counted('requests'), 0);
  await running.record(story(async () => {}));
  await running.record(story(async () => {}));
  await running.close();
  // Another world knows no such booking, so it is still left.
  deepEqual(reported, [{ cancelled: 0, left: 1 }]);
});

test('a refused cancellation of what is cancelled already is enough', async () => {
  const place = placed({ oddities: ['refuses-to-cancel-twice'] });
  const trace = await place.play(async (session) => {
    const { booking = {} } = await bookOne(session);
    // As if the answer to a first cancellation had been lost.
    await fetch(`${place.target.baseUrl}/api/hotels/cancel_booking`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.world.tokens.all()[0]?.presented}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ bookingId: booking.bookingId }),
    });
    equal((await session.cancel(booking)).exchange.response?.status, 409);
  });
  deepEqual(
    trace.cleanUp?.map(({ operation }) => operation),
    ['cancel-booking', 'view-booking'],
  );
  deepEqual(trace.bookings, { requested: 1, cancelled: 1, left: 0 });
});

test('a token that another run has revoked is replaced for the clean-up', async () => {
  const place = placed();
  const trace = await place.play(async (session) => {
    await bookOne(session);
    for (const token of place.world.tokens.all()) token.isRevoked = true;
  });
  deepEqual(place.open(), []);
  equal(trace.bookings?.cancelled, 1);
});

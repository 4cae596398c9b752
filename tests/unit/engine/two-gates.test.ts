/** Two gates at once on one account: each finds and cancels its own bookings, and they share one budget. */
import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { bookingLedger } from '../../../client/ledgers/booking-ledger.ts';
import { fileStores } from '../../../client/stores/file-stores.ts';
import { runner } from '../../../engine/run.ts';
import { bookable, closeSandbox, type Placed, placed, story } from '../flows/hotel-world.ts';

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

/** What may go wrong between two nights: clocks that differ, ledgers that cannot be written, services that are away. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Target } from '../../../contracts/target.ts';
import { closeSandbox } from '../flows/hotel-world.ts';
import { afterEnds, beforeEnds, dayMs, hourMs, live, service } from './nights.ts';

after(closeSandbox);

suite('what is left', () => {
  test('is kept for its time where the clock of the service is 30 days ahead of the clock of the run', async () => {
    const one = service({ may: ['void-after-window'], startsAfterMs: 30 * dayMs });
    await one.night();
    await one.time.delay(3 * dayMs);
    await one.sweep({ ledger: one.ledger });
    assert.deepEqual(live(one), ['booking', 'ticket']);
    await one.time.delay(2 * dayMs);
    await one.sweep({ ledger: one.ledger });
    assert.deepEqual(live(one), []);
  });

  test('is ended at once where its entry cannot be written down', async () => {
    const one = service({ may: ['void-after-window'] });
    const { traces } = await one.night({
      obligations: { ...one.obligations, begin: () => Promise.reject(new Error('ENOSPC')) },
    });
    assert.equal(traces.get('begin-void-after-window')?.error?.message, 'ENOSPC');
    assert.deepEqual(live(one), []);
    const { requested, cancelled } = traces.get('begin-void-after-window')?.bookings ?? {};
    assert.deepEqual([requested, cancelled], [1, 1]);
  });

  test('is swept where the run was killed before it was written down', async () => {
    const one = service({ may: ['void-after-window'] });
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
    void one.night({
      obligations: {
        ...one.obligations,
        begin: () => {
          kill();
          return new Promise(() => {});
        },
      },
    });
    await killed;
    const [entry] = await one.ledger.entries();
    assert.equal(entry && 'leftUntil' in entry, false);
  });

  test('keeps no lists of offers', async () => {
    const one = service({ may: ['void-after-window'] });
    await one.night();
    const [left] = await one.obligations.open();
    assert.deepEqual(
      left?.trace.exchanges.map(({ index, operation }) => `${index} ${operation}`),
      ['0 pnr-create', '1 ticket-issue', '2 ticket-info'],
    );
  });
});

suite('what is settled', () => {
  test('counts no more where the clock of the service was turned back by days', async () => {
    const one = service({ may: ['void-after-window'] });
    await one.night();
    one.passes(afterEnds);
    assert.deepEqual((await one.night()).outcomes('void-after-window'), ['pass']);
    await one.obligations.drop();
    one.passes(-30 * dayMs);
    assert.deepEqual((await one.night()).outcomes('void-after-window'), ['inconclusive']);
  });

  test('still counts when the next of its kind is missed', async () => {
    const one = service({ faults: ['counts-the-void-window-an-hour-short'], may: ['void-as-window-ends'] });
    await one.night();
    one.passes(beforeEnds);
    const [broken] = (await one.night()).broken();
    assert.equal(broken, 'ticket-cancel.unused-ticket-is-voided-inside-window');
    one.passes(afterEnds);
    const missed = await one.night();
    assert.match(missed.reasons('void-as-window-ends')[0] ?? '', /^missed/);
    one.passes(hourMs);
    assert.deepEqual((await one.night()).broken(), [broken]);
  });

  test('waits for another run where the credentials are wrong', async () => {
    const one = service({ may: ['void-after-window', 'use-token-to-its-end'] });
    await one.night();
    one.passes(afterEnds);
    const credentials = { ...one.target.credentials, clientSecret: 'wrong' };
    await one.night({ target: { ...one.target, credentials } });
    assert.deepEqual((await one.night()).outcomes('void-after-window'), ['pass']);
  });
});

suite('no service is blamed', () => {
  const tokens = ['use-token-to-its-end', 'use-token-after-its-end'] as const;

  test('for a token that another run of Preflight has ended', async () => {
    const one = service({
      oddities: ['revokes-the-token-before'],
      may: tokens,
      changed: ({ may }) => ({ may: { ...may, obligations: tokens, extraTokens: { perRun: 2 } } }),
    });
    await one.night();
    one.passes(afterEnds);
    const second = await one.night();
    assert.deepEqual(second.outcomes('use-token-after-its-end'), ['pass']);
    one.passes(beforeEnds);
    const third = await one.night();
    assert.deepEqual([third.broken(), third.outcomes('use-token-to-its-end')], [[], ['pass']]);
  });

  for (const [id, later] of [
    ['void-as-window-ends', beforeEnds],
    ['void-after-window', afterEnds],
  ] as const) {
    test(`for a ticket that another caller has removed meanwhile, by ${id}`, async () => {
      const one = service({ may: [id] });
      await one.night();
      const { pnrs } = one.world.flights;
      for (const pnr of pnrs.all().filter(({ number }) => number > 0)) pnrs.put({ ...pnr, tickets: [] });
      one.passes(later);
      const { broken, reasons } = await one.night();
      assert.deepEqual(broken(), []);
      assert.match(reasons(id)[0] ?? '', /is not shown as open any more$/);
    });
  }

  test('where nothing shows whether a ticket is touched, none is left', async () => {
    const without = ({ bindings: { 'ticket-info': _, ...bindings } }: Target) => ({ bindings });
    const one = service({ may: ['void-after-window'], changed: (t) => ({ ...without(t), may: t.may }) });
    const { traces } = await one.night();
    assert.match(traces.get('begin-void-after-window')?.stopped?.reason ?? '', /^needs bindings\['ticket-info'\]/);
    assert.deepEqual(await one.obligations.open(), []);
  });

  for (const hours of [-3, 3]) {
    test(`for a token of a service that reports no time, ${hours} hours from the clock of the run`, async () => {
      for (const later of [dayMs - 3 * hourMs + 20 * 60_000, dayMs + 2.5 * hourMs]) {
        for (const id of tokens) {
          const one = service({ oddities: ['tells-no-date'], may: [id], startsAfterMs: hours * hourMs });
          await one.night();
          await one.time.delay(later);
          assert.deepEqual((await one.night()).broken(), [], `${id} after ${later / hourMs} hours`);
        }
      }
    });
  }

  test('for a flight that has left meanwhile', async () => {
    const one = service({
      may: ['void-after-window'],
      changed: ({ known, may }) => ({
        may: { ...may, obligations: ['void-after-window'] },
        known: { ...known, departureDaysAhead: 1 },
      }),
    });
    for (let run = 0; run < 5; run += 1) {
      await one.night();
      const [entry] = await one.ledger.entries();
      assert.ok(entry?.kind === 'flight' && entry.leftUntil !== undefined);
      assert.ok(Date.parse(entry.departure) > Date.parse(entry.leftUntil));
      await one.obligations.drop();
      await one.ledger.forget(entry.mark);
    }
  });

  test('where a run moves the clock of the whole service, nothing is left', async () => {
    const one = service({
      changed: ({ may }) => ({ may: { ...may, obligations: tokens }, levers: { advanceClock: async () => {} } }),
    });
    const { traces } = await one.night();
    assert.match(traces.get('begin-void-after-window')?.stopped?.reason ?? '', /^needs a clock that no lever moves/);
    assert.deepEqual(await one.obligations.open(), []);
  });

  for (const fault of ['lets-tokens-live-24-minutes', 'leaves-out-expires-at'] as const) {
    test(`a token is not left where the service ${fault}`, async () => {
      const one = service({ faults: [fault], may: tokens });
      await one.night();
      assert.deepEqual(await one.obligations.open(), []);
    });
  }
});

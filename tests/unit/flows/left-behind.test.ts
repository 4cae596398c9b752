/** What may go wrong between two nights: clocks that differ, ledgers that cannot be written, services that are away. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { runner } from '../../../flows/run.ts';
import { closeSandbox } from './hotel-world.ts';
import { afterEnds, dayMs, hourMs, live, service } from './nights.ts';

after(closeSandbox);

type Service = ReturnType<typeof service>;

const sweep = async ({ target, ledger, time }: Service): Promise<void> => {
  const running = runner({
    ...{ target, ledger, seed: 1 },
    transport: { proxy: 'none', now: time.now, delay: time.delay },
  });
  await running.sweep();
  await running.close();
};

suite('what is left', () => {
  for (const days of [-30, 30]) {
    test(`is kept for its time where the clock of the service is ${days} days from ours`, async () => {
      const one = service({ may: ['void-after-window'], startsAfterMs: days * dayMs });
      await one.night();
      assert.deepEqual(live(one), ['booking', 'ticket']);
      await one.time.delay(3 * dayMs);
      await sweep(one);
      assert.deepEqual(live(one), ['booking', 'ticket']);
      await one.time.delay(2 * dayMs);
      await sweep(one);
      assert.deepEqual(live(one), []);
    });
  }

  test('is ended at once where nobody can write down that it is left', async () => {
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

  test('waits for another run where the credentials are wrong', async () => {
    const one = service({ may: ['void-after-window', 'use-token-to-its-end'] });
    await one.night();
    one.passes(afterEnds);
    const credentials = { ...one.target.credentials, clientSecret: 'wrong' };
    await one.night({ target: { ...one.target, credentials } });
    assert.deepEqual((await one.night()).outcomes('void-after-window'), ['pass']);
  });

  test('waits for another run where the service is down when its token ends', async () => {
    const one = service({ may: ['use-token-to-its-end'] });
    await one.night();
    one.passes(dayMs - hourMs / 2);
    await one.time.delay(dayMs - hourMs / 2);
    one.passes(hourMs / 2 - dayMs);
    const down = { ...one.target, baseUrl: 'http://127.0.0.1:9' };
    assert.deepEqual((await one.night({ target: down })).outcomes('use-token-to-its-end'), ['inconclusive']);
    assert.deepEqual((await one.night()).outcomes('use-token-to-its-end'), ['pass']);
  });
});

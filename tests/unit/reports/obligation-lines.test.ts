/** What is listed of obligations: when each is due, what to do, and how long the last verdict counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ObligationLines, obligationLines } from '../../../reports/left-behind-text.ts';
import { traceOf } from '../contracts/literal-trace.ts';

const ticket = {
  id: 'void-as-window-ends',
  run: 'r1',
  begunAt: '2026-08-31T08:00:12.000Z',
  from: '2026-09-01T07:10:12.000Z',
  until: '2026-09-01T07:50:12.000Z',
  mark: 'Pfqabcdefghijkl',
} as const;
const token = {
  id: 'use-token-after-its-end',
  run: 'r1',
  begunAt: '2026-08-31T08:00:10.000Z',
  from: '2026-09-01T08:11:10.000Z',
} as const;

const linesOf = (now: string, more: Partial<ObligationLines> = {}): string[] =>
  obligationLines({
    target: 'acme',
    source: './acme.ts',
    open: [ticket],
    ended: [],
    inUse: [],
    damaged: [],
    nowMs: Date.parse(now),
    may: { obligations: ['void-as-window-ends'] },
    ...more,
  }).split('\n');

test('what waits, is due, is under way and was missed', () => {
  const about = 'void-as-window-ends  from 2026-09-01 07:10Z to 2026-09-01 07:50Z';
  const left = '           a ticket of the passenger Pfqabcdefghijkl, left by run r1 at 2026-08-31 08:00Z';
  const closing = '1 thing left behind on purpose at acme; may.obligations allows void-as-window-ends';
  assert.deepEqual(linesOf('2026-09-01T07:00:00Z'), [`waits      ${about}`, left, closing]);
  assert.deepEqual(linesOf('2026-09-01T07:20:00Z'), [
    `DUE        ${about}`,
    left,
    '           the next gate run settles it: npx --no -- preflight gate --due --target ./acme.ts',
    closing,
  ]);
  assert.match(linesOf('2026-09-01T07:20:00Z', { inUse: ['void-as-window-ends'] })[0] ?? '', /^under way +void/);
  assert.match(linesOf('2026-09-01T07:51:00Z').join('\n'), /^MISSED .*\n.*\n.*more often --target \.\/acme\.ts$/m);
});

test('without an end it is due at any time after', () => {
  assert.deepEqual(linesOf('2026-09-01T08:00:00Z', { open: [token] }).slice(0, 3), [
    'waits      use-token-after-its-end  any time after 2026-09-01 08:11Z',
    '           a token, left by run r1 at 2026-08-31 08:00Z',
    '           may.obligations does not name it any more, so no gate comes for it: npx --no -- preflight obligations --end --target ./acme.ts',
  ]);
});

test('what was settled counts for two days', () => {
  const at = '2026-09-01T07:20:00.000Z';
  const trace = traceOf([], {
    resumed: { beforeExchange: 0, runs: { begunBy: 'r1', settledBy: 'r2', settledAt: at } },
  });
  const endedAt = (now: string, stopped?: { because: 'needs'; reason: string }) =>
    linesOf(now, {
      open: [],
      ended: [{ id: 'void-as-window-ends', at, trace: { ...trace, ...(stopped && { stopped }) } }],
    });
  assert.deepEqual(endedAt('2026-09-03T07:00:00Z').slice(0, 2), [
    'settled    void-as-window-ends  2026-09-01 07:20Z, counts until 2026-09-03 07:20Z',
    '           begun by run r1, settled by run r2',
  ]);
  assert.match(endedAt('2026-09-03T07:21:00Z')[0] ?? '', /counts no more$/);
  assert.match(endedAt('2026-08-29T07:00:00Z')[0] ?? '', /counts no more$/);
  assert.deepEqual(endedAt('2026-09-03T07:00:00Z', { because: 'needs', reason: 'missed: no run came' }).slice(0, 2), [
    'not judged void-as-window-ends  2026-09-01 07:20Z, counts until 2026-09-03 07:20Z',
    '           missed: no run came',
  ]);
});

test('without permission it says what can be named', () => {
  assert.deepEqual(linesOf('2026-09-01T07:00:00Z', { open: [], may: {} }), [
    '0 things left behind on purpose at acme; may.obligations of the target file allows none: void-as-window-ends, void-after-window, use-token-to-its-end, use-token-after-its-end can be named',
  ]);
});

/** Whether an error budget burns too fast, and which rules can tell so at all. */
import { equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BurnRule, burnRules, canFire, isBurning, windowsOf } from '../../../monitor/burn-rate.ts';

const minuteMs = 60_000;
const [fast, slow, steady] = burnRules as readonly [BurnRule, BurnRule, BurnRule];

describe('a burn rate', () => {
  const counted = (failed: number, all: number) => ({ failed, all });
  it('pages when both windows burn', () => {
    const slo = 0.99;
    equal(isBurning(fast, { slo, long: counted(3, 12), short: counted(3, 3) }), true);
    equal(isBurning(fast, { slo, long: counted(3, 12), short: counted(0, 3) }), false, 'it has stopped');
    equal(isBurning(fast, { slo, long: counted(1, 12), short: counted(1, 3) }), false, 'one of twelve is 8.3 times');
  });
  it('says nothing of too few runs', () => {
    equal(isBurning(fast, { slo: 0.99, long: counted(6, 6), short: counted(3, 3) }), undefined);
    equal(isBurning(fast, { slo: 0.99, long: counted(7, 7), short: counted(3, 3) }), true);
    equal(isBurning(steady, { slo: 0.999, long: counted(999, 1_000), short: counted(9, 9) }), undefined);
  });
  it('looks at three intervals at least', () => {
    equal(windowsOf(fast, 5 * minuteMs).shortMs, 15 * minuteMs);
    equal(windowsOf(fast, 40 * minuteMs).longMs, 120 * minuteMs);
    equal(windowsOf(slow, minuteMs).shortMs, 30 * minuteMs);
  });
  it('can fire for what runs often enough, and by default one that pages', () => {
    ok(burnRules.some((rule) => rule.tells === 'page' && canFire(rule, { slo: 0.99, intervalMs: 5 * minuteMs })));
    equal(canFire(fast, { slo: 0.999, intervalMs: 5 * minuteMs }), false, 'twelve runs an hour cannot show 0.1 %');
    equal(canFire(fast, { slo: 0.5, intervalMs: minuteMs }), false, 'nothing fails more often than always');
  });
});

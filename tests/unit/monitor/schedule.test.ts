/** When probes are due, through leap days and changes of the clock, and what is refused before anything runs. */
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scheduleOf, spreadMs } from '../../../monitor/schedule.ts';

const minuteMs = 60_000;

const due = (cron: string, timeZone: string, from: string, count: number): string[] => {
  let at = Date.parse(from);
  const schedule = scheduleOf({ cron, timeZone }, 'probe p', at);
  return Array.from({ length: count }, () => {
    at = schedule.after(at);
    return new Date(at).toISOString().slice(0, 16);
  });
};

describe('a schedule', () => {
  it('is kept in UTC, whatever the clocks of its zone do', () => {
    deepEqual(due('30 8 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2), ['2026-03-29T06:30', '2026-03-30T06:30']);
    deepEqual(due('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:45Z', 4), [
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
    ]);
  });
  it('comes once on a day that skips its hour, and once on a day that has it twice', () => {
    equal(due('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2).join(), '2026-03-29T01:00,2026-03-30T00:30');
    equal(due('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2).join(), '2026-10-25T00:30,2026-10-26T01:30');
  });
  it('tells its shortest interval', () => {
    const intervalOf = (cron: string) => scheduleOf({ cron, timeZone: 'UTC' }, 'p', 0).intervalMs;
    equal(intervalOf('*/5 * * * *'), 5 * minuteMs);
    equal(intervalOf('0,10 * * * *'), 10 * minuteMs);
  });

  const refused = [
    ['0 0 30 2 *', 'UTC', /^UsageError: probe p: cron '0 0 30 2 \*' never comes/],
    ['* * *', 'UTC', /cron '\* \* \*' cannot be read/],
    ['* * * * * * *', 'UTC', /cannot be read: .*parts/],
    ['* * * * *', 'Mars/Base', /time zone 'Mars\/Base' is unknown: write one such as UTC/],
  ] as const;
  for (const [cron, timeZone, says] of refused) {
    it(`refuses ${cron} in ${timeZone}`, () => {
      throws(() => scheduleOf({ cron, timeZone }, 'probe p', 0), says);
    });
  }

  it('spreads what is due at once, always in the same way', () => {
    const names = Array.from({ length: 100 }, (_, i) => `probe ${i}`);
    const spread = names.map((name) => spreadMs(name, { intervalMs: 5 * minuteMs }));
    deepEqual(
      spread,
      names.map((name) => spreadMs(name, { intervalMs: 5 * minuteMs })),
    );
    ok(Math.max(...spread) < 30_000 && new Set(spread.map((ms) => Math.floor(ms / 3_000))).size === 10);
  });
});

/** Of any schedule in any zone, each moment has one row in the end, whatever path the clock takes. */
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { leaseDue } from '../../../monitor/due.ts';
import { scheduleOf } from '../../../monitor/schedule.ts';
import { historyHere } from './history-here.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];
/** Some hours before the clocks of one of the zones are set forward or back. */
const starts = [
  '2026-03-08T04:00Z',
  '2026-03-28T22:00Z',
  '2026-04-04T12:00Z',
  '2026-10-24T22:00Z',
  '2026-11-01T02:00Z',
];

const minutes = fc.constantFrom('*', '*/7', '*/15', '0', '30', '5,55', '10-20/5');
const hours = fc.constantFrom('*', '*/2', '1-3', '2', '0,23');
const days = fc.constantFrom('*', '1-5', '0,6');
const crons = fc.tuple(minutes, hours, days).map(([minute, hour, day]) => `${minute} ${hour} * * ${day}`);

/** Seconds that go by, in which the clock may also leap. */
const steps = fc.array(
  fc.record({
    waits: fc.integer({ min: 1, max: 5_400 }),
    leaps: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -4 * 3_600, max: 4 * 3_600 }) },
    ),
    isBusy: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

const momentsOf = (after: (moment: number) => number, from: number, until: number): number[] => {
  const moments: number[] = [];
  for (let at = after(from); at <= until; at = after(at)) moments.push(at);
  return moments;
};

describe('the moments of a schedule', () => {
  const here = historyHere();
  let probes = 0;

  it('have one row each, and no other has one, whatever the clock does', async () => {
    await fc.assert(
      fc.asyncProperty(
        crons,
        fc.constantFrom(...zones),
        fc.constantFrom(...starts),
        steps,
        async (cron, timeZone, start, all) => {
          const since = Date.parse(start);
          const schedule = scheduleOf({ cron, timeZone }, 'p', since);
          probes += 1;
          const probe = `p${probes}`;
          let [now, latest] = [since, since];
          const begun: number[] = [];
          const look = async (isBusy: boolean): Promise<void> => {
            const asked = { probe, location: 'l', schedule, spreadMs: 0, now, since, isNowAndThen: false, isBusy };
            const { slot } = await leaseDue(here.history, asked, { owner: 'a', until: now + minuteMs });
            if (slot) begun.push(slot.at);
          };
          for (const { waits, leaps, isBusy } of all) {
            now += (waits + leaps) * 1_000;
            latest = Math.max(latest, now);
            await look(isBusy);
          }
          now = latest;
          await look(false);
          const rows = await here.history.read
            .selectFrom('slot')
            .select('at')
            .where('probe', '=', probe)
            .orderBy('at')
            .execute();
          deepEqual(
            rows.map(({ at }) => at),
            momentsOf(schedule.after, since, latest),
          );
          equal(new Set(begun).size, begun.length, 'none is begun twice');
        },
      ),
      { seed: 20_261_124, numRuns: 60 },
    );
  });

  it('follow each other, from wherever the next is asked for', () => {
    fc.assert(
      fc.property(
        crons,
        fc.constantFrom(...zones),
        fc.constantFrom(...starts),
        fc.integer({ min: 0, max: 8 * 3_600 }),
        (cron, timeZone, start, seconds) => {
          const from = Date.parse(start);
          const schedule = scheduleOf({ cron, timeZone }, 'p', from);
          const asked = from + seconds * 1_000;
          let first = schedule.after(from);
          while (first <= asked) first = schedule.after(first);
          equal(schedule.after(asked), first);
        },
      ),
      { seed: 20_261_124, numRuns: 100 },
    );
  });

  it('of a probe of each minute are all minutes, in every zone and night', () => {
    for (const timeZone of zones) {
      for (const start of starts) {
        const from = Date.parse(start);
        const { after } = scheduleOf({ cron: '* * * * *', timeZone }, 'p', from);
        const all = momentsOf(after, from, from + 8 * hourMs);
        deepEqual(
          all,
          Array.from({ length: 8 * 60 }, (_, i) => from + (i + 1) * minuteMs),
          `${timeZone} ${start}`,
        );
      }
    }
  });
});

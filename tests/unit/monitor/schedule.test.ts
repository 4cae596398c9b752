/** A schedule gives the moments of a probe, and each due slot runs once. */
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { endSlot, missSlot } from '../../../history/slots.ts';
import { accountBefore, leaseDue } from '../../../monitor/due.ts';
import { scheduleOf, spreadMs } from '../../../monitor/schedule.ts';
import { draws } from '../../whole.ts';
import { describeOnBoth, historyHere } from './history-here.ts';

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
  it('is kept in UTC, for any change of the clocks of its zone', () => {
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
  it('reports its shortest interval', () => {
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

  it('have one row each, and no other has one, for any change of the clock', async () => {
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
      { seed: 20_261_124, numRuns: draws(60) },
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
      { seed: 20_261_124, numRuns: draws(100) },
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

const noon = Date.parse('2026-09-01T12:00:00.000Z');
const at = (minute: number) => ({ probe: 'p', location: 'here', at: noon + minute * minuteMs });
const schedule = scheduleOf({ cron: '*/5 * * * *', timeZone: 'UTC' }, 'p', noon);

describeOnBoth('what is due', (here) => {
  const due = async (minute: number, more: { isBusy?: boolean; owner?: string; spreadMs?: number } = {}) => {
    const now = noon + minute * minuteMs;
    const { isBusy = false, owner = 'a', spreadMs = 0 } = more;
    const asked = { probe: 'p', location: 'here', schedule, spreadMs, now, since: noon, isNowAndThen: false, isBusy };
    const { slot } = await leaseDue(here.history, asked, { owner, until: now + minuteMs });
    return slot && (slot.at - noon) / minuteMs;
  };
  const rows = async () =>
    (await here.history.read.selectFrom('slot').select(['at', 'state', 'reason']).orderBy('at').execute()).map(
      ({ at, state, reason }) => `${(at - noon) / minuteMs} ${state}${reason === null ? '' : `: ${reason}`}`,
    );

  it('is nothing of the past at first, and then each moment once', async () => {
    const found = [];
    for (const minute of [0, 4.9, 5, 5.1, 9.9, 10]) found.push(await due(minute));
    deepEqual(found, [undefined, undefined, 5, undefined, undefined, 10]);
    deepEqual(await rows(), ['5 leased', '10 leased']);
  });
  it('is the newest alone after a pause, and those before it are reported as missed', async () => {
    equal(await due(22), 20);
    const late = 'no monitor was running then, it had no store, or it was too late';
    deepEqual(await rows(), [`5 missed: ${late}`, `10 missed: ${late}`, `15 missed: ${late}`, '20 leased']);
  });
  it('is missed while the one before it is under way', async () => {
    await due(5);
    equal(await due(10, { isBusy: true }), undefined);
    const slot = { probe: 'p', location: 'here', at: noon + 5 * minuteMs };
    await here.history.write((to) => endSlot(to, slot, { owner: 'a', runId: 'r', endedAt: noon }));
    equal(await here.history.write((to) => missSlot(to, slot, { reason: 'late', endedAt: noon })), false);
    deepEqual(await rows(), ['5 done', '10 missed: the run before it was still under way']);
  });
  it('begins a little later, so that not all begin at once', async () => {
    equal(await due(5, { spreadMs: 10_000 }), undefined);
    equal(await due(5.2, { spreadMs: 10_000 }), 5);
  });
  it('is run although a clock that was ahead has given it up', async () => {
    equal(await due(5), 5);
    equal(await due(62), 60);
    equal(await due(11), 10);
    equal(await due(11, { owner: 'b' }), undefined);
    deepEqual((await rows()).slice(0, 2), ['5 leased', '10 leased']);
    equal((await rows()).length, 12);
  });
  it('is what its late result says, and each before it is missed', async () => {
    await due(5);
    await here.history.write((to) => missSlot(to, at(20), { reason: 'late', endedAt: noon }));
    await here.history.write((to) => accountBefore(to, at(30), { schedule, now: noon }));
    const end = (minute: number, owner: string) =>
      here.history.write((to) => endSlot(to, at(minute), { owner, runId: owner, endedAt: noon }));
    deepEqual([await end(20, 'b'), await end(20, 'c'), await end(25, 'd')], [true, false, true]);
    deepEqual(await rows(), ['5 leased', '20 done', '25 done']);
  });
  it('is accounted for step by step after a long time', async () => {
    const minutes = 5 * 1_200;
    const found = [];
    for (let time = 0; time < 3; time += 1) found.push(await due(minutes));
    deepEqual(found, [undefined, undefined, minutes]);
    equal((await rows()).length, 1_200);
  });
  it('is missed while another program is at the one before it, and not once that is gone', async () => {
    await due(5);
    const asked = (minute: number, isUnderWay: boolean) => ({
      probe: 'p',
      location: 'here',
      schedule,
      spreadMs: 0,
      now: noon + minute * minuteMs,
      since: noon,
      isNowAndThen: false,
      isBusy: false,
      isUnderWay: () => isUnderWay,
    });
    const lease = { owner: 'b', until: noon + 60 * minuteMs };
    equal((await leaseDue(here.history, asked(10, true), lease)).slot, undefined);
    equal((await leaseDue(here.history, asked(15, false), lease)).slot?.at, noon + 15 * minuteMs);
    deepEqual(await rows(), ['5 leased', '10 missed: the run before it was still under way', '15 leased']);
  });
});

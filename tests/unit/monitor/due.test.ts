/** Slots: each that is due has one row in the end, whoever was there and whatever was under way. */
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { endSlot, missSlot } from '../../../history/slots.ts';
import { accountBefore, leaseDue } from '../../../monitor/due.ts';
import { scheduleOf } from '../../../monitor/schedule.ts';
import { describeOnBoth } from './history-here.ts';

const minuteMs = 60_000;
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
  it('is given to one of two', async () => {
    const found = await Promise.all([due(5), due(5, { owner: 'b' })]);
    deepEqual(found.toSorted(), [5, undefined]);
  });
  it('is the newest alone after a pause, and those before it are told as missed', async () => {
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
  it('gets the result of a run without the store, although it was given up meanwhile', async () => {
    const slot = { probe: 'p', location: 'here', at: noon + 5 * minuteMs };
    await here.history.write((to) => missSlot(to, slot, { reason: 'late', endedAt: noon }));
    equal(await here.history.write((to) => endSlot(to, slot, { owner: 'a', runId: 'r', endedAt: noon })), true);
    equal(await here.history.write((to) => endSlot(to, slot, { owner: 'b', runId: 's', endedAt: noon })), false);
    deepEqual(await rows(), ['5 done']);
  });
});

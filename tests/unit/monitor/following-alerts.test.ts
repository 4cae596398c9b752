/** What follows an opening: reminders, escalation, what has become worse, and targets that break together. */
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prune } from '../../../history/prune.ts';
import { acknowledge, silence } from '../../../history/shown-incidents.ts';
import type { Channel } from '../../../monitor/config.ts';
import { failing, passing } from '../reports/record-of.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, pager, team } from './monitor-here.ts';
import { answeredBy, failedBy, good, slotsOn, statusBy } from './slots-here.ts';

const hourMs = 60 * minuteMs;
const held = passing('token.is-jwt');
const refused = { exchanges: [failedBy('cities', 'refused', 'the connection was refused')] };
const partly = { verdicts: [held], exchanges: [answeredBy('countries'), statusBy('cities', 503)] };
const unsorted = { ...good, verdicts: [held, failing('cities.sorted-by-id')] };
const sorted = { ...good, verdicts: [held, passing('cities.sorted-by-id')] };
const lead: Channel = { ...team, name: 'lead', escalateAfterMs: 30 * minuteMs };
const all: Channel = { ...team, name: 'all', severities: ['critical', 'major', 'minor'] };

describe('what follows an opening', () => {
  const here = historyHere();
  const slots = (channels: readonly Channel[]) => {
    const of = slotsOn(() => here.history, { channels, remindAfterMs: 4 * hourMs });
    const told = async (): Promise<string[]> =>
      (await of.alerts()).map(({ event, target, channel }) => `${target} ${event} ${channel}`);
    const run = async (times: number, found: Parameters<typeof of.run>[0], targets?: readonly string[]) => {
      for (let time = 0; time < times; time += 1) {
        await of.run(found, targets);
        of.wait(1);
      }
    };
    const first = async (): Promise<string> => (await of.alerts())[0]?.incident ?? '';
    return { ...of, told, run, first, by: async () => ({ given: await first(), by: 'Ann', now: of.now() }) };
  };

  it('is a reminder after a while, and again', async () => {
    const { run, wait, tick, told } = slots([team]);
    await run(2, refused);
    const opened = ['acme opened team'];
    wait(4 * 60 - 2);
    await tick();
    deepEqual(await told(), opened, 'a minute before its time');
    wait(1);
    await tick();
    await tick();
    deepEqual(await told(), [...opened, 'acme reminder team']);
    wait(4 * 60);
    await tick();
    deepEqual(await told(), [...opened, 'acme reminder team', 'acme reminder team']);
  });

  it('is no reminder of what a person looks after, or has silenced', async () => {
    const { run, wait, tick, told, by } = slots([team]);
    await run(2, refused);
    const asked = { ...(await by()), lastsMs: 5 * hourMs, scope: 'incident', reason: 'known' } as const;
    await here.history.write((to) => silence(to, asked));
    wait(4 * 60 + 30);
    await tick();
    deepEqual(await told(), ['acme opened team']);
    wait(60);
    await here.history.write(async (to) => acknowledge(to, await by()));
    await tick();
    deepEqual(await told(), ['acme opened team']);
  });

  it('escalates where no person has acknowledged it, and ends where it was sent', async () => {
    const { run, wait, tick, told } = slots([team, lead]);
    await run(2, refused);
    wait(28);
    await tick();
    deepEqual(await told(), ['acme opened team']);
    wait(1);
    await tick();
    await tick();
    deepEqual(await told(), ['acme opened team', 'acme opened lead']);
    await run(2, good);
    deepEqual((await told()).slice(2).sort(), ['acme closed lead', 'acme closed team']);
  });

  it('is nothing at all for a channel that escalates, where a person has acknowledged it', async () => {
    const { run, wait, tick, told, by } = slots([team, lead]);
    await run(2, refused);
    await here.history.write(async (to) => acknowledge(to, await by()));
    wait(60);
    await tick();
    await run(2, good);
    deepEqual(await told(), ['acme opened team', 'acme closed team']);
  });

  it('is of what is minor only for a channel that lists it, also while it ends', async () => {
    const { run, told } = slots([team, pager, all]);
    await run(2, unsorted);
    deepEqual(await told(), ['acme opened all']);
    await run(2, sorted);
    deepEqual(await told(), ['acme opened all', 'acme closed all']);
  });

  it('reaches a channel that did not want it, and again each that has it, once it has become worse', async () => {
    const { run, told } = slots([team, { ...pager, severities: ['critical'] }]);
    await run(2, partly);
    deepEqual(await told(), ['acme opened team']);
    await run(2, refused);
    deepEqual(await told(), ['acme opened team', 'acme opened pager', 'acme reminder team']);
    await run(2, sorted);
    deepEqual((await told()).slice(3).sort(), ['acme closed pager', 'acme closed team']);
  });

  it('is no second opening of what is open for months', async () => {
    const { run, wait, tick, now } = slots([team]);
    await run(2, refused);
    await here.history.write((to) => to.updateTable('outbox').set({ dueAt: null, sentAt: now() }).execute());
    wait(40 * 24 * 60);
    await prune(here.history, { now: now() });
    await tick();
    const waiting = await here.history.read.selectFrom('outbox').select('key').where('dueAt', 'is not', null).execute();
    deepEqual(
      waiting.map(({ key }) => key.split('_')[1]?.split('-')[0]),
      ['reminder'],
    );
  });
});

describe('targets that break together', () => {
  const here = historyHere();
  const targets = ['acme', 'beta', 'gamma', 'delta'];
  const slots = (channels: readonly Channel[], remindAfterMs?: number) => {
    const of = slotsOn(() => here.history, { channels, ...(remindAfterMs && { remindAfterMs }) });
    const told = async (): Promise<string[]> =>
      (await of.alerts()).map(({ event, target, channel, joined = [] }) =>
        [target, event, channel, ...joined.map((each) => each.target)].join(' '),
      );
    return { ...of, told };
  };

  it('are two pages at once, one list after two minutes, and one end', async () => {
    const { run, wait, tick, told } = slots([team]);
    await run(refused, targets);
    wait(1);
    await run(refused, targets);
    await tick(targets);
    const pages = ['acme opened team', 'beta opened team'];
    deepEqual(await told(), pages);
    wait(1);
    await tick(targets);
    deepEqual(await told(), pages);
    wait(1);
    await tick(targets);
    await tick(targets);
    const list = 'acme joined team delta gamma';
    deepEqual(await told(), [...pages, list]);
    for (const found of [good, good]) {
      await run(found, ['acme', 'gamma']);
      wait(1);
    }
    await tick(targets);
    deepEqual(await told(), [...pages, list], 'delta is not over');
    for (const found of [good, good]) {
      await run(found, ['delta']);
      wait(1);
    }
    await tick(targets);
    deepEqual(await told(), [...pages, list, 'acme closed team delta gamma']);
  });

  it('are reminded of as long as one of them is open, by one reminder', async () => {
    const { run, wait, tick, told } = slots([team], 4 * hourMs);
    for (const found of [refused, refused]) {
      await run(found, targets);
      wait(1);
    }
    wait(2);
    await tick(targets);
    const before = (await told()).length;
    for (const found of [good, good]) {
      await run(found, ['acme', 'beta']);
      wait(1);
    }
    wait(4 * 60);
    await tick(targets);
    await tick(targets);
    deepEqual((await told()).slice(before).sort(), ['beta closed team', 'delta reminder team']);
    for (const found of [good, good]) {
      await run(found, ['delta']);
      wait(1);
    }
    await tick(targets);
    deepEqual((await told()).slice(before + 2), ['gamma reminder team']);
  });

  it('have pages of their own where they break in different ways, or not together', async () => {
    const { run, wait, told } = slots([team]);
    const late = ['gamma', 'delta'];
    for (const found of [refused, refused]) {
      await run(found, ['acme', 'beta']);
      wait(1);
    }
    wait(2);
    for (const found of [refused, refused]) {
      await run(found, late);
      wait(1);
    }
    deepEqual(await told(), ['acme opened team', 'beta opened team', 'delta opened team', 'gamma opened team']);
  });

  it('are no part of a list that does not reach the channels that want them', async () => {
    const critical: Channel = { ...pager, severities: ['critical'] };
    const { run, wait, tick, told } = slots([team, critical]);
    for (const found of [partly, partly]) {
      await run(found, ['acme', 'beta', 'gamma']);
      wait(1);
    }
    wait(2);
    await tick(targets);
    for (const found of [refused, refused]) {
      await run(found, ['gamma']);
      wait(1);
    }
    deepEqual(await told(), ['acme opened team', 'beta opened team', 'acme joined team gamma', 'gamma opened pager']);
  });
});

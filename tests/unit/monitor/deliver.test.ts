/** The outbox: what could not be sent is sent later, once it was sent never again, and nobody waits for ever. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { notify } from '../../../history/outbox.ts';
import type { Alert } from '../../../monitor/alert.ts';
import type { Channel } from '../../../monitor/config.ts';
import { deliver } from '../../../monitor/deliver.ts';
import { historyHere } from './history-here.ts';

const minuteMs = 60_000;

const told = (key: string): Alert => ({
  schema: 'preflight.alert/1',
  key,
  event: 'opened',
  at: '2026-09-01T12:00:00.000Z',
  target: 'acme',
  probe: 'p',
  incident: 'i',
  kind: 'service',
  title: 't',
  firstStep: 'f',
  commands: [],
});
const team: Channel = { to: 'slack', name: 'team', url: 'https://hooks.example/' };

describe('the outbox', () => {
  const here = historyHere();
  let minute = 0;
  beforeEach(() => {
    minute = 0;
  });

  const now = () => minute * minuteMs;
  const write = (key: string, { channel = 'team', follows = null as string | null } = {}) =>
    here.history.write((to) => notify(to, { key, channel, follows, body: JSON.stringify(told(key)) }, now()));

  it('sends in order, once', async () => {
    const arrived: string[] = [];
    const send = async (channel: Channel, { key }: Alert): Promise<void> => {
      arrived.push(`${channel.name} ${key}`);
    };
    await write('b');
    minute = 1;
    await write('a');
    const counts = [];
    for (let time = 0; time < 2; time += 1) counts.push(await deliver(here.history, { channels: [team], send, now }));
    deepEqual(
      [counts, arrived],
      [
        [2, 0],
        ['team b', 'team a'],
      ],
    );
  });

  it('tries again, later each time, until it arrives', async () => {
    await write('k');
    const tried: number[] = [];
    const send = async (): Promise<void> => {
      tried.push(minute);
      if (tried.length < 5) throw new Error('HTTP 500\nand more');
    };
    for (minute = 0; minute < 60; minute += 1) await deliver(here.history, { channels: [team], send, now });
    deepEqual(tried, [0, 1, 3, 7, 15]);
    const [row] = await here.history.read.selectFrom('outbox').selectAll().execute();
    deepEqual([row?.tries, row?.dueAt, row?.sentAt, row?.lastError], [5, null, 15 * minuteMs, null]);
  });

  it('does not wait for a time that a wrong clock has named', async () => {
    minute = 600;
    await write('k');
    minute = 0;
    equal(await deliver(here.history, { channels: [team], send: async () => {}, now }), 1);
  });

  it('gives up after days, and what no channel is there for at once, and keeps why', async () => {
    await write('k');
    await write('gone', { channel: 'nobody' });
    const send = async (): Promise<void> => {
      throw new Error('HTTP 500');
    };
    for (minute = 0; minute < 4 * 24 * 60; minute += 30) await deliver(here.history, { channels: [team], send, now });
    const rows = await here.history.read
      .selectFrom('outbox')
      .select(['key', 'dueAt', 'lastError'])
      .orderBy('key')
      .execute();
    deepEqual(rows, [
      { key: 'gone', dueAt: null, lastError: 'no channel is called nobody any more' },
      { key: 'k', dueAt: null, lastError: 'HTTP 500' },
    ]);
  });

  it('lets no end overtake its beginning, be it tried again or the clock set back', async () => {
    const arrived: string[] = [];
    const send = async (_: Channel, { key }: Alert): Promise<void> => {
      if (minute < 5) throw new Error('HTTP 500');
      arrived.push(key);
    };
    minute = 2;
    await write('opened');
    await deliver(here.history, { channels: [team], send, now });
    minute = 1;
    await write('closed', { follows: 'opened' });
    for (minute = 2; minute < 12; minute += 1) await deliver(here.history, { channels: [team], send, now });
    deepEqual(arrived, ['opened', 'closed']);
  });

  it('leaves what somebody died with to the next round', async () => {
    await write('k');
    const send = async (): Promise<void> => {};
    await new Promise<void>((begun) => {
      const dies = (): Promise<void> => {
        begun();
        return new Promise(() => {});
      };
      void deliver(here.history, { channels: [team], send: dies, now });
    });
    const counts = [];
    for (minute of [0, 1, 3]) counts.push(await deliver(here.history, { channels: [team], send, now }));
    deepEqual(counts, [0, 0, 1]);
    equal((await here.history.read.selectFrom('outbox').select('tries').executeTakeFirstOrThrow()).tries, 2);
  });

  it('tells no end before its beginning, which may have to be tried again', async () => {
    const arrived: string[] = [];
    const send = async (_: Channel, { key }: Alert): Promise<void> => {
      if (minute < 3) throw new Error('HTTP 500');
      arrived.push(key);
    };
    await write('i_opened_team');
    await deliver(here.history, { channels: [team], send, now });
    minute = 0.5;
    await write('i_closed_team');
    await write('other_closed_team');
    for (minute = 0.5; minute < 9; minute += 0.5) await deliver(here.history, { channels: [team], send, now });
    deepEqual(arrived.toSorted(), ['i_closed_team', 'i_opened_team', 'other_closed_team']);
    ok(arrived.indexOf('i_opened_team') < arrived.indexOf('i_closed_team'), arrived.join());
  });

  it('takes no more when it is to end', async () => {
    await write('a');
    await write('b');
    const send = async (): Promise<void> => {
      minute = 1;
    };
    equal(await deliver(here.history, { channels: [team], send, now, isOver: () => minute === 1 }), 1);
  });
});

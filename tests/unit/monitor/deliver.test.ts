/** Alerts leave through the outbox; heartbeats and test alerts leave beside it. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext, test } from 'node:test';
import { type Alert, alert } from '../../../contracts/incident.ts';
import { notify, unsent } from '../../../history/outbox.ts';
import { sendTo } from '../../../monitor/channels/send.ts';
import type { Channel } from '../../../monitor/config.ts';
import { deliveryOf } from '../../../monitor/deliver.ts';
import { heartbeat } from '../../../monitor/heartbeat.ts';
import { testAlerts } from '../../../monitor/reached.ts';
import { bodyText, httpServer } from '../client/test-server.ts';
import { told } from './channels/told.ts';
import { historyHere } from './history-here.ts';
import { minuteMs, pager, team } from './monitor-here.ts';

describe('the outbox', () => {
  const here = historyHere();
  let minute = 0;
  beforeEach(() => {
    minute = 0;
  });

  const now = () => minute * minuteMs;
  const write = (key: string, { channel = 'team', follows = null as string | null } = {}) =>
    here.history.write((to) => notify(to, { key, channel, follows, body: JSON.stringify({ ...told, key }) }, now()));

  it('sends in order, once', async () => {
    const arrived: string[] = [];
    const send = async (channel: Channel, { key }: Alert): Promise<void> => {
      arrived.push(`${channel.name} ${key}`);
    };
    await write('b');
    minute = 1;
    await write('a');
    const counts = [];
    for (let time = 0; time < 2; time += 1)
      counts.push(await deliveryOf(here.history, { channels: [team], send, now }).send());
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
    for (minute = 0; minute < 60; minute += 1) await deliveryOf(here.history, { channels: [team], send, now }).send();
    deepEqual(tried, [0, 1, 3, 7, 15]);
    const [row] = await here.history.read.selectFrom('outbox').selectAll().execute();
    deepEqual([row?.tries, row?.dueAt, row?.sentAt, row?.lastError], [5, null, 15 * minuteMs, null]);
  });

  it('does not wait for a time that a wrong clock has named', async () => {
    minute = 600;
    await write('k');
    minute = 0;
    equal(await deliveryOf(here.history, { channels: [team], send: async () => {}, now }).send(), 1);
  });

  it('gives up after days, also what no channel is there for, and keeps why', async () => {
    await write('k');
    await write('gone', { channel: 'nobody' });
    const send = async (): Promise<void> => {
      throw new Error('HTTP 500');
    };
    for (minute = 0; minute < 4 * 24 * 60; minute += 30)
      await deliveryOf(here.history, { channels: [team], send, now }).send();
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

  it('leaves an alert for a channel of another monitor to that one', async () => {
    const arrived: string[] = [];
    const send = async (_: Channel, { key }: Alert): Promise<void> => void arrived.push(key);
    const lines: string[] = [];
    minute = 0;
    await write('k', { channel: 'pager' });
    const other = deliveryOf(here.history, { channels: [team], send, now, onFailure: (line) => lines.push(line) });
    await other.send();
    deepEqual([arrived, lines], [[], []]);
    minute = 20;
    await other.send();
    deepEqual([arrived, lines.length], [[], 1]);
    minute = 25;
    await deliveryOf(here.history, { channels: [pager], send, now }).send();
    deepEqual(arrived, ['k']);
  });

  it('lets no end overtake its beginning, be it tried again or the clock set back', async () => {
    const arrived: string[] = [];
    const send = async (_: Channel, { key }: Alert): Promise<void> => {
      if (minute < 5) throw new Error('HTTP 500');
      arrived.push(key);
    };
    minute = 2;
    await write('opened');
    await deliveryOf(here.history, { channels: [team], send, now }).send();
    minute = 1;
    await write('closed', { follows: 'opened' });
    for (minute = 2; minute < 12; minute += 1) await deliveryOf(here.history, { channels: [team], send, now }).send();
    deepEqual(arrived, ['opened', 'closed']);
  });

  it('leaves the alerts of a killed monitor to the next round', async () => {
    await write('k');
    const send = async (): Promise<void> => {};
    await new Promise<void>((begun) => {
      const dies = (): Promise<void> => {
        begun();
        return new Promise(() => {});
      };
      void deliveryOf(here.history, { channels: [team], send: dies, now }).send();
    });
    const counts = [];
    for (minute of [0, 1, 3]) counts.push(await deliveryOf(here.history, { channels: [team], send, now }).send());
    deepEqual(counts, [0, 0, 1]);
    equal((await here.history.read.selectFrom('outbox').select('tries').executeTakeFirstOrThrow()).tries, 2);
  });

  it('ends what is on its way when it is to end, takes no more, and leaves it to the next', async () => {
    await write('a');
    await write('b');
    const ending = new AbortController();
    const send = (_: Channel, __: Alert, signal?: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        ending.abort();
      });
    const about = { channels: [team], now };
    equal(await deliveryOf(here.history, { ...about, send, ending: ending.signal }).send(), 0);
    const rows = await here.history.read.selectFrom('outbox').select(['key', 'tries']).orderBy('key').execute();
    deepEqual(rows, [
      { key: 'a', tries: 1 },
      { key: 'b', tries: 0 },
    ]);
    equal(await deliveryOf(here.history, { ...about, send: async () => {} }).send(), 2);
  });

  const hangs: Channel = { ...team, name: 'hangs' };

  it('does not let one channel that hangs delay another, nor sends twice at once', async () => {
    const began: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const send = async ({ name }: Channel, { key }: Alert): Promise<void> => {
      began.push(`${name} ${key}`);
      if (name === 'hangs') await held;
    };
    const delivery = deliveryOf(here.history, { channels: [team, hangs], send, now });
    await write('first', { channel: 'hangs' });
    const begun = async (count: number): Promise<void> => {
      while (began.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    const sent = [delivery.send()];
    await begun(1);
    await write('second');
    sent.push(delivery.send());
    await begun(2);
    deepEqual(began, ['hangs first', 'team second']);
    release();
    deepEqual(await Promise.all(sent), [1, 2]);
  });

  it('says once that a channel fails, and again when it has worked in between', async () => {
    const lines: string[] = [];
    let works = false;
    const send = async (): Promise<void> => {
      if (!works) throw new Error('HTTP 503');
    };
    const delivery = deliveryOf(here.history, { channels: [team], send, now, onFailure: (line) => lines.push(line) });
    await write('a');
    for (minute = 0; minute < 3; minute += 1) await delivery.send();
    const line = 'channel team: HTTP 503; what it is to be told waits, and is tried again';
    deepEqual(lines, [line]);
    const [found, ...others] = await unsent(here.history.read);
    deepEqual([found?.channel, found?.waiting, found?.lastError, others], ['team', 1, 'HTTP 503', []]);
    works = true;
    minute = 10;
    equal(await delivery.send(), 1);
    deepEqual(await unsent(here.history.read), []);
    works = false;
    await write('b');
    await delivery.send();
    deepEqual(lines, [line, line]);
  });
});

const token = 's3cret-t0ken';

/** Says of each path with which status it is answered; 0 is never. */
const receiver = async (t: TestContext, statusOf: (path: string) => number = () => 200) => {
  const arrived: string[] = [];
  const url = await httpServer(t, ({ method, url: path = '' }, response) => {
    arrived.push(`${method} ${path}`);
    const status = statusOf(path);
    if (status !== 0) response.writeHead(status).end('OK');
  });
  return { url, arrived };
};

const beating = (url: string, deadlineMs = 5_000) => {
  const lines: string[] = [];
  return { beats: heartbeat(url, { environment: {}, onFailure: (line) => lines.push(line), deadlineMs }), lines };
};

test('a round is reported at its start and its end, well or not; a query stays behind the path', async (t) => {
  const { url, arrived } = await receiver(t);
  for (const path of [`/${token}?create=1`, `/${token}/`, `/api/push/${token}?status=up&msg=OK&ping=`]) {
    const { beats, lines } = beating(url + path);
    await beats.begun();
    await beats.ended(true);
    await beats.ended(false);
    deepEqual(lines, []);
  }
  deepEqual(arrived, [
    `GET /${token}/start?create=1`,
    `GET /${token}?create=1`,
    `GET /${token}/fail?create=1`,
    `GET /${token}/start`,
    `GET /${token}/`,
    `GET /${token}/fail`,
    `GET /api/push/${token}?status=up&msg=OK&ping=`,
  ]);
});

test('an end does not overtake its start', async (t) => {
  const ends: string[] = [];
  const url = await httpServer(t, (request, response) => {
    const finish = () => {
      ends.push(request.url ?? '');
      response.end();
    };
    if (request.url === '/x/start') setImmediate(() => setImmediate(finish));
    else finish();
  });
  const { beats } = beating(`${url}/x`);
  void beats.begun();
  await beats.ended(true);
  deepEqual(ends, ['/x/start', '/x']);
});

test('what fails is reported once until it works again, each of the three separately', async (t) => {
  let status = 500;
  const { url } = await receiver(t, (path) => (path.endsWith('/start') ? 503 : status));
  const { beats, lines } = beating(`${url}/${token}`);
  const round = async () => {
    await beats.begun();
    await beats.ended(true);
  };
  await round();
  await round();
  const [start, end] = [
    'heartbeat: the start of a round was not told: HTTP 503',
    'heartbeat: the end of a round was not told: HTTP 500',
  ];
  deepEqual(lines, [start, end]);
  status = 200;
  await round();
  status = 500;
  await round();
  deepEqual(lines, [start, end, end]);
});

test('a service that knows the plain address alone is called at each, and no line says that it knows no other', async (t) => {
  const { url, arrived } = await receiver(t, (path) => (/start|fail/.test(path) ? 404 : 200));
  const { beats, lines } = beating(`${url}/${token}`);
  await beats.begun();
  await beats.ended(true);
  await beats.ended(false);
  deepEqual([arrived.length, lines], [3, []]);
});

test('a service that is silent or gone is left, and reported without its address', async (t) => {
  const { url } = await receiver(t, () => 0);
  const silent = beating(`${url}/${token}`, 60);
  await silent.beats.begun();
  deepEqual(silent.lines, ['heartbeat: the start of a round was not told: no answer within 0.06 s']);
  const gone = beating(`http://127.0.0.1:1/${token}`);
  await gone.beats.ended(false);
  equal(gone.lines.length, 1);
  ok(gone.lines[0]?.endsWith('a round that failed was not told: the connection was refused (ECONNREFUSED)'));
});

const now = () => Date.parse('2026-09-01T12:00:00Z');
const newId = () => 'one';

test('every channel gets its own test, and what fails does not hold up the others', async () => {
  const channels: readonly Channel[] = [
    team,
    { to: 'command', name: 'broken', command: ['x'] },
    { ...team, name: 'slow-only', kinds: ['latency'] },
  ];
  const sent: unknown[] = [];
  const results = await testAlerts({
    channels,
    now,
    newId,
    send: async ({ name }, sentAlert) => {
      if (name === 'broken') throw new Error('HTTP 500');
      const { event, key, kind, at } = alert.parse(sentAlert);
      sent.push([name, event, key, kind, at]);
    },
  });
  deepEqual(results, [{ name: 'team' }, { name: 'broken', error: 'HTTP 500' }, { name: 'slow-only' }]);
  deepEqual(sent, [
    ['team', 'test', 'one-test-team', 'ours', '2026-09-01T12:00:00.000Z'],
    ['slow-only', 'test', 'one-test-slow-only', 'latency', '2026-09-01T12:00:00.000Z'],
  ]);
});

test('a pager gets the least severe event, and then its end', async (t) => {
  const arrived: string[] = [];
  let status = 202;
  const url = await httpServer(t, async (request, response) => {
    const { event_action, dedup_key, payload } = JSON.parse(await bodyText(request));
    arrived.push(`${event_action} ${dedup_key} ${payload?.severity}`);
    response.writeHead(status).end();
  });
  const channels: readonly Channel[] = [{ to: 'pagerduty', name: 'night', routingKey: 'r0uting-key', url }];
  const send = sendTo({ environment: {}, now });
  deepEqual(await testAlerts({ channels, send, now, newId }), [{ name: 'night' }]);
  deepEqual(arrived, ['trigger one-night info', 'resolve one-night undefined']);
  status = 403;
  deepEqual(await testAlerts({ channels, send, now, newId }), [{ name: 'night', error: 'HTTP 403' }]);
  equal(arrived.length, 3);
});

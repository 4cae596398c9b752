/** A dead man's switch, at a receiver on this machine. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { heartbeat } from '../../../monitor/heartbeat.ts';
import { httpServer } from '../client/test-server.ts';

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

test('a round is told at its start and at its end, well or not', async (t) => {
  const { url, arrived } = await receiver(t);
  const { beats, lines } = beating(`${url}/ping/${token}`);
  for (const isWell of [true, false]) {
    await beats.begun();
    await beats.ended(isWell);
  }
  const [start, end, failed] = ['/start', '', '/fail'].map((last) => `GET /ping/${token}${last}`);
  deepEqual(arrived, [start, end, start, failed]);
  deepEqual(lines, []);
});

test('a query stays behind the path, and a slash is not doubled', async (t) => {
  const { url, arrived } = await receiver(t);
  for (const path of [`/push/${token}?status=up&msg=OK`, `/${token}/`]) {
    const { beats } = beating(url + path);
    await beats.begun();
    await beats.ended(true);
    await beats.ended(false);
  }
  deepEqual(arrived, [
    `GET /push/${token}/start?status=up&msg=OK`,
    `GET /push/${token}?status=up&msg=OK`,
    `GET /push/${token}/fail?status=up&msg=OK`,
    `GET /${token}/start`,
    `GET /${token}/`,
    `GET /${token}/fail`,
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

test('what fails is told once until it works again, each of the three for itself', async (t) => {
  let status = 500;
  const { url } = await receiver(t, (path) => (path.endsWith('/start') ? 404 : status));
  const { beats, lines } = beating(`${url}/${token}`);
  const round = async () => {
    await beats.begun();
    await beats.ended(true);
  };
  await round();
  await round();
  const [start, end] = [
    'heartbeat: the start of a round was not told: HTTP 404',
    'heartbeat: the end of a round was not told: HTTP 500',
  ];
  deepEqual(lines, [start, end]);
  status = 200;
  await round();
  status = 500;
  await round();
  deepEqual(lines, [start, end, end]);
});

test('a service that is silent or gone is left, and told without its address', async (t) => {
  const { url } = await receiver(t, () => 0);
  const silent = beating(`${url}/${token}`, 60);
  await silent.beats.begun();
  deepEqual(silent.lines, ['heartbeat: the start of a round was not told: no answer within 0.06 s']);
  const gone = beating(`http://127.0.0.1:1/${token}`);
  await gone.beats.ended(false);
  equal(gone.lines.length, 1);
  ok(gone.lines[0]?.endsWith('a round that failed was not told: the connection was refused (ECONNREFUSED)'));
});

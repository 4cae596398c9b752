/** A store that was moved into PostgreSQL answers all that a dashboard and a status page are asked as the file does. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { databaseUrl } from '../../../contracts/database-url.ts';
import { routes } from '../../../dashboard/api/routes.ts';
import { startStatusPage } from '../../../dashboard/status/server.ts';
import type { History } from '../../../history/history.ts';
import { moveHistory } from '../../../history/move/move.ts';
import { openHistory } from '../../../history/open.ts';
import { openWindow } from '../../../history/silences.ts';
import { missSlot } from '../../../history/slots.ts';
import { postgresServer } from '../../postgres-server.ts';
import { addAt, dayMs, idAt } from '../history/run-at.ts';
import { failing, inconclusive, passing } from '../reports/record-of.ts';
import { dashboardsHere, fill, hourMs, noon } from './dashboard-here.ts';

const clauses = ['cities.sorted-by-id', 'countries.sorted-by-id', 'hotel-search.search-id-is-returned'] as const;

/** Ten days of three probes: what breaks, is fixed, is in trouble, slow, missed and in a window. */
const fillDays = async (history: History): Promise<void> => {
  for (const [of, probe] of ['reads', 'Books', 'a-b'].entries())
    for (let hours = 2; hours < 240; hours += 7) {
      const found = clauses.map((clause, at) => {
        const turn = (hours + at + of) % 11;
        if (turn === 0) return inconclusive(clause, 'trouble', 'HTTP 503');
        return turn < 3 ? failing(clause) : passing(clause);
      });
      const verdict = found.some(({ outcome }) => outcome === 'fail') ? 'fail' : 'pass';
      const taken = [5, 40, hours].map((ms) => ({ operation: hours % 2 === 0 ? 'cities' : 'Countries', ms }));
      const run = { probe, target: of === 1 ? 'Acme' : 'sandbox', verdicts: found, verdict, taken } as const;
      await addAt(history, noon - hours * hourMs - of, { ...run, slotAt: noon - hours * hourMs });
    }
  await history.write(async (to) => {
    for (let at = 0; at < 9; at += 1) {
      const slot = {
        probe: at % 2 === 0 ? 'reads' : 'Books',
        location: at % 3 === 0 ? 'eu' : 'US',
        at: noon - at * hourMs,
      };
      await missSlot(to, slot, { reason: at % 4 === 0 ? 'late' : 'busy', endedAt: noon });
    }
    await openWindow(to, { target: 'Acme', now: noon - hourMs, lastsMs: hourMs / 2, reason: 'r', openedBy: 'ann' });
    await openWindow(to, { target: '*', now: noon - dayMs, lastsMs: hourMs, reason: '', openedBy: '' });
  });
};

/** What Prometheus is sent about the process itself changes all the time. */
const ofProcess = /process_|nodejs_/;

/** A command needs to know where a file is. */
const fileFlag = / --history [^"]*/g;

const iso = (at: number): string => new Date(at).toISOString();

const looks = [
  '/api/results?limit=7',
  '/api/results?limit=5&target=sandbox&verdict=fail',
  '/api/results?probe=Books&verdict=pass',
  '/api/incidents?state=open',
  ...['1h', '24h', '7d'].flatMap((since) => [
    `/api/history?since=${since}&limit=2`,
    `/api/heat-map?since=${since}`,
    `/api/latency?since=${since}&target=sandbox`,
  ]),
  `/api/failures?clause=${clauses[0]}&from=${iso(noon - 9 * dayMs)}&until=${iso(noon)}&limit=3`,
  '/api/missed?limit=4',
  '/metrics',
];

describe('both stores', () => {
  const { here, start } = dashboardsHere({ isOwn: true });
  const closing: (() => Promise<unknown>)[] = [];
  after(() => Promise.all(closing.map((close) => close())));

  it('give the same answers', async () => {
    await fillDays(here.history);
    const { incident } = await fill(here.history);
    const url = databaseUrl(await (await postgresServer()).newDatabase());
    const moved = await openHistory(url, { isMove: true });
    await moveHistory({ file: here.history, database: moved, now: () => noon, progress: () => {} });
    await moved.close();
    const database = await openHistory(url);
    closing.push(() => database.close());
    const [one, other] = [await start(), await start({ history: database })];
    const answers = async (path: string) =>
      Promise.all(
        [one, other].map(async (from) => {
          const answer = await fetch(`${from.url}${path}`);
          const text = (await answer.text()).replace(fileFlag, '');
          const lines = text.split('\n').filter((line) => !ofProcess.test(line));
          return [answer.status, lines] as const;
        }),
      );
    const plain = routes
      .filter(({ method, path }) => method === 'GET' && !path.includes(':') && path !== '/api/failures')
      .map(({ path }) => path);
    ok(plain.length > 7, plain.join());
    for (const path of [
      ...plain,
      ...looks,
      `/api/incidents/${incident}`,
      `/api/runs/${encodeURIComponent(idAt(noon))}`,
    ]) {
      const [expected, found] = await answers(path);
      equal(expected?.[0], 200, `${path}: ${expected?.[1]}`);
      deepEqual(found, expected, path);
    }
    const about = { title: 'Acme', targets: [], host: '127.0.0.1', port: 0, now: () => noon };
    const pages = [];
    for (const history of [here.history, database]) {
      const page = await startStatusPage({ ...about, history });
      pages.push(await (await fetch(`${page.url}/status.json`)).json());
      await page.close();
    }
    deepEqual(pages[1], pages[0]);
  });
});

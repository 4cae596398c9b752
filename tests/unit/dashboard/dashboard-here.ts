/** A dashboard over a store of a test, on a free port, with what two runs of a probe have found. */
import { request } from 'node:http';
import { afterEach, beforeEach } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import type { TargetPending } from '../../../contracts/pending.ts';
import { type StatusPage, statusPage } from '../../../contracts/status-page.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Served } from '../../../dashboard/guarded-server.ts';
import { type DashboardOptions, startDashboard } from '../../../dashboard/server.ts';
import { type StatusPageOptions, startStatusPage } from '../../../dashboard/status/server.ts';
import { notePending, noteSlos, noteWatched } from '../../../history/fresh-notes.ts';
import type { History } from '../../../history/history.ts';
import { addRun, type NewRun } from '../../../history/runs.ts';
import type { OutboxRow } from '../../../history/tables.ts';
import { noteCauses } from '../../../monitor/incidents.ts';
import { hourMs, noon, runAt } from '../history/run-at.ts';
import { historyHere } from '../monitor/history-here.ts';
import { failing, passing } from '../reports/record-of.ts';

/** Asks the server under test as no browser would: with any headers, which `fetch` would not send. */
type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

export const ask = (url: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** An area or two of each part. */
export const clauses = [
  'token.is-jwt',
  'countries.sorted-by-id',
  'cities.sorted-by-id',
  'hotel-search.search-id-is-returned',
  'hotel-pricing.offers-carry-offer-id',
  'avia-search.offers-have-prices',
  'json.success-body-parses',
] as const satisfies readonly ClauseId[];

type Found = { readonly probe?: string; readonly target?: string; readonly sample?: NewRun['sample'] };

/** One run of a schedule: what is not said otherwise has passed. */
export const found = (
  history: History,
  at: number,
  otherwise: readonly Verdict[] = [],
  { probe = 'reads', target = 'sandbox', sample = otherwise.length > 0 ? 'bad' : 'good' }: Found = {},
): Promise<boolean> => {
  const rest = clauses.filter((id) => !otherwise.some(({ clause }) => clause === id)).map((id) => passing(id));
  const run = runAt(at, { verdicts: [...rest, ...otherwise], probe, target, slotAt: at });
  return history.write((to) =>
    addRun(to, { ...run, record: { ...run.record, id: `${probe} ${run.record.id}` }, sample }),
  );
};

export const watch = (history: History, targets: readonly string[] = ['sandbox']): Promise<void> =>
  history.write((to) =>
    noteWatched(
      to,
      targets.map((target, at) => ({
        probe: at === 0 ? 'reads' : `reads-${target}`,
        target,
        location: '',
        intervalMs: hourMs,
      })),
      noon,
    ),
  );

export { hourMs, noon };

const sorted = 'cities.sorted-by-id';

/** What a monitor has found in the ledgers of a target. */
export const duties: TargetPending = {
  target: 'sandbox',
  source: './acme.ts',
  location: 'here',
  at: new Date(noon).toISOString(),
  budgets: [{ what: 'booking', used: 19, perDay: 20 }],
  left: [
    { kind: 'flight', mark: 'Pfqabc', run: 'r1', since: new Date(noon - hourMs).toISOString(), needsPerson: true },
  ],
  damagedLedgers: 1,
  obligations: [{ id: 'void-after-window', run: 'r1', from: new Date(noon).toISOString(), until: null }],
  cases: [{ id: 'c1', title: 'an unsorted list', says: 'still fails, 2 runs' }],
};

const httpPhasesMs = { resolve: 0, connect: 1, tls: 0, processing: 250, transfer: 2 };

/** An alert that its channel refused. */
const refused: OutboxRow = {
  key: 'k1',
  channel: 'mail',
  body: '{}',
  follows: null,
  createdAt: noon,
  dueAt: noon + hourMs,
  tries: 1,
  sentAt: null,
  lastError: 'connection refused',
};

/** A good run, then a broken one, whose failure has an incident. */
export const fill = async (history: History): Promise<{ readonly incident: string; readonly run: string }> => {
  const taken = [5, 6, 7].map((ms) => ({ operation: 'cities', ms }));
  const good = runAt(noon - hourMs, { verdicts: [passing(sorted)], taken, slotAt: noon - hourMs });
  const { record, ...broken } = runAt(noon, { verdicts: [failing(sorted)], taken, slotAt: noon });
  const bad = { ...broken, record: { ...record, httpPhasesMs } };
  return history.write(async (to) => {
    await noteWatched(to, [{ probe: 'reads', target: 'sandbox', location: '', intervalMs: hourMs }], noon);
    await noteSlos(to, [{ probe: 'reads', location: '', slo: 0.99 }], noon);
    await to.insertInto('outbox').values(refused).execute();
    await notePending(to, [duties], noon);
    for (const run of [good, bad]) await addRun(to, run);
    const cause = `contract ${sorted} 0123456789ab`;
    const seen = [
      { cause, kind: 'contract', shown: 'failed', title: `${sorted} is broken`, clauses: [sorted] },
    ] as const;
    const about = { probe: 'reads', target: 'sandbox', runId: bad.record.id, now: noon };
    const [opened] = await noteCauses(to, { ...about, seen, rules: { inRow: 1, failures: 1, ofLast: 1, passes: 2 } });
    return { incident: opened?.incident.id ?? '', run: bad.record.id };
  });
};

const isOwnStore = { isOwn: false };

/** What a server is started with by a test: on a free port, at a moment that the test may move. */
type Here = { readonly history: History; readonly host: string; readonly port: number; readonly now: () => number };

const serversHere = <Options>(
  serve: (here: Here, more: Partial<Options>) => Promise<Served>,
  { isOwn } = isOwnStore,
) => {
  const here = historyHere('sqlite', { isOwn });
  const at = { now: 0 };
  let started: Served[] = [];
  beforeEach(() => {
    at.now = noon + 60_000;
    started = [];
  });
  afterEach(async () => {
    for (const each of started) await each.close();
  });
  const start = async (more: Partial<Options> = {}): Promise<Served> => {
    const served = await serve({ history: here.history, host: '127.0.0.1', port: 0, now: () => at.now }, more);
    started.push(served);
    return served;
  };
  return { here, at, start };
};

/** Called inside a `describe`; `isOwn` where its tests change the file itself. */
export const dashboardsHere = (store = isOwnStore) =>
  serversHere<DashboardOptions>(
    (here, more) => startDashboard({ ...here, evidenceIn: () => [], version: '1.2.3', ...more }),
    store,
  );

/** Called inside a `describe`; `isOwn` where its tests change the file itself. */
export const statusPagesHere = (store = isOwnStore) => {
  const servers = serversHere<StatusPageOptions>(
    (here, more) => startStatusPage({ ...here, title: 'Acme Travel', targets: [], ...more }),
    store,
  );
  /** By its own schema, which is strict. */
  const said = async (more: Partial<StatusPageOptions> = {}): Promise<StatusPage> =>
    statusPage.parse(await (await fetch(`${(await servers.start(more)).url}/status.json`)).json());
  return { ...servers, said };
};

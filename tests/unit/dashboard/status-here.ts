/** A status page over a store of a test, on a free port, with what probes have found at moments of the test. */
import { afterEach, beforeEach } from 'node:test';
import type { ClauseId } from '../../../contracts/clauses.ts';
import { type StatusPage, statusPage } from '../../../contracts/status-page.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import type { Served } from '../../../dashboard/guarded-server.ts';
import { type StatusPageOptions, startStatusPage } from '../../../dashboard/status/server.ts';
import type { History } from '../../../history/history.ts';
import { addRun, type NewRun } from '../../../history/runs.ts';
import { noteWatched } from '../../../history/watched.ts';
import { hourMs, noon, runAt } from '../history/run-at.ts';
import { historyHere } from '../monitor/history-here.ts';
import { passing } from '../reports/record-of.ts';

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

/** Called inside a `describe`. */
export const statusPagesHere = () => {
  const here = historyHere();
  const at = { now: noon + 60_000 };
  let started: Served[] = [];
  beforeEach(() => {
    at.now = noon + 60_000;
    started = [];
  });
  afterEach(async () => {
    for (const each of started) await each.close();
  });
  const start = async (more: Partial<StatusPageOptions> = {}): Promise<Served> => {
    const about = { history: here.history, title: 'Acme Travel', targets: [], now: () => at.now };
    const served = await startStatusPage({ ...about, host: '127.0.0.1', port: 0, ...more });
    started.push(served);
    return served;
  };
  /** By its own schema, which is strict. */
  const said = async (more: Partial<StatusPageOptions> = {}): Promise<StatusPage> =>
    statusPage.parse(await (await fetch(`${(await start(more)).url}/status.json`)).json());
  return { here, at, start, said };
};

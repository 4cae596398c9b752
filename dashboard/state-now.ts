/** How each target stands now: by the last run of each of its probes, and by its open incidents. */
import type { RunRecord } from '../contracts/run-record.ts';
import type { AreaState, ProbeState, ServiceState, StateNow, TargetState } from '../contracts/service-state.ts';
import { worstOf } from '../contracts/service-state.ts';
import { type LastRun, lastRuns } from '../history/last-runs.ts';
import { isInMaintenance } from '../history/maintenance.ts';
import type { Reading } from '../history/open.ts';
import { readableRecordOf } from '../history/runs.ts';
import type { IncidentRow } from '../history/tables.ts';
import { type Watched, watchedIn } from '../history/watched.ts';
import { type ClauseRow, type ClauseState, clauseRows } from '../reports/clause-states.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** A slot may be missed now and then; two in a row, and what it takes to run one, say that nobody looks. */
const isStaleAt = (at: number, { intervalMs }: Pick<Watched, 'intervalMs'>, now: number): boolean =>
  now - at > 2 * intervalMs + 5 * 60_000;

const fadedState = ({ state }: ClauseRow): ClauseState => (state === 'left-out' ? state : 'unjudged');

type Seen = { readonly rows: readonly ClauseRow[]; readonly run: string; readonly at: number };

const judged: readonly ClauseState[] = ['broken', 'warning', 'waived', 'flaky', 'holds'];
const isJudged = ({ state }: Pick<ClauseRow, 'state'>): boolean => judged.includes(state);

const isMet = ({ state }: Pick<ClauseRow, 'state'>): boolean => state !== 'unjudged';

type Stands = Pick<ClauseRow, 'clause' | 'area' | 'family' | 'state'> & { readonly run: string; readonly at: number };

/** Of each clause the newest run that it was met in, be it judged or in trouble; else the newest that had nothing for it. */
const newestOfEach = (all: readonly Seen[]): Stands[] => {
  const stands = all.flatMap(({ rows, run, at }) =>
    rows.filter(({ state }) => state !== 'left-out').map((row) => ({ ...row, run, at })),
  );
  return [...Map.groupBy(stands, ({ clause }) => clause).values()].map((each) => {
    const [newest] = each.sort((one, other) => Number(isMet(other)) - Number(isMet(one)) || other.at - one.at);
    if (!newest) throw new TypeError('a group has one');
    return newest;
  });
};

const areaStateOf = (all: readonly Stands[]): ServiceState => {
  if (all.some(({ state }) => state === 'broken')) return 'broken';
  if (all.some(({ state }) => state === 'trouble' || state === 'error')) return 'trouble';
  return all.some(isJudged) ? 'holds' : 'unknown';
};

const areasOf = (all: readonly Stands[]): AreaState[] =>
  [...Map.groupBy(all, ({ area }) => area)].map(([area, ofArea]) => {
    const state = areaStateOf(ofArea);
    const broken = ofArea.filter((each) => each.state === 'broken');
    const [shows = ofArea[0]] = broken;
    return {
      area,
      family: ofArea[0]?.family ?? '',
      state,
      broken: broken.map(({ clause }) => clause),
      judged: ofArea.filter(isJudged).length,
      run: shows?.run ?? null,
    };
  });

const stateOfKind: Readonly<Record<IncidentRow['kind'], ServiceState>> = {
  contract: 'broken',
  service: 'trouble',
  network: 'trouble',
  ours: 'trouble',
  slo: 'broken',
  latency: 'slow',
};

type Looked = {
  readonly watched: readonly Watched[];
  readonly open: readonly IncidentRow[];
  readonly lastOf: ReadonlyMap<string, LastRun>;
  readonly now: number;
};

const keyOf = ({ probe, location }: Pick<Watched, 'probe' | 'location'>): string => `${location} ${probe}`;

export type StateReader = (now: number) => Promise<StateNow>;

/** Keeps the last run of each probe, so that it is unpacked once and not for each who looks. */
export const stateReader = (read: Reading): StateReader => {
  const known = new Map<string, { readonly run: string; readonly rows: readonly ClauseRow[] }>();

  const rowsOf = async (key: string, run: string): Promise<readonly ClauseRow[]> => {
    const kept = known.get(key);
    if (kept?.run === run) return kept.rows;
    const record: RunRecord | undefined = await readableRecordOf(read, run);
    const rows = record ? clauseRows(record) : [];
    known.set(key, { run, rows });
    return rows;
  };

  const targetOf = async (target: string, { watched, open, lastOf, now }: Looked): Promise<TargetState> => {
    const seen: Seen[] = [];
    const probes: ProbeState[] = [];
    for (const one of watched) {
      const last = lastOf.get(keyOf(one));
      // What was not due so far is not late.
      const isStale = last !== undefined && isStaleAt(last.finishedAt, one, now);
      const { probe, location, intervalMs } = one;
      probes.push({
        probe,
        location,
        intervalMs,
        last: last ? { run: last.id, at: iso(last.finishedAt), verdict: last.verdict } : null,
        isStale,
      });
      if (!last) continue;
      const rows = await rowsOf(keyOf(one), last.id);
      // What was so once is not known to be so now.
      const faded = isStale ? rows.map((row): ClauseRow => ({ ...row, state: fadedState(row) })) : rows;
      seen.push({ rows: faded, run: last.id, at: last.finishedAt });
    }
    const areas = areasOf(newestOfEach(seen));
    const bad = open.map(({ kind }) => stateOfKind[kind]);
    const measured = probes.flatMap(({ last }) => (last ? [last.at] : [])).sort();
    // An area that no probe can judge is told as such, and says nothing of the others.
    const known = areas.map((each) => each.state).filter((each) => each !== 'unknown');
    const state = worstOf([...known, ...bad, ...(probes.some(({ isStale }) => isStale) ? (['unknown'] as const) : [])]);
    const openedAt = open.map((each) => each.openedAt).sort((one, other) => one - other)[0];
    return {
      target,
      state,
      since: state === 'holds' || openedAt === undefined ? null : iso(openedAt),
      isInMaintenance: await isInMaintenance(read, { target, now }),
      openIncidents: open.length,
      measuredAt: measured.at(-1) ?? null,
      areas,
      probes,
    };
  };

  return async (now) => {
    const watched = await watchedIn(read, now);
    const last = await lastRuns(read, watched);
    const lastOf = new Map(last.map((run) => [keyOf(run), run]));
    const open = await read.selectFrom('incident').selectAll().where('closedAt', 'is', null).execute();
    const names = [...new Set([...watched, ...open].map(({ target }) => target))].sort();
    const targets: TargetState[] = [];
    for (const name of names) {
      const ofTarget = <T extends { readonly target: string }>(all: readonly T[]): T[] =>
        all.filter(({ target }) => target === name);
      targets.push(await targetOf(name, { watched: ofTarget(watched), open: ofTarget(open), lastOf, now }));
    }
    return { at: iso(now), targets };
  };
};

/** How each target stands now: by the last run of each of its probes, and by its open incidents. */

import { showsItsArea } from '../contracts/areas.ts';
import { hourMs } from '../contracts/durations.ts';
import { unnamedLocation } from '../contracts/incident.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import {
  type AreaState,
  type ProbeState,
  type ServiceState,
  type StateNow,
  type TargetState,
  worstOf,
} from '../contracts/service-state.ts';
import { badTokensIn, type Watched, watchedIn } from '../history/fresh-notes.ts';
import type { Reading } from '../history/history.ts';
import { outageNow, troubleOfOutage } from '../history/outages.ts';
import { lastRuns, type LastRun as RunOfProbe, readableRecordOf, runsNamed } from '../history/runs.ts';
import { isInMaintenance } from '../history/silences.ts';
import type { IncidentRow } from '../history/tables.ts';
import { type ClauseRow, type ClauseState, summary } from '../reports/summary.ts';

/** From its record; empty where this version cannot read it. */
type Unpacked = {
  readonly rows: readonly ClauseRow[];
  readonly totals: RunRecord['totals'] | undefined;
  readonly httpPhasesMs: RunRecord['httpPhasesMs'];
};

export type UnpackedRun = RunOfProbe &
  Unpacked & {
    /** Only what the last run has left out, because it is asked about once an hour. */
    readonly isHourly?: true;
  };

/**
 * Of each probe the last run; where that one only asked again for what was broken, the last scheduled one, too. Then the
 * last that judged what is asked about once an hour.
 */
export type LastRuns = (watched: readonly Watched[], now: number) => Promise<(one: Watched) => readonly UnpackedRun[]>;

/** A slot may be missed now and then; two in a row, and the time of one run, mean that the monitor stands still. */
export const isStaleAt = (at: number, { intervalMs }: Pick<Watched, 'intervalMs'>, now: number): boolean =>
  now - at > 2 * intervalMs + 5 * 60_000;

const unpackedOf = (record: RunRecord | undefined): Unpacked => ({
  rows: record ? summary(record).rows : [],
  totals: record?.totals,
  httpPhasesMs: record?.httpPhasesMs,
});

const judgedStates: ReadonlySet<ClauseState> = new Set(['broken', 'warning', 'waived', 'flaky', 'holds']);

const hourlyOf = (run: UnpackedRun, newer: readonly UnpackedRun[]): UnpackedRun => {
  const left = newer.flatMap(({ rows }) => rows.filter(({ state }) => state === 'left-out'));
  const leftOut = new Set(left.map(({ clause }) => clause));
  const rows = run.rows.filter(({ clause, state }) => leftOut.has(clause) && judgedStates.has(state));
  return { ...run, rows, isHourly: true };
};

const keyOf = ({ probe, location }: Pick<Watched, 'probe' | 'location'>): string => `${location} ${probe}`;

export const lastRunReader = (read: Reading): LastRuns => {
  let known = new Map<string, UnpackedRun>();
  return async (watched, now) => {
    const newest = await lastRuns(read, watched, now);
    const again = newest.filter(({ slotAt }) => slotAt === null);
    const before = await lastRuns(
      read,
      again.map(({ probe, location }) => ({ probe, location, isOfSlot: true })),
      now,
    );
    const last = new Set([...newest, ...before].map(({ id }) => id));
    const noted = (await badTokensIn(read, now)).map(({ run }) => run).filter((id) => !last.has(id));
    const hourly = new Set(noted);
    const found: UnpackedRun[] = [];
    for (const run of [...newest, ...before, ...(await runsNamed(read, noted))]) {
      const kept = known.get(run.id);
      found.push(kept ?? { ...run, ...unpackedOf(await readableRecordOf(read, run.id)) });
    }
    known = new Map(found.map((run) => [run.id, run]));
    const byProbe = Map.groupBy(found, keyOf);
    return (one) => {
      const runs = byProbe.get(keyOf(one)) ?? [];
      const newer = runs.filter(({ id }) => !hourly.has(id));
      return runs.map((run) => (hourly.has(run.id) ? hourlyOf(run, newer) : run));
    };
  };
};

const iso = (at: number): string => new Date(at).toISOString();

/** What was so once is not known to be so now. */
const faded = (row: ClauseRow): ClauseRow => ({ ...row, state: row.state === 'left-out' ? row.state : 'unjudged' });

type SeenRun = {
  readonly rows: readonly ClauseRow[];
  readonly run: string;
  readonly location: string;
  readonly at: number;
  /** Trouble that it met is that of the service. */
  readonly isOfService: boolean;
};

type Stands = Pick<ClauseRow, 'clause' | 'topic' | 'area' | 'state'> & Omit<SeenRun, 'rows'>;

const isOneOf =
  (...states: readonly ClauseState[]) =>
  ({ state }: Stands): boolean =>
    states.includes(state);

const isJudged = ({ state }: Stands): boolean => judgedStates.has(state);
const isBroken = isOneOf('broken');
/** It met our own error, our own network or refused credentials: nothing is known of the service. */
const isBlind = ({ state, isOfService }: Stands): boolean => state === 'error' || (state === 'trouble' && !isOfService);
const isInTrouble = ({ state, isOfService }: Stands): boolean => state === 'trouble' && isOfService;
const isBad = (each: Stands): boolean => isBroken(each) || isInTrouble(each);
const isMet = ({ state }: Stands): boolean => state !== 'unjudged';

/**
 * Of one location the newest run that the clause was met in, be it judged or in trouble. Without such a run, the newest
 * that had nothing for it.
 */
const newestAtEach = (all: readonly Stands[]): Stands[] =>
  [...Map.groupBy(all, ({ location }) => location).values()].flatMap((each) =>
    each.sort((one, other) => Number(isMet(other)) - Number(isMet(one)) || other.at - one.at).slice(0, 1),
  );

/** As an incident has it: bad is what half or more of the locations see that looked lately, in any order. */
const standsOf = (all: readonly Stands[]): readonly Stands[] => {
  const newest = newestAtEach(all).sort((one, other) => other.at - one.at);
  const met = newest.filter(isMet);
  const bad = met.filter(isBad);
  const meant = bad.length * 2 >= met.length ? bad : met.filter((each) => !isBad(each));
  return (met.length > 0 ? meant : newest).slice(0, 1);
};

const standsOfEach = (all: readonly SeenRun[]): Stands[] => {
  const stands = all.flatMap(({ rows, ...of }) =>
    rows.filter(({ state }) => state !== 'left-out').map((row) => ({ ...row, ...of })),
  );
  return [...Map.groupBy(stands, ({ clause }) => clause).values()].flatMap(standsOf);
};

const areaStateOf = (all: readonly Stands[]): ServiceState => {
  if (all.some(isBroken)) return 'broken';
  if (all.some(isInTrouble)) return 'trouble';
  if (all.some(isBlind)) return 'unknown';
  return all.some(isJudged) ? 'holds' : 'unknown';
};

/** @param isDown Nothing of it answers: what older runs have found counts no more. */
const areasOf = (all: readonly Stands[], isDown: boolean): AreaState[] =>
  [...Map.groupBy(all, ({ topic }) => topic)].map(([topic, ofTopic]) => {
    const broken = ofTopic.filter(isBroken);
    const [shows = ofTopic[0]] = broken;
    return {
      area: topic,
      family: ofTopic[0]?.area ?? '',
      state: isDown ? 'down' : areaStateOf(ofTopic),
      broken: broken.map(({ clause }) => clause),
      judged: ofTopic.filter(isJudged).length,
      troubled: ofTopic.filter(isInTrouble).length,
      tells: ofTopic.some((each) => isJudged(each) && showsItsArea(each.clause)),
      run: shows?.run ?? null,
    };
  });

const stateOfKind: Readonly<Record<IncidentRow['kind'], ServiceState>> = {
  contract: 'broken',
  service: 'trouble',
  network: 'unknown',
  ours: 'unknown',
  slo: 'broken',
  latency: 'slow',
};

const outageShown = async (
  read: Reading,
  asked: { readonly target: string; readonly now: number },
): Promise<TargetState['outage']> => {
  const outage = await outageNow(read, asked);
  if (!outage) return null;
  const { goodAt, brokeAt, lastAt, locations } = outage;
  return {
    goodAt: goodAt === null ? null : iso(goodAt),
    brokeAt: iso(brokeAt),
    lastAt: iso(lastAt),
    trouble: await troubleOfOutage(read, { ...asked, lastAt }),
    locations: locations.filter((each) => each !== '' && each !== unnamedLocation),
  };
};

type StateQuery = {
  readonly watched: readonly Watched[];
  readonly open: readonly IncidentRow[];
  readonly lastOf: (one: Watched) => readonly UnpackedRun[];
  readonly now: number;
};

export type StateReader = (now: number) => Promise<StateNow>;

export const stateReader = (read: Reading, lastRunsOf: LastRuns = lastRunReader(read)): StateReader => {
  const targetOf = async (target: string, { watched, open, lastOf, now }: StateQuery): Promise<TargetState> => {
    const seen: SeenRun[] = [];
    const probes: ProbeState[] = [];
    for (const one of watched) {
      const runs = lastOf(one);
      const [last] = runs;
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
      for (const { id, finishedAt, rows, sample, isDown, isHourly } of runs) {
        const askedMs = isHourly ? Math.max(intervalMs, hourMs) : intervalMs;
        // What is asked once an hour is known between only as long as the probe runs.
        const isOld = isStale || isStaleAt(finishedAt, { intervalMs: askedMs }, now);
        const known = isOld ? rows.map(faded) : rows;
        seen.push({ rows: known, run: id, location, at: finishedAt, isOfService: sample === 'bad' || isDown !== null });
      }
    }
    const outage = await outageShown(read, { target, now });
    const stands = standsOfEach(seen);
    const areas = areasOf(stands, outage !== null);
    const bad = open.map(({ kind }) => stateOfKind[kind]);
    const measured = probes.flatMap(({ last }) => (last ? [last.at] : [])).sort();
    // An area that no probe can judge is unknown, and says nothing about the others.
    const known = areas.map((each) => each.state).filter((each) => each !== 'unknown');
    const isUnsure = stands.some(isBlind) || probes.some(({ isStale }) => isStale);
    const state = worstOf([
      ...(outage ? (['down'] as const) : []),
      ...known,
      ...bad,
      ...(isUnsure ? (['unknown'] as const) : []),
    ]);
    const openedAt = open.map((each) => each.openedAt).sort((one, other) => one - other)[0];
    return {
      target,
      state,
      outage,
      since: outage?.brokeAt ?? (state === 'holds' || openedAt === undefined ? null : iso(openedAt)),
      isInMaintenance: await isInMaintenance(read, { target, now }),
      openIncidents: open.length,
      measuredAt: measured.at(-1) ?? null,
      areas,
      probes,
    };
  };

  return async (now) => {
    const watched = await watchedIn(read, now);
    const lastOf = await lastRunsOf(watched, now);
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

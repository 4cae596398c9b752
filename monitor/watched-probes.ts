/** What is to be watched, read before anything runs: the probes, with what their targets say of them. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { hourMs, minuteMs } from '../contracts/durations.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { planOf } from '../flows/plan.ts';
import { ownTargets } from '../targets/load.ts';
import { loadFile } from '../targets/load-file.ts';
import { type MonitorConfig, type MonitorDefinition, rulesOf, type ScheduledProbe, watchedBy } from './config.ts';
import { type EffectsADay, effectsADay, type RequestsADay, requestsADay } from './effects-a-day.ts';
import type { MonitorOptions } from './monitor-surroundings.ts';
import type { WatchedProbe } from './watched-probe.ts';

const fullMsMax = 2 * hourMs;

/** As names of probes are spelt. */
export const probeName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);

/** In ms: a run that shows everything takes as long as its target lets it. */
const deadlineOf = ({ runDeadlineMs }: Pick<Target['limits'], 'runDeadlineMs'>): number =>
  Math.max(minuteMs, Math.min(runDeadlineMs, fullMsMax));

type NamedTarget = {
  /** As a person names it. */
  readonly source: string;
  readonly target: Pick<Target, 'name' | 'may' | 'limits'>;
};

/** It reads a little every few minutes; with effects, it shows everything once a day, at night. */
export const defaultProbes = (
  targets: readonly NamedTarget[],
  { effects = false }: { readonly effects?: boolean | undefined } = {},
): MonitorDefinition['probes'] =>
  targets.flatMap(({ source, target: { name, may, limits } }) => {
    const often = { name: `${probeName(name)}-probe`, target: source };
    if (!effects || (!may.books && !may.tickets)) return [often];
    const deadlineMs = deadlineOf(limits);
    const full = { name: `${probeName(name)}-full`, target: source, depth: 'full', cron: '17 3 * * *' } as const;
    return [often, { ...full, deadlineMs, effects }];
  });

const spans = {
  obligations: { cron: '*/10 * * * *', ending: 'due' },
  cases: { cron: '47 3 * * *', ending: 'watched' },
} as const;

/** What is done at a target besides its probes, whenever there is something to do. */
const nowAndThen = (
  source: string,
  { name, limits, may }: Target,
  work: 'obligations' | 'cases',
  now: number,
): WatchedProbe => {
  const { cron, ending } = spans[work];
  // What was begun is settled and cleaned up without being asked for.
  const definition = { name: `${probeName(name)}-${ending}`, target: source, depth: 'full', cron, effects: true };
  const { watched } = watchedBy({ probes: [{ ...definition, deadlineMs: deadlineOf(limits) }] }, ending, now);
  const [one] = watched;
  if (!one) throw new TypeError('one probe was given');
  const hasEffects = may.books !== undefined || may.tickets !== undefined;
  return { ...one, target: name, hasEffects, rules: rulesOf(one.probe), work };
};

/** Says of which probe the target or the selection is wrong. */
const readOf = async (
  one: ScheduledProbe,
  targetOf: (source: string) => Promise<Target>,
): Promise<ScheduledProbe & { readonly reads: Target }> => {
  const { name, target, depth, only } = one.probe;
  try {
    const reads = await targetOf(target);
    const { revision, may } = reads;
    planOf({ depth, only, revision, obligations: may.obligations, isWatching: true });
    return { ...one, reads };
  } catch (thrown) {
    throw thrown instanceof UsageError ? new UsageError(`probe ${name}: ${thrown.message}`) : thrown;
  }
};

type PlannedWatching = {
  readonly probes: readonly WatchedProbe[];
  readonly effects: readonly EffectsADay[];
  readonly requests: readonly RequestsADay[];
};

/** @throws UsageError where a target cannot be read, or the schedule has effects unasked or exceeds its budget. */
export const watchedProbes = async (
  watched: readonly ScheduledProbe[],
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<PlannedWatching> => {
  const read = await Promise.all(watched.map((one) => readOf(one, targetOf)));
  const effects = effectsADay(read, now);
  const probes = read.map(({ reads, ...one }): WatchedProbe => {
    const hasEffects = effects.some(
      ({ target, probes: names }) => target === reads.name && names.includes(one.probe.name),
    );
    return { ...one, target: reads.name, hasEffects, rules: rulesOf(one.probe), work: 'flows' };
  });
  const byTarget = new Map(read.map(({ reads, probe }) => [reads.name, { reads, source: probe.target }]));
  const others = [...byTarget.values()].flatMap(({ reads, source }) => [
    ...(reads.may.obligations?.length ? [nowAndThen(source, reads, 'obligations', now)] : []),
    nowAndThen(source, reads, 'cases', now),
  ]);
  return { probes: [...probes, ...others], effects, requests: requestsADay(read, now) };
};

/** npm often begins a repository as CommonJS, in which `.ts` would not load. */
const fileNames = ['monitor.config.mts', 'monitor.config.ts'] as const;

type MonitorFile = { readonly definition: unknown; readonly name: string };

/**
 * @returns undefined where none is named and none is there.
 * @throws UsageError where the named one is not there, or it is broken.
 */
const monitorFile = async (given: string | undefined): Promise<MonitorFile | undefined> => {
  const name = given ?? fileNames.find((each) => existsSync(each));
  if (name === undefined) return undefined;
  const file = resolve(name);
  if (!existsSync(file)) {
    throw new UsageError(
      `monitor file ${name} does not exist: name one that does, or leave out --config for ${fileNames[1]} here`,
    );
  }
  return { definition: await loadFile({ file, name, kind: 'monitor', read: (exported) => exported }), name };
};

type ReadMonitor = { readonly config: MonitorConfig; readonly watched: readonly ScheduledProbe[] };

/** @throws UsageError for what is wrong; nothing has been run then. */
export const readMonitor = async (
  options: Pick<MonitorOptions, 'target' | 'config' | 'effects'>,
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<ReadMonitor> => {
  const { target: named, config: given, effects } = options;
  if (named && given !== undefined) {
    throw new UsageError('--target and --config do not go together: name the targets in the file, or leave one out');
  }
  const file = named ? undefined : await monitorFile(given);
  if (file && effects) {
    throw new UsageError(
      `--effects and monitor file ${file.name} do not go together: write effects: true at each probe there that books`,
    );
  }
  if (file) return watchedBy(file.definition, file.name, now);
  const own = named ? [] : ownTargets();
  if (own.length > 0) {
    throw new UsageError(
      `which target? This folder has its own: name ${own.map((each) => `--target ${each}`).join(', ')}, or --target sandbox for the one inside Preflight, or write monitor.config.mts`,
    );
  }
  const sources = named ?? ['sandbox'];
  const targets = await Promise.all(sources.map(async (source) => ({ source, target: await targetOf(source) })));
  return watchedBy({ probes: defaultProbes(targets, { effects }) }, '(none: these are the defaults)', now);
};

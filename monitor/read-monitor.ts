/** What is to be watched: what the command line says, or a file, or what is watched by default. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { ownTargets } from '../targets/load.ts';
import { loadFile } from '../targets/load-file.ts';
import { type MonitorConfig, type ScheduledProbe, watchedBy } from './config.ts';
import type { MonitorOptions } from './monitor-surroundings.ts';
import { defaultProbes } from './watched-probes.ts';

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
  options: Pick<MonitorOptions, 'target' | 'config'>,
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<ReadMonitor> => {
  const { target: named, config: given } = options;
  if (named && given !== undefined) {
    throw new UsageError('--target and --config do not go together: name the targets in the file, or leave one out');
  }
  const file = named ? undefined : await monitorFile(given);
  if (file) return watchedBy(file.definition, file.name, now);
  const own = named ? [] : ownTargets();
  if (own.length > 0) {
    throw new UsageError(
      `which target? This folder has its own: name ${own.map((each) => `--target ${each}`).join(', ')}, or --target sandbox for the one inside Preflight, or write monitor.config.mts`,
    );
  }
  const sources = named ?? ['sandbox'];
  const targets = await Promise.all(sources.map(async (source) => ({ source, target: await targetOf(source) })));
  return watchedBy({ probes: defaultProbes(targets) }, '(none: these are the defaults)', now);
};

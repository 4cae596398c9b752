/** `preflight monitor`: reads what is to be watched, refuses what is wrong with it, and watches until it is ended. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { assertProxyVariables } from '../client/http/proxy-variables.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type History, openHistory } from '../history/open.ts';
import { prune } from '../history/prune.ts';
import { type SpoolForm, spool, spooled, unspool } from '../history/spool.ts';
import { loadTarget, ownTargets } from '../targets/load.ts';
import { unreachableChannels } from './channels/reach.ts';
import { sendTo } from './channels/send.ts';
import { type MonitorConfig, type Watched, watchedBy } from './config.ts';
import { defaultProbes, probeName } from './default-probes.ts';
import { heartbeat } from './heartbeat.ts';
import { leasingOfProcess } from './leasing.ts';
import { type Monitor, type MonitorEvent, type MonitorParts, monitorOf } from './monitor.ts';
import { monitorFile } from './monitor-file.ts';
import { type Due, obligationsDue } from './obligations-due.ts';
import { type ResultTold, resultLines, resultTold } from './result-line.ts';
import type { Spool } from './result-queue.ts';
import { type SlotSurroundings, slotRunner } from './run-slot.ts';
import { type RepeatedSlot, type SlotResult, slotResult } from './slot-result.ts';
import { startLines } from './start-lines.ts';
import { tellMissed } from './tell.ts';
import { testAlerts } from './test-alerts.ts';
import { watchedProbes } from './watched-probes.ts';

export type MonitorOptions = {
  /** Watched as by default; none where a file says what is watched. */
  target?: string[];
  config?: string;
  /** The store, where it is not that of the file. */
  history?: string;
  once?: true;
  testAlert?: true;
  location: string;
};

export type MonitorSurroundings = Pick<SlotSurroundings, 'isEmbedded' | 'termsOf' | 'repeatOf' | 'newRunId'> & {
  readonly environment: NodeJS.ProcessEnv;
  /** The sandbox is started for the targets that it is. */
  readonly environmentOf: (source: string) => Promise<NodeJS.ProcessEnv>;
  readonly sweep: (source: string) => Promise<void>;
  /** Repeats the cases that are watched at a target. */
  readonly repeatCases: (source: string) => Promise<RepeatedSlot['cases']>;
  readonly isAnyWatched: () => Promise<boolean>;
  readonly logger: Logger;
  readonly print: (text: string) => void;
  readonly notice: (line: string) => void;
  readonly result: (found: object) => void;
  readonly now: () => number;
  /** Resolves when somebody wants it to end. */
  readonly interrupted: () => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
};

const tickMs = 1_000;
/** What runs is given so long to end by itself; then it is ended, and cleaned up within its 20 s. */
const graceMs = 10_000;
const pruneEveryMs = 3_600_000;

const resultForm: SpoolForm<SlotResult> = { kind: 'slot', schema: slotResult };

const spoolBeside = (file: string, now: () => number): Spool => ({
  put: (result) => {
    const { probe, location, at } = result.slot;
    const id = `${probe}-${location}-${at}${result.kind === 'ran' && result.confirms ? '-confirms' : ''}`;
    return spool(file, resultForm, { value: result, at: now(), id });
  },
  waiting: async () => {
    const all = [];
    for await (const { path, value } of spooled(file, resultForm))
      all.push({ result: value, done: () => unspool({ path }) });
    return all;
  },
});

type Read = { readonly config: MonitorConfig; readonly watched: readonly Watched[] };

const read = async (
  options: MonitorOptions,
  targetOf: (source: string) => Promise<Target>,
  now: number,
): Promise<Read> => {
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

/** Which channels cannot be reached, and in which line that is told. */
type Reached = readonly { readonly name: string; readonly line: string | undefined }[];

/** @throws UsageError where there is no store yet: then nothing was ever reached, and nothing is made. */
const reachedOf = async (
  channels: MonitorConfig['channels'],
  { environment }: MonitorSurroundings,
  isNew: boolean,
): Promise<Reached> => {
  const found = await Promise.all(
    channels.map(async (channel) => {
      const [line] = await unreachableChannels([channel], { environment });
      return { name: `reached ${channel.name}`, line };
    }),
  );
  const first = found.find(({ line }) => line !== undefined);
  if (isNew && first?.line !== undefined) throw new UsageError(first.line);
  return found;
};

/** A channel that was reached before is no mistake of the file: whoever wrote it has tried it. */
const assertReached = async (
  reached: Reached,
  history: History,
  { notice, now }: MonitorSurroundings,
): Promise<void> => {
  for (const { name, line } of reached) {
    const known = await history.read.selectFrom('note').select('name').where('name', '=', name).executeTakeFirst();
    if (line !== undefined && !known) throw new UsageError(line);
    if (line !== undefined) notice(`${line} (it was reached before: what is to be told waits)`);
    else if (!known) {
      const row = { name, value: '', at: now() };
      await history.write((to) =>
        to
          .insertInto('note')
          .values(row)
          .onConflict((same) => same.doNothing())
          .execute(),
      );
    }
  }
};

const alertsTried = async (
  { channels }: MonitorConfig,
  { environment, now, print, result }: MonitorSurroundings,
): Promise<number> => {
  if (channels.length === 0) {
    throw new UsageError('there is no channel to test: write one into monitor.config.ts (docs/monitoring.md)');
  }
  const tried = await testAlerts({ channels, send: sendTo({ environment, now }), now, newId: randomUUID });
  result({ channels: tried });
  for (const { name, error } of tried)
    print(`${error === undefined ? 'arrived' : 'FAILED '}  ${name}${error === undefined ? '' : `: ${error}`}`);
  return tried.some(({ error }) => error !== undefined) ? exitCodes.unmeasured : exitCodes.pass;
};

const codeOf = (result: SlotResult): number => {
  switch (result.kind) {
    case 'ran':
      return exitCodeOf(result.record.verdict);
    case 'repeated':
      return result.cases.some(({ shown }) => shown === 'failed') ? exitCodes.fail : exitCodes.pass;
    case 'missed':
      return exitCodes.unmeasured;
  }
};

const worst = (results: readonly SlotResult[]): number => {
  const codes = results.map(codeOf);
  return [exitCodes.fail, exitCodes.unmeasured].find((code) => codes.includes(code)) ?? exitCodes.pass;
};

const watchUntil = async (
  isEnded: Promise<void>,
  monitor: Monitor,
  { wait, tidy }: Pick<MonitorSurroundings, 'wait'> & { readonly tidy: () => void },
): Promise<void> => {
  let isOver = false;
  const ended = isEnded.then(() => {
    isOver = true;
  });
  // Whoever was told to end while it started begins nothing.
  await Promise.race([wait(0), ended]);
  while (!isOver) {
    tidy();
    await monitor.tick();
    await Promise.race([wait(tickMs), ended]);
  }
  await monitor.stop(wait(graceMs));
};

/** What the slots of each kind of work do, and whether there is anything to do. */
const workOf = (
  {
    surroundings,
    targetOf,
    otherHost,
  }: {
    readonly surroundings: MonitorSurroundings;
    readonly targetOf: (source: string) => Promise<Target>;
    readonly otherHost: string;
  },
  tellMissedOnes: (target: Target, missed: Due['missed']) => Promise<void>,
): Pick<MonitorParts, 'runSlot' | 'isAnythingToDo'> => {
  const { environment, isEmbedded, isAnyWatched, repeatCases, now } = surroundings;
  const walk = slotRunner({ ...surroundings, otherHost });
  const dueAt = obligationsDue(environment, now);
  const settled = async (source: string): Promise<Due> => {
    if (isEmbedded(source)) return { due: [], missed: [] };
    const target = await targetOf(source);
    const found = await dueAt(target);
    await tellMissedOnes(target, found.missed);
    return found;
  };
  return {
    isAnythingToDo: async ({ work, probe }) =>
      work === 'obligations' ? (await settled(probe.target)).due.length > 0 : isAnyWatched(),
    runSlot: async ({ work, ...asked }) => {
      const { probe, slot, owner } = asked;
      switch (work) {
        case 'flows':
          return walk(asked);
        case 'obligations':
          return walk({ ...asked, settles: (await settled(probe.target)).due });
        case 'cases': {
          const { name } = await targetOf(probe.target);
          const cases = await repeatCases(probe.target);
          return { kind: 'repeated', slot, owner, target: name, endedAt: now(), cases };
        }
      }
    },
  };
};

const makeFolderOf = (file: string): void => {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`history ${file}: its folder cannot be made (${code}): name another with --history`);
  }
};

/** @returns The exit code. */
export const runMonitor = async (options: MonitorOptions, surroundings: MonitorSurroundings): Promise<number> => {
  const { environment, environmentOf, print, notice, result, now, wait } = surroundings;
  assertProxyVariables(environment);
  const targetOf = async (source: string): Promise<Target> => loadTarget(source, await environmentOf(source));
  const { config, watched } = await read(options, targetOf, now());
  const { probes, effects } = await watchedProbes(watched, targetOf, now());
  if (options.testAlert) return alertsTried(config, surroundings);
  const file = options.history ?? config.history;
  const { channels } = config;
  const isNew = !existsSync(file);
  const reached = await reachedOf(channels, surroundings, isNew);
  if (isNew) makeFolderOf(file);
  const history = await openHistory(file);
  try {
    await assertReached(reached, history, surroundings);
    const results: SlotResult[] = [];
    const told: ResultTold[] = [];
    let troubles = 0;
    const monitor = monitorOf({
      history,
      watched: probes,
      location: options.location,
      channels,
      send: sendTo({ environment, now }),
      ...workOf({ surroundings, targetOf, otherHost: config.otherHost }, async ({ name }, missed) => {
        for (const { id, begunAt } of missed) {
          await history.write((to) =>
            tellMissed(to, {
              key: `${id}-${begunAt.replaceAll(/\D/g, '')}`,
              target: name,
              probe: `${probeName(name)}-due`,
              title: `${id} was left behind at ${begunAt.slice(0, 16)}Z, and nobody came for it in time`,
              firstStep: 'Keep the monitor running over its whole window, and look with npx preflight obligations.',
              channels,
              now: now(),
            }),
          );
        }
      }),
      leasing: leasingOfProcess,
      spool: spoolBeside(file, now),
      sweep: surroundings.sweep,
      heartbeat:
        config.heartbeat === undefined
          ? { begun: async () => {}, ended: async () => {} }
          : heartbeat(config.heartbeat, { environment, onFailure: notice }),
      now,
      told: (event: MonitorEvent) => {
        if (event.kind === 'trouble') {
          troubles += 1;
          notice(event.line);
        } else {
          for (const line of resultLines(event.result, event.kept)) print(line);
          if (options.once) {
            results.push(event.result);
            told.push(resultTold(event.result, event.kept));
          }
        }
      },
    });
    for (const line of startLines({ probes, effects, channels, history: file, now: now() })) print(line);
    if (options.once) {
      let isInterrupted = false;
      const ended = surroundings.interrupted().then(() => {
        isInterrupted = true;
        return monitor.stop(wait(graceMs));
      });
      const begun = (await Promise.race([monitor.once(), ended])) ?? 0;
      if (isInterrupted) {
        await ended;
        notice('interrupted; what was under way has ended or was cleaned up');
        return exitCodes.interrupted;
      }
      if (begun === 0 && troubles > 0) return exitCodes.unmeasured;
      if (begun === 0) print('nothing is due');
      result({ slots: told });
      return worst(results);
    }
    const ending = new AbortController();
    let prunedAt = now();
    const tidy = (): void => {
      if (now() - prunedAt < pruneEveryMs) return;
      prunedAt = now();
      void prune(history, { now: now(), keepDays: config.keepDays }, ending.signal).catch((thrown: unknown) =>
        notice(`old results were not removed: ${thrown instanceof Error ? thrown.message : thrown}`),
      );
    };
    await watchUntil(surroundings.interrupted(), monitor, { wait, tidy });
    ending.abort();
    print('ended: nothing is under way');
    return exitCodes.pass;
  } finally {
    await history.close();
  }
};

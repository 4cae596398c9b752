/** `preflight monitor`: reads what is to be watched, refuses what is wrong with it, and watches until it is ended. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { assertProxyVariables } from '../client/http/proxy-variables.ts';
import { databaseUrlIn } from '../contracts/database-url.ts';
import { exitCodeOf, exitCodes } from '../contracts/exit-codes.ts';
import { historyPlace } from '../contracts/history-file.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { goalsIn, watchedIn } from '../history/fresh-notes.ts';
import type { History } from '../history/history.ts';
import { openHistory } from '../history/open.ts';
import { prune } from '../history/prune.ts';
import { type SpoolForm, spool, spooled, unspool } from '../history/spool.ts';
import { StoreFailed } from '../stores/database.ts';
import { userDatabase } from '../stores/user-database.ts';
import { loadTarget } from '../targets/load.ts';
import { sendTo } from './channels/send.ts';
import type { MonitorConfig } from './config.ts';
import { overLocations } from './effects-a-day.ts';
import { type Heartbeat, heartbeat } from './heartbeat.ts';
import { type ReportedResult, reportedResult, resultLines } from './keep-result.ts';
import { leasingOfMachines, leasingOfProcess, type WorkQueue, workQueue } from './leasing.ts';
import { type Monitor, monitorOf } from './monitor.ts';
import type { MonitorOptions, MonitorSurroundings, StartTelemetry } from './monitor-surroundings.ts';
import { elsewhereOf, type Noting, notingOf, probedTargetsOf } from './noting.ts';
import { alertsTried, assertReached, reachedOf } from './reached.ts';
import type { Spool } from './result-queue.ts';
import { type SlotResult, slotResult } from './slot-result.ts';
import { slotWork } from './slot-work.ts';
import { startLines } from './start-lines.ts';
import type { Telemetry } from './telemetry.ts';
import type { WatchedProbe } from './watched-probe.ts';
import { readMonitor, watchedProbes } from './watched-probes.ts';

/** Results that wait beside the store, one file each. */
const resultForm: SpoolForm<SlotResult> = { kind: 'slot', schema: slotResult };

/** @param file The store. */
const spoolBeside = (file: string, now: () => number): Spool => ({
  put: async (result) => {
    const { probe, location, at } = result.slot;
    const id = `${probe}-${location}-${at}${result.kind === 'ran' && result.confirms ? '-confirms' : ''}`;
    try {
      await spool(file, resultForm, { value: result, at: now(), id });
    } catch (thrown) {
      // What the system says names another file each time.
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === undefined) throw thrown;
      throw new StoreFailed(`folder ${file}.spool`, `it cannot be written, either (${code}): make room or way there`);
    }
  },
  waiting: async () => {
    const all = [];
    for await (const { path, value } of spooled(file, resultForm))
      all.push({ result: value, done: () => unspool({ path }) });
    return all;
  },
});

const tickMs = 1_000;
/** What runs is given so long to end by itself; then it is ended: its last effect is awaited, and it is cleaned up. */
export const graceMs = 10_000;
const pruneEveryMs = 3_600_000;
const noteEveryMs = 60_000;
/** What cannot be kept by then waits beside the store: the next probe is due soon. */
const busyMs = 3_000;

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
  // A monitor that was asked to end while it started begins nothing.
  await Promise.race([wait(0), ended]);
  while (!isOver) {
    tidy();
    await monitor.tick();
    await Promise.race([wait(tickMs), ended]);
  }
  await monitor.stop(wait(graceMs));
};

const makeFolderOf = (file: string): void => {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`history ${file}: its folder cannot be made (${code}): name another with --history`);
  }
};

const silentHeart: Heartbeat = { begun: async () => {}, ended: async () => {} };

/** The results of slots so far. */
type MonitorOutput = { readonly results: SlotResult[]; readonly reported: ReportedResult[]; troubles: number };

type WatchingParts = {
  readonly options: MonitorOptions;
  readonly surroundings: MonitorSurroundings;
  readonly config: MonitorConfig;
  readonly probes: readonly WatchedProbe[];
  readonly targetOf: (source: string) => Promise<Target>;
  readonly history: History;
  readonly queue: WorkQueue | undefined;
  readonly noting: Noting;
  readonly telemetry: Telemetry | undefined;
  /** A line for each probe that looked at another service before. */
  readonly elsewhere: readonly string[];
};

type WatchedMonitor = { readonly monitor: Monitor; readonly found: MonitorOutput };

const monitorIn = (watching: WatchingParts): WatchedMonitor => {
  const found: MonitorOutput = { results: [], reported: [], troubles: 0 };
  const { options, surroundings, config, probes, targetOf, history, queue, telemetry } = watching;
  const { environment, print, notice, now, sweep } = surroundings;
  const { channels } = config;
  const monitor = monitorOf({
    history,
    watched: probes,
    location: options.location,
    channels,
    publicUrl: options.publicUrl,
    remindAfterMs: config.remindAfterMs,
    send: sendTo({ environment, now }),
    ...slotWork({
      surroundings,
      targetOf,
      config,
      location: options.location,
      history,
      channels,
      traced: telemetry?.traced,
    }),
    leasing: queue ? leasingOfMachines : leasingOfProcess,
    queue,
    spool: spoolBeside(history.spoolsAt, now),
    sweep: (source) => sweep(source, config.contact),
    heartbeat:
      config.heartbeat === undefined ? silentHeart : heartbeat(config.heartbeat, { environment, onFailure: notice }),
    now,
    report: (event) => {
      if (event.kind !== 'result') {
        if (event.kind === 'trouble') found.troubles += 1;
        notice(event.line);
        return;
      }
      telemetry?.report(event.result);
      for (const line of resultLines(event.result, event.kept)) print(line);
      // One that goes on for months need not remember them all.
      if (!options.once) return;
      found.results.push(event.result);
      found.reported.push(reportedResult(event.result, event.kept));
    },
  });
  return { monitor, found };
};

/** @returns The exit code. */
const watchOnce = async (watching: WatchingParts, { monitor, found }: WatchedMonitor): Promise<number> => {
  const { surroundings, noting, elsewhere } = watching;
  const { interrupted, wait, notice, print, result } = surroundings;
  let isInterrupted = false;
  const ended = interrupted().then(() => {
    isInterrupted = true;
    return monitor.stop(wait(graceMs));
  });
  const begun = (await Promise.race([monitor.once(), ended])) ?? 0;
  if (isInterrupted) {
    await ended;
    notice('interrupted; what was under way has ended or was cleaned up');
    return exitCodes.interrupted;
  }
  if (begun === 0 && found.troubles > 0) return exitCodes.unmeasured;
  if (begun === 0) print('nothing is due');
  // It may have booked, and settled.
  await noting.duties().catch(() => {});
  result({ slots: found.reported });
  // In the slots before another service was looked at: of this one nothing is known.
  if (begun === 0 && elsewhere.length > 0) return exitCodes.unmeasured;
  return worst(found.results);
};

/** @returns The exit code. */
const watchOn = async (watching: WatchingParts, { monitor }: WatchedMonitor): Promise<number> => {
  const { history, config, noting, surroundings } = watching;
  const { interrupted, wait, notice, print, now } = surroundings;
  const ending = new AbortController();
  let prunedAt = now();
  let notedAt = now();
  const tidy = (): void => {
    if (now() - notedAt >= noteEveryMs) {
      notedAt = now();
      // A ledger that cannot be read is reported by the runs that need it.
      void noting.duties().catch(() => {});
    }
    if (now() - prunedAt < pruneEveryMs) return;
    prunedAt = now();
    void noting.watched().catch(() => {});
    void prune(history, { now: now(), keepDays: config.keepDays }, ending.signal).catch((thrown: unknown) =>
      notice(`old results were not removed: ${thrown instanceof Error ? thrown.message : thrown}`),
    );
  };
  await watchUntil(interrupted(), monitor, { wait, tidy });
  ending.abort();
  print('ended: nothing is under way');
  return exitCodes.pass;
};

/** @returns The exit code. */
export const runMonitor = async (options: MonitorOptions, surroundings: MonitorSurroundings): Promise<number> => {
  const { environment, environmentOf, print, now } = surroundings;
  assertProxyVariables(environment);
  const targetOf = async (source: string): Promise<Target> => loadTarget(source, await environmentOf(source));
  const { config, watched } = await readMonitor(options, targetOf, now());
  const { probes, effects, requests } = await watchedProbes(watched, targetOf, now());
  if (options.testAlert) return alertsTried(config, surroundings);
  // What keeps its state in the database needs what seals it: reported now, and not by each slot.
  if (probes.some(({ probe }) => !surroundings.isEmbedded(probe.target))) userDatabase(environment);
  // As every other command finds it, which knows no file of the monitor.
  const place = historyPlace(options.history ?? (databaseUrlIn(environment) ? undefined : config.history), environment);
  const { channels } = config;
  const isNew = typeof place === 'string' && !existsSync(place);
  const reached = await reachedOf(channels, surroundings, isNew);
  if (isNew) makeFolderOf(place);
  const history = await openHistory(place, { busyMs });
  let telemetry: ReturnType<StartTelemetry> | undefined;
  let queue: WorkQueue | undefined;
  let served: Awaited<ReturnType<MonitorSurroundings['serve']>> | undefined;
  try {
    await assertReached(reached, history, surroundings);
    const { location } = options;
    const together = overLocations(effects, await watchedIn(history.read, now()), location);
    // One round alone runs all that it finds: there may be no other monitor to take it.
    if (typeof place !== 'string' && !options.once) queue = await workQueue(place, location);
    telemetry = surroundings.startTelemetry?.({
      history,
      targets: [...new Set(probes.map(({ target }) => target))],
      probes: probes.map(({ probe }) => probe.name),
      location,
      now,
    });
    const probedTargets = await probedTargetsOf({ probes, location, targetOf, surroundings });
    const noting = notingOf({ history, probes, location, probedTargets, targetOf, surroundings });
    const elsewhere = elsewhereOf(probedTargets, await goalsIn(history.read, now()));
    for (const line of elsewhere) surroundings.notice(line);
    const watching = { options, surroundings, config, probes, targetOf, history, queue, telemetry, noting, elsewhere };
    await noting.watched();
    await noting.duties().catch(() => {});
    const made = monitorIn(watching);
    served = options.once ? undefined : await surroundings.serve(history, made.monitor.unsaved);
    const embedded = probes.map(({ probe }) => probe.target).find(surroundings.isEmbedded);
    const sandbox = embedded === undefined ? undefined : (await targetOf(embedded)).baseUrl;
    const about = {
      probes,
      effects: together,
      requests,
      channels,
      history: history.where,
      dashboard: served?.url,
      sandbox,
      now: now(),
    };
    for (const line of startLines(about)) print(line);
    return await (options.once ? watchOnce(watching, made) : watchOn(watching, made));
  } finally {
    await served?.close();
    await queue?.close();
    // It looks into the store once more.
    await telemetry?.end();
    await history.close();
  }
};

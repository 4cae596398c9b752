/** Sends a case again to a target, and says whether it still fails: announced before, cleaned up after, and kept. */
import { resolve } from 'node:path';
import { type Case, matterOf, openCase, readBundleFile } from '../cases/case.ts';
import { compared } from '../cases/compare.ts';
import type { Minimised, Progress } from '../cases/minimise/minimise.ts';
import { readProgress } from '../cases/minimise/progress-file.ts';
import { effectsOfCase, lackingFor } from '../cases/replay/effects-of-case.ts';
import { type Replayed, type ReplayParts, replay, type Sought } from '../cases/replay/replay.ts';
import { createReproFolder, type Reproduced, writeRepro } from '../cases/replay/repro-folder.ts';
import { stepsOf } from '../cases/replay/steps.ts';
import { evidenceOf, keptEvidence, ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { EvidenceStore } from '../client/stores/evidence-store.ts';
import { userTokenCache } from '../client/stores/user-token-cache.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import { exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { type Runner, runner } from '../engine/run.ts';
import { bookingsLine } from '../reports/bookings-line.ts';
import { caseEffectsLines } from '../reports/case-effects-text.ts';
import { comparisonText } from '../reports/comparison-text.ts';
import { oneLine } from '../reports/one-line.ts';
import { decisive, reproText } from '../reports/repro-text.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import type { LogLevel } from './log-levels.ts';
import { logger } from './logger.ts';
import { repeatOf, type TargetOptions } from './repeat.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { runMinimise, toldMinimised } from './run-minimise.ts';
import { noticesAround, type Surroundings, warningsAround } from './surroundings.ts';

export type ReproOptions = TargetOptions & {
  attempts: number;
  literal?: true;
  compare?: true;
  minimise?: true;
  /** How many requests minimising may take. */
  requests?: number;
  /** The folder of a run that was minimising the case. */
  resume?: string;
  logLevel: LogLevel;
};

export type ReproParts = Caller & {
  readonly surroundings: Surroundings;
  /** Resolves when somebody wants it to end. */
  readonly interrupted: () => Promise<void>;
  /** Of the terminal, in columns. */
  readonly width: number;
};

/** The case in a file, and what it is about. */
export type OpenedCase = { readonly opened: Case; readonly sought: Sought };

/** @throws UsageError for what cannot be sent again. */
export const openSought = async (file: string, environment: NodeJS.ProcessEnv): Promise<OpenedCase> => {
  const opened = await openCase(resolve(file), keptEvidence(environment));
  // Here the editing of imported exchanges, which have no intents, joins in.
  if (opened.bundle.imported) throw new UsageError(`${file} was imported: what has no intent cannot be sent again yet`);
  const matter = matterOf(opened);
  if (!matter) throw new UsageError(`${file} holds no finding: nothing to look for`);
  const { verdict, finding, trace } = matter;
  if (!trace.exchanges[finding.exchange]) throw new UsageError(`${file} is damaged: its finding is of no exchange`);
  if (trace.exchanges.some(({ index }, at) => index !== at))
    throw new UsageError(`${file} is damaged: its exchanges are out of order`);
  return { opened, sought: { clause: verdict.clause, finding, trace } };
};

/** The world of an embedded sandbox is drawn from it. */
export const seedOfCase = async (file: string): Promise<number> => (await readBundleFile(resolve(file))).run.seed;

const startRunning = (target: Target, run: RunIdentity, options: ReproOptions, parts: ReproParts): Runner => {
  const { surroundings, logsForPerson } = parts;
  const { environment, isEmbedded } = surroundings;
  return runner({
    target,
    seed: run.seed,
    id: run.id,
    // The embedded sandbox ends with the command, and so do its bookings.
    ...(!isEmbedded && ledgersOf(target, environment)),
    transport: {
      logger: logger(options.logLevel, logsForPerson),
      ...(isEmbedded
        ? { proxy: 'none' as const }
        : { proxy: 'environment' as const, tokenCache: userTokenCache(environment) }),
    },
  });
};

type Sent = {
  readonly attempts: readonly Replayed[];
  /** Of each that was sent, in the form that may leave. */
  readonly traces: readonly Trace[];
  readonly minimised?: Minimised;
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
};

/** Enough for what a gate finds, a few bookings and all. */
const requestsByDefault = 300;

type Sending = {
  readonly run: RunIdentity;
  readonly folder: string;
  readonly of: Reproduced['of'];
  readonly options: ReproOptions;
  readonly parts: ReproParts;
  readonly store: EvidenceStore | undefined;
  readonly from: Progress | undefined;
};

/** All attempts, whatever the first of them shows; or smaller and smaller forms of the case. */
const sendAll = async (
  { sought, opened }: OpenedCase,
  running: Runner,
  { run, folder, of, options, parts, store, from }: Sending,
): Promise<Sent> => {
  let isInterrupted = false;
  void parts.interrupted().then(() => {
    isInterrupted = true;
    return running.interrupt();
  });
  const { share } = createSharing();
  const traces: Trace[] = [];
  const replayParts: ReplayParts = {
    record: running.record,
    share: (exact) => {
      const shared = share(exact);
      traces.push(shared);
      return shared;
    },
    isSameTarget: opened.bundle.run.target === run.target,
    seed: run.seed,
    isLiteral: options.literal,
  };
  const attempts: Replayed[] = [];
  try {
    if (options.minimise) {
      const keep = (exact: Trace) => kept(store, run, exact, sought.finding.fingerprint);
      const { requests: requestsMax = requestsByDefault } = options;
      const minimiseRun = { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted: () => isInterrupted };
      const minimised = await runMinimise(sought, minimiseRun);
      const { replayed } = minimised;
      return { attempts: replayed ? [replayed] : [], traces, minimised, warnings: running.warnings(), isInterrupted };
    }
    while (attempts.length < options.attempts && !isInterrupted) attempts.push(await replay(sought, replayParts));
    return { attempts, traces, warnings: running.warnings(), isInterrupted };
  } finally {
    await running.close();
  }
};

/** The exchange that the finding is of, then and now. */
const comparison = (
  { opened, sought: { trace, finding } }: OpenedCase,
  decided: Replayed | undefined,
  { isFull, width, target }: { readonly isFull: boolean; readonly width: number; readonly target: string },
): string | undefined => {
  const then = trace.exchanges[finding.exchange];
  const shared = decided?.exchange;
  // Both in one form: with what was replaced in one of them, everything would differ.
  const now = opened.isExact && shared ? decided.exact.exchanges[shared.index] : shared;
  return (
    then &&
    now &&
    comparisonText(compared(then, now, { isSameTarget: opened.bundle.run.target === target, where: finding.where }), {
      isFull,
      width,
    })
  );
};

const exitCodeOf = (decided: Replayed | undefined): number => {
  if (decided?.outcome === 'same' || decided?.outcome === 'different') return exitCodes.fail;
  return decided?.outcome === 'fixed' ? exitCodes.pass : exitCodes.unmeasured;
};

/** Exactly, for its owner; a replay goes on without. */
const kept = async (store: EvidenceStore | undefined, run: RunIdentity, exact: Trace, name: string): Promise<void> =>
  store?.keep(run.id, exact, name).catch(() => {});

const keepEvidence = async (store: EvidenceStore | undefined, run: RunIdentity, { attempts }: Sent): Promise<void> => {
  for (const [i, attempt] of attempts.entries()) {
    const { exact, finding } = attempt;
    const isDecisive = attempt === decisive(attempts);
    await kept(store, run, exact, isDecisive && finding ? finding.fingerprint : `attempt-${i + 1}`);
  }
};

/** What does not go together, said before anything is read. */
const assertOptions = ({ minimise, requests, resume, literal, attempts }: ReproOptions): void => {
  if (minimise && literal) throw new UsageError('--minimise renews ids and dates each time: leave --literal out');
  if (minimise && attempts > 1)
    throw new UsageError('--minimise decides itself how often it sends: leave --attempts out');
  if (!minimise && requests !== undefined) throw new UsageError('--requests is the budget of --minimise: add it');
  if (!minimise && resume !== undefined) throw new UsageError('--resume goes on with --minimise: add it');
};

/** It must fail twice before anything is left out. */
const timesAtLeast = ({ minimise, attempts }: ReproOptions): number => (minimise ? 2 : attempts);

/** @returns The exit code. */
export const runRepro = async (file: string, options: ReproOptions, parts: ReproParts): Promise<number> => {
  const { surroundings, print, notice, now, width } = parts;
  assertOptions(options);
  const opened = await openSought(file, surroundings.environment);
  const { sought } = opened;
  const target = await loadTarget(options.target, surroundings.environment);
  for (const line of await noticesAround({ ...surroundings, target, source: options.target })) notice(line);
  const steps = stepsOf(sought.trace, sought);
  const times = timesAtLeast(options);
  print(
    `repro  ${sought.clause}, found by ${oneLine(opened.opened.bundle.run.id)} at ${oneLine(opened.opened.bundle.run.target)}`,
  );
  print(`to     ${target.name} at ${target.baseUrl}`);
  for (const line of caseEffectsLines(effectsOfCase(sought.trace, steps), times)) print(`       ${line}`);
  if (options.minimise) {
    const { requests = requestsByDefault } = options;
    print(`       and again with less and less: ${requests} requests at the most, and what the target allows`);
  }
  const lacking = lackingFor(sought.trace, steps, { target, attempts: times });
  if (lacking !== undefined) {
    print(reproText([{ outcome: 'unclear', reason: lacking }]));
    return exitCodes.unmeasured;
  }
  const of = { file, run: opened.opened.bundle.run.id, fingerprint: sought.finding.fingerprint };
  const { resume } = options;
  const from = resume === undefined ? undefined : await readProgress(resume, { ...of, target: target.name });
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { revision, name } = target;
  const repeat = repeatOf('repro', options, file);
  const run: RunIdentity = { id, target: name, revision, seed: options.seed, startedAt, repeat };
  await createReproFolder(folder).catch(notWritable(folder));
  const store = evidenceOf(target, surroundings.environment);
  await store?.removeOld();
  const sending = { run, folder, of, options, parts, store, from };
  const sent = await sendAll(opened, startRunning(target, run, options, parts), sending);
  await keepEvidence(store, run, sent);
  const { attempts, traces, minimised } = sent;
  const decided = decisive(attempts);
  const warnings = [...sent.warnings, ...(await warningsAround({ ...surroundings, target, source: options.target }))];
  const finishedAt = new Date(now()).toISOString();
  const { record, bundle } = await writeRepro(folder, {
    run,
    of,
    attempts,
    traces,
    decisive: decided,
    warnings,
    finishedAt,
  });
  for (const note of decided?.notes ?? []) print(`note   ${oneLine(note)}`);
  const table =
    minimised && !options.compare
      ? undefined
      : comparison(opened, decided, { isFull: options.compare === true, width, target: name });
  if (table) print(`\n${table}`);
  print('');
  const bookings = bookingsLine(record);
  if (bookings) print(bookings.text);
  for (const warning of record.warnings ?? []) notice(oneLine(warning));
  print(`kept in ${pathForPerson(bundle ?? folder)}`);
  if (sent.isInterrupted) {
    notice('interrupted before all was sent');
    if (minimised) notice(`go on with npx preflight ${repeat} --minimise --resume ${pathForPerson(folder)}`);
    return exitCodes.interrupted;
  }
  if (minimised) print(`${toldMinimised(sought, minimised, width)}\n`);
  if (minimised?.ended === 'spent')
    print(`go on   npx preflight ${repeat} --minimise --resume ${pathForPerson(folder)}\n`);
  print(reproText(attempts));
  return exitCodeOf(decided);
};

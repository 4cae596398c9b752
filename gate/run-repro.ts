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
import { evidenceOf, keptEvidence } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { EvidenceStore } from '../client/stores/evidence-store.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import { exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Runner } from '../engine/run.ts';
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
import { runnerHere } from './start-runner.ts';
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

type SendingAll = {
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
  { run, folder, of, options, parts, store, from }: SendingAll,
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
      const keep = (exact: Trace) => keepExact(store, run, exact, sought.finding.fingerprint);
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
const keepExact = async (
  store: EvidenceStore | undefined,
  run: RunIdentity,
  exact: Trace,
  name: string,
): Promise<void> => store?.keep(run.id, exact, name).catch(() => {});

const keepEvidence = async (store: EvidenceStore | undefined, run: RunIdentity, { attempts }: Sent): Promise<void> => {
  for (const [i, attempt] of attempts.entries()) {
    const { exact, finding } = attempt;
    const isDecisive = attempt === decisive(attempts);
    await keepExact(store, run, exact, isDecisive && finding ? finding.fingerprint : `attempt-${i + 1}`);
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

type Announcing = {
  readonly target: Target;
  readonly options: Pick<ReproOptions, 'attempts' | 'minimise' | 'requests'>;
  readonly print: Caller['print'];
};

/**
 * Tells what is sent, and what it does to the service.
 *
 * @returns What the target lacks for it: then nothing may be sent.
 */
export const announced = (
  { opened, sought }: OpenedCase,
  { target, options, print }: Announcing,
): string | undefined => {
  const { minimise, requests = requestsByDefault } = options;
  // It must fail twice before anything is left out.
  const attempts = minimise ? 2 : options.attempts;
  const steps = stepsOf(sought.trace, sought);
  print(`repro  ${sought.clause}, found by ${oneLine(opened.bundle.run.id)} at ${oneLine(opened.bundle.run.target)}`);
  print(`to     ${target.name} at ${target.baseUrl}`);
  for (const line of caseEffectsLines(effectsOfCase(sought.trace, steps), attempts)) print(`       ${line}`);
  if (minimise)
    print(`       and again with less and less: ${requests} requests at the most, and what the target allows`);
  return lackingFor(sought.trace, steps, { target, attempts });
};

/** How it is sent, what the person named it, and how the run is repeated. */
export type Sending = {
  readonly options: ReproOptions;
  readonly target: Target;
  readonly file: string;
  readonly repeat: string;
};

export type SentCase = Omit<Sent, 'warnings'> & {
  readonly run: string;
  readonly folder: string;
  readonly decided: Replayed | undefined;
  readonly record: RunRecord;
  /** The bundle where it still fails, else the folder. */
  readonly kept: string;
};

/** Sends a case, and keeps what came of it. */
export const sendCase = async (opened: OpenedCase, sending: Sending, parts: ReproParts): Promise<SentCase> => {
  const { options, target, file, repeat } = sending;
  const { surroundings, now } = parts;
  const of = { file, run: opened.opened.bundle.run.id, fingerprint: opened.sought.finding.fingerprint };
  const { resume } = options;
  const from = resume === undefined ? undefined : await readProgress(resume, { ...of, target: target.name });
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { revision, name } = target;
  const run: RunIdentity = { id, target: name, revision, seed: options.seed, startedAt, repeat };
  await createReproFolder(folder).catch(notWritable(folder));
  const running = runnerHere({ run, target, isEmbedded: surroundings.isEmbedded }, surroundings.environment, {
    logger: logger(options.logLevel, parts.logsForPerson),
  });
  const store = evidenceOf(target, surroundings.environment);
  await store?.removeOld();
  const sent = await sendAll(opened, running, { run, folder, of, options, parts, store, from });
  await keepEvidence(store, run, sent);
  const { attempts, traces, minimised, isInterrupted } = sent;
  const decided = decisive(attempts);
  const warnings = [...sent.warnings, ...(await warningsAround({ ...surroundings, target, source: options.target }))];
  const finishedAt = new Date(now()).toISOString();
  const told = { run, of, attempts, traces, decisive: decided, warnings, finishedAt };
  const { record, bundle } = await writeRepro(folder, told);
  const kept = pathForPerson(bundle ?? folder);
  return { run: id, folder, attempts, traces, ...(minimised && { minimised }), isInterrupted, decided, record, kept };
};

/** What was booked, what is left of it, and where to look. */
export const tellSent = ({ record, kept, isInterrupted }: SentCase, { print, notice }: Caller): void => {
  const bookings = bookingsLine(record);
  if (bookings) print(bookings.text);
  for (const warning of record.warnings ?? []) notice(oneLine(warning));
  print(`kept in ${kept}`);
  if (isInterrupted) notice('interrupted before all was sent');
};

/** @returns The exit code. */
export const runRepro = async (file: string, options: ReproOptions, parts: ReproParts): Promise<number> => {
  const { surroundings, print, notice, width } = parts;
  assertOptions(options);
  const opened = await openSought(file, surroundings.environment);
  const target = await loadTarget(options.target, surroundings.environment);
  for (const line of await noticesAround({ ...surroundings, target, source: options.target })) notice(line);
  const lacking = announced(opened, { target, options, print });
  if (lacking !== undefined) {
    print(reproText([{ outcome: 'unclear', reason: lacking }]));
    return exitCodes.unmeasured;
  }
  const repeat = repeatOf('repro', options, file);
  const sent = await sendCase(opened, { options, target, file, repeat }, parts);
  const { decided, attempts, minimised } = sent;
  for (const note of decided?.notes ?? []) print(`note   ${oneLine(note)}`);
  const table =
    (!minimised || options.compare) &&
    comparison(opened, decided, { isFull: options.compare === true, width, target: target.name });
  if (table) print(`\n${table}`);
  print('');
  tellSent(sent, parts);
  const goesOn = `npx preflight ${repeat} --minimise --resume ${pathForPerson(sent.folder)}`;
  if (sent.isInterrupted) {
    if (minimised) notice(`go on with ${goesOn}`);
    return exitCodes.interrupted;
  }
  if (minimised) print(`${toldMinimised(opened.sought, minimised, width)}\n`);
  if (minimised?.ended === 'spent') print(`go on   ${goesOn}\n`);
  print(reproText(attempts));
  return exitCodeOf(decided);
};

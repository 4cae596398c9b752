/** Sends a case to a target: announces it before, cleans up after, and keeps the result. */
import { join } from 'node:path';
import { type Minimised, type MinimiseProgress, minimise } from '../cases/minimise/minimise.ts';
import { readProgress, writeProgress } from '../cases/minimise/reduced.ts';
import { type AnyReplayed, type AnySought, type ReplayParts, replayAny, stepsSought } from '../cases/replay/replay.ts';
import { bundleOfReplay, createReproFolder, type Reproduced, writeRepro } from '../cases/replay/repro-folder.ts';
import { evidenceOf } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { type Runner, runnerHere } from '../engine/run.ts';
import { writeJson } from '../engine/run-folder.ts';
import { walker } from '../engine/walk.ts';
import { decisive, minimisedText, reproText } from '../reports/case-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import { oneLine } from '../reports/safe-text.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import type { Caller } from './caller.ts';
import { type EndableCaller, endsRun } from './interruption.ts';
import { logger } from './logger.ts';
import { attemptsMost, daysOf, type Replayable, requestsByDefault, type SendOptions } from './opened-case.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { type Surroundings, warningsAround } from './surroundings.ts';

type MinimiseRun = {
  readonly folder: string;
  readonly run: RunIdentity;
  /** The bundle as the person named it, and the run that it is of. */
  readonly of: { readonly file: string; readonly run: string; readonly fingerprint?: string | undefined };
  readonly replayParts: ReplayParts;
  /** Exactly, for its owner. */
  readonly keep: (shown: AnyReplayed) => Promise<void>;
  readonly requestsMax: number;
  /** What it goes on from. */
  readonly from: MinimiseProgress | undefined;
  readonly isInterrupted: () => boolean;
};

/** Makes a case smaller at a target: the smallest so far is kept after each answer, so that an end loses nothing. */
const runMinimise = (
  sought: AnySought,
  { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted }: MinimiseRun,
): Promise<Minimised> =>
  minimise(sought, {
    requestsMax,
    from,
    isInterrupted,
    send: (smaller, steps, left) => replayAny(smaller, { ...replayParts, steps, requestsMax: left, isApart: true }),
    onProgress: async (progress, shown) => {
      const found = shown && bundleOfReplay(run, shown);
      if (shown && found) {
        await writeJson(join(folder, found.name), found.bundle);
        await keep(shown);
      }
      const { smallest, tried, requests } = progress;
      await writeProgress(folder, { of: { ...of, target: run.target }, smallest, tried, requests });
    },
  });

/** For a terminal of so many columns. */
export const minimisedLines = (sought: AnySought, minimised: Minimised, width: number): string => {
  const { smallest, ended, reason, requests, oneLess } = minimised;
  const operationOf = (index: number): string => `${index} ${sought.trace.exchanges[index]?.operation}`;
  const inShort = {
    ended,
    reason,
    steps: smallest.steps.map(operationOf),
    stepsBefore: stepsSought(sought).length,
    without: smallest.without,
    requests,
    oneLess,
  };
  return minimisedText(inShort, width);
};

export type SendParts = EndableCaller & { readonly surroundings: Surroundings };

type Sent = {
  readonly attempts: readonly AnyReplayed[];
  /** Of each that was sent, in the form that may leave. */
  readonly traces: readonly Trace[];
  readonly minimised?: Minimised;
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
};

type SendingAll = {
  readonly run: RunIdentity;
  readonly folder: string;
  readonly of: Reproduced['of'];
  readonly options: SendOptions;
  readonly parts: SendParts;
  readonly store: EvidenceStore | undefined;
  readonly from: MinimiseProgress | undefined;
  /** The clauses of the target file. */
  readonly own: Target['clauses'];
};

/** Exactly, for its owner; a replay goes on without. */
const keepExact = async (
  store: EvidenceStore | undefined,
  run: RunIdentity,
  exact: Trace,
  name: string,
): Promise<void> => store?.keep(run.id, exact, name).catch(() => {});

/** What the file is called that holds the exact form of a bundle. */
const evidenceNameOf = (each: AnyReplayed): string | undefined =>
  'verdict' in each ? each.finding?.fingerprint : each.exact.flow;

const keepEvidence = async (store: EvidenceStore | undefined, run: RunIdentity, { attempts }: Sent): Promise<void> => {
  for (const [i, each] of attempts.entries()) {
    const name = each === decisive(attempts) ? evidenceNameOf(each) : undefined;
    await keepExact(store, run, each.exact, name ?? `attempt-${i + 1}`);
  }
};

/** All attempts that were asked for, else up to the first failing or inconclusive one; or ever smaller cases. */
const sendAll = async (opened: Replayable, running: Runner, sending: SendingAll): Promise<Sent> => {
  const { run, folder, of, options, parts, store, from, own } = sending;
  const { sought } = opened;
  const isInterrupted = endsRun(parts, { running: () => running, source: () => options.target });
  const traces: Trace[] = [];
  const replayParts: ReplayParts = {
    walker: walker(run, {
      ...createSharing(),
      own,
      record: running.record,
      store: async (trace) => {
        traces.push(trace);
        return trace;
      },
    }),
    isSameTarget: opened.opened.bundle.run.target === run.target,
    seed: run.seed,
    isLiteral: options.literal,
    days: daysOf(opened, parts.now),
  };
  const attempts: AnyReplayed[] = [];
  try {
    if (options.minimise) {
      const keep = (each: AnyReplayed) => keepExact(store, run, each.exact, evidenceNameOf(each) ?? 'smallest');
      const { requests: requestsMax = requestsByDefault } = options;
      const minimiseRun = { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted };
      const minimised = await runMinimise(sought, minimiseRun);
      if (minimised.replayed) attempts.push(minimised.replayed);
      return { attempts, traces, minimised, warnings: running.warnings(), isInterrupted: isInterrupted() };
    }
    const most = attemptsMost(opened, options);
    while (attempts.length < most && !isInterrupted()) {
      const sent = await replayAny(sought, replayParts);
      attempts.push(sent);
      if (options.attempts === undefined && sent.outcome !== 'fixed') break;
    }
    return { attempts, traces, warnings: running.warnings(), isInterrupted: isInterrupted() };
  } finally {
    await running.close();
  }
};

/** How it is sent, what the person named it, and how the run is repeated. */
type Sending = {
  readonly options: SendOptions;
  readonly target: Target;
  readonly file: string;
  readonly repeat: string;
};

type SentCase = Omit<Sent, 'warnings'> & {
  readonly run: string;
  readonly folder: string;
  readonly decided: AnyReplayed | undefined;
  readonly record: RunRecord;
  /** The bundle where it still fails, else the folder. */
  readonly kept: string;
};

/** A run that sends a case: its folder is made, and its runner is started. */
export const startedRun = async (
  { options, target, repeat }: Pick<Sending, 'target' | 'repeat'> & { readonly options: Omit<SendOptions, 'attempts'> },
  { surroundings: { environment, isEmbedded }, logReader, notice, now }: SendParts,
) => {
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { revision, name } = target;
  const run: RunIdentity = { id, target: name, revision, seed: options.seed, startedAt, repeat };
  await createReproFolder(folder).catch(notWritable(folder));
  const running = runnerHere({ run, target, isEmbedded }, environment, {
    logger: logger(options.logLevel, logReader),
    notice,
  });
  const store = evidenceOf(target, environment);
  await store?.removeOld();
  return { run, folder, running, store };
};

/** Sends a case, and keeps the result. @throws UsageError where there is nothing to go on from. */
export const sendCase = async (opened: Replayable, sending: Sending, parts: SendParts): Promise<SentCase> => {
  const { options, target, file } = sending;
  const { surroundings, now } = parts;
  const { sought } = opened;
  const fingerprint = 'finding' in sought ? sought.finding.fingerprint : undefined;
  const of = { file, run: opened.opened.bundle.run.id, ...(fingerprint !== undefined && { fingerprint }) };
  const { resume } = options;
  const from = resume === undefined ? undefined : await readProgress(resume, { ...of, target: target.name });
  const { run, folder, running, store } = await startedRun(sending, parts);
  const sent = await sendAll(opened, running, { run, folder, of, options, parts, store, from, own: target.clauses });
  await keepEvidence(store, run, sent);
  const { attempts, traces, minimised, isInterrupted } = sent;
  const decided = decisive(attempts);
  const warnings = [...sent.warnings, ...(await warningsAround({ ...surroundings, target, source: options.target }))];
  const finishedAt = new Date(now()).toISOString();
  const { seen } = opened.opened.bundle;
  const repro = { run, of, seen, attempts, traces, decisive: decided, warnings, finishedAt };
  const { record, bundle } = await writeRepro(folder, repro).catch((thrown: unknown) => {
    // The attempts are printed, although they cannot be stored.
    parts.print(`\n${reproText(attempts)}`);
    throw thrown;
  });
  const kept = pathForPerson(bundle ?? folder);
  await tidyResults({ id: run.id, target, environment: surroundings.environment, now, notice: parts.notice });
  return {
    run: run.id,
    folder,
    attempts,
    traces,
    ...(minimised && { minimised }),
    isInterrupted,
    decided,
    record,
    kept,
  };
};

/** What was booked, what is left of it, and where to look. */
export const printSent = ({ record, kept, isInterrupted }: SentCase, { print, notice }: Caller): void => {
  const bookings = bookingsLine(record);
  if (bookings) print(bookings.text);
  for (const warning of record.warnings ?? []) notice(oneLine(warning));
  print(`kept in ${kept}`);
  if (isInterrupted) notice('interrupted before all was sent');
};

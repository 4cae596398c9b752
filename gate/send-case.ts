/** Sends a case to a target: announced before, cleaned up after, and what came of it kept. */
import type { Minimised, MinimiseProgress } from '../cases/minimise/minimise.ts';
import { readProgress } from '../cases/minimise/reduced.ts';
import { editPlan } from '../cases/replay/edit-plan.ts';
import { effectsOfCase, hasEffects, lackingFor } from '../cases/replay/effects-of-case.ts';
import { daysSince } from '../cases/replay/moved-dates.ts';
import { type AnyReplayed, aboutText, type ReplayParts, replayAny, stepsSought } from '../cases/replay/replay.ts';
import { createReproFolder, type Reproduced, writeRepro } from '../cases/replay/repro-folder.ts';
import type { ReplayStep } from '../cases/replay/steps.ts';
import { evidenceOf } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import { importedFlow } from '../contracts/imported.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Runner } from '../engine/run.ts';
import { runnerHere } from '../engine/runner-here.ts';
import { walker } from '../engine/walk.ts';
import { decisive, reproText } from '../reports/case-text.ts';
import { caseEffectsLines } from '../reports/effects-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import { oneLine } from '../reports/safe-text.ts';
import { wrapped } from '../reports/text-layout.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import type { Caller, LogLevel } from './caller.ts';
import { endsRun, type WhenInterrupted } from './interruption.ts';
import { logger } from './logger.ts';
import type { OpenedCase, OpenedEnding } from './open-sought.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { runMinimise } from './run-minimise.ts';
import { type Surroundings, type TargetOptions, warningsAround } from './surroundings.ts';

export type SendOptions = TargetOptions & {
  /** As often as the case allows, when not said. */
  attempts?: number;
  literal?: true;
  minimise?: true;
  /** How many requests minimising may take. */
  requests?: number;
  /** The folder of a run that was minimising the case. */
  resume?: string;
  logLevel: LogLevel;
};

export type SendParts = Caller & {
  readonly surroundings: Surroundings;
  /** Resolves when somebody wants it to end. */
  readonly interrupted: WhenInterrupted;
};

export type Replayable = OpenedCase | OpenedEnding;

type Sent = {
  readonly attempts: readonly AnyReplayed[];
  /** Of each that was sent, in the form that may leave. */
  readonly traces: readonly Trace[];
  readonly minimised?: Minimised;
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
};

/** Of minimising and explaining: enough for what a gate finds, a few bookings and all, and for two rooms full of guests. */
export const requestsByDefault = 300;

type SendingAll = {
  readonly run: RunIdentity;
  readonly folder: string;
  readonly of: Reproduced['of'];
  readonly options: SendOptions;
  readonly parts: SendParts;
  readonly store: EvidenceStore | undefined;
  readonly from: MinimiseProgress | undefined;
};

/** By how many days an imported case is moved, told before anything is sent; of another the clock of the target tells. */
export const daysOf = ({ sought: { trace } }: Replayable, now: () => number): number | undefined =>
  trace.flow === importedFlow ? daysSince(trace, now()) : undefined;

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

/** What only reads may be looked at again: once may be by chance. */
const readingAttempts = 3;

/** How often a case is sent at the most. */
const attemptsMost = ({ sought }: Replayable, { attempts }: Pick<SendOptions, 'attempts'>): number => {
  const steps = stepsSought(sought);
  const { movedMs } = effectsOfCase(sought.trace, steps);
  const isReading =
    movedMs === 0 && !hasEffects(sought.trace, steps) && !steps.some(({ then }) => then.operation === 'token');
  return attempts ?? (isReading ? readingAttempts : 1);
};

/** All attempts that were asked for, else up to the first that fails or cannot tell; or smaller and smaller forms of the case. */
const sendAll = async (opened: Replayable, running: Runner, sending: SendingAll): Promise<Sent> => {
  const { run, folder, of, options, parts, store, from } = sending;
  const { sought } = opened;
  let isInterrupted = false;
  endsRun(parts, {
    running: () => running,
    source: () => options.target,
    onEnd: () => {
      isInterrupted = true;
    },
  });
  const traces: Trace[] = [];
  const replayParts: ReplayParts = {
    walker: walker(run, {
      ...createSharing(),
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
      const minimiseRun = { folder, run, of, replayParts, keep, requestsMax, from, isInterrupted: () => isInterrupted };
      const minimised = await runMinimise(sought, minimiseRun);
      const { replayed } = minimised;
      return { attempts: replayed ? [replayed] : [], traces, minimised, warnings: running.warnings(), isInterrupted };
    }
    const most = attemptsMost(opened, options);
    while (attempts.length < most && !isInterrupted) {
      const sent = await replayAny(sought, replayParts);
      attempts.push(sent);
      if (options.attempts === undefined && sent.outcome !== 'fixed') break;
    }
    return { attempts, traces, warnings: running.warnings(), isInterrupted };
  } finally {
    await running.close();
  }
};

/** Where dates are moved and who is invented; what cannot be read in a request, and so not be sent again. */
const editsOf = (
  opened: Replayable,
  steps: readonly ReplayStep[],
  { options, now }: Announcing,
): { readonly lines: readonly string[]; readonly unread?: string | undefined } => {
  const days = daysOf(opened, now);
  if (days === undefined || options.literal) return { lines: [] };
  const requests = steps.map(({ then }) => then).filter(({ intent }) => intent === undefined);
  const { lines, unread } = editPlan(opened.sought.trace, requests, { days, seed: options.seed });
  const all = requests.flatMap((each) => unread(each).map((why) => `${each.operation}: ${why}`));
  return { lines, unread: all.length > 0 ? oneLine(all.join('; '), unreadCharactersMax) : undefined };
};

/** @throws UsageError where somebody who is real would be booked again. */
const assertNobodyReal = ({ opened: { file }, sought: { trace } }: Replayable, steps: readonly ReplayStep[]): void => {
  if (trace.flow !== importedFlow || !hasEffects(trace, steps)) return;
  throw new UsageError(
    `${file} was imported and has an effect: leave out --literal, then its dates are moved and its people are invented`,
  );
};

type Announcing = {
  readonly target: Target;
  readonly options: Pick<SendOptions, 'attempts' | 'literal' | 'minimise' | 'requests' | 'seed'>;
  readonly print: Caller['print'];
  readonly now: Caller['now'];
  /** Of the terminal, in columns. */
  readonly width: number;
};

const hang = 7;
/** A file may hold many. */
const unreadCharactersMax = 600;

/**
 * Tells what is sent, and what it does to the service.
 *
 * @returns What the target lacks for it, or what of it cannot be read: then nothing may be sent.
 * @throws UsageError where somebody who is real would be booked again.
 */
export const announced = (opened: Replayable, announcing: Announcing, command = 'repro'): string | undefined => {
  const { target, options, print, width } = announcing;
  const tell = (line: string): void => print(`${' '.repeat(hang)}${wrapped(line, { hang, width })}`);
  const { minimise, requests = requestsByDefault } = options;
  const { sought } = opened;
  const steps = stepsSought(sought);
  if (options.literal) assertNobodyReal(opened, steps);
  // It must fail twice before anything is left out.
  const attempts = minimise ? 2 : attemptsMost(opened, options);
  const isAtMost = !minimise && options.attempts === undefined;
  print(wrapped(`${command.padEnd(5)}  ${oneLine(aboutText(sought))}, ${originOf(opened)}`, { hang, width }));
  print(`to     ${target.name} at ${target.baseUrl}`);
  const { lines, unread } = editsOf(opened, steps, announcing);
  for (const line of lines) print(oneLine(line, 200));
  for (const line of caseEffectsLines(effectsOfCase(sought.trace, steps), attempts, isAtMost)) tell(line);
  if (minimise) tell(`and again with less and less: ${requests} requests at the most, and what the target allows`);
  return lackingFor(sought.trace, steps, { target, attempts }) ?? unread;
};

/** Where the case comes from. */
const originOf = ({ opened: { bundle } }: Replayable): string =>
  bundle.imported
    ? `imported from ${oneLine(bundle.imported.file, 60)}`
    : `found by ${oneLine(bundle.run.id)} at ${oneLine(bundle.run.target)}`;

/** How it is sent, what the person named it, and how the run is repeated. */
export type Sending = {
  readonly options: SendOptions;
  readonly target: Target;
  readonly file: string;
  readonly repeat: string;
};

export type SentCase = Omit<Sent, 'warnings'> & {
  readonly run: string;
  readonly folder: string;
  readonly decided: AnyReplayed | undefined;
  readonly record: RunRecord;
  /** The bundle where it still fails, else the folder. */
  readonly kept: string;
};

/** Sends a case, and keeps what came of it. @throws UsageError where there is nothing to go on from. */
export const sendCase = async (opened: Replayable, sending: Sending, parts: SendParts): Promise<SentCase> => {
  const { options, target, file, repeat } = sending;
  const { surroundings, now } = parts;
  const { sought } = opened;
  const fingerprint = 'finding' in sought ? sought.finding.fingerprint : undefined;
  const of = { file, run: opened.opened.bundle.run.id, ...(fingerprint !== undefined && { fingerprint }) };
  const { resume } = options;
  const from = resume === undefined ? undefined : await readProgress(resume, { ...of, target: target.name });
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { revision, name } = target;
  const run: RunIdentity = { id, target: name, revision, seed: options.seed, startedAt, repeat };
  await createReproFolder(folder).catch(notWritable(folder));
  const running = runnerHere({ run, target, isEmbedded: surroundings.isEmbedded }, surroundings.environment, {
    logger: logger(options.logLevel, parts.logReader),
    notice: parts.notice,
  });
  const store = evidenceOf(target, surroundings.environment);
  await store?.removeOld();
  const sent = await sendAll(opened, running, { run, folder, of, options, parts, store, from });
  await keepEvidence(store, run, sent);
  const { attempts, traces, minimised, isInterrupted } = sent;
  const decided = decisive(attempts);
  const warnings = [...sent.warnings, ...(await warningsAround({ ...surroundings, target, source: options.target }))];
  const finishedAt = new Date(now()).toISOString();
  const { seen } = opened.opened.bundle;
  const told = { run, of, seen, attempts, traces, decisive: decided, warnings, finishedAt };
  const { record, bundle } = await writeRepro(folder, told).catch((thrown: unknown) => {
    // What came of it is told, although it cannot be kept.
    parts.print(`\n${reproText(attempts)}`);
    throw thrown;
  });
  const kept = pathForPerson(bundle ?? folder);
  await tidyResults({ id, target, environment: surroundings.environment, now, notice: parts.notice });
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

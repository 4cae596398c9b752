/** What gates, shards, specs and explorations share: the target, the minutes, the walk, and how a run begins and ends. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awaitMsMax, cleanUpMs } from '../client/in-time.ts';
import { openOf } from '../client/ledgers/booking-ledger.ts';
import { ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { classCoverage } from '../contracts/class-coverage.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodeOf, exitCodes, worstCode } from '../contracts/exit-codes.ts';
import type { HistoryPlace } from '../contracts/history-file.ts';
import { lineOnStorage } from '../contracts/not-written.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import {
  createRunFolder,
  makeLatest,
  type RunPlan,
  recordIn,
  writeInterrupted,
  writeRun,
} from '../engine/run-folder.ts';
import type { Plan } from '../flows/planned.ts';
import { junitXml } from '../reports/junit.ts';
import { mayBeOpenLines } from '../reports/left-behind-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import { terminalReport } from '../reports/terminal.ts';
import { type Caller, isOnGitHub, withoutWorkflowCommands } from './caller.ts';
import type { Interruption } from './interruption.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson, type ReportForm } from './results.ts';
import { type OpenedTarget, openedTarget, repeatOf, type Surroundings, type TargetOptions } from './surroundings.ts';
import type { Walker, WalkResult } from './walker.ts';

/** How a run with --max-minutes divides its time: for sending, for an answer under way, and for the clean-up. */
type Minutes = {
  readonly maxMinutes: number;
  /** Until then something new is sent, ms since the epoch. */
  readonly endsBy: number;
  /** Then so long for an answer under way, and `cleanUpMs` to cancel what was booked. */
  readonly awaitMs: number;
};

/** The longest answer is reserved; where so few minutes are left, half of them. */
export const minutesOf = (
  { maxMinutes }: { readonly maxMinutes?: number },
  { may: { books, tickets }, limits: { deadlineMs } }: Target,
  startedAt: number,
): Minutes | undefined => {
  if (maxMinutes === undefined) return undefined;
  const ms = Math.max(0, maxMinutes * 60_000 - cleanUpMs);
  const awaitMs = books || tickets ? Math.min(awaitMsMax, deadlineMs, ms / 2) : 0;
  return { maxMinutes, endsBy: startedAt + ms - awaitMs, awaitMs };
};

/** The part of a plan that holds the minutes. */
export const plannedMinutes = (minutes: Minutes | undefined, now: number): Pick<RunPlan, 'sendsForMs' | 'awaitMs'> =>
  minutes ? { sendsForMs: Math.max(1, minutes.endsBy - now), awaitMs: minutes.awaitMs } : {};

/** Printed before anything is sent. */
export const minutesLines = (minutes: Minutes | undefined, now: number): string[] => {
  if (!minutes) return [];
  const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1_000));
  const [sends, awaits] = [seconds(minutes.endsBy - now), seconds(minutes.awaitMs)];
  const waits = awaits > 0 ? `, then waits up to ${awaits} s for an answer under way,` : '';
  return [
    `     --max-minutes ${minutes.maxMinutes}: sends for ${sends} s${waits} and cleans up within ${seconds(cleanUpMs)} s`,
  ];
};

/** What a run works with, besides its options. */
export type GateParts = Pick<Caller, 'print' | 'result' | 'notice' | 'color' | 'now'> & {
  readonly surroundings: Surroundings;
  readonly walker: Walker;
  readonly interruption: Interruption;
};

/** The options that decide what a run is. */
export type BeginOptions = TargetOptions & {
  depth: Depth;
  /** Which build is gated. */
  release?: string;
};

type PlannedParts = {
  readonly target: Target;
  readonly plan: Plan;
  readonly minutes?: Minutes | undefined;
};

/** What is written down of a run before anything is sent. */
export const plannedRun = (
  options: BeginOptions,
  { target: { name, revision }, plan: { flows, pairs, leftOut } }: PlannedParts,
  { id, startedAt, isEmbedded }: Pick<RunIdentity, 'id' | 'startedAt'> & Pick<Surroundings, 'isEmbedded'>,
): RunPlan => {
  const { target: targetSource, seed, depth, release } = options;
  const run = { id, target: name, revision, seed, depth, startedAt };
  return {
    run: { ...run, ...(release && { release }), repeat: repeatOf('gate', options) },
    targetSource,
    isEmbedded,
    flows: flows.map((flow) => flow.id),
    pairs: [...pairs],
    leftOut: [...leftOut],
  };
};

/** Makes the folder of a run, and prints what begins. */
export const beginRun = async (
  options: BeginOptions,
  planning: PlannedParts,
  { surroundings: { isEmbedded }, print, now }: Pick<GateParts, 'surroundings' | 'print' | 'now'>,
): Promise<{ readonly folder: string; readonly plan: RunPlan }> => {
  const { name, baseUrl, revision } = planning.target;
  const { folder, ...named } = newRunFolder(new Date(now()));
  const plan = {
    ...plannedRun(options, planning, { ...named, isEmbedded }),
    ...plannedMinutes(planning.minutes, now()),
  };
  await createRunFolder(folder, plan).catch(notWritable(folder));
  print(`run  ${named.id}  ${name} at ${baseUrl}, revision ${revision}, depth ${options.depth}`);
  return { folder, plan };
};

type OpenedForWalk = Pick<OpenedTarget, 'target'> & {
  /** After the run: what keeps it from a pass besides its verdicts. */
  readonly warnings: (
    ended?: Pick<WalkResult, 'cutShort'>,
    minutes?: Minutes | undefined,
    /** The subject of the sentences. */
    what?: string,
  ) => Promise<readonly string[]>;
};

/**
 * Loads the target, and reports what stands around it.
 *
 * @throws Interrupted
 */
export const openTarget = async (
  source: string,
  {
    surroundings,
    walker,
    interruption,
    notice,
    now,
  }: Omit<GateParts, 'walker'> & { readonly walker: Pick<Walker, 'load'> },
): Promise<OpenedForWalk> => {
  await interruption.assertNone();
  const { target, warnings } = await openedTarget(source, surroundings, { notice, load: walker.load });
  return {
    target,
    warnings: async ({ cutShort } = { cutShort: undefined }, minutes = undefined, what = 'the run') => [
      ...(await warnings()),
      ...(cutShort === undefined ? [] : [cutShort]),
      ...(minutes && now() >= minutes.endsBy
        ? [`${what} had to end: --max-minutes ${minutes.maxMinutes} were over, give it more or --only a part`]
        : []),
    ],
  };
};

/** What is walked, and where. */
type Walking = {
  readonly plan: { readonly run: { readonly id: string }; readonly targetSource: string };
  readonly target: Target;
};

/**
 * Walks the plan in the folder. After an early end it names the effects of the run that may be open.
 *
 * @throws Interrupted - Before anything was sent.
 */
export const walk = async (folder: string, { plan, target }: Walking, parts: GateParts): Promise<WalkResult> => {
  const { surroundings, walker, interruption, now, notice } = parts;
  await interruption.assertNone();
  const walking = walker.walk(folder, surroundings.environment);
  // The sandbox is loaded beside the first flow.
  const [walked] = await Promise.all([walking, surroundings.load?.()]);
  const isInterrupted = walked.isInterrupted || (await interruption.isNoted());
  if ((isInterrupted || walked.cutShort !== undefined) && !surroundings.isEmbedded) {
    const { ledger } = ledgersOf(target, surroundings.environment);
    const open = openOf(await ledger.entries().catch(() => []), plan.run.id, now());
    for (const line of mayBeOpenLines(open, plan.targetSource)) notice(line);
  }
  if (walked.cutShort !== undefined) notice(walked.cutShort);
  return { ...walked, isInterrupted };
};

type EndOptions = {
  readonly folder: string;
  readonly isInterrupted: boolean;
  /** The decided record, perhaps with a warning more. */
  readonly record: (...warnings: readonly string[]) => RunRecord;
  readonly write: (record: RunRecord) => Promise<void>;
  readonly report: (record: RunRecord) => void;
  /** What is done and printed between storing the run and its report. */
  readonly stored?: (record: RunRecord) => Promise<void> | void;
};

/**
 * Stores a run, and reports it. A run that cannot be stored is reported all the same, and is no pass.
 *
 * @returns The exit code, which follows from the decided record; and the record where it was stored and is whole.
 */
export const endRun = async (
  { folder, isInterrupted, record: recordWith, write, report, stored }: EndOptions,
  { result, notice }: Pick<Caller, 'result' | 'notice'>,
): Promise<{ readonly code: number; readonly record?: RunRecord }> => {
  const record = recordWith();
  const ended = ({ verdict }: RunRecord): number => (isInterrupted ? exitCodes.interrupted : exitCodeOf(verdict));
  result(record);
  try {
    await write(record);
    await writeFile(join(folder, 'junit.xml'), junitXml(record));
  } catch (thrown) {
    const line = lineOnStorage(thrown);
    if (line === undefined) throw thrown;
    const unstored = recordWith(line);
    result(unstored);
    report(unstored);
    notice(line);
    return { code: ended(unstored) };
  }
  await stored?.(record);
  if (isInterrupted) {
    notice(`interrupted; what was recorded is in ${pathForPerson(folder)}`);
    const bookings = bookingsLine(record);
    if (bookings) notice(bookings.text);
    return { code: ended(record) };
  }
  await makeLatest(folder);
  report(record);
  return { code: ended(record), record };
};

export type Gated = {
  readonly code: number;
  readonly run?: {
    readonly folder: string;
    readonly record: RunRecord;
    /** Its target, as a person named it. */
    readonly source: string;
  };
};

type FinishOptions = OpenedForWalk & {
  readonly folder: string;
  readonly plan: RunPlan;
  readonly ended: WalkResult;
  readonly terms: Terms;
  readonly minutes?: Minutes | undefined;
};

/** Decides what was walked, stores and reports it, and removes old runs. */
export const finishRun = async (
  { target: source, policy, waivers }: TargetOptions,
  { target, warnings, folder, plan, ended, terms, minutes }: FinishOptions,
  parts: Omit<GateParts, 'walker'>,
): Promise<Gated> => {
  const { surroundings, color, print, notice, now } = parts;
  const { judged, isInterrupted } = ended;
  if (isInterrupted) await writeInterrupted(folder, plan);
  const around = await warnings(ended, minutes);
  const finishedAt = new Date(now()).toISOString();
  const undecided = await recordIn(folder, plan, { judged, finishedAt, warnings: around });
  const { code, record } = await endRun(
    {
      folder,
      isInterrupted,
      record: (...more) =>
        decided(
          more.length === 0 ? undecided : { ...undecided, warnings: [...(undecided.warnings ?? []), ...more] },
          terms,
        ),
      write: (of) => writeRun(folder, of),
      report: (of) =>
        print(terminalReport(of, { color, path: pathForPerson(folder), cells: classCoverage(of, target) })),
    },
    parts,
  );
  if (!record) return { code };
  const { environment } = surroundings;
  await tidyResults({ id: record.id, target, policy, waivers, environment, now, notice });
  return { code, run: { folder, record, source } };
};

/** Where a run is reported besides the terminal. */
export type ReportPlaces = {
  /** In which more forms. */
  readonly report?: readonly ReportForm[];
  /** The store that the run is added to. */
  readonly history?: HistoryPlace | undefined;
};

type ReportParts = Pick<GateParts, 'print' | 'notice'> & { readonly surroundings: Pick<Surroundings, 'environment'> };

/** The store is loaded only where it is asked for, and changes nothing of the verdict. */
const remembered = async (
  { history }: ReportPlaces,
  run: NonNullable<Gated['run']>,
  parts: Pick<GateParts, 'notice'>,
): Promise<void> => {
  if (history === undefined) return;
  const { keepInHistory } = await import('./keep-history.ts');
  const { folder, record } = run;
  await keepInHistory(history, { probe: 'gate', folder, record }, parts);
};

/** After the verdict is printed: the forms that were asked for, and what GitHub shows of a job. */
const reportMore = async (
  { report: as = [] }: ReportPlaces,
  { folder, record, source }: NonNullable<Gated['run']>,
  { surroundings: { environment }, print, notice }: ReportParts,
): Promise<void> => {
  if (as.length === 0 && !isOnGitHub(environment)) return;
  const [{ storedRun, targetFileOf }, { reportToGitHub, writeForms }] = await Promise.all([
    import('./stored-runs.ts'),
    import('./run-report.ts'),
  ]);
  const parts = { environment, print, notice };
  if (as.length > 0) await writeForms(await storedRun(folder, record, source), { as }, parts);
  if (isOnGitHub(environment)) await reportToGitHub({ folder, record, targetFile: targetFileOf(source) }, parts);
};

/**
 * Runs a gate, and reports it wherever that was asked for.
 *
 * @returns The exit code.
 */
export const reportedGate = async (
  options: ReportPlaces,
  parts: ReportParts,
  gate: () => Promise<Gated>,
): Promise<number> => {
  const { environment } = parts.surroundings;
  // What a service says is printed in between.
  const { code, run } = await withoutWorkflowCommands({ environment, print: parts.print }, gate);
  try {
    if (run) {
      await remembered(options, run, parts);
      await reportMore(options, run, parts);
    }
    return code;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    // A broken promise stays the news, and a pass without its reports is none.
    parts.notice(thrown.message);
    return worstCode([code, exitCodes.unmeasured]);
  }
};

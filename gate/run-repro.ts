/** Sends a case again to a target, and says whether it still fails: announced before, cleaned up after, and kept. */
import { resolve } from 'node:path';
import { type Case, readBundleFile } from '../cases/case.ts';
import { compared } from '../cases/compare.ts';
import { daysSince } from '../cases/replay/calendar-of-case.ts';
import { editPlan } from '../cases/replay/edit-plan.ts';
import { effectsOfCase, hasEffects, lackingFor } from '../cases/replay/effects-of-case.ts';
import { endingText, endingWell } from '../cases/replay/ending.ts';
import { type Replayed, type ReplayedEnding, replay, replayEnding } from '../cases/replay/replay.ts';
import { createReproFolder, writeRepro } from '../cases/replay/repro-folder.ts';
import { type Step, stepsOf, stepsTo } from '../cases/replay/steps.ts';
import { evidenceOf, ledgersOf } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import { userTokenCache } from '../client/stores/user-token-cache.ts';
import { importedFlow } from '../contracts/imported.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import { exitCodes } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
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
import { type OpenedCase, type OpenedEnding, openReplayable } from './open-sought.ts';
import { repeatOf, type TargetOptions } from './repeat.ts';
import { newRunFolder, notWritable, pathForPerson } from './results.ts';
import { noticesAround, type Surroundings, warningsAround } from './surroundings.ts';

export type ReproOptions = TargetOptions & {
  attempts: number;
  literal?: true;
  compare?: true;
  logLevel: LogLevel;
};

export type ReproParts = Caller & {
  readonly surroundings: Surroundings;
  /** Resolves when somebody wants it to end. */
  readonly interrupted: () => Promise<void>;
  /** Of the terminal, in columns. */
  readonly width: number;
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
  readonly attempts: readonly (Replayed | ReplayedEnding)[];
  readonly warnings: readonly string[];
  readonly isInterrupted: boolean;
};

/** All attempts, whatever the first of them shows. */
const sendAll = async (
  { sought, opened }: OpenedCase | OpenedEnding,
  running: Runner,
  {
    run,
    options,
    parts,
    days,
  }: { run: RunIdentity; options: ReproOptions; parts: ReproParts; days: number | undefined },
): Promise<Sent> => {
  const { share } = createSharing();
  const attempts: (Replayed | ReplayedEnding)[] = [];
  const replayParts = {
    record: running.record,
    share,
    isSameTarget: opened.bundle.run.target === run.target,
    seed: run.seed,
    isLiteral: options.literal,
    days,
  };
  let isInterrupted = false;
  void parts.interrupted().then(() => {
    isInterrupted = true;
    return running.interrupt();
  });
  try {
    while (attempts.length < options.attempts && !isInterrupted) {
      attempts.push(await ('ended' in sought ? replayEnding(sought, replayParts) : replay(sought, replayParts)));
    }
    return { attempts, warnings: running.warnings(), isInterrupted };
  } finally {
    await running.close();
  }
};

/** Whoever was named in a request of somebody else is not named again, in the log of a pipeline perhaps. */
const withSharedRequest = (exact: Exchange, { bundle, isExact }: Case): Exchange => {
  const shared = bundle.traces.find(({ flow }) => flow === importedFlow)?.exchanges[exact.index];
  if (!isExact || !shared) return exact;
  const replaced = (shared.replaced ?? []).filter((place) => place.startsWith('request'));
  return { ...exact, request: shared.request, replaced };
};

/** The exchange that the finding is of, then and now. */
const comparison = (
  { opened, sought }: OpenedCase | OpenedEnding,
  decided: Replayed | ReplayedEnding | undefined,
  { isFull, width, target }: { readonly isFull: boolean; readonly width: number; readonly target: string },
): string | undefined => {
  const exact = 'ended' in sought ? sought.ended : sought.trace.exchanges[sought.finding.exchange];
  const then = exact && (sought.trace.flow === importedFlow ? withSharedRequest(exact, opened) : exact);
  const where = 'ended' in sought ? 'response.body.error' : sought.finding.where;
  const shared = decided?.exchange;
  // Both in one form: with what was replaced in one of them, everything would differ.
  const now = opened.isExact && shared ? decided.exact.exchanges[shared.index] : shared;
  return (
    then &&
    now &&
    comparisonText(compared(then, now, { isSameTarget: opened.bundle.run.target === target, where }), {
      isFull,
      width,
    })
  );
};

const exitCodeOf = (decided: Replayed | ReplayedEnding | undefined): number => {
  // What was answered well then, and is so now, is no failure.
  if (decided?.outcome === 'same' && 'ended' in decided && decided.ended.then === endingWell) return exitCodes.pass;
  if (decided?.outcome === 'same' || decided?.outcome === 'different') return exitCodes.fail;
  return decided?.outcome === 'fixed' ? exitCodes.pass : exitCodes.unmeasured;
};

/** Exactly, for its owner; a replay goes on without. */
const keepEvidence = async (target: Target, { environment }: Surroundings, run: RunIdentity, sent: Sent) => {
  const store = evidenceOf(target, environment);
  await store?.removeOld();
  for (const [i, each] of sent.attempts.entries()) {
    const isDecisive = each === decisive(sent.attempts);
    const found = 'verdict' in each ? each.finding?.fingerprint : each.exact.flow;
    const name = isDecisive && found !== undefined ? found : `attempt-${i + 1}`;
    const { exact } = each;
    await store?.keep(run.id, exact, name).catch(() => {});
  }
};

/** Where dates are moved and who is invented, before anything is sent. */
const linesOfEdits = (
  trace: Trace,
  { steps, days, options }: { steps: readonly Step[]; days: number | undefined; options: ReproOptions },
): readonly string[] => {
  if (days === undefined || options.literal) return [];
  const requests = steps.map(({ then }) => then).filter(({ intent }) => intent === undefined);
  return editPlan(trace, requests, { days, seed: options.seed }).lines;
};

/** @throws UsageError where somebody who is real would be booked again. */
const assertNobodyReal = (
  file: string,
  trace: Trace,
  { steps, options }: { steps: readonly Step[]; options: ReproOptions },
): void => {
  if (!options.literal || trace.flow !== importedFlow || !hasEffects(trace, steps)) return;
  throw new UsageError(
    `${file} was imported and has an effect: leave out --literal, then its dates are moved and its people are invented`,
  );
};

/** @returns The exit code. */
export const runRepro = async (file: string, options: ReproOptions, parts: ReproParts): Promise<number> => {
  const { surroundings, print, notice, now, width } = parts;
  const opened = await openReplayable(file, surroundings.environment);
  const { sought } = opened;
  const target = await loadTarget(options.target, surroundings.environment);
  for (const line of await noticesAround({ ...surroundings, target, source: options.target })) notice(line);
  const steps = 'ended' in sought ? stepsTo(sought.trace, sought.ended) : stepsOf(sought.trace, sought);
  assertNobodyReal(file, sought.trace, { steps, options });
  const { id: ofRun, target: ofTarget } = opened.opened.bundle.run;
  const what = 'ended' in sought ? `${sought.ended.operation}, ${endingText(sought.ended)}` : sought.clause;
  print(`repro  ${oneLine(what)}, found by ${oneLine(ofRun)} at ${oneLine(ofTarget)}`);
  print(`to     ${target.name} at ${target.baseUrl}`);
  const days = sought.trace.flow === importedFlow ? daysSince(sought.trace, now()) : undefined;
  for (const line of linesOfEdits(sought.trace, { steps, days, options })) print(oneLine(line, 200));
  for (const line of caseEffectsLines(effectsOfCase(sought.trace, steps), options.attempts)) print(`       ${line}`);
  const lacking = lackingFor(sought.trace, steps, { target, attempts: options.attempts });
  if (lacking !== undefined) {
    print(reproText([{ outcome: 'unclear', reason: lacking }]));
    return exitCodes.unmeasured;
  }
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const { revision, name } = target;
  const repeat = repeatOf('repro', options, file);
  const run: RunIdentity = { id, target: name, revision, seed: options.seed, startedAt, repeat };
  await createReproFolder(folder).catch(notWritable(folder));
  const sent = await sendAll(opened, startRunning(target, run, options, parts), { run, options, parts, days });
  await keepEvidence(target, surroundings, run, sent);
  const { attempts } = sent;
  const decided = decisive(attempts);
  const warnings = [...sent.warnings, ...(await warningsAround({ ...surroundings, target, source: options.target }))];
  const of = { file, run: ofRun, ...('finding' in sought && { fingerprint: sought.finding.fingerprint }) };
  const finishedAt = new Date(now()).toISOString();
  const { record, bundle } = await writeRepro(folder, { run, of, attempts, decisive: decided, warnings, finishedAt });
  for (const note of decided?.notes ?? []) print(`note   ${oneLine(note)}`);
  const table = comparison(opened, decided, { isFull: options.compare === true, width, target: name });
  if (table) print(`\n${table}`);
  print('');
  const bookings = bookingsLine(record);
  if (bookings) print(bookings.text);
  for (const warning of record.warnings ?? []) notice(oneLine(warning));
  print(`kept in ${pathForPerson(bundle ?? folder)}`);
  if (sent.isInterrupted) {
    notice('interrupted before all was sent');
    return exitCodes.interrupted;
  }
  print(reproText(attempts));
  return exitCodeOf(decided);
};

/** Opens a case that is to be sent again, and prints what sending it does, before anything is sent. */
import { resolve } from 'node:path';
import { type Case, matterOf, openCase } from '../cases/case.ts';
import { lastFailed } from '../cases/compare.ts';
import { editPlan } from '../cases/replay/edit-plan.ts';
import { effectsOfCase, hasEffects, lackingFor } from '../cases/replay/effects-of-case.ts';
import { daysSince } from '../cases/replay/moved-dates.ts';
import type { ReplayStep } from '../cases/replay/repeated.ts';
import { aboutText, type SoughtEnding, type SoughtFinding, stepsSought } from '../cases/replay/replay.ts';
import { readBackLines } from '../cases/replay/send-read-back.ts';
import { keptEvidence } from '../client/ledgers/user-ledgers.ts';
import { importedFlow } from '../contracts/imported-trace.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { caseEffectsLines } from '../reports/effects-text.ts';
import { oneLine } from '../reports/safe-text.ts';
import { wrapped } from '../reports/text-layout.ts';
import type { Caller, LogLevel } from './caller.ts';
import type { TargetOptions } from './surroundings.ts';

/** The case in a file, and what it is about. */
export type OpenedCase = { readonly opened: Case; readonly sought: SoughtFinding };

/** The same of what was imported and breaks no clause: it is about how its last failed exchange ended. */
export type OpenedEnding = { readonly opened: Case; readonly sought: SoughtEnding };

/** With its exact evidence, where this machine has it. @throws UsageError where the file holds no case. */
export const openCaseHere = (file: string, environment: NodeJS.ProcessEnv): Promise<Case> =>
  openCase(resolve(file), keptEvidence(environment));

export const assertInOrder = (file: string, { exchanges }: Trace): void => {
  if (exchanges.some(({ index }, at) => index !== at))
    throw new UsageError(`${file} is damaged: its exchanges are out of order`);
};

const withFinding = (file: string, given: Case): OpenedCase => {
  const matter = matterOf(given);
  if (!matter) throw new UsageError(`${file} holds no finding: nothing to look for`);
  const { verdict, finding, trace } = matter;
  if (!trace.exchanges[finding.exchange]) throw new UsageError(`${file} is damaged: its finding is of no exchange`);
  assertInOrder(file, trace);
  return { opened: given, sought: { clause: verdict.clause, finding, trace } };
};

/** @throws UsageError for what cannot be sent again. */
export const openReplayable = async (
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<OpenedCase | OpenedEnding> => {
  const given = await openCaseHere(file, environment);
  const [trace] = given.traces;
  const isWholeFile = trace?.flow === importedFlow && given.bundle.fingerprint === undefined;
  const ended = isWholeFile ? lastFailed(trace) : undefined;
  if (!trace || !ended) return withFinding(file, given);
  assertInOrder(file, trace);
  return { opened: given, sought: { ended, trace } };
};

export type Replayable = OpenedCase | OpenedEnding;

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

/** Of minimising and explaining: enough for what a gate finds, a few bookings and all, and two rooms full of guests. */
export const requestsByDefault = 300;

/** By how many days an imported case is moved, known before anything is sent; other cases follow the target's clock. */
export const daysOf = ({ sought: { trace } }: Replayable, now: () => number): number | undefined =>
  trace.flow === importedFlow ? daysSince(trace, now()) : undefined;

/** What only reads may be looked at again: once may be by chance. */
const readingAttempts = 3;

/** How often a case is sent at the most. */
export const attemptsMost = ({ sought }: Replayable, { attempts }: Pick<SendOptions, 'attempts'>): number => {
  const steps = stepsSought(sought);
  const { movedMs } = effectsOfCase(sought.trace, steps);
  const isReading =
    movedMs === 0 && !hasEffects(sought.trace, steps) && !steps.some(({ then }) => then.operation === 'token');
  return attempts ?? (isReading ? readingAttempts : 1);
};

/** Where dates are moved and who is invented; what cannot be read in a request, and so not be sent again. */
const editsOf = (
  opened: Replayable,
  steps: readonly ReplayStep[],
  { options, now }: Announcing,
): { readonly lines: readonly string[]; readonly unread?: string | undefined } => {
  const days = daysOf(opened, now);
  if (days === undefined || options.literal) return { lines: [] };
  const { trace } = opened.sought;
  const all = steps.map(({ then }) => then);
  const requests = all.filter(({ intent }) => intent === undefined);
  const { lines, unread } = editPlan(trace, requests, { days, seed: options.seed });
  const whys = requests.flatMap((each) => unread(each).map((why) => `${each.operation}: ${why}`));
  return {
    lines: [...readBackLines(trace, all, days), ...lines],
    unread: whys.length > 0 ? oneLine(whys.join('; '), unreadCharactersMax) : undefined,
  };
};

/** @throws UsageError where a real person would be booked again. */
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
 * Prints what is sent, and what it does to the service.
 *
 * @returns What the target lacks for it, or which part of the case cannot be read: then nothing may be sent.
 * @throws UsageError where a real person would be booked again.
 */
export const announced = (opened: Replayable, announcing: Announcing, command = 'repro'): string | undefined => {
  const { target, options, print, width } = announcing;
  const say = (line: string): void => print(`${' '.repeat(hang)}${wrapped(line, { hang, width })}`);
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
  for (const line of caseEffectsLines(effectsOfCase(sought.trace, steps), attempts, isAtMost)) say(line);
  if (minimise) say(`and again with less and less: ${requests} requests at the most, and what the target allows`);
  return lackingFor(sought.trace, steps, { target, attempts }) ?? unread;
};

/** Where the case comes from. */
const originOf = ({ opened: { bundle } }: Replayable): string =>
  bundle.imported
    ? `imported from ${oneLine(bundle.imported.file, 60)}`
    : `found by ${oneLine(bundle.run.id)} at ${oneLine(bundle.run.target)}`;

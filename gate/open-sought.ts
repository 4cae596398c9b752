/** Opens a bundle that is to be sent again, and tells what it is about. */
import { resolve } from 'node:path';
import { type Case, matterOf, openCase } from '../cases/case.ts';
import { lastFailed } from '../cases/replay/ending.ts';
import type { SoughtEnding, SoughtFinding } from '../cases/replay/replay.ts';
import { keptEvidence } from '../client/ledgers/user-ledgers.ts';
import { importedFlow } from '../contracts/imported.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';

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

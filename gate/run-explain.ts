/** Asks again for a booking that was refused, with one thing otherwise and another, until it is known what decides. */
import { join } from 'node:path';
import { messageOf } from '../cases/compare.ts';
import { changeSets } from '../cases/explain/changes.ts';
import { asking, type Explained, explain, oneIn, refusalIn, supplierOf, timesLeast } from '../cases/explain/explain.ts';
import { type AnyReplayed, stepsSought } from '../cases/replay/replay.ts';
import { recordOfSent } from '../cases/replay/repro-folder.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { Bundle } from '../contracts/bundle.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { Runner } from '../engine/run.ts';
import { writeJson } from '../engine/run-folder.ts';
import { walker } from '../engine/walk.ts';
import { explainedText } from '../reports/case-text.ts';
import { bookingsLine } from '../reports/run-facts.ts';
import { oneLine } from '../reports/safe-text.ts';
import { endsRun } from './interruption.ts';
import {
  announced,
  assertInOrder,
  daysOf,
  type OpenedEnding,
  openCaseHere,
  requestsByDefault,
  type SendOptions,
} from './opened-case.ts';
import { tidyResults } from './prune.ts';
import { pathForPerson } from './results.ts';
import type { ReproParts } from './run-repro.ts';
import { startedRun } from './send-case.ts';
import { openedTarget, repeatOf } from './surroundings.ts';

export type ExplainOptions = Omit<SendOptions, 'attempts'>;

/** By what was answered. */
type Last = ReadonlyMap<'refused' | 'accepted', AnyReplayed>;

/** What was asked last as it was, and with what turns it: bundles that can be shown, sent again and exported. */
const writeBundles = async (
  folder: string,
  run: RunIdentity,
  { last, explained }: { readonly last: Last; readonly explained: Bundle['explained'] },
): Promise<string[]> => {
  const files: string[] = [];
  for (const [name, { trace }] of last) {
    const file = join(folder, `${name}.bundle.json`);
    const cause = explained && { explained };
    await writeJson(file, {
      schema: 'preflight.bundle/1',
      run,
      verdicts: [],
      traces: [trace],
      ...cause,
    } satisfies Bundle);
    files.push(pathForPerson(file));
  }
  return files;
};

const causeOf = (
  { ended, changes, asked, shownFrom = 0 }: Explained,
  supplier: string | undefined,
): Bundle['explained'] => {
  if (ended !== 'cause') return undefined;
  const answers = asked.slice(shownFrom).map(({ answer }) => answer);
  return { ...(supplier !== undefined && { supplier }), changes: changes.map(({ name }) => name), answers, oneIn };
};

const exitCodeOf = ({ ended }: Explained): number => {
  if (ended === 'interrupted') return exitCodes.interrupted;
  return ended === 'unclear' || ended === 'spent' ? exitCodes.unmeasured : exitCodes.pass;
};

const openRefusal = async (file: string, environment: NodeJS.ProcessEnv): Promise<OpenedEnding> => {
  const opened = await openCaseHere(file, environment);
  const sought = refusalIn(opened);
  if (!sought)
    throw new UsageError(
      `${file} holds no refused create_booking: npx --no -- preflight show ${file} tells what it holds`,
    );
  assertInOrder(file, sought.trace);
  return { opened, sought };
};

type ExplainedCase = { readonly explained: Explained; readonly traces: readonly Trace[]; readonly last: Last };

type ExplainContext = {
  readonly run: RunIdentity;
  readonly folder: string;
  /** The target, as the person named it. */
  readonly source: string;
  readonly running: Runner;
  readonly requestsMax: number;
  readonly parts: ReproParts;
};

const askAll = async (
  opened: OpenedEnding,
  { run, folder, source, running, requestsMax, parts }: ExplainContext,
): Promise<ExplainedCase> => {
  const { sought } = opened;
  const isInterrupted = endsRun(parts, { running: () => running, source: () => source });
  const traces: Trace[] = [];
  const last = new Map<'refused' | 'accepted', AnyReplayed>();
  /** Also of a request after which the run was ended: it may have booked something. */
  const store = async (trace: Trace): Promise<Trace> => {
    traces.push(trace);
    await writeJson(join(folder, 'traces', `request-${traces.length}.json`), trace);
    return trace;
  };
  const ask = asking(sought, {
    replayParts: {
      walker: walker(run, { ...createSharing(), record: running.record, store }),
      isSameTarget: opened.opened.bundle.run.target === run.target,
      seed: run.seed,
      days: daysOf(opened, parts.now),
    },
    requestsMax,
    isInterrupted,
    onAnswer: ({ answer, changes }, replayed) => {
      if (answer === 'accepted' || (answer === 'refused' && changes.length === 0)) last.set(answer, replayed);
    },
  });
  const steps = stepsSought(sought).map(({ then }) => then);
  try {
    return { explained: await explain({ ask, sets: changeSets(sought.trace, steps) }), traces, last };
  } finally {
    await running.close();
  }
};

/** In the form that may leave. */
const sharedOf = ({
  opened,
  sought,
}: OpenedEnding): { readonly said?: string | undefined; readonly supplier?: string | undefined } => {
  const trace = opened.bundle.traces.find(({ flow }) => flow === sought.trace.flow);
  const ended = trace?.exchanges[sought.ended.index];
  if (!trace || !ended) return {};
  return { said: messageOf(ended), supplier: supplierOf(trace, ended) };
};

/** @returns The exit code: 0 where the cause was found, or where there is none. */
export const runExplain = async (file: string, options: ExplainOptions, parts: ReproParts): Promise<number> => {
  const { surroundings, print, notice, now, width } = parts;
  const { environment } = surroundings;
  const { requests: requestsMax = requestsByDefault } = options;
  const opened = await openRefusal(file, environment);
  const { target, warnings: warningsAround } = await openedTarget(options.target, surroundings, { notice });
  const lacking = announced(
    opened,
    { target, options: { ...options, attempts: timesLeast }, print, now, width },
    'explain',
  );
  print(`       and for other guests, nights and rooms: ${requestsMax} requests at the most`);
  if (lacking !== undefined) {
    print(`no cause  cannot tell: ${lacking}`);
    return exitCodes.unmeasured;
  }
  const repeat = repeatOf('explain', options, file);
  const { run, folder, running, store } = await startedRun({ options, target, repeat }, parts);
  const { explained, traces, last } = await askAll(opened, {
    run,
    folder,
    source: options.target,
    running,
    requestsMax,
    parts,
  });
  // Both bundles are of one flow, and the store keeps one of it: a person needs the exact form of the refused one.
  const refused = last.get('refused');
  if (refused) await store?.keep(run.id, refused.exact).catch(() => {});
  const { said, supplier } = sharedOf(opened);
  const { changes, ...rest } = explained;
  const names = changes.map((each) => each.name);
  const files = await writeBundles(folder, run, { last, explained: causeOf(explained, supplier) });
  const of = { file, run: opened.opened.bundle.run.id };
  await writeJson(join(folder, 'explain.json'), { of, supplier, ...rest, changes: names }, 2);
  const warnings = [...running.warnings(), ...(await warningsAround())];
  const record = recordOfSent(run, { traces, finishedAt: new Date(now()).toISOString(), warnings, verdicts: [] });
  await writeJson(join(folder, 'run.json'), record, 2);
  await tidyResults({ id: run.id, target, environment, now, notice });
  parts.result({ of, supplier, ...rest, changes: names, run: record });
  print('');
  const bookings = bookingsLine(record);
  if (bookings) print(bookings.text);
  for (const warning of record.warnings ?? []) notice(oneLine(warning));
  for (const each of files) print(`kept in ${each}`);
  print(
    `\n${explainedText({ ...rest, supplier: supplierOf(opened.sought.trace, opened.sought.ended), said, changes: names, oneIn }, width)}`,
  );
  return exitCodeOf(explained);
};

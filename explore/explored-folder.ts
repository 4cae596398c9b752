/** The folder of one exploration, `results/<run id>/`: its plan and its findings. And the corpus of past counterexamples. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bundlesOf } from '../contracts/bundle.ts';
import { merged as addedUp, type ShownStore, shownStore, shownTogether, storeOf } from '../contracts/class-coverage.ts';
import { classesIn, classesText } from '../contracts/clause-classes.ts';
import { decided, type Terms } from '../contracts/decide.ts';
import { json } from '../contracts/json.ts';
import { isAbout, type Waiver } from '../contracts/policy.ts';
import { type RunRecord, recordOfRun } from '../contracts/run-record.ts';
import { bookingTotals, trace } from '../contracts/trace.ts';
import { type Verdict, verdict } from '../contracts/verdict.ts';
import { undrawn } from '../engine/judge-flow.ts';
import { bookingsOf } from '../engine/judged-flow.ts';
import { makeFolder, plannedTarget, readJson, writeJson } from '../engine/run-folder.ts';
import type { Example, ExploredFinding } from './exploration.ts';
import type { Explored } from './explore.ts';

const count = z.int().nonnegative();
const example = z.strictObject({ exploration: z.string(), input: json });

const planned = z.strictObject({
  ...plannedTarget,
  explorations: z.array(z.string()).min(1),
  budget: z.strictObject({ requests: count, runs: count, shrinkRequests: count }),
  /** Past counterexamples, or the one to replay. */
  corpus: z.array(example),
  /** The classes that former explorations showed the target. */
  touches: z.array(shownTogether),
});
export type PlannedExploration = z.infer<typeof planned>;

const found = z.strictObject({
  fingerprint: z.string(),
  exploration: z.string(),
  input: json,
  drawn: json,
  trace,
  verdicts: z.array(verdict),
  requestsUntil: count,
  shrinkRequests: count,
  unsent: z.strictObject({ input: json, shownBy: z.string(), requests: count }).optional(),
});

const explored = z.strictObject({
  found: z.array(found),
  /** One for each clause and exploration. */
  verdicts: z.array(verdict),
  requests: count,
  tokensRequested: count,
  bookings: bookingTotals,
  /** The classes that this exploration showed the target. */
  touches: z.array(shownTogether),
  /** Past counterexamples that no longer fit their exploration, and why. */
  unfit: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  finishedAt: z.iso.datetime(),
});
export type ExploredRecord = z.infer<typeof explored>;

const planFile = (folder: string): string => join(folder, 'exploration.json');
/** The file of a smaller input that was not sent. */
export const unsentFile = (folder: string, fingerprint: string): string => join(folder, `${fingerprint}.smaller.json`);

const exploredFile = (folder: string): string => join(folder, 'explored.json');

export const createExplorationFolder = async (folder: string, plan: PlannedExploration): Promise<void> => {
  await makeFolder(folder);
  await writeJson(planFile(folder), plan, 2);
};

export const readExplorationPlan = async (folder: string): Promise<PlannedExploration> =>
  planned.parse(await readJson(planFile(folder)));

/** Undefined before the exploration has ended. */
export const readExplored = async (folder: string): Promise<ExploredRecord | undefined> =>
  existsSync(exploredFile(folder)) ? explored.parse(await readJson(exploredFile(folder))) : undefined;

/** The worst outcome counts. An input that shows nothing of a clause is no lack. */
const worstFirst: readonly Verdict['outcome'][] = ['fail', 'error', 'pass', 'inconclusive'];

/** One verdict for each clause of an exploration. A finding is as in its smallest trace, counted over all traces. */
const merged = (verdicts: readonly Verdict[], found: Explored['found']): Verdict[] =>
  [...Map.groupBy(verdicts, ({ clause, flow }) => `${clause} ${flow}`).values()].flatMap((group): Verdict[] => {
    const [worst] = worstFirst.flatMap((outcome) => group.filter((each) => each.outcome === outcome));
    if (!worst) return [];
    const findings = Map.groupBy(
      group.flatMap((each) => each.findings),
      ({ fingerprint }) => fingerprint,
    );
    const smallest = found
      .filter(({ exploration }) => exploration === worst.flow)
      .flatMap((each) => each.verdicts.filter(({ clause }) => clause === worst.clause))
      .flatMap((each) => each.findings);
    const cells = classesText([...new Set(group.flatMap((each) => classesIn(each.cells)))]);
    return [
      {
        ...undrawn(worst),
        ...(cells !== '' && { cells }),
        subjects: group.reduce((sum, { subjects }) => sum + subjects, 0),
        findings: [...findings].flatMap(([fingerprint, [first, ...more]]) => {
          const reported = smallest.find((each) => each.fingerprint === fingerprint) ?? first;
          return first && reported
            ? [{ ...reported, count: more.reduce((sum, each) => sum + each.count, first.count) }]
            : [];
        }),
      },
    ];
  });

export const writeExplored = async (
  folder: string,
  { found: all, verdicts, requests, traces, shrinking, touches, unfit }: Explored,
  finishedAt: string,
): Promise<void> => {
  const sent = [...traces, ...shrinking];
  const tokens = sent.flatMap(({ exchanges }) => exchanges).filter(({ operation }) => operation === 'token');
  const shrinkRequests = all.reduce((sum, each) => sum + each.shrinkRequests, 0);
  const record: ExploredRecord = {
    found: all.map((each) => ({ ...each, verdicts: [...each.verdicts] })),
    verdicts: merged(verdicts, all),
    requests: requests + shrinkRequests,
    tokensRequested: tokens.length,
    finishedAt,
    warnings: [...new Set(sent.flatMap((each) => each.warnings ?? []))],
    bookings: bookingsOf(sent.flatMap(({ bookings }) => bookings ?? [])),
    touches: [...touches],
    unfit: [...unfit],
  };
  await writeJson(exploredFile(folder), record);
};

/** The classes that a target was shown so far; none where the file is missing, or of another target. */
export const readShown = async (file: string, target: string): Promise<ShownStore> => {
  const read = shownStore.safeParse(await readJson(file).catch(() => undefined)).data;
  return read?.target === target ? read : { ...storeOf(target, []), runs: 0 };
};

/** Adds the classes of one exploration to the file, which another run may have changed meanwhile. */
export const addShown = async (file: string, target: string, { touches }: ExploredRecord): Promise<ShownStore> => {
  const after = addedUp(await readShown(file, target), storeOf(target, touches));
  await mkdir(dirname(file), { recursive: true });
  await writeJson(file, after);
  return after;
};

/**
 * The run record of an exploration.
 *
 * @param warnings Besides those of the exploration.
 * @param terms Which bases fail, and which failures are waived; without a policy by default.
 */
export const recordOfExplored = (
  { run }: PlannedExploration,
  record: ExploredRecord,
  { warnings = [], terms }: { readonly warnings?: readonly string[]; readonly terms?: Terms } = {},
): RunRecord => {
  const judged = recordOfRun(run, {
    finishedAt: record.finishedAt,
    exchanges: record.requests,
    tokensRequested: record.tokensRequested,
    bookings: record.bookings,
    verdicts: record.verdicts,
    warnings: [...warnings, ...(record.warnings ?? [])],
  });
  if (!terms) return judged;
  // A waiver without its failure is ignored here: the next exploration draws other inputs.
  const isMet = (waived: Waiver): boolean =>
    judged.verdicts.some(({ clause, findings }) => findings.some((each) => isAbout(waived, clause, each)));
  return decided(judged, { ...terms, waivers: terms.waivers.filter(isMet) });
};

type ExploredRun = Pick<PlannedExploration, 'run'> & Pick<ExploredRecord, 'found'> & { readonly record: RunRecord };

/** Writes the run record, a bundle for each finding, and smaller inputs that were not sent. */
export const writeExploredRun = async (folder: string, { run, found, record }: ExploredRun): Promise<void> => {
  for (const { fingerprint, exploration, trace: smallest, verdicts, unsent } of found) {
    const bundle = bundlesOf(run, verdicts, [smallest]).find((each) => each.fingerprint === fingerprint);
    if (bundle) await writeJson(join(folder, `${fingerprint}.bundle.json`), bundle);
    const [clause] = verdicts.flatMap((each) =>
      each.findings.some((one) => one.fingerprint === fingerprint) ? each.clause : [],
    );
    if (unsent && clause)
      await writeJson(unsentFile(folder, fingerprint), exampleOf({ clause, exploration, input: unsent.input }), 2);
  }
  await writeJson(join(folder, 'run.json'), record, 2);
};

/** The corpus: each past counterexample as a file of plain JSON, in a folder that can be committed. */
const exampleFile = z.strictObject({
  schema: z.literal('preflight.example/1'),
  /** The clause that it broke. */
  clause: z.string(),
  ...example.shape,
});
type ExampleFile = z.infer<typeof exampleFile>;

/** Each example costs every later exploration its requests. */
const examplesMax = 50;

const exampleOf = (of: Omit<ExampleFile, 'schema'>): ExampleFile => ({ schema: 'preflight.example/1', ...of });

/** Undefined where the file is no example. */
export const readExample = async (file: string): Promise<Example | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const read = exampleFile.safeParse(await Promise.try(JSON.parse, text).catch(() => undefined)).data;
  return read && { exploration: read.exploration, input: read.input };
};

/** The examples of a folder, by name. Other files are ignored. */
export const readCorpus = async (folder: string): Promise<Example[]> => {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readExample(join(folder, name))));
  return read.filter((each) => each !== undefined).slice(-examplesMax);
};

/** Stores findings for later explorations, one file for each input. */
export const addToCorpus = async (
  folder: string,
  all: readonly Pick<ExploredFinding, 'exploration' | 'input' | 'verdicts'>[],
): Promise<void> => {
  if (all.length > 0) await mkdir(folder, { recursive: true });
  for (const { exploration, input, verdicts } of all) {
    const name = hash('sha256', JSON.stringify([exploration, input])).slice(0, 12);
    const file = exampleOf({ clause: verdicts[0]?.clause ?? '', exploration, input });
    await writeJson(join(folder, `${exploration}-${name}.json`), file, 2);
  }
};

/** The folder of one exploration, `results/<run id>/`: what was planned, what was found, and the corpus beside all runs. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bundlesOf } from '../../contracts/bundle.ts';
import { merged as addedUp, storeOf, type TouchStore, touch, touchStore } from '../../contracts/domain-coverage.ts';
import { json } from '../../contracts/json.ts';
import { type RunRecord, recordOfRun, runIdentity } from '../../contracts/run-record.ts';
import { bookingTotals, trace } from '../../contracts/trace.ts';
import { type Verdict, verdict } from '../../contracts/verdict.ts';
import { bookingsOf, writeJson } from '../run-folder.ts';
import type { Example, Explored, Found } from './explore.ts';

const example = z.strictObject({ exploration: z.string(), input: json });

const count = z.int().nonnegative();

/** What the command line fixes before anything is sent. */
const planned = z.strictObject({
  run: runIdentity,
  /** As the person named it: a name, or the path of a file. */
  targetSource: z.string(),
  isEmbedded: z.boolean(),
  explorations: z.array(z.string()).min(1),
  budget: z.strictObject({ requests: count, runs: count, shrinkRequests: count }),
  /** Past counterexamples, or the one that is replayed. */
  corpus: z.array(example),
  /** What the target was shown by former explorations. */
  touches: z.array(touch),
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
});

const explored = z.strictObject({
  found: z.array(found),
  /** One per clause and exploration. */
  verdicts: z.array(verdict),
  requests: count,
  tokensRequested: count,
  bookings: bookingTotals,
  /** What the target was shown by this one. */
  touches: z.array(touch),
  finishedAt: z.iso.datetime(),
});
export type ExploredRecord = z.infer<typeof explored>;

const planFile = (folder: string): string => join(folder, 'exploration.json');
const exploredFile = (folder: string): string => join(folder, 'explored.json');

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** Makes the folder; fails when a run of that id is there already. */
export const createExplorationFolder = async (folder: string, plan: PlannedExploration): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder);
  await writeJson(planFile(folder), plan, 2);
};

export const readExplorationPlan = async (folder: string): Promise<PlannedExploration> =>
  planned.parse(await readJson(planFile(folder)));

/** Undefined as long as nothing has been explored. */
export const readExplored = async (folder: string): Promise<ExploredRecord | undefined> =>
  existsSync(exploredFile(folder)) ? explored.parse(await readJson(exploredFile(folder))) : undefined;

/** The worst that was seen of a clause; that some inputs show nothing of it is no lack. */
const worstFirst: readonly Verdict['outcome'][] = ['fail', 'error', 'pass', 'inconclusive'];

/** All verdicts on one clause in one exploration as one. */
const merged = (verdicts: readonly Verdict[]): Verdict[] =>
  [...Map.groupBy(verdicts, ({ clause, flow }) => `${clause} ${flow}`).values()].flatMap((group): Verdict[] => {
    const [worst] = worstFirst.flatMap((outcome) => group.filter((each) => each.outcome === outcome));
    if (!worst) return [];
    const findings = [
      ...Map.groupBy(
        group.flatMap((each) => each.findings),
        ({ fingerprint }) => fingerprint,
      ).values(),
    ];
    // No exploration owes a subject: what was not drawn this time is drawn another.
    const isUndrawn = worst.because === 'nothing';
    return [
      {
        ...worst,
        ...(isUndrawn && { because: 'unshown', reason: 'no input that was drawn shows it' }),
        subjects: group.reduce((sum, { subjects }) => sum + subjects, 0),
        findings: findings.flatMap(([first, ...more]) =>
          first ? [{ ...first, count: more.reduce((sum, each) => sum + each.count, first.count) }] : [],
        ),
      },
    ];
  });

/** What an exploration shows of its target, with the smallest trace in place of the first for each finding. */
export const writeExplored = async (
  folder: string,
  { found: all, verdicts, requests, traces, touches }: Explored,
  finishedAt: string,
): Promise<void> => {
  const tokens = traces.flatMap(({ exchanges }) => exchanges).filter(({ operation }) => operation === 'token');
  const shrinking = all.reduce((sum, { shrinkRequests }) => sum + shrinkRequests, 0);
  const record: ExploredRecord = {
    found: all.map((each) => ({ ...each, verdicts: [...each.verdicts] })),
    ...{ verdicts: merged(verdicts), requests: requests + shrinking, tokensRequested: tokens.length, finishedAt },
    ...{ bookings: bookingsOf(traces), touches: [...touches] },
  };
  await writeJson(exploredFile(folder), record);
};

/** The run record, with a bundle for every finding beside it. */
export const writeExploredRun = async (
  folder: string,
  { run }: PlannedExploration,
  record: ExploredRecord,
): Promise<RunRecord> => {
  const runRecord = recordOfRun(run, {
    ...{ finishedAt: record.finishedAt, exchanges: record.requests, tokensRequested: record.tokensRequested },
    bookings: record.bookings,
    verdicts: record.verdicts,
  });
  for (const { fingerprint, trace: smallest, verdicts } of record.found) {
    const bundle = bundlesOf(run, verdicts, [smallest]).find((each) => each.fingerprint === fingerprint);
    if (bundle) await writeJson(join(folder, `${fingerprint}.bundle.json`), bundle);
  }
  await writeJson(join(folder, 'run.json'), runRecord, 2);
  return runRecord;
};

/** What a target was shown so far; nothing where the file is missing, or of another target. */
export const readTouches = async (file: string, target: string): Promise<TouchStore> => {
  const read = touchStore.safeParse(await readJson(file).catch(() => undefined)).data;
  return read?.target === target ? read : { ...storeOf(target, []), runs: 0 };
};

/** Adds what one exploration showed. */
export const addTouches = async (
  file: string,
  before: TouchStore,
  { touches }: ExploredRecord,
): Promise<TouchStore> => {
  const after = addedUp(before, storeOf(before.target, touches));
  await mkdir(dirname(file), { recursive: true });
  await writeJson(file, after);
  return after;
};

const exampleFile = z.strictObject({
  schema: z.literal('preflight.example/1'),
  /** What it showed. */
  clause: z.string(),
  ...example.shape,
});

/** No more of them, by name: each costs every later exploration its requests. */
const examplesMax = 50;

/** Past counterexamples of a folder, by name; a file that is none is left alone. */
export const readCorpus = async (folder: string): Promise<Example[]> => {
  const names = await readdir(folder).catch((): string[] => []);
  const read = async (name: string) =>
    exampleFile.safeParse(await readJson(join(folder, name)).catch(() => undefined)).data;
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map(read),
  );
  return files
    .flatMap((file) => (file ? [{ exploration: file.exploration, input: file.input }] : []))
    .slice(-examplesMax);
};

/** Keeps what was found for later explorations, one file for each input. */
export const addToCorpus = async (folder: string, all: readonly Found[] | ExploredRecord['found']): Promise<void> => {
  if (all.length > 0) await mkdir(folder, { recursive: true });
  for (const { exploration, input, verdicts } of all) {
    const name = createHash('sha256')
      .update(JSON.stringify([exploration, input]))
      .digest('hex')
      .slice(0, 12);
    const file = { schema: 'preflight.example/1', clause: verdicts[0]?.clause ?? '', exploration, input };
    await writeFile(join(folder, `${exploration}-${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }
};

/** The folder of one run, `results/<run id>/`: who reads and writes which file in it. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Bundle } from '../contracts/bundle.ts';
import { NotWritten, notWritten } from '../contracts/not-written.ts';
import { identityOf, type RunRecord, runIdentity, runRecord } from '../contracts/run-record.ts';
import { bundledIn } from '../contracts/standing.ts';
import { type Trace, trace } from '../contracts/trace.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { clauseId } from '../contracts/verdict.ts';
import { ensureFolder } from '../stores/private-files.ts';
import type { JudgedFlow } from './judged-flow.ts';

const budget = z.strictObject({ perRun: z.number().nonnegative(), perDay: z.number().nonnegative() });

/** What a shard may do instead of what the whole run may. */
const within = z.strictObject({
  may: z.strictObject({
    books: budget.exactOptional(),
    tickets: budget.exactOptional(),
    extraTokens: z.strictObject({ ...budget.shape, perDay: budget.shape.perDay.exactOptional() }).exactOptional(),
  }),
  limits: z.strictObject({
    requestsPerSecond: z.number().positive().exactOptional(),
    concurrency: z.number().positive().exactOptional(),
  }),
});
export type Within = z.infer<typeof within>;

/** What the command line fixes of every run before anything is sent. */
export const plannedTarget = {
  run: runIdentity,
  /** As the person named it: a name, or the path of a file. */
  targetSource: z.string(),
  /** The target is the sandbox that the command started itself. */
  isEmbedded: z.boolean(),
  /** How long it may send, where that is less than the target allows. */
  sendsForMs: z.number().positive().optional(),
  /** Then so long for the answer of an effect under way. */
  awaitMs: z.number().nonnegative().optional(),
  within: within.optional(),
  /** The file of a token that a coordinator has handed on: it is used as it is, and no other is asked for. */
  tokenFile: z.string().optional(),
};

const mark = z.literal(true).optional();

const planned = z.strictObject({
  ...plannedTarget,
  /** Names of files too, so nothing else may stand in them. */
  flows: z.array(z.string().regex(/^[a-z]+(-[a-z0-9]+)*$/)),
  pairs: z.array(z.strictObject({ clause: clauseId, flow: z.string(), isBeside: mark, isDrawn: mark })),
  leftOut: z.array(clauseId).optional(),
  /** Those of the flows that are walked once more after trouble, under separate names. */
  again: z.array(z.string()).optional(),
});
export type RunPlan = z.infer<typeof planned>;

const fileOf = {
  plan: (folder: string) => join(folder, 'plan.json'),
  trace: (folder: string, flow: string) => join(folder, 'traces', `${flow}.json`),
  packedTrace: (folder: string, flow: string) => join(folder, 'traces', `${flow}.json.gz`),
  record: (folder: string) => join(folder, 'run.json'),
  bundle: (folder: string, fingerprint: string) => join(folder, `${fingerprint}.bundle.json`),
};

/** Written beside its place and moved there, so that no reader sees half a file. @throws NotWritten */
const writeWhole = async (file: string, data: string | Uint8Array): Promise<void> => {
  const draft = `${file}.${process.pid}.draft`;
  try {
    await writeFile(draft, data);
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    notWritten(file)(thrown);
  }
};

/** @throws NotWritten */
export const writeJson = (file: string, value: unknown, indent?: number): Promise<void> =>
  writeWhole(file, `${JSON.stringify(value, null, indent)}\n`);

/** @throws Error that names the file when it is damaged. */
export const readJson = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Error(`${basename(file)} is damaged: ${(thrown as Error).message}`);
  }
};

/** Fails when a run of that id is there already. */
export const makeFolder = async (folder: string): Promise<void> => {
  await ensureFolder(dirname(folder));
  await mkdir(folder);
};

export const createRunFolder = async (folder: string, plan: RunPlan): Promise<void> => {
  await makeFolder(folder);
  await mkdir(join(folder, 'traces'));
  await writePlan(folder, plan);
};

/** Adds to a plan under way what is to be walked once more. */
export const writePlan = (folder: string, plan: RunPlan): Promise<void> => writeJson(fileOf.plan(folder), plan, 2);

export const readPlan = async (folder: string): Promise<RunPlan> => planned.parse(await readJson(fileOf.plan(folder)));

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** Longer traces are packed: a service may answer with megabytes, again and again. */
const plainCharactersMax = 4 * 1024 * 1024;

/** Gives back the trace as it was kept: without room for the whole, one without exchanges that says so. */
export const writeTrace = async (folder: string, recorded: Trace): Promise<Trace> => {
  const file = fileOf.trace(folder, recorded.flow);
  try {
    const text = `${JSON.stringify(recorded)}\n`;
    if (text.length <= plainCharactersMax) await writeWhole(file, text);
    else await writeWhole(fileOf.packedTrace(folder, recorded.flow), await pack(text));
    return recorded;
  } catch (thrown) {
    if (!(thrown instanceof NotWritten)) throw thrown;
    const { cleanUp, attempts, ...rest } = recorded;
    const stopped = { because: 'trouble', reason: thrown.message } as const;
    const less: Trace = { ...rest, input: null, exchanges: [], clockAdvances: [], stopped };
    await writeJson(file, less);
    return less;
  }
};

export const hasTrace = (folder: string, flow: string): boolean =>
  existsSync(fileOf.trace(folder, flow)) || existsSync(fileOf.packedTrace(folder, flow));

export const readTrace = async (folder: string, flow: string): Promise<Trace> => {
  const packed = fileOf.packedTrace(folder, flow);
  const read = trace.parse(
    existsSync(packed)
      ? JSON.parse((await unpack(await readFile(packed))).toString())
      : await readJson(fileOf.trace(folder, flow)),
  );
  if (read.flow !== flow) throw new Error(`the trace of ${flow} is one of ${read.flow}: it was moved or overwritten`);
  return read;
};

const ofNewer = z.object({ schema: z.string().regex(/^preflight\.run\/([2-9]|[1-9]\d+)$/) });

/** @throws UsageError for a record that a newer version of us has written. */
export const readRunRecord = async (folder: string): Promise<RunRecord> => {
  const read = await readJson(fileOf.record(folder));
  const { data } = ofNewer.safeParse(read);
  if (data) throw new UsageError(`a newer Preflight wrote it (${data.schema}), which this one cannot read: update it`);
  return runRecord.parse(read);
};

/** What stands in the record of a run alone; undefined when it was cut short before that was written. */
export const endOf = async (
  folder: string,
): Promise<Pick<RunRecord, 'finishedAt' | 'warnings' | 'decision'> | undefined> =>
  existsSync(fileOf.record(folder)) ? readRunRecord(folder) : undefined;

export const readBundle = async (file: string): Promise<Bundle> => {
  const { bundle } = await import('../contracts/bundle.ts');
  return bundle.parse(await readJson(file));
};

export const emptyTrace = (flow: string, startedAt: string): Trace => ({
  schema: 'preflight.trace/1',
  flow,
  input: null,
  startedAt,
  clockOffsetMs: null,
  exchanges: [],
  clockAdvances: [],
});

/** A flow that left no trace was cut short by us: its clauses are errors, never passes. */
const unrecorded = (flow: string, startedAt: string): Trace => ({
  ...emptyTrace(flow, startedAt),
  error: { message: 'it left no trace, the runner ended before it', stack: '' },
});

/** Writes down for every flow that was not recorded that a person, or a pipeline, had ended the run before it. */
export const writeInterrupted = async (folder: string, { flows, run }: RunPlan): Promise<void> => {
  for (const flow of flows.filter((each) => !hasTrace(folder, each))) {
    const stopped = { because: 'trouble', reason: 'the run was interrupted before this flow' } as const;
    await writeTrace(folder, { ...emptyTrace(flow, run.startedAt), stopped });
  }
};

export const readTraces = (folder: string, { flows, run }: Pick<RunPlan, 'flows' | 'run'>): Promise<Trace[]> =>
  Promise.all(
    flows.map((flow) => (hasTrace(folder, flow) ? readTrace(folder, flow) : unrecorded(flow, run.startedAt))),
  );

/** A flow without verdicts was cut short, and is judged now. */
export const recordIn = async (
  folder: string,
  plan: RunPlan,
  {
    judged,
    finishedAt,
    warnings = [],
  }: { readonly judged: readonly JudgedFlow[]; readonly finishedAt: string; readonly warnings?: readonly string[] },
): Promise<RunRecord> => {
  const { recordOfFlows } = await import('./judged-flow.ts');
  const missing = plan.flows.filter((flow) => !judged.some((each) => each.flow === flow));
  if (missing.length === 0) return recordOfFlows(plan, judged, finishedAt, warnings);
  const { judgeFlow } = await import('./judge-flow.ts');
  const traces = await readTraces(folder, { ...plan, flows: missing });
  return recordOfFlows(plan, [...judged, ...traces.map((trace) => judgeFlow(plan, trace))], finishedAt, warnings);
};

export const writeRun = async (folder: string, record: RunRecord): Promise<void> => {
  const failing = new Set(record.verdicts.flatMap(({ flow, findings }) => (findings.length > 0 ? flow : [])));
  const traces = await Promise.all([...failing].map((flow) => readTrace(folder, flow)));
  const bundled = bundledIn(record.verdicts);
  const { bundlesOf } = await import('../contracts/bundle.ts');
  for (const each of bundlesOf(identityOf(record), record.verdicts, traces)) {
    if (bundled.has(each.fingerprint)) await writeJson(fileOf.bundle(folder, each.fingerprint), each);
  }
  await writeJson(fileOf.record(folder), record, 2);
};

export const makeLatest = async (folder: string): Promise<void> => {
  const latest = join(dirname(folder), 'latest');
  const draft = `${latest}.${process.pid}.draft`;
  await rm(draft, { force: true });
  await symlink(basename(folder), draft).catch(notWritten(latest));
  await rename(draft, latest).catch(async () => {
    // A cache of a pipeline turns the link into a folder: left there, every reader would take an old run for the last.
    await rename(latest, `${latest}.before-${basename(folder)}`).catch(notWritten(latest));
    await rename(draft, latest).catch(notWritten(latest));
  });
};

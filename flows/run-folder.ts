/** The folder of one run, `results/<run id>/`: who reads and writes which file in it. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Bundle, bundle, bundlesOf } from '../contracts/bundle.ts';
import { clauseIds } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import { type RunRecord, recordOfRun, runIdentity, runRecord } from '../contracts/run-record.ts';
import { type BookingTotals, type Trace, trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';

/** What the command line fixes before anything is sent, for whoever records and judges. */
const planned = z.strictObject({
  run: runIdentity,
  /** As the person named it: a name, or the path of a file. */
  targetSource: z.string(),
  /** The target is the sandbox that the command started itself. */
  isEmbedded: z.boolean(),
  /** Names of files too, so nothing else may stand in them. */
  flows: z.array(z.string().regex(/^[a-z]+(-[a-z]+)*$/)),
  pairs: z.array(z.strictObject({ clause: z.enum(clauseIds), flow: z.string() })),
  /** What the depth of the run leaves out. */
  leftOut: z.array(z.enum(clauseIds)).optional(),
});
export type Planned = z.infer<typeof planned>;

const fileOf = {
  plan: (folder: string) => join(folder, 'plan.json'),
  trace: (folder: string, flow: string) => join(folder, 'traces', `${flow}.json`),
  record: (folder: string) => join(folder, 'run.json'),
  bundle: (folder: string, fingerprint: string) => join(folder, `${fingerprint}.bundle.json`),
};

/** Written beside its place and moved there, so that nobody reads half a file. */
export const writeJson = async (file: string, value: unknown, indent?: number): Promise<void> => {
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, `${JSON.stringify(value, null, indent)}\n`);
  await rename(draft, file);
};

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

/** Makes the folder; fails when a run of that id is there already. */
export const createRunFolder = async (folder: string, plan: Planned): Promise<void> => {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder);
  await mkdir(join(folder, 'traces'));
  await writeJson(fileOf.plan(folder), plan, 2);
};

export const readPlan = async (folder: string): Promise<Planned> => planned.parse(await readJson(fileOf.plan(folder)));

export const writeTrace = (folder: string, recorded: Trace): Promise<void> =>
  writeJson(fileOf.trace(folder, recorded.flow), recorded);

export const hasTrace = (folder: string, flow: string): boolean => existsSync(fileOf.trace(folder, flow));

export const readTrace = async (folder: string, flow: string): Promise<Trace> =>
  trace.parse(await readJson(fileOf.trace(folder, flow)));

/** When the run ended; undefined when it was cut short before its record was written. */
export const finishedAtOf = async (folder: string): Promise<string | undefined> =>
  existsSync(fileOf.record(folder)) ? runRecord.parse(await readJson(fileOf.record(folder))).finishedAt : undefined;

export const readBundle = async (file: string): Promise<Bundle> => bundle.parse(await readJson(file));

const emptyTrace = (flow: string, startedAt: string): Trace => ({
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
export const writeInterrupted = async (folder: string, { flows, run }: Planned): Promise<void> => {
  for (const flow of flows.filter((each) => !hasTrace(folder, each))) {
    const stopped = { because: 'trouble', reason: 'the run was interrupted before this flow' } as const;
    await writeTrace(folder, { ...emptyTrace(flow, run.startedAt), stopped });
  }
};

const isToken = ({ operation }: Trace['exchanges'][number]): boolean => operation === 'token';

/** Judges every pair of the plan in the traces of a folder, or in those given. */
export const judgeRun = async (
  folder: string,
  plan: Planned,
  finishedAt: string,
): Promise<{ record: RunRecord; traces: Trace[] }> => {
  const traces = await Promise.all(
    plan.flows.map((flow) => (hasTrace(folder, flow) ? readTrace(folder, flow) : unrecorded(flow, plan.run.startedAt))),
  );
  return { record: recordOfTraces(plan, traces, finishedAt), traces };
};

export const bookingsOf = (traces: readonly Trace[]): BookingTotals => {
  const all = traces.flatMap(({ bookings }) => bookings ?? []);
  const tickets = all.flatMap((each) => each.tickets ?? []);
  const obligations = all.flatMap((each) => each.obligations ?? []);
  const sum = <Name extends string>(of: readonly Readonly<Record<Name, number>>[], name: Name): number =>
    of.reduce((total, each) => total + each[name], 0);
  return {
    requested: sum(all, 'requested'),
    cancelled: sum(all, 'cancelled'),
    left: sum(all, 'left'),
    ...(tickets.length > 0 && {
      tickets: { requested: sum(tickets, 'requested'), closed: sum(tickets, 'closed'), left: sum(tickets, 'left') },
    }),
    ...(obligations.length > 0 && {
      obligations: { begun: sum(obligations, 'begun'), ended: sum(obligations, 'ended') },
    }),
  };
};

/** Of a trace that took two runs, what was sent in this one. */
const sentIn = (run: string, { exchanges, cleanUp = [], resumed }: Trace): Trace['exchanges'] => {
  if (!resumed) return [...exchanges, ...cleanUp];
  return resumed.runs.settledBy === run ? [...exchanges.slice(resumed.beforeExchange), ...cleanUp] : [];
};

/** What a former run has settled counts; what it could not measure is no lack of this one, which cannot do it again. */
const carried = (run: string, verdict: Verdict): Verdict =>
  verdict.outcome === 'inconclusive' && verdict.runs && verdict.runs.settledBy !== run
    ? { ...verdict, because: 'needs' }
    : verdict;

/** The run record of a plan and its traces, in whatever way they were kept. */
export const recordOfTraces = (
  plan: Pick<Planned, 'run' | 'pairs' | 'leftOut'>,
  traces: readonly Trace[],
  finishedAt: string,
): RunRecord => {
  const traceOf = new Map(traces.map((each) => [each.flow, each]));
  const verdicts = plan.pairs.flatMap(({ clause, flow }): Verdict[] => {
    const recorded = traceOf.get(flow);
    return recorded ? [carried(plan.run.id, judge(clause, recorded))] : [];
  });
  const exchanges = traces
    .flatMap((each) => sentIn(plan.run.id, each))
    .filter(({ failure }) => failure?.kind !== 'withheld');
  return recordOfRun(plan.run, {
    finishedAt,
    exchanges: exchanges.length,
    tokensRequested: exchanges.filter(isToken).length,
    ...(plan.leftOut && { leftOut: plan.leftOut }),
    bookings: bookingsOf(traces.filter(({ resumed }) => (resumed?.runs.settledBy ?? plan.run.id) === plan.run.id)),
    verdicts,
  });
};

/** Writes the run record and a bundle for every finding. */
export const writeRun = async (folder: string, record: RunRecord, traces: readonly Trace[]): Promise<void> => {
  const identity = runIdentity.parse(
    Object.fromEntries(Object.keys(runIdentity.shape).map((key) => [key, record[key as keyof RunRecord]])),
  );
  for (const each of bundlesOf(identity, record.verdicts, traces)) {
    await writeJson(fileOf.bundle(folder, each.fingerprint), each);
  }
  await writeJson(fileOf.record(folder), record, 2);
};

/** Lets `results/latest` point to the run. */
export const makeLatest = async (folder: string): Promise<void> => {
  const latest = join(dirname(folder), 'latest');
  const draft = `${latest}.${process.pid}.draft`;
  await rm(draft, { force: true });
  await symlink(basename(folder), draft);
  // Somebody may have put a folder of that name there; the run itself is kept all the same.
  await rename(draft, latest).catch(() => rm(draft, { force: true }));
};

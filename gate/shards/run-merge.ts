/** `preflight merge`: judges what all shards of one run have recorded, once and together, as the gate judges a run. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { decided } from '../../contracts/decide.ts';
import { dayMs } from '../../contracts/durations.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { preflightVersion } from '../../contracts/version.ts';
import { judgeTraces } from '../../engine/judge-flow.ts';
import { createRunFolder, type RunPlan, writeRun, writeTrace } from '../../engine/run-folder.ts';
import { withAgain } from '../../flows/planned.ts';
import { oneLine } from '../../reports/safe-text.ts';
import { terminalReport } from '../../reports/terminal.ts';
import { counted } from '../../reports/text-layout.ts';
import type { Caller } from '../caller.ts';
import { isRunId, notWritable, pathForPerson, resultsFolder } from '../results.ts';
import { endRun, type Gated, type ReportPlaces, reportedGate } from '../run-parts.ts';
import { readTerms, type VerdictOptions } from '../terms.ts';
import {
  assertAsPlanned,
  assertNoneInTheWay,
  assertNoneMissing,
  assertOneRun,
  isPartName,
  NotMeasured,
  type Part,
  readPart,
  shardsMax,
} from './part.ts';
import { type SharedPlan, sharedPlan } from './plan-of-shard.ts';

export type MergeOptions = Pick<VerdictOptions, 'policy' | 'require' | 'allowUnjudged' | 'since'> & ReportPlaces;

export type MergeParts = Pick<Caller, 'environment' | 'print' | 'result' | 'notice' | 'color' | 'now'>;

/** A tool that downloads artefacts puts each into a separate folder. */
const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.filter((each) => each.isDirectory()).map(({ name }) => join(folder, name));
  const names = await Promise.all(below.map(async (each) => (await readdir(each)).map((name) => join(each, name))));
  return [...entries.map(({ name }) => join(folder, name)), ...names.flat()].filter(isPartName);
};

/** The files that a person means, each once. */
const filesOf = async (given: readonly string[]): Promise<string[]> => {
  const files: string[] = [];
  for (const each of given) {
    const stats = await stat(each).catch(() => undefined);
    if (!stats) throw new UsageError(`${each} does not exist: name the parts of a run, or the folder they are in`);
    const found = stats.isDirectory() ? await filesIn(resolve(each)) : [resolve(each)];
    if (found.length === 0)
      throw new UsageError(`${each} holds no part of a run (a file …part.gz): gate --shard writes them`);
    files.push(...found);
  }
  const all = [...new Set(await Promise.all(files.map((each) => realpath(each))))];
  if (all.length > shardsMax)
    throw new UsageError(`${all.length} parts are more than a run can have (${shardsMax}): name those of one`);
  return all.toSorted();
};

type Merged = { readonly planned: RunPlan; readonly all: SharedPlan; readonly parts: readonly Part[] };

const merged = (parts: readonly Part[], version: string): Merged => {
  assertOneRun(parts);
  assertNoneMissing(parts);
  const [{ head } = { head: undefined }] = parts;
  if (!head) throw new UsageError('no part of a run was named');
  const { run, targetSource, isEmbedded, shard, plan } = head;
  if (head.preflight !== version) {
    throw new UsageError(
      `the parts were made by Preflight ${oneLine(head.preflight, 40)}, and this is ${version}: use one version for all`,
    );
  }
  if (!isRunId(run.id)) throw new UsageError(`${oneLine(run.id, 80)} is no id of a run in shards`);
  const { revision, depth = 'standard' } = run;
  const all = sharedPlan({ revision, depth, ...plan }, shard.count);
  assertAsPlanned(parts, all);
  assertNoneInTheWay(parts);
  const { flows, pairs, leftOut } = all.plan;
  const again = parts.flatMap((part) => part.head.again);
  const ofRun = { flows: flows.map(({ id }) => id), pairs: [...pairs] };
  const startedAt = parts.map((part) => part.head.run.startedAt).toSorted()[0] ?? run.startedAt;
  return {
    all,
    parts,
    planned: {
      run: { ...run, startedAt },
      targetSource,
      isEmbedded,
      ...(again.length > 0 ? withAgain(ofRun, again) : ofRun),
      leftOut: [...leftOut],
    },
  };
};

/** A pipeline that is run again in part keeps its id, so that parts of one run may be days apart. */
const apartWarning = ({ startedAt }: { readonly startedAt: string }, finishedAt: string): string[] =>
  Math.abs(Date.parse(finishedAt) - Date.parse(startedAt)) <= dayMs
    ? []
    : [
        `the parts were measured from ${startedAt} to ${finishedAt}: the service may have been another in between, so walk all again under another --run-id`,
      ];

const recordOf = ({ planned, parts }: Merged, more: readonly string[]): RunRecord => {
  const finishedAt =
    parts
      .map(({ head }) => head.finishedAt)
      .toSorted()
      .at(-1) ?? planned.run.startedAt;
  const traceOf = new Map(parts.flatMap(({ traces }) => traces.map((each) => [each.flow, each] as const)));
  const traces = planned.flows.flatMap((flow) => traceOf.get(flow) ?? []);
  const warnings = parts.flatMap(({ head }) => head.warnings.map((line) => oneLine(line, 300)));
  return judgeTraces(planned, traces, finishedAt, [...warnings, ...apartWarning(planned.run, finishedAt), ...more]);
};

const judged = async (given: readonly string[], options: MergeOptions, caller: MergeParts): Promise<Gated> => {
  const { environment, print, notice, color, now } = caller;
  const parts: Part[] = [];
  for (const file of await filesOf(given)) parts.push(await readPart(file));
  const whole = merged(parts, preflightVersion);
  const { planned, all } = whole;
  const { run } = planned;
  const { only } = parts[0]?.head.plan ?? {};
  const { terms } = await readTerms(
    { ...options, ...(only && { only }) },
    { target: run.target, plan: all.plan, environment, now: now(), notice },
  );
  const folder = join(resultsFolder(), run.id);
  await createRunFolder(folder, planned).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') return notWritable(folder)(thrown);
    throw new UsageError(
      `${pathForPerson(folder)} is there already: this run was merged; name another --output, or remove it`,
    );
  });
  print(`run  ${run.id}  ${oneLine(run.target, 80)}, merged of ${counted(parts.length, 'shard')}\n`);
  const { code, record } = await endRun(
    {
      folder,
      isInterrupted: false,
      record: (...more) => decided(recordOf(whole, more), terms),
      write: async (of) => {
        for (const trace of parts.flatMap(({ traces }) => traces)) await writeTrace(folder, trace);
        await writeRun(folder, of);
      },
      report: (of) => print(terminalReport(of, { color, path: pathForPerson(folder) })),
    },
    caller,
  );
  return { code, ...(record && { run: { folder, record, source: planned.targetSource } }) };
};

/** @returns The exit code, as that of the gate. */
export const runMerge = async (
  given: readonly string[],
  options: MergeOptions,
  caller: MergeParts,
): Promise<number> => {
  const parts = { ...caller, surroundings: { environment: caller.environment } };
  try {
    return await reportedGate(options, parts, () => judged(given, options, caller));
  } catch (thrown) {
    if (!(thrown instanceof NotMeasured)) throw thrown;
    caller.notice(thrown.message);
    return exitCodes.unmeasured;
  }
};

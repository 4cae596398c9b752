/** Judges a stored run or a bundle again, offline, with the gate's exit codes. */
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ZodError, z } from 'zod';
import { exactTrace, readBundleFile } from '../cases/case.ts';
import { keptEvidence } from '../client/ledgers/user-ledgers.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import { type ClauseId, clause as clauseOf, isPartnerClauseId } from '../contracts/clauses.ts';
import { decided, type Terms, termsOfDecision } from '../contracts/decide.ts';
import { exitCodeOf } from '../contracts/exit-codes.ts';
import type { PartnerClause } from '../contracts/partner-clause.ts';
import { clauseNamed, type Decision } from '../contracts/policy.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import { originalOf } from '../contracts/standing.ts';
import { newestRevision, type Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import { shellWord, UsageError } from '../contracts/usage-error.ts';
import { judgeTraces } from '../engine/judge-flow.ts';
import { withOwnVerdicts } from '../engine/own-clause.ts';
import { endOf, type RunPlan, readPlan, readTraces } from '../engine/run-folder.ts';
import { planOf } from '../flows/plan.ts';
import { type Judged, terminalReport } from '../reports/terminal.ts';
import type { EvidenceStore } from '../stores/evidence-store.ts';
import { loadTarget } from '../targets/load.ts';
import type { Caller } from './caller.ts';
import { pathForPerson, resultsFolder } from './results.ts';

type Pairs = RunPlan['pairs'];

/** What was judged again, and where it is. */
type JudgedAgain = {
  readonly record: RunRecord;
  readonly path: string;
  readonly judged: Exclude<Judged, 'run'>;
  /** The clauses of a target file that keep the verdict of the run. */
  readonly kept: readonly ClauseId[];
};

/** The clauses of a target file, and the exact evidence, by which alone they are judged. */
type ClauseEvidence = {
  readonly target: Pick<Target, 'name'> & { readonly clauses: readonly PartnerClause[] };
  readonly evidence: EvidenceStore | undefined;
};

/** What a run or a bundle holds. */
type HeldTraces = {
  readonly run: RunIdentity;
  readonly fingerprint?: string | undefined;
  readonly pairs: Pairs;
  readonly traces: readonly Trace[];
  /** The partner clauses that were judged anew, each with its flow. */
  readonly anew?: Pairs;
};

/**
 * The same with new verdicts of the clauses of a target file, also of those that the file did not have then. Where the
 * exact evidence of a flow is not kept here, its verdicts stay: a clause would judge placeholders.
 */
const judgedByFile = async (held: HeldTraces, { target, evidence }: ClauseEvidence): Promise<HeldTraces> => {
  const { run } = held;
  const { name, clauses } = target;
  if (name !== run.target) throw new UsageError(`--target is ${name}, and this run is of ${run.target}: name its file`);
  const isOwn = ({ clause }: { readonly clause: ClauseId }): boolean => clauses.some(({ id }) => id === clause);
  const { revision, depth = 'standard' } = run;
  const planned = planOf({ revision, depth, only: clauses.map(({ id }) => id), clauses }).pairs;
  const { share } = createSharing();
  const judged = await Promise.all(
    held.traces.map(async (trace) => {
      const { flow, verdicts = [] } = trace;
      const pairs = planned.filter((pair) => pair.flow === originalOf(flow)).map((pair) => ({ ...pair, flow }));
      const exact = pairs.length > 0 ? await exactTrace(evidence, held, trace) : undefined;
      if (!exact) return { trace, kept: held.pairs.filter((pair) => pair.flow === flow && isOwn(pair)), anew: [] };
      const { verdicts: made = [] } = share(withOwnVerdicts(exact, pairs, clauses));
      return {
        trace: { ...trace, verdicts: [...verdicts.filter((each) => !isOwn(each)), ...made] },
        kept: [],
        anew: pairs,
      };
    }),
  );
  return {
    ...held,
    pairs: [...held.pairs.filter((pair) => !isOwn(pair)), ...judged.flatMap(({ kept, anew }) => [...kept, ...anew])],
    traces: judged.map(({ trace }) => trace),
    anew: judged.flatMap(({ anew }) => anew),
  };
};

/** The run folder or bundle a person means by a path or a run id. */
const meant = (given: string): { kind: 'run' | 'bundle'; path: string } => {
  const path = [resolve(given), join(resultsFolder(), given)].find((each) => existsSync(each));
  if (!path) throw new UsageError(`${given} does not exist: name a bundle, a run's folder or a run id of results/`);
  if (statSync(path).isDirectory()) return { kind: 'run', path };
  return basename(path) === 'run.json' ? { kind: 'run', path: dirname(path) } : { kind: 'bundle', path };
};

const filtered = (pairs: Pairs, clause: ClauseId | undefined, given: string): Pairs => {
  // A law may stand for several that were retired.
  const once = new Map(pairs.map((pair) => [`${pair.clause} ${pair.flow}`, pair])).values();
  const chosen = [...once].filter((pair) => !clause || pair.clause === clause);
  if (chosen.length === 0) throw new UsageError(`${given} holds nothing about ${clause ?? 'any clause'}`);
  return chosen;
};

/** What is judged: one clause when it is said, and by which revision when it is not that of the target. */
type JudgedBy = {
  readonly clause: ClauseId | undefined;
  readonly revision: string | undefined;
  readonly own: ClauseEvidence | undefined;
};

const sinceOf = (id: ClauseId): string => clauseOf(id).since ?? '';

/** Without what came after the revision, and with what came until then and after that of the target. */
const ofRevision = (pairs: Pairs, flows: readonly string[], run: RunIdentity, revision: string | undefined): Pairs => {
  if (revision === undefined) return pairs;
  const newer = planOf({ revision, depth: run.depth ?? 'standard' }).pairs.filter(
    ({ clause, flow }) => flows.includes(flow) && sinceOf(clause) > run.revision,
  );
  const older = pairs.filter(({ clause }) => sinceOf(clause) <= revision);
  if (older.length + newer.length > 0) return [...older, ...newer];
  const ids = [...new Set(pairs.map(({ clause }) => clause))].slice(0, 3).join(', ');
  throw new UsageError(`nothing to judge: ${ids} came after revision ${revision}`);
};

/** By what was decided then; of one clause alone nothing more is asked. */
const againBy = (decision: Decision, clause: ClauseId | undefined): Terms => {
  const { quotas, obligationDays, settled, since, ...terms } = termsOfDecision(decision);
  if (clause !== undefined) return { ...terms, requires: [] };
  return termsOfDecision(decision);
};

const judgedAgain = async (given: string, { clause, revision, own }: JudgedBy): Promise<JudgedAgain> => {
  const { kind, path } = meant(given);
  let kept: ClauseId[] = [];
  /** What is judged of it, and by which revision. */
  const chosen = async (asked: HeldTraces, all: readonly string[]) => {
    const held = own ? await judgedByFile(asked, own) : asked;
    const pairs = ofRevision(filtered(held.pairs, clause, given), clause ? [] : all, held.run, revision);
    kept = pairs
      .filter(
        ({ clause: id, flow }) =>
          isPartnerClauseId(id) && !held.anew?.some((one) => one.clause === id && one.flow === flow),
      )
      .map(({ clause: id }) => id);
    return { traces: held.traces, run: revision === undefined ? held.run : { ...held.run, revision }, pairs };
  };
  if (kind === 'run') {
    // First, because its error names a newer version that has written the folder.
    const end = await endOf(path);
    const plan = await readPlan(path);
    const { traces, ...judged } = await chosen({ ...plan, traces: await readTraces(path, plan) }, plan.flows);
    const { finishedAt = plan.run.startedAt, warnings, decision } = end ?? {};
    const record = judgeTraces({ ...plan, ...judged }, traces, finishedAt, warnings);
    return { record: decision ? decided(record, againBy(decision, clause)) : record, path, judged: 'folder', kept };
  }
  const bundle = await readBundleFile(pathForPerson(path));
  const held = bundle.verdicts.map(({ clause: judged, flow }) => ({ clause: judged, flow }));
  const { traces, ...judged } = await chosen(
    { ...bundle, pairs: held },
    bundle.traces.map(({ flow }) => flow),
  );
  return { record: judgeTraces(judged, traces, bundle.run.startedAt), path, judged: 'bundle', kept };
};

/** @throws UsageError when it is no date of the calendar. */
const revisionOf = (given: string | undefined): string | undefined => {
  if (given === undefined || z.iso.date().safeParse(given).success) return given;
  throw new UsageError(`--revision ${given} is no date of the change log: write it as ${newestRevision}`);
};

/** What is wrong with a file that is no bundle and no run, in one line. */
const complaint = (thrown: unknown): string => {
  if (thrown instanceof ZodError) {
    const [issue] = thrown.issues;
    return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
  }
  const [line = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
  return line;
};

/** What was found only now has no bundle. */
const bundledIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set((await readdir(folder)).flatMap((file) => /^(\w+)\.bundle\.json$/.exec(file)?.[1] ?? []));

/**
 * The clauses of a target file. Nothing is sent, so what it takes from the environment need not be set.
 *
 * @throws UsageError where it lists none.
 */
export const clausesOfFile = async (
  source: string,
  environment: NodeJS.ProcessEnv,
): Promise<ClauseEvidence['target']> => {
  const { filledIn } = await import('./check-target/check-target.ts');
  const { name, clauses = [] } = await loadTarget(source, filledIn(environment).filled);
  if (clauses.length > 0) return { name, clauses };
  throw new UsageError(`target ${source} lists no clauses of its own: add clauses (docs/use/bindings.md)`);
};

export type JudgeOptions = {
  readonly clause?: string;
  readonly revision?: string;
  /** The target file by whose clauses it is judged. */
  readonly target?: string;
};

/**
 * @param given A bundle, the folder of a run, or a run id.
 * @returns The exit code.
 */
export const judgeAgain = async (
  given: string,
  { clause, revision: date, target: source }: JudgeOptions,
  { environment, print, notice, color, result }: Pick<Caller, 'environment' | 'print' | 'notice' | 'color' | 'result'>,
): Promise<number> => {
  const chosen = clause === undefined ? undefined : clauseNamed(clause);
  const revision = revisionOf(date);
  const target = source === undefined ? undefined : await clausesOfFile(source, environment);
  const own = target && { target, evidence: keptEvidence(environment) };
  const { record, path, judged, kept } = await judgedAgain(given, { clause: chosen, revision, own }).catch(
    (thrown: unknown) => {
      if (thrown instanceof UsageError) throw thrown;
      throw new UsageError(`${given} is neither a bundle nor a run: ${complaint(thrown)}`);
    },
  );
  if (kept.length > 0) {
    const why = own ? 'this machine has no exact evidence of it' : 'its check stands in the target file (--target)';
    notice(`kept as the run judged it, because ${why}: ${[...new Set(kept)].join(', ')}`);
  }
  result(record);
  const by = Object.entries({ target: source, revision }).flatMap(([name, value]) =>
    value ? ` --${name} ${shellWord(value)}` : [],
  );
  const named = pathForPerson(path);
  const place = judged === 'bundle' ? { bundle: named } : { folder: named, bundled: await bundledIn(path) };
  print(terminalReport(record, { color, path: named, judged, kept: { ...place, by: by.join('') } }));
  return exitCodeOf(record.verdict);
};

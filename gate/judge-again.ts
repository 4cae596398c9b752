/** Judges a stored run or a bundle again, offline, with the gate's exit codes. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ZodError, z } from 'zod';
import { readBundleFile } from '../cases/case.ts';
import { type ClauseId, clause as clauseOf, isPartnerClauseId } from '../contracts/clauses.ts';
import { decided, type Terms, termsOfDecision } from '../contracts/decide.ts';
import type { Decision } from '../contracts/decision.ts';
import { exitCodeOf } from '../contracts/exit-codes.ts';
import { clauseNamed } from '../contracts/policy.ts';
import type { RunIdentity, RunRecord } from '../contracts/run-record.ts';
import { newestRevision } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import { judgeTraces } from '../engine/judge-flow.ts';
import { endOf, type RunPlan, readPlan, readTraces } from '../engine/run-folder.ts';
import { planOf } from '../flows/plan.ts';
import { type Judged, terminalReport } from '../reports/terminal.ts';
import type { Caller } from './caller.ts';
import { pathForPerson, resultsFolder } from './results.ts';

type Pairs = RunPlan['pairs'];

/** What was judged again, and where it is. */
type JudgedAgain = { readonly record: RunRecord; readonly path: string; readonly judged: Exclude<Judged, 'run'> };

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
  if (chosen.length === 0) throw new UsageError(`${given} holds nothing about ${clause}`);
  return chosen;
};

/** What is judged: one clause when it is said, and by which revision when it is not that of the target. */
type JudgedBy = { readonly clause: ClauseId | undefined; readonly revision: string | undefined };

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

const judgedAgain = async (given: string, { clause, revision }: JudgedBy): Promise<JudgedAgain> => {
  const { kind, path } = meant(given);
  const asOf = <R extends RunIdentity>(run: R): R => (revision === undefined ? run : { ...run, revision });
  if (kind === 'run') {
    // First, because its error names a newer version that has written the folder.
    const end = await endOf(path);
    const plan = await readPlan(path);
    const pairs = ofRevision(filtered(plan.pairs, clause, given), clause ? [] : plan.flows, plan.run, revision);
    const { finishedAt = plan.run.startedAt, warnings, decision } = end ?? {};
    const judged = { ...plan, run: asOf(plan.run), pairs };
    const record = judgeTraces(judged, await readTraces(path, plan), finishedAt, warnings);
    return { record: decision ? decided(record, againBy(decision, clause)) : record, path, judged: 'folder' };
  }
  const { run, verdicts, traces } = await readBundleFile(pathForPerson(path));
  const held = verdicts.map(({ clause: judged, flow }) => ({ clause: judged, flow }));
  const flows = clause ? [] : traces.map(({ flow }) => flow);
  const pairs = ofRevision(filtered(held, clause, given), flows, run, revision);
  return { record: judgeTraces({ run: asOf(run), pairs }, traces, run.startedAt), path, judged: 'bundle' };
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

/**
 * @param given A bundle, the folder of a run, or a run id.
 * @returns The exit code.
 */
export const judgeAgain = async (
  given: string,
  { clause, revision: date }: { readonly clause?: string; readonly revision?: string },
  { print, notice, color, result }: Pick<Caller, 'print' | 'notice' | 'color' | 'result'>,
): Promise<number> => {
  const chosen = clause === undefined ? undefined : clauseNamed(clause);
  const revision = revisionOf(date);
  const { record, path, judged } = await judgedAgain(given, { clause: chosen, revision }).catch((thrown: unknown) => {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`${given} is neither a bundle nor a run: ${complaint(thrown)}`);
  });
  const kept = [...new Set(record.verdicts.map(({ clause: id }) => id).filter(isPartnerClauseId))];
  if (kept.length > 0) {
    notice(`kept as the run judged it, because its check stands in the target file: ${kept.join(', ')}`);
  }
  result(record);
  print(terminalReport(record, { color, path: pathForPerson(path), judged }));
  return exitCodeOf(record.verdict);
};

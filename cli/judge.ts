/** `preflight judge`: judges a stored run or a bundle again, offline, with the gate's exit codes. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { ZodError } from 'zod';
import { type ClauseId, clauseIds, isClauseId } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { exitCodeOf } from '../contracts/standing.ts';
import { UsageError, unknownName } from '../contracts/usage-error.ts';
import { judgeTraces } from '../engine/judge-flow.ts';
import { endOf, type Planned, readBundle, readPlan, readTraces } from '../engine/run-folder.ts';
import { pathForPerson, resultsFolder } from '../gate/results.ts';
import { type Judged, terminalReport } from '../reports/terminal.ts';
import { wantsColor } from './wants-color.ts';

type Pairs = Planned['pairs'];

/** What was judged again, and where it is. */
type Again = { readonly record: RunRecord; readonly path: string; readonly judged: Exclude<Judged, 'run'> };

/** The run folder or bundle a person means by a path or a run id. */
const meant = (given: string): { kind: 'run' | 'bundle'; path: string } => {
  const path = [resolve(given), join(resultsFolder(), given)].find((each) => existsSync(each));
  if (!path) throw new UsageError(`${given} does not exist: name a bundle, a run's folder or a run id of results/`);
  if (statSync(path).isDirectory()) return { kind: 'run', path };
  return basename(path) === 'run.json' ? { kind: 'run', path: dirname(path) } : { kind: 'bundle', path };
};

const filtered = (pairs: Pairs, clause: ClauseId | undefined, given: string): Pairs => {
  const chosen = pairs.filter((pair) => !clause || pair.clause === clause);
  if (chosen.length === 0) throw new UsageError(`${given} holds nothing about ${clause}`);
  return chosen;
};

const judgedAgain = async (given: string, clause: ClauseId | undefined): Promise<Again> => {
  const { kind, path } = meant(given);
  if (kind === 'run') {
    const plan = await readPlan(path);
    const pairs = filtered(plan.pairs, clause, given);
    const { finishedAt = plan.run.startedAt, warnings } = (await endOf(path)) ?? {};
    const record = judgeTraces({ ...plan, pairs }, await readTraces(path, plan), finishedAt, warnings);
    return { record, path, judged: 'folder' };
  }
  const { run, verdicts, traces } = await readBundle(path);
  const pairs = filtered(
    verdicts.map(({ clause: judged, flow }) => ({ clause: judged, flow })),
    clause,
    given,
  );
  return { record: judgeTraces({ run, pairs }, traces, run.startedAt), path, judged: 'bundle' };
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

const judge = async (given: string, { clause }: { clause?: string }): Promise<number> => {
  if (clause !== undefined && !isClauseId(clause)) {
    throw unknownName('clause', clause, clauseIds, 'list them with npx preflight clauses');
  }
  const { record, path, judged } = await judgedAgain(given, clause).catch((thrown: unknown) => {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`${given} is neither a bundle nor a run: ${complaint(thrown)}`);
  });
  console.log(terminalReport(record, { color: wantsColor(), path: pathForPerson(path), judged }));
  return exitCodeOf(record.verdict);
};

export const judgeCommand = (): Command =>
  new Command('judge')
    .argument('<bundle-or-run>', 'a bundle, the folder of a run, or a run id')
    .option('--clause <id>', 'judge only this clause')
    .action(async (given: string, options: { clause?: string }) => {
      process.exitCode = await judge(given, options);
    });

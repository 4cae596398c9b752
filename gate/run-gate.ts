/** Runs a gate: plans, walks in a separate process, writes what the run found, and reports. */
import { pendingLedgerOf, stateLasts } from '../client/ledgers/user-ledgers.ts';
import { classCoverage } from '../contracts/class-coverage.ts';
import { decided } from '../contracts/decide.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes, worstCode } from '../contracts/exit-codes.ts';
import type { HistoryPlace } from '../contracts/history-file.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { originalOf } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import {
  createRunFolder,
  type RunPlan,
  recordIn,
  writeInterrupted,
  writePlan,
  writeRun,
} from '../engine/run-folder.ts';
import { targetTime } from '../engine/target-time.ts';
import { announced } from '../flows/announced.ts';
import { type Plan, plannedAgain, planOf } from '../flows/plan.ts';
import { type DryRun, runEffectsLine } from '../reports/effects-text.ts';
import { terminalReport } from '../reports/terminal.ts';
import type { LogLevel } from './caller.ts';
import { tidyResults } from './prune.ts';
import { newRunFolder, notWritable, pathForPerson, type ReportForm } from './results.ts';
import {
  dryRun,
  endRun,
  type GateParts,
  minutesLines,
  minutesOf,
  openTarget,
  plannedMinutes,
  walk,
} from './run-parts.ts';
import { repeatOf, type Surroundings, type TargetOptions } from './surroundings.ts';
import { readTerms, type VerdictOptions } from './terms.ts';
import type { WalkResult } from './walker.ts';
import { isOnGitHub, withoutWorkflowCommands } from './workflow-commands.ts';

export type GateOptions = TargetOptions &
  VerdictOptions & {
    depth: Depth;
    dryRun?: true;
    /** In which more forms the run is reported. */
    report?: readonly ReportForm[];
    logLevel: LogLevel;
    /** By when it has ended, cleaned up. */
    maxMinutes?: number;
    /** The store that the run is added to. */
    history?: HistoryPlace | undefined;
    /** Which build is gated. */
    release?: string;
  };

/** What runs have left behind on purpose whose time has come, or gone by, as far as the target still allows it. */
const dueNow = async (
  target: Target,
  { environment, isEmbedded }: Surroundings,
  timeOf: (target: Target) => Promise<number>,
): Promise<readonly PendingId[]> => {
  if (isEmbedded) return [];
  const open = await pendingLedgerOf(target, environment).open();
  if (open.length === 0) return [];
  const present = await timeOf(target);
  return open
    .filter(({ id, from }) => target.may.obligations?.includes(id) && Date.parse(from) <= present)
    .map(({ id }) => id);
};

const planned = async (
  { only, depth, due: isDueOnly }: GateOptions,
  target: Target,
  surroundings: Surroundings,
  timeOf: (target: Target) => Promise<number>,
): Promise<Plan> => {
  const due = isDueOnly && (await dueNow(target, surroundings, timeOf));
  return planOf({
    revision: target.revision,
    only,
    depth,
    clauses: target.clauses,
    isDueOnly: due !== undefined,
    obligations: due ?? (stateLasts(surroundings.environment) ? target.may.obligations : []),
  });
};

/** What a gate would send. Nothing is sent, not even to ask for the time. */
export const dryRunGate = async (
  options: GateOptions,
  { surroundings, walker, now }: Pick<GateParts, 'surroundings' | 'walker' | 'now'>,
): Promise<DryRun> => {
  const target = await walker.load(options.target, surroundings.environment);
  const plan = await planned(options, target, surroundings, async () => now());
  const { flows, leftOut } = plan;
  const { environment } = surroundings;
  // Their mistakes are reported before anything is sent.
  await readTerms(options, { target: target.name, plan, environment, now: now(), notice: () => {} });
  return dryRun({ ...options, target, surroundings, flows, leftOut });
};

export type WalkedPlan = WalkResult & { readonly plan: RunPlan };

/** Walks a plan, and after trouble once more the flows that may be repeated. */
export const walked = async (
  folder: string,
  { plan, target, mayRerun }: { readonly plan: RunPlan; readonly target: Target; readonly mayRerun: boolean },
  parts: GateParts,
): Promise<WalkedPlan> => {
  const once = { plan, ...(await walk(folder, { plan, target }, parts)) };
  if (once.isInterrupted || once.cutShort !== undefined || !mayRerun) return once;
  const more = plannedAgain(
    plan,
    await recordIn(folder, plan, { judged: once.judged, finishedAt: plan.run.startedAt }),
  );
  if (!more) return once;
  const again: RunPlan = { ...plan, ...more };
  await writePlan(folder, again);
  parts.print(`again  after trouble: ${again.again?.map(originalOf).join(', ')}`);
  const twice = await walk(folder, { plan: again, target }, parts);
  return { ...twice, plan: again, judged: [...once.judged, ...twice.judged] };
};

export type Gated = {
  readonly code: number;
  readonly run?: {
    readonly folder: string;
    readonly record: RunRecord;
    /** Its target, as a person named it. */
    readonly source: string;
  };
};

const gated = async (options: GateOptions, parts: GateParts): Promise<Gated> => {
  const { surroundings, color, print, notice, now } = parts;
  const askedAt = now();
  const { target, warnings } = await openTarget(options.target, parts);
  const minutes = minutesOf(options, target, askedAt);
  const planOfFlows = await planned(options, target, surroundings, (each) =>
    targetTime(each, surroundings.environment),
  );
  const { flows, pairs, leftOut } = planOfFlows;
  const { environment } = surroundings;
  const { terms, mayRerun } = await readTerms(options, {
    target: target.name,
    plan: planOfFlows,
    environment,
    now: now(),
    notice,
  });
  if (options.due && flows.length === 0) {
    print(
      `nothing that a run has left behind at ${target.name} is due: npx --no -- preflight obligations lists what waits`,
    );
    return { code: (await warnings()).length > 0 ? exitCodes.unmeasured : exitCodes.pass };
  }
  const { id, folder, startedAt } = newRunFolder(new Date(now()));
  const first: RunPlan = {
    run: {
      id,
      target: target.name,
      revision: target.revision,
      seed: options.seed,
      depth: options.depth,
      startedAt,
      ...(options.release && { release: options.release }),
      repeat: repeatOf('gate', options),
    },
    targetSource: options.target,
    isEmbedded: surroundings.isEmbedded,
    flows: flows.map((flow) => flow.id),
    pairs: [...pairs],
    leftOut: [...leftOut],
    ...plannedMinutes(minutes, now()),
  };
  await createRunFolder(folder, first).catch(notWritable(folder));
  if (options.due) print(`seed ${options.seed}`);
  print(`run  ${id}  ${target.name} at ${target.baseUrl}, revision ${target.revision}, depth ${options.depth}`);
  for (const line of minutesLines(minutes, now())) print(line);
  // Who repeats one finding need not expect that it books.
  const effects = options.only && runEffectsLine(announced(flows, { target, depth: options.depth }));
  print(effects ? `     ${effects}\n` : '');

  const ended = await walked(folder, { plan: first, target, mayRerun }, parts);
  const { plan, isInterrupted, judged } = ended;
  if (isInterrupted) await writeInterrupted(folder, plan);
  const around = await warnings(ended, minutes);
  const finishedAt = new Date(now()).toISOString();
  const undecided = await recordIn(folder, plan, { judged, finishedAt, warnings: around });
  const { code, record } = await endRun(
    {
      folder,
      isInterrupted,
      record: (...more) =>
        decided(
          more.length === 0 ? undecided : { ...undecided, warnings: [...(undecided.warnings ?? []), ...more] },
          terms,
        ),
      write: (of) => writeRun(folder, of),
      report: (of) =>
        print(terminalReport(of, { color, path: pathForPerson(folder), cells: classCoverage(of, target) })),
    },
    parts,
  );
  if (!record) return { code };
  const { policy, waivers, target: source } = options;
  await tidyResults({ id, target, policy, waivers, environment, now, notice });
  return { code, run: { folder, record, source } };
};

type ReportParts = Pick<GateParts, 'print' | 'notice'> & { readonly surroundings: Pick<Surroundings, 'environment'> };

/** The store is loaded only where it is asked for, and changes nothing of the verdict. */
const remembered = async (
  { history }: Pick<GateOptions, 'history'>,
  run: NonNullable<Gated['run']>,
  parts: Pick<GateParts, 'notice'>,
): Promise<void> => {
  if (history === undefined) return;
  const { keepInHistory } = await import('./keep-history.ts');
  const { folder, record } = run;
  await keepInHistory(history, { probe: 'gate', folder, record }, parts);
};

/** After the verdict is printed: the forms that were asked for, and what GitHub shows of a job. */
const reportMore = async (
  { report: as = [] }: Pick<GateOptions, 'report'>,
  { folder, record, source }: NonNullable<Gated['run']>,
  { surroundings: { environment }, print, notice }: ReportParts,
): Promise<void> => {
  if (as.length > 0) {
    const [{ storedRun }, { writeForms }] = await Promise.all([import('./stored-runs.ts'), import('./run-report.ts')]);
    await writeForms(await storedRun(folder, record, source), { as }, { environment, print, notice });
  }
  if (isOnGitHub(environment)) {
    const [{ targetFileOf }, { reportToGitHub }] = await Promise.all([
      import('./stored-runs.ts'),
      import('./run-report.ts'),
    ]);
    await reportToGitHub({ folder, record, targetFile: targetFileOf(source) }, { environment, print, notice });
  }
};

/**
 * Runs a gate, and reports it wherever that was asked for.
 *
 * @returns The exit code.
 */
export const reportedGate = async (
  options: Pick<GateOptions, 'report' | 'history'>,
  parts: ReportParts,
  gate: () => Promise<Gated>,
): Promise<number> => {
  const { environment } = parts.surroundings;
  // What a service says is printed in between.
  const { code, run } = await withoutWorkflowCommands({ environment, print: parts.print }, gate);
  try {
    if (run) {
      await remembered(options, run, parts);
      await reportMore(options, run, parts);
    }
    return code;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    // A broken promise stays the news, and a pass without its reports is none.
    parts.notice(thrown.message);
    return worstCode([code, exitCodes.unmeasured]);
  }
};

/** @returns The exit code. */
export const runGate = (options: GateOptions, parts: GateParts): Promise<number> =>
  reportedGate(options, parts, () => gated(options, parts));

/** Runs a gate: plans, walks in a separate process, writes what the run found, and reports. */
import { bookingLedgerOf, pendingLedgerOf, stateLasts } from '../client/ledgers/user-ledgers.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import type { Depth } from '../contracts/depth.ts';
import { exitCodes } from '../contracts/exit-codes.ts';
import type { Spending } from '../contracts/operations.ts';
import type { PendingId } from '../contracts/pending.ts';
import { originalOf } from '../contracts/standing.ts';
import type { Target } from '../contracts/target.ts';
import { type RunPlan, recordIn, writePlan } from '../engine/run-folder.ts';
import { announced, type Plan, type PlannedFlow, planByTable, plannedAgain } from '../flows/planned.ts';
import { type BudgetUse, type DryRun, runEffectsLine } from '../reports/effects-text.ts';
import type { LogLevel } from './caller.ts';
import {
  type BeginOptions,
  beginRun,
  finishRun,
  type Gated,
  type GateParts,
  minutesLines,
  minutesOf,
  openTarget,
  type ReportPlaces,
  reportedGate,
  walk,
} from './run-parts.ts';
import type { Surroundings } from './surroundings.ts';
import { readTerms, type VerdictOptions } from './terms.ts';
import type { WalkResult } from './walker.ts';

export type GateOptions = BeginOptions &
  VerdictOptions &
  ReportPlaces & {
    dryRun?: true;
    logLevel: LogLevel;
    /** By when it has ended, cleaned up. */
    maxMinutes?: number;
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
  return planByTable({
    revision: target.revision,
    only,
    depth,
    clauses: target.clauses,
    isDueOnly: due !== undefined,
    obligations: due ?? (stateLasts(surroundings.environment) ? target.may.obligations : []),
  });
};

type DryRunOptions = {
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly flows: readonly PlannedFlow[];
  readonly leftOut: readonly ClauseId[];
  readonly depth: Depth;
  readonly seed: number;
};

/** No run has such an id, so nothing of the budget of a run is used. */
const ofNoRun = '';

/** `preflight gate --dry-run`: what would be sent, and what is left of the budgets. Sends nothing. */
export const dryRun = async ({ target, surroundings, flows, leftOut, depth, seed }: DryRunOptions): Promise<DryRun> => {
  const { may, limits } = target;
  const ledger = surroundings.isEmbedded ? undefined : bookingLedgerOf(target, surroundings.environment);
  const used = async (
    what: Spending,
    budget: { readonly perRun: number; readonly perDay?: number } | undefined,
  ): Promise<BudgetUse | undefined> => {
    if (!budget) return undefined;
    const { perRun, perDay } = budget;
    if (perDay === undefined) return { perRun };
    const left = ledger && (await ledger.left(what, ofNoRun, { perRun, perDay }));
    return { perRun, perDay, usedToday: left ? perDay - left.ofDay : 0 };
  };
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    depth,
    seed,
    leftOut,
    flows: flows.length,
    sends: announced(flows, { target, depth }),
    requestsPerSecond: limits.requestsPerSecond,
    budgets: {
      bookings: await used('booking', may.books),
      tickets: await used('ticket', may.tickets),
      extraTokens: await used('token', may.extraTokens),
    },
  };
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

const gated = async (options: GateOptions, parts: GateParts): Promise<Gated> => {
  const { surroundings, print, notice, now } = parts;
  const askedAt = now();
  const opened = await openTarget(options.target, parts);
  const { target, warnings } = opened;
  const minutes = minutesOf(options, target, askedAt);
  const plan = await planned(options, target, surroundings, async (each) => {
    // It asks the service, and is needed only where something was left behind.
    const { targetTime } = await import('../engine/asking.ts');
    return targetTime(each, { environment: surroundings.environment, now });
  });
  const { flows } = plan;
  const { environment } = surroundings;
  const about = { target: target.name, plan, environment, now: now(), notice };
  const { terms, mayRerun } = await readTerms(options, about);
  if (options.due && flows.length === 0) {
    print(
      `nothing that a run has left behind at ${target.name} is due: npx --no -- preflight obligations lists what waits`,
    );
    return { code: (await warnings()).length > 0 ? exitCodes.unmeasured : exitCodes.pass };
  }
  const begun = await beginRun(options, { target, plan, minutes }, parts);
  const { folder } = begun;
  for (const line of minutesLines(minutes, now())) print(line);
  // Who repeats one finding need not expect that it books.
  const effects = options.only && runEffectsLine(announced(flows, { target, depth: options.depth }));
  print(effects ? `     ${effects}\n` : '');

  const ended = await walked(folder, { plan: begun.plan, target, mayRerun }, parts);
  return finishRun(options, { ...opened, folder, plan: ended.plan, ended, terms, minutes }, parts);
};

/** @returns The exit code. */
export const runGate = (options: GateOptions, parts: GateParts): Promise<number> =>
  reportedGate(options, parts, () => gated(options, parts));

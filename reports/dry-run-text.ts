/** What a run would send, as a person reads it before allowing it. */
import type { ClauseId } from '../contracts/clauses.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { counted } from './counted.ts';
import { durationText } from './duration-text.ts';
import { leftOutLine } from './left-out-line.ts';
import { oneLine } from './one-line.ts';
import { wrapped } from './wrapped.ts';

/** What a target allows, and what of it is used in the day that has passed. */
export type BudgetUse = { readonly perRun: number; readonly perDay?: number; readonly usedToday?: number };

export type DryRun = {
  readonly target: string;
  readonly baseUrl: string;
  readonly depth: NonNullable<RunRecord['depth']>;
  readonly seed: number;
  readonly leftOut: readonly ClauseId[];
  readonly flows: number;
  readonly sends: {
    readonly requests: Readonly<Partial<Record<OperationId, number>>>;
    readonly bookings: number;
    readonly tickets: number;
    readonly wrongLogins: number;
    readonly unannounced: readonly string[];
  };
  readonly requestsPerSecond: number;
  /** Undefined: nothing of the kind is allowed. */
  readonly budgets: Readonly<Record<'bookings' | 'tickets' | 'extraTokens', BudgetUse | undefined>>;
};

const width = 80;
const labelWidth = 14;

const line = (label: string, text: string): string =>
  `${label.padEnd(labelWidth)}${wrapped(text, { hang: labelWidth, width })}`;

const budgetText = ({ perRun, perDay, usedToday = 0 }: BudgetUse): string =>
  perDay === undefined ? `${perRun} a run` : `${perRun} a run and ${perDay} a day, of which ${usedToday} are used`;

/** No more than the target allows is ever requested. */
const effectText = (count: number, name: string, budget: BudgetUse | undefined): string => {
  if (!budget) return `none: ${name} does not allow any`;
  if (count === 0) return 'none';
  const { perRun, perDay = Number.POSITIVE_INFINITY, usedToday = 0 } = budget;
  return `up to ${Math.min(count, perRun, Math.max(0, perDay - usedToday))}; ${name} allows ${budgetText(budget)}`;
};

const tableOf = (requests: DryRun['sends']['requests']): string[] => {
  const rows = Object.entries(requests) as [OperationId, number][];
  const nameWidth = Math.max(...rows.map(([operation]) => operation.length), 'operation'.length);
  const row = (name: string, count: string, effect: string): string =>
    `${name.padEnd(nameWidth)}   ${count.padStart(5)}   ${effect}`;
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return [
    row('operation', 'up to', 'effect'),
    ...rows.map(([operation, count]) => row(operation, String(count), operations[operation].effect)),
    row('total', String(total), '').trimEnd(),
  ];
};

const timeText = (total: number, requestsPerSecond: number): string =>
  Number.isFinite(requestsPerSecond)
    ? `up to ${durationText((total / requestsPerSecond) * 1000)} at ${requestsPerSecond} requests a second, if answers are as fast`
    : 'as fast as the service answers: the target file sets no limits.requestsPerSecond';

/** Without a newline at its end. */
export const dryRunText = (run: DryRun): string => {
  const { sends, budgets, depth, leftOut } = run;
  const total = Object.values(sends.requests).reduce((sum, count) => sum + count, 0);
  const left = leftOutLine({ depth, leftOut });
  return [
    line('dry run', 'nothing was sent'),
    line('target', `${oneLine(run.target)} at ${oneLine(run.baseUrl)}`),
    line('depth', `${depth}, ${counted(run.flows, 'flow')}, seed ${run.seed}`),
    '',
    ...tableOf(sends.requests),
    '',
    line('bookings', effectText(sends.bookings, 'may.books', budgets.bookings)),
    line('tickets', effectText(sends.tickets, 'may.tickets', budgets.tickets)),
    line('wrong logins', sends.wrongLogins === 0 ? 'none' : `up to ${sends.wrongLogins}`),
    line('extra tokens', budgets.extraTokens ? `may.extraTokens allows ${budgetText(budgets.extraTokens)}` : 'none'),
    line('time', timeText(total, run.requestsPerSecond)),
    ...(left ? [line('left out', left)] : []),
    line('not counted', 'a further look at what takes its time, and further pages of a list'),
    ...(sends.unannounced.length > 0
      ? [line('', `what former runs have left behind, or this one leaves: ${sends.unannounced.join(', ')}`)]
      : []),
  ].join('\n');
};

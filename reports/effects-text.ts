/** What a run or a case would send, and what that may cost, as a person reads it before allowing it. */

import type { ClauseId } from '../contracts/clauses.ts';
import { minuteMs } from '../contracts/durations.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { leftOutLine } from './run-facts.ts';
import { oneLine } from './safe-text.ts';
import { counted, durationText, labelled } from './text-layout.ts';

/** What sending a case again does to a service and may cost, in words, before anything is sent. */
export type CaseEffects = {
  /** In one attempt. */
  readonly requests: number;
  readonly stays: number;
  readonly flights: number;
  readonly tickets: number;
  readonly wrongLogins: number;
  /** What the offers cost that were booked then, by currency; empty where no answer reported a price. */
  readonly costs: ReadonlyMap<string, number>;
  /** How far the clock of the service, or of a separate world, is moved. */
  readonly movedMs: number;
};

const hourMs = 60 * minuteMs;

const booked = ({ stays, flights }: Pick<CaseEffects, 'stays' | 'flights'>): string =>
  [stays > 0 && counted(stays, 'stay'), flights > 0 && counted(flights, 'flight')].filter(Boolean).join(' and ');

const amounts = (costs: ReadonlyMap<string, number>): string =>
  [...costs].map(([currency, amount]) => `${amount.toFixed(2)} ${oneLine(currency, 8)}`.trim()).join(' and ');

/** How it ends, and what that may cost. */
const endOf = ({ flights, tickets }: Pick<CaseEffects, 'flights' | 'tickets'>): string => {
  if (tickets > 0)
    return 'tickets are voided and bookings cancelled again; refunding one that can not be voided may cost a penalty';
  if (flights > 0) return 'all of it is cancelled again, which may cost a penalty by the rules of the fare';
  return 'all of it is cancelled again, free of charge';
};

/** A line each; of a case that only reads, the first alone. */
export const caseEffectsLines = (effects: CaseEffects, attempts: number, isAtMost = false): string[] => {
  const { requests, stays, flights, tickets, wrongLogins, costs, movedMs } = effects;
  const times = attempts > 1 ? `, ${isAtMost ? 'up to ' : ''}${attempts} times` : '';
  const what = [
    stays + flights > 0 &&
      `books ${booked(effects)}${costs.size > 0 ? ` (${amounts(costs)} by the prices of then)` : ''}`,
    tickets > 0 && `requests ${counted(tickets, 'ticket')}`,
  ].filter((each) => each !== false);
  return [
    `sends ${counted(requests, 'request')} at least${times}`,
    ...(what.length > 0 ? [`${what.join(', ')}${times}: ${endOf(effects)}`] : []),
    ...(wrongLogins > 0
      ? [`sends ${counted(wrongLogins * attempts, 'wrong login')}: too many of them may block the partner`]
      : []),
    ...(movedMs > 0
      ? [`moves the clock of the service, or of a world of its own, by ${(movedMs / hourMs).toFixed(1)} hours${times}`]
      : []),
  ];
};

/** What a run of flows may do at the most; undefined where it only reads. */
export const runEffectsLine = ({
  bookings,
  tickets,
}: Pick<DryRun['sends'], 'bookings' | 'tickets'>): string | undefined => {
  if (bookings + tickets === 0) return undefined;
  const what = [
    bookings > 0 && `books ${counted(bookings, 'stay or flight').replace('stay or flights', 'stays or flights')}`,
    tickets > 0 && `requests ${counted(tickets, 'ticket')}`,
  ].filter((each) => each !== false);
  return `${what.join(' and ')} at the most: ${endOf({ flights: 1, tickets })}`;
};

/** What a target allows, and how much was used within the last day. */
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

const line = (label: string, text: string): string => labelled(label, text, { hang: 14 });

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

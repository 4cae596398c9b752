/** When a ticket was issued on the clock of the target, and whether its void window was open (part 8). */
import { targetTimeOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { momentOf } from './moments.ts';
import type { OwnTicket } from './own-tickets.ts';

const marginMs = 5 * 60_000;

/** `unclear` near the end of the window, or when nobody told how long it is. */
export type WindowState = 'open' | 'passed' | 'unclear';

const hasDate = ({ response }: Exchange): boolean => !Number.isNaN(Date.parse(response?.headers.date ?? ''));

/** The earliest and the latest moment of an exchange on the clock of the target. */
const spanOf = (trace: Trace, exchange: Exchange): readonly [number, number] => {
  const middle = targetTimeOf(trace, exchange);
  return [middle - exchange.durationMs / 2, middle + exchange.durationMs / 2];
};

/** Between a request and its answer, as far as the answer or what it tells says. */
const issuedBetween = (trace: Trace, { issue, fact }: OwnTicket): readonly [number, number] => {
  const [earliest, latest] = spanOf(trace, issue);
  const told = momentOf(fact.issuedAt);
  if (!told?.hasZone) return [earliest, latest];
  return [Math.min(earliest, told.ms), Math.max(latest, told.ms)];
};

export const windowAt = (trace: Trace, ticket: OwnTicket, exchange: Exchange): WindowState => {
  const { voidWindowMs } = trace;
  if (voidWindowMs === undefined) return 'unclear';
  const [earliestIssue, latestIssue] = issuedBetween(trace, ticket);
  const [earliest, latest] = spanOf(trace, exchange);
  if (latest < earliestIssue + voidWindowMs - marginMs) return 'open';
  return earliest > latestIssue + voidWindowMs + marginMs ? 'passed' : 'unclear';
};

/** Clocks differ, and a Date header tells whole seconds. */
const clockToleranceMs = 60_000;

/** Whether a moment lies between a request and its answer; undefined when no answer told the clock of the target. */
export const isDuring = (trace: Trace, exchange: Exchange, ms: number): boolean | undefined => {
  if (!trace.exchanges.some(hasDate)) return undefined;
  const [earliest, latest] = spanOf(trace, exchange);
  return ms >= earliest - clockToleranceMs && ms <= latest + clockToleranceMs;
};

/** When a ticket was issued on the clock of the target, and whether its void window was open (part 8). */
import { asked, isClockGuessed, targetTimeOf, tellsTime } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { momentOf } from './moments.ts';
import { areSameTicket, type OwnTicket, ownTicketAsked, ticketAsked, ticketReported } from './own-tickets.ts';

const marginMs = 5 * 60_000;

/** `unclear` near the end of the window, or when nobody said how long it is or when it began. */
export type WindowState = 'open' | 'passed' | 'unclear';

/** The earliest and the latest moment of an exchange on the clock of the target. */
const spanOf = (trace: Trace, exchange: Exchange): readonly [number, number] => {
  const middle = targetTimeOf(trace, exchange);
  return [middle - exchange.durationMs / 2, middle + exchange.durationMs / 2];
};

/** What answers reported of when the ticket of a void was issued; a time without a zone reports too little. */
const issueMoments = (trace: Trace, exchange: Exchange, issued: OwnTicket | undefined): number[] => {
  const name = ticketAsked(exchange);
  const looks = asked(trace, 'ticket-info').filter((look) => areSameTicket(ticketAsked(look), name) === true);
  return [issued?.fact, ...looks.map(ticketReported)].flatMap((reported) => {
    const moment = momentOf(reported?.issuedAt);
    return moment?.hasZone ? [moment.ms] : [];
  });
};

/** Of the ticket that a void is about. */
export const windowAt = (trace: Trace, exchange: Exchange): WindowState => {
  const { voidWindowMs } = trace;
  const issued = ownTicketAsked(trace, exchange);
  const moments = [...(issued ? spanOf(trace, issued.issue) : []), ...issueMoments(trace, exchange, issued)];
  if (voidWindowMs === undefined || moments.length === 0) return 'unclear';
  const [earliest, latest] = spanOf(trace, exchange);
  if (latest < Math.min(...moments) + voidWindowMs - marginMs) return 'open';
  return earliest > Math.max(...moments) + voidWindowMs + marginMs ? 'passed' : 'unclear';
};

/** Clocks differ, and a Date header reports whole seconds. */
export const clockToleranceMs = 60_000;

/** Whether a moment lies between a request and its answer; undefined when no answer reported the clock of the target. */
export const isDuring = (trace: Trace, exchange: Exchange, ms: number): boolean | undefined => {
  if (!trace.exchanges.some(tellsTime) || isClockGuessed(trace)) return undefined;
  const [earliest, latest] = spanOf(trace, exchange);
  return ms >= earliest - clockToleranceMs && ms <= latest + clockToleranceMs;
};

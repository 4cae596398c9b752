/** When a ticket was issued on the clock of the target, and whether its void window was open (part 8). */

import { asked, clocksApartMs, isClockGuessed, passedMs, targetTimeOf, tellsTime, timesOf } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { momentOf } from './moments.ts';
import { areSameTicket, type OwnTicket, ownTicketAsked, ticketAsked, ticketReported } from './own-tickets.ts';

const marginMs = 5 * 60_000;

/** `unclear` near the end of the window, or when nobody said how long it is or when it began. */
export type WindowState = 'open' | 'passed' | 'unclear';

/** What answers reported of when the ticket of a void was issued; a time without a zone reports too little. */
const issueMoments = (trace: Trace, exchange: Exchange, issued: OwnTicket | undefined): number[] => {
  const name = ticketAsked(exchange);
  const looks = asked(trace, 'ticket-info').filter((look) => areSameTicket(ticketAsked(look), name) === true);
  return [issued?.fact, ...looks.map(ticketReported)].flatMap((reported) => {
    const moment = momentOf(reported?.issuedAt);
    return moment?.hasZone ? [moment.ms] : [];
  });
};

/** Clocks differ, and a Date header reports whole seconds. */
export const clockToleranceMs = 60_000;

/** The earliest and the latest moment of an exchange, on a clock that shows this in its middle. */
const spanOf = ({ durationMs }: Exchange, middle: number) => ({
  earliest: middle - durationMs / 2,
  latest: middle + durationMs / 2,
});

/**
 * Whether a moment lies between a request and its answer: on any clock that may be that of the target, for it to do so;
 * undefined when no answer reported the time, or the clocks disagree.
 */
export const isDuring = (trace: Trace, exchange: Exchange, ms: number): boolean | undefined => {
  if (!trace.exchanges.some(tellsTime) || isClockGuessed(trace)) return undefined;
  const times = timesOf(trace, exchange);
  const isThen = times
    .map((middle) => spanOf(exchange, middle))
    .some(({ earliest, latest }) => ms >= earliest - clockToleranceMs && ms <= latest + clockToleranceMs);
  if (isThen) return true;
  const apartMs = Math.max(clocksApartMs(trace), Math.max(...times) - Math.min(...times));
  return apartMs > clockToleranceMs + exchange.durationMs ? undefined : false;
};

/** How long before a void its ticket was issued, as far as that is told. */
const agesAt = (trace: Trace, exchange: Exchange, issued: OwnTicket | undefined): number[] => {
  const moments = issueMoments(trace, exchange, issued);
  if (!issued) return moments.flatMap((ms) => timesOf(trace, exchange).map((nowMs) => nowMs - ms));
  const { issue } = issued;
  const passed = passedMs(trace, issue, exchange);
  // It may have been issued after the answer to the request for it.
  const later = moments.filter((ms) => isDuring(trace, issue, ms) !== true);
  const begun = [-issue.durationMs / 2, issue.durationMs / 2, ...later.map((ms) => ms - targetTimeOf(trace, issue))];
  return begun.map((ms) => passed - ms);
};

/** Of the ticket that a void is about. */
export const windowAt = (trace: Trace, exchange: Exchange): WindowState => {
  const { voidWindowMs } = trace;
  const ages = agesAt(trace, exchange, ownTicketAsked(trace, exchange));
  if (voidWindowMs === undefined || ages.length === 0) return 'unclear';
  // Each node may have a window by its own clock.
  const unsureMs = marginMs + Math.min(clocksApartMs(trace), voidWindowMs / 2) + exchange.durationMs / 2;
  if (Math.max(...ages) < voidWindowMs - unsureMs) return 'open';
  return Math.min(...ages) > voidWindowMs + unsureMs ? 'passed' : 'unclear';
};

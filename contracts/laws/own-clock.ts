/**
 * The law of the own clock: each ticket has a window from its own issue (parts 3 and 8). How long it is, is not known: a
 * ticket is not too late at an age at which another one was in time.
 */
import { inBody, mismatch, type Opinion, unshown } from '../check.ts';
import { agesAt, changesOf, isInItsBooking, isUsed, type OwnTicket, ownTicketAsked } from '../checks/own-tickets.ts';
import { minuteMs } from '../durations.ts';
import { errorCodeOf, isTroubled, succeeded } from '../outcome.ts';
import { asked, clocksApartMs } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** A void by its own partner of a ticket that nothing was done to, and how old the ticket was, at least and at most. */
type AgedVoid = {
  readonly exchanges: readonly [Exchange];
  readonly ticket: OwnTicket;
  readonly youngest: number;
  readonly oldest: number;
  readonly isLate: boolean;
};

const isLate = (exchange: Exchange): boolean => !succeeded(exchange) && errorCodeOf(exchange) === 'VOID_TIME_EXPIRED';

const agedVoids = (trace: Trace): AgedVoid[] =>
  asked(trace, 'ticket-cancel').flatMap((exchange) => {
    const ticket = ownTicketAsked(trace, exchange);
    if (ticket?.partner !== exchange.bearer || !isInItsBooking(exchange, ticket) || isUsed(trace, exchange)) return [];
    if (ticket.issue.operation !== 'ticket-issue') return [];
    if (changesOf(trace, ticket).some(({ index }) => index < exchange.index)) return [];
    if (!succeeded(exchange) && !isLate(exchange) && !isTroubled(exchange)) return [];
    const ages = agesAt(trace, exchange, ticket);
    const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)];
    return [{ exchanges: [exchange] as const, ticket, youngest, oldest, isLate: isLate(exchange) }];
  });

/** Of tickets of two issues alone: those of one have one clock. */
const pairedVoids = (trace: Trace): AgedVoid[] => {
  const all = agedVoids(trace);
  return new Set(all.map(({ ticket }) => ticket.issue)).size > 1 ? all : [];
};

const marginMs = 5 * minuteMs;

const hoursText = (ms: number): string => `${(ms / (60 * minuteMs)).toFixed(1)} hours`;

const countsFromItsIssue = (aged: AgedVoid, trace: Trace): Opinion => {
  const [exchange] = aged.exchanges;
  const apartMs = marginMs + clocksApartMs(trace);
  const others = pairedVoids(trace).filter(
    ({ ticket, exchanges: [other] }) => ticket.issue !== aged.ticket.issue && other.index < exchange.index,
  );
  if (others.length === 0) return unshown('no ticket of another issue was voided before');
  const contrary = others.find((other) =>
    aged.isLate
      ? !other.isLate && other.youngest > aged.oldest + apartMs
      : other.isLate && aged.youngest > other.oldest + apartMs,
  );
  if (!contrary) return undefined;
  const [other] = contrary.exchanges;
  const was = contrary.isLate ? 'was too late' : 'was in time';
  const expected = `as for a ticket that ${was} at ${hoursText(contrary.youngest)} (exchange ${other.index})`;
  return mismatch(exchange, [...inBody, 'error', 'code'], expected);
};

export const windowCountsFromOwnIssue = { given: pairedVoids, then: countsFromItsIssue };

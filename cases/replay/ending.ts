/** How one exchange ended, when recorded and when sent again: refused, in trouble, or well. */
import { refusedStatuses } from '../../contracts/facts.ts';
import { isJsonObject } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { errorCodeOf, errorOf, isRefusal, isTroubled, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';

/** A successful answer may refuse a booking by its status. */
export const refusedStatus = ({ facts }: Exchange): string | undefined => {
  const status = facts?.booking?.status;
  return refusedStatuses.includes(status) ? String(status) : undefined;
};

const isRefusedByStatus = (exchange: Exchange): boolean =>
  hasEffect(exchange) && refusedStatus(exchange) !== undefined && outcomeOf(exchange).kind === 'success';

/** The exchange that a case without a finding is about: the last refusal, else the last trouble, else the last. */
export const lastFailed = ({ exchanges }: Trace): Exchange | undefined =>
  exchanges.findLast(isRefusal) ??
  exchanges.findLast(isRefusedByStatus) ??
  exchanges.findLast(isTroubled) ??
  exchanges.at(-1);

export const endingWell = 'answered well';

/** A few words, without the message of the supplier: `refused with SUPPLIER_ERROR`. */
export const endingText = (exchange: Exchange): string => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return `in trouble (${outcome.trouble})`;
  const status = refusedStatus(exchange);
  if (outcome.kind === 'success') return status === undefined ? endingWell : `refused with status ${status}`;
  return `refused with ${errorCodeOf(exchange) ?? `HTTP ${exchange.response?.status}`}`;
};

/** Undefined for trouble, which says nothing of the case. */
export const endingNow = (then: Exchange, now: Exchange): 'same' | 'different' | 'fixed' | undefined => {
  const [before, after] = [outcomeOf(then).kind, outcomeOf(now).kind];
  if (endingText(then) === endingText(now)) return 'same';
  if (after === 'trouble') return before === 'trouble' ? 'different' : undefined;
  return after === 'success' && refusedStatus(now) === undefined ? 'fixed' : 'different';
};

/** The message of a refusal. */
export const messageOf = (exchange: Exchange): string | undefined => {
  const error = errorOf(exchange);
  return isJsonObject(error) && typeof error.message === 'string' ? error.message : undefined;
};

/** A line where the messages differ; both exchanges are shareable. */
export const otherMessage = (trace: Trace, { index }: Exchange, now: Exchange | undefined): string[] => {
  const before = trace.exchanges.find((each) => each.index === index);
  const [then, since] = [before && messageOf(before), now && messageOf(now)];
  if (then === since || then === undefined || since === undefined) return [];
  return [`the message differs: ${JSON.stringify(since)} now, ${JSON.stringify(then)} then`];
};

/** How one exchange ended, then and now: refused by whom for what, in trouble, or well. */
import { refusedStatuses } from '../../contracts/facts.ts';
import { isJsonObject } from '../../contracts/json.ts';
import { hasEffect } from '../../contracts/operations.ts';
import { errorCodeOf, errorOf, isRefusal, isTroubled, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';

/** A booking may be refused by its status, in an answer that is a success. */
export const refusedStatus = ({ facts }: Exchange): string | undefined => {
  const status = facts?.booking?.status;
  return refusedStatuses.includes(status) ? String(status) : undefined;
};

const isRefusedByStatus = (exchange: Exchange): boolean =>
  hasEffect(exchange) && refusedStatus(exchange) !== undefined && outcomeOf(exchange).kind === 'success';

/** The one that a case without a finding is about: the last refusal, else the last that was in trouble, else the last. */
export const lastFailed = ({ exchanges }: Trace): Exchange | undefined =>
  exchanges.findLast(isRefusal) ??
  exchanges.findLast(isRefusedByStatus) ??
  exchanges.findLast(isTroubled) ??
  exchanges.at(-1);

/** What is said of a success. */
export const endingWell = 'answered well';

/** In a few words, without what the supplier says: `refused with SUPPLIER_ERROR`. */
export const endingText = (exchange: Exchange): string => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return `in trouble (${outcome.trouble})`;
  const status = refusedStatus(exchange);
  if (outcome.kind === 'success') return status === undefined ? endingWell : `refused with status ${status}`;
  return `refused with ${errorCodeOf(exchange) ?? `HTTP ${exchange.response?.status}`}`;
};

/** Undefined where the environment is in the way. */
export const endingNow = (then: Exchange, now: Exchange): 'same' | 'different' | 'fixed' | undefined => {
  const [before, after] = [outcomeOf(then).kind, outcomeOf(now).kind];
  if (endingText(then) === endingText(now)) return 'same';
  if (after === 'trouble') return before === 'trouble' ? 'different' : undefined;
  return after === 'success' && refusedStatus(now) === undefined ? 'fixed' : 'different';
};

/** What the service says of a refusal. */
export const messageOf = (exchange: Exchange): string | undefined => {
  const error = errorOf(exchange);
  return isJsonObject(error) && typeof error.message === 'string' ? error.message : undefined;
};

/** A line where the message is another one now; both in the form that may leave. */
export const otherMessage = (trace: Trace, { index }: Exchange, now: Exchange | undefined): string[] => {
  const before = trace.exchanges.find((each) => each.index === index);
  const [then, since] = [before && messageOf(before), now && messageOf(now)];
  if (then === since || then === undefined || since === undefined) return [];
  return [`the message is another one: ${JSON.stringify(since)} now, ${JSON.stringify(then)} then`];
};

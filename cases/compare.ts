/** Compares two exchanges: place by place, and how each ended. */
import { isDeepStrictEqual } from 'node:util';
import { type Path, pathText, placeText } from '../contracts/check.ts';
import { refusedStatuses } from '../contracts/facts.ts';
import { ownIntent } from '../contracts/imported-trace.ts';
import { isJsonObject, type Json } from '../contracts/json.ts';
import { guestMarksIn } from '../contracts/name-words.ts';
import { hasEffect } from '../contracts/operations.ts';
import { errorCodeOf, errorOf, isRefusal, isTroubled, outcomeOf } from '../contracts/outcome.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { ComparedPlace } from '../reports/differences-text.ts';
import { keyOf, scalarsIn } from './body-places.ts';

/** A comparison of megabytes helps no reader. */
const leavesMax = 5_000;

/** Intent and facts, which all targets spell alike. */
const meantOf = ({ bearer, intent, facts, response, failure }: Exchange): Json => ({
  bearer,
  ...(intent !== undefined && { intent }),
  ...(response && { response: { status: response.status } }),
  ...(facts && { facts: facts as Json }),
  ...(failure && { failure: failure.kind }),
});

const spelledBy = ({ bearer, request: { path, query, body }, response, failure }: Exchange): Json => ({
  bearer,
  request: { path, ...(query.length > 0 && { query }), ...(body !== undefined && { body }) },
  ...(response && {
    response: { status: response.status, ...(response.body !== undefined && { body: response.body }) },
  }),
  ...(failure && { failure: failure.kind }),
});

const isEmpty = (value: Json): boolean => Object.keys(value ?? {}).length === 0;

const leavesOf = (value: Json): ReadonlyMap<string, { readonly at: Path; readonly value: Json }> =>
  new Map(
    scalarsIn(value, [], isEmpty)
      .slice(0, leavesMax)
      .map((each) => [pathText(each.at), each]),
  );

const passingName = /(id|ids|key|token|reference|number|at|time|date|until|expires|mark)$/i;
const amountName = /price|amount|cost|total|fare|fee|tax|net|score/i;
const passingForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$|^\d{4}-\d\d-\d\d([T ].*)?$/i;

const isPassing = (path: Path, then: Json | undefined, now: Json | undefined): boolean => {
  if (typeof then !== typeof now || then === null || now === null) return false;
  const name = keyOf(path);
  if (typeof then === 'number') return passingName.test(name) || path.some((key) => amountName.test(String(key)));
  if (typeof then !== 'string' || typeof now !== 'string') return false;
  const isOfGuests = guestMarksIn(then).length > 0 && guestMarksIn(now).length > 0;
  return isOfGuests || passingName.test(name) || (passingForm.test(then) && passingForm.test(now));
};

/**
 * Places in the order of the first exchange, then those of the second alone.
 *
 * @param isSameTarget Another target spells its bodies in its own way: then intents and facts are compared.
 * @param where The place of the finding, where every difference counts.
 */
export const compared = (
  then: Exchange,
  now: Exchange,
  { isSameTarget, where }: { readonly isSameTarget: boolean; readonly where: string },
): ComparedPlace[] => {
  const valuesOf = isSameTarget || ownIntent(then) === undefined ? spelledBy : meantOf;
  const [before, after] = [leavesOf(valuesOf(then)), leavesOf(valuesOf(now))];
  const replaced = new Set([...(then.replaced ?? []), ...(now.replaced ?? [])].map((place) => place.split('#')[0]));
  return [...new Map([...before, ...after])].map(([place, { at: path }]) => {
    const [one, other] = [before.get(place)?.value, after.get(place)?.value];
    const isSame = isDeepStrictEqual(one, other);
    const isOfFinding = place === where || place.startsWith(`${where}.`) || place.startsWith(`${where}[`);
    const isReplaced = replaced.has(place) || replaced.has(placeText(path));
    // A replay puts an invented person in the place of the recorded one.
    const isInvented = isReplaced && path[0] === 'request' && typeof one === typeof other;
    const isNoNews = where !== 'response.body' && isOfFinding ? false : isInvented || isPassing(path, one, other);
    const kind = isSame ? 'same' : isNoNews ? 'passing' : 'differs';
    return { place, then: one, now: other, kind, isReplaced };
  });
};

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

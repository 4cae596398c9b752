/** How checks find the exchanges they are about. */

import { isIntentUnknown } from './imported-trace.ts';
import { isJsonObject, type Json } from './json.ts';
import { type OperationId, operations } from './operations.ts';
import { errorCodeOf, outcomeOf, refusalCodes } from './outcome.ts';
import type { Exchange, Trace } from './trace.ts';

/** @param growthOf Changes when the trace has grown in what `make` looks at. */
export const perTrace = <Made, Of extends Pick<Trace, 'exchanges'> = Trace>(
  make: (trace: Of) => Made,
  growthOf: (trace: Of) => unknown = ({ exchanges }) => exchanges.length,
): ((trace: Of) => Made) => {
  const known = new WeakMap<Of, { readonly growth: unknown; readonly made: Made }>();
  return (trace) => {
    const growth = growthOf(trace);
    const before = known.get(trace);
    if (before && before.growth === growth) return before.made;
    const made = make(trace);
    known.set(trace, { growth, made });
    return made;
  };
};

/** Sent with a valid token of a partner. */
export const isAuthorized = ({ bearer }: Exchange): boolean => bearer === 'own' || bearer === 'other';

export const isDictionary = ({ operation }: Exchange): boolean =>
  operations[operation].path.startsWith('/api/dictionary/');

/** Of search, pricing and bookings: the static card is an operation of the dictionary. */
export const isHotel = ({ operation }: Exchange): boolean => operations[operation].path.startsWith('/api/hotels/');

export const isAvia = ({ operation }: Exchange): boolean => operations[operation].path.startsWith('/api/avia/');

/** It lacks on purpose what a request must have; what, stands in its intent. One of a file is taken as whole. */
export const isIncomplete = (exchange: Exchange): boolean =>
  !isIntentUnknown(exchange) && field(exchange.intent, 'lacks') !== undefined;

/** Every exchange of an operation that carried a valid token, with any answer. Those that are incomplete are apart. */
export const asked = (trace: Trace, operation: OperationId): Exchange[] =>
  trace.exchanges.filter(
    (exchange) => exchange.operation === operation && isAuthorized(exchange) && !isIncomplete(exchange),
  );

/** The exchange could be judged by its body: it has one, or it ran into trouble on the way to one. */
const hasBodyOrTrouble = (exchange: Exchange): boolean => {
  const { kind } = outcomeOf(exchange);
  return kind === 'trouble' || (kind === 'success' && exchange.response?.body !== undefined);
};

/** Those of them that were answered with JSON, or ran into trouble instead. */
export const answered = (trace: Trace, operation: OperationId): Exchange[] =>
  asked(trace, operation).filter(hasBodyOrTrouble);

export const bodyOf = ({ response }: Exchange): Json | undefined => response?.body;

/** The records of a list; none when the body is no array. */
export const recordsOf = (exchange: Exchange): readonly Json[] => {
  const body = bodyOf(exchange);
  return Array.isArray(body) ? body : [];
};

export const isList = (exchange: Exchange): boolean =>
  Array.isArray(bodyOf(exchange)) || outcomeOf(exchange).kind === 'trouble';

/** A field of a value that may be no object at all. */
export const field = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const rightsCodes: readonly unknown[] = ['ACCESS_DENIED', 'AUTHENTICATION_FAILED'];

/**
 * A refusal that says nothing about the operation itself: the token did not count, or the caller lacks rights. A code
 * outside an error object breaks another clause, and says the same. Another documented code says more than a status,
 * because the mapping of codes to statuses is not shown.
 */
export const isAboutRights = (exchange: Exchange): boolean => {
  const { status } = exchange.response ?? {};
  const code = errorCodeOf(exchange);
  if ([code, field(bodyOf(exchange), 'code')].includes('ACCESS_DENIED')) return true;
  const isOfAnotherReason = code !== undefined && refusalCodes.has(code) && !rightsCodes.includes(code);
  return (status === 401 || status === 403) && !isOfAnotherReason;
};

/** An id of open type as text, because 5 and "5" name the same; undefined when it is neither. */
export const idText = (id: Json | undefined): string | undefined =>
  typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;

/** The values a query parameter was sent with, in order. */
export const queryValues = ({ request }: Exchange, name: string): string[] =>
  request.query.filter(([key]) => key === name).map(([, value]) => value);

/** How far the levers had moved the target's clock before this exchange. */
const advancedMs = ({ clockAdvances }: Pick<Trace, 'clockAdvances'>, { index }: Exchange): number =>
  clockAdvances.filter(({ beforeExchange }) => beforeExchange <= index).reduce((sum, { ms }) => sum + ms, 0);

/** Our clock in the middle of an exchange, about when the target wrote its answer. */
const middleOf = ({ sentAt, durationMs }: Exchange): number => Date.parse(sentAt) + durationMs / 2;

/** It has a Date header that was written for it: an answer out of a cache shows an earlier time. */
export const reportsTime = ({ response }: Exchange): boolean =>
  !Number.isNaN(Date.parse(response?.headers.date ?? '')) && (response?.headers.age ?? '0') === '0';

/** The target's clock minus ours, as the Date header of an answer has it. */
const offsetReported = (exchange: Exchange): number =>
  Date.parse(exchange.response?.headers.date ?? '') - middleOf(exchange);

type Timed = Pick<Trace, 'clockAdvances' | 'clockAhead' | 'resumed' | 'exchanges'>;

/** Whether it was sent in the later of two runs. */
const isResumed = ({ resumed }: Timed, { index }: Exchange): boolean =>
  resumed !== undefined && index >= resumed.beforeExchange;

/**
 * How much time passed for the target from one exchange to a later one: by our monotonic clock, and by levers. Two runs
 * have no such clock in common: between them our time of day counts.
 */
export const passedMs = (trace: Timed, from: Exchange, to: Exchange): number => {
  const isOfOneRun = isResumed(trace, from) === isResumed(trace, to);
  const [began, ended] = [from.steadyMs, to.steadyMs];
  const ours =
    isOfOneRun && began !== undefined && ended !== undefined
      ? ended - began + (to.durationMs - from.durationMs) / 2
      : middleOf(to) - middleOf(from);
  return ours + advancedMs(trace, to) - advancedMs(trace, from);
};

const rangeOf = (all: readonly number[]): number => (all.length === 0 ? 0 : Math.max(...all) - Math.min(...all));

const growthOf = ({ exchanges, clockAdvances }: Timed): string => `${exchanges.length} ${clockAdvances.length}`;

/** How far the Date headers of a trace disagree about the time, whether or not they follow our levers. */
export const clocksApartMs = perTrace((trace: Timed): number => {
  const dated = trace.exchanges.filter(reportsTime);
  const ignoring = dated.map(offsetReported);
  const following = dated.map((each) => offsetReported(each) - advancedMs(trace, each));
  return Math.min(rangeOf(ignoring), rangeOf(following));
}, growthOf);

/** How far levers had moved the clock of the service before the trace, where it agreed with ours. */
const movedBeforeMs = ({ clockAhead }: Timed): number => clockAhead?.movedMs ?? clockAhead?.byLeversMs ?? 0;

/** The target's clock minus ours before any lever of the trace, in ms, in one of the two runs of a resumed trace. */
const offsetOf = (trace: Timed, isOfLater: boolean): number => {
  const { clockAhead } = trace;
  const { toldOffsetMs, byLeversMs = 0, found } = clockAhead ?? {};
  const expected = (toldOffsetMs ?? 0) + byLeversMs;
  const foundMs = found?.ms ?? 0;
  const dated = trace.exchanges.filter((each) => isResumed(trace, each) === isOfLater && reportsTime(each));
  const unmoved = dated.filter((each) => advancedMs(trace, each) === 0);
  const offsets = (unmoved.length > 0 ? unmoved : dated.slice(0, 1)).map((each) => {
    const followed = offsetReported(each) - advancedMs(trace, each);
    if (!clockAhead) return followed;
    // Either the web server that writes the header has followed all levers, or none of them.
    const ignored = offsetReported(each) + byLeversMs;
    return Math.abs(ignored - expected) < Math.abs(followed - expected) ? ignored : followed;
  });
  // Where nodes disagree, the nearest to our clock is the likeliest.
  const movedMs = movedBeforeMs(trace);
  const [nearest = expected] = offsets.toSorted((one, other) => Math.abs(one - movedMs) - Math.abs(other - movedMs));
  return nearest + foundMs;
};

const offsetOfFirst = perTrace((trace: Timed) => offsetOf(trace, false), growthOf);
const offsetOfLater = perTrace((trace: Timed) => offsetOf(trace, true), growthOf);
const offsetBefore = (trace: Timed, exchange: Exchange): number =>
  isResumed(trace, exchange) ? offsetOfLater(trace) : offsetOfFirst(trace);

/**
 * The likely time at the target in the middle of an exchange, in ms since the epoch. It is our clock, corrected by the
 * Date headers before the first lever, by what the run knew before, and by the levers pulled since. Later headers do
 * not count: a lever may move the clock of the service, and not that of the web server before it. Nodes may disagree,
 * so this time alone proves no fault: `passedMs` judges what has ended.
 */
export const targetTimeOf = (trace: Timed, exchange: Exchange): number =>
  middleOf(exchange) + offsetBefore(trace, exchange) + advancedMs(trace, exchange);

/** What time it may have been at the target: the likely one, that of the answer, and ours with the levers. */
export const timesOf = (trace: Timed, exchange: Exchange): readonly number[] => [
  targetTimeOf(trace, exchange),
  ...(reportsTime(exchange) ? [middleOf(exchange) + offsetReported(exchange)] : []),
  middleOf(exchange) + advancedMs(trace, exchange) + movedBeforeMs(trace),
];

/** Whether only the expiresAt of a token shows how far the clock was moved before the run: then it proves nothing. */
export const isClockGuessed = ({ clockAhead }: Pick<Trace, 'clockAhead'>): boolean =>
  clockAhead?.found?.isCertain === false;

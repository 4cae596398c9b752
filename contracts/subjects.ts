/** How checks find the exchanges they are about. */
import { isJsonObject, type Json } from './json.ts';
import type { OperationId } from './operations.ts';
import { operations } from './operations.ts';
import { errorCodeOf, outcomeOf, refusalCodes } from './outcome.ts';
import type { Exchange, Trace } from './trace.ts';

/** Sent with a valid token of a partner. */
export const isAuthorized = ({ bearer }: Exchange): boolean => bearer === 'own' || bearer === 'other';

export const isDictionary = ({ operation }: Exchange): boolean =>
  operations[operation].path.startsWith('/api/dictionary/');

/** Of search, pricing and bookings: the static card is an operation of the dictionary. */
export const isHotel = ({ operation }: Exchange): boolean => operations[operation].path.startsWith('/api/hotels/');

export const isAvia = ({ operation }: Exchange): boolean => operations[operation].path.startsWith('/api/avia/');

/** Every exchange of an operation that carried a valid token, whatever came back. */
export const asked = (trace: Trace, operation: OperationId): Exchange[] =>
  trace.exchanges.filter((exchange) => exchange.operation === operation && isAuthorized(exchange));

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
 * that stands in no error object breaks a clause of its own, and says the same. Another documented code says more than
 * a status, because the mapping of codes to statuses is not shown.
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

/** It has a Date header. */
export const tellsTime = ({ response }: Exchange): boolean => !Number.isNaN(Date.parse(response?.headers.date ?? ''));

type Timed = Pick<Trace, 'clockAdvances' | 'clockAhead' | 'resumed' | 'exchanges'>;

/** Those of the run that an exchange was sent in: between two runs the clocks may have drifted apart. */
const ofItsRun = ({ exchanges, resumed }: Timed, exchange: Exchange): readonly Exchange[] => {
  if (!resumed) return exchanges;
  const { beforeExchange } = resumed;
  return exchange.index < beforeExchange ? exchanges.slice(0, beforeExchange) : exchanges.slice(beforeExchange);
};

/** The target's clock minus ours before any lever of the trace was pulled, in ms. */
const offsetBefore = (trace: Timed, exchange: Exchange): number => {
  const { clockAhead } = trace;
  const foundMs = clockAhead?.found?.ms ?? 0;
  const expected = (clockAhead?.toldOffsetMs ?? 0) + (clockAhead?.byLeversMs ?? 0);
  const dated = ofItsRun(trace, exchange).find(tellsTime);
  if (!dated) return expected + foundMs;
  const dateMs = Date.parse(dated.response?.headers.date ?? '') - middleOf(dated);
  const followed = dateMs - advancedMs(trace, dated);
  if (!clockAhead) return followed;
  // Either the web server that writes the header has followed all levers, or none of them.
  const ignored = dateMs + clockAhead.byLeversMs;
  return (Math.abs(ignored - expected) < Math.abs(followed - expected) ? ignored : followed) + foundMs;
};

/**
 * The target's time of an exchange in ms since the epoch: our clock, corrected by what the first Date header of the trace
 * shows and by what the run knew before, and the levers pulled since. A later header is not asked, because a lever may
 * move the clock of the service and leave that of the web server before it.
 */
export const targetTimeOf = (trace: Timed, exchange: Exchange): number =>
  middleOf(exchange) + offsetBefore(trace, exchange) + advancedMs(trace, exchange);

/** Whether only the expiresAt of a token tells how far the clock was moved before the run: then it proves nothing. */
export const isClockGuessed = ({ clockAhead }: Pick<Trace, 'clockAhead'>): boolean =>
  clockAhead?.found?.isCertain === false;

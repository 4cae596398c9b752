/** What every operation of hotels and of flights refuses, and how: one builder per rule (parts 4, 5 and 7). */

import {
  type Check,
  check,
  type Mismatch,
  mismatch,
  type Opinion,
  type Path,
  same,
  type Unshown,
  unshown,
} from '../check.ts';
import type { ClauseId } from '../clauses.ts';
import { isJsonObject } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { errorCodeOf, errorOf, isRefusal, refusalCodes, succeeded, unreadable } from '../outcome.ts';
import { bodyOf, field, isAuthorized, isHotel } from '../subjects.ts';
import { type Bearer, bearers, type Exchange, type Login, type Trace } from '../trace.ts';
import { isLongOver, perhapsNotOver } from './issued-token.ts';
import { areAboutOne } from './own-bookings.ts';
import { isRefused } from './refused-asks.ts';

const errorPath: Path = ['response', 'body', 'error'];

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const isNotServed = ({ response }: Exchange): boolean => response?.status === 404 || response?.status === 405;

/** Without an answer of the operation itself, the refusal may come from something else at this path. */
const isNowhereServed = (trace: Trace, { operation }: Exchange): boolean =>
  trace.exchanges.every(
    (each) => each.operation !== operation || !isAuthorized(each) || (isNotServed(each) && errorOf(each) === undefined),
  );

/** Why a clause judges nothing in a refusal whose body cannot be judged. */
export const foreign = ({ response }: Exchange): Unshown =>
  unshown(
    response?.text?.looksLike === 'unreadable-number'
      ? `a refusal whose body is ${unreadable(response.text.number)}`
      : "a refusal whose body is not the service's own",
  );

const foreignLooks: readonly unknown[] = ['html', 'truncated-json', 'unreadable-number'];

/** These come from what stands before the service, or from the way to us; an unreadable number may be our fault. */
export const isForeign = ({ response }: Exchange): boolean => foreignLooks.includes(response?.text?.looksLike);

export const errorTexts = (exchange: Exchange, names: readonly string[] = ['code', 'message']): Opinion => {
  const error = errorOf(exchange);
  if (!isJsonObject(error)) return mismatch(exchange, errorPath, 'an object with code and message');
  return names.flatMap((name): Mismatch[] =>
    typeof field(error, name) === 'string' ? [] : [mismatch(exchange, [...errorPath, name], 'text')],
  );
};

/** Another clause judges the message of a supplier's refusal. */
const textsOf = (exchange: Exchange, isSupplierApart: boolean): readonly string[] =>
  isSupplierApart && errorCodeOf(exchange) === 'SUPPLIER_ERROR' ? ['code'] : ['code', 'message'];

/** Of the texts of an error, those that say nothing. */
export const blankTexts = (exchange: Exchange, isSupplierApart = false): Mismatch[] => {
  const error = errorOf(exchange);
  return textsOf(exchange, isSupplierApart)
    .filter((name) => isJsonObject(error) && isBlank(field(error, name)))
    .map((name) => mismatch(exchange, [...errorPath, name], 'not blank'));
};

const carries = (exchange: Exchange, trace: Trace, isSupplierApart: boolean): Opinion => {
  if (isForeign(exchange)) return foreign(exchange);
  if (isNowhereServed(trace, exchange)) return unshown(`no token of ours led to ${exchange.operation}`);
  return errorTexts(exchange, textsOf(exchange, isSupplierApart));
};

type ExchangeFilter = (exchange: Exchange) => boolean;

export const sentWith = ({ exchanges }: Trace, isOfKind: ExchangeFilter, bearers: readonly Bearer[]): Exchange[] =>
  exchanges.filter((exchange) => isOfKind(exchange) && bearers.includes(exchange.bearer));

export const sentExpired = (trace: Trace, isOfKind: ExchangeFilter): Exchange[] =>
  sentWith(trace, isOfKind, ['expired']).filter((exchange) => isLongOver(trace, exchange));

/** Refusals, and trouble in place of them. */
export const notSuccessful = ({ exchanges }: Trace, isOfKind: ExchangeFilter): Exchange[] =>
  exchanges.filter((exchange) => isOfKind(exchange) && !succeeded(exchange));

/** Another documented code, lack of rights among them, says more than a status of 401. */
const isTokenRefused = (exchange: Exchange): boolean => {
  const code = errorCodeOf(exchange) ?? field(exchange.response?.body, 'code');
  if (code === 'AUTHENTICATION_FAILED') return true;
  return exchange.response?.status === 401 && !(typeof code === 'string' && refusalCodes.has(code));
};

/** A code that the interface does not show: its reason is not known. */
const isOwnCode = (code: string | undefined): boolean => code !== undefined && !refusalCodes.has(code);

const endings: readonly OperationId[] = [
  'cancel-booking',
  'pnr-cancel',
  'ticket-cancel',
  'ticket-exchange',
  'ticket-refund',
];

/** An earlier request may have ended the booking or a ticket of it: a refusal may be about that. */
const isPerhapsOver = ({ exchanges }: Trace, exchange: Exchange): boolean =>
  exchanges.some(
    (end) =>
      end.index < exchange.index && endings.includes(end.operation) && !isRefusal(end) && areAboutOne(end, exchange),
  );

type Apart = { readonly isApart: ExchangeFilter; readonly clause: ClauseId };

/** Other clauses judge the message of a supplier's refusal, and all of a refusal that is `apart`. */
export const refusalsCarryCodeAndMessage = (
  isOfKind: ExchangeFilter,
  { isSupplierApart, apart }: { readonly isSupplierApart: boolean; readonly apart?: Apart },
): Check =>
  check({
    given: (trace) => notSuccessful(trace, isOfKind),
    then: (exchange, trace) =>
      apart?.isApart(exchange)
        ? unshown(`the error of such a refusal is the matter of ${apart.clause}`)
        : carries(exchange, trace, isSupplierApart),
  });

/** Another clause judges an error that lacks either. */
export const refusalSaysSomething = (isOfKind: ExchangeFilter): Check =>
  check({
    given: (trace) => notSuccessful(trace, isOfKind),
    then: (exchange) => {
      if (isForeign(exchange)) return foreign(exchange);
      if (!isJsonObject(errorOf(exchange))) return unshown('the refusal carries no error object');
      return blankTexts(exchange, isHotel(exchange));
    },
  });

/** Other clauses judge whether the code is the right one. */
export const successIsBoolean = (isOfKind: ExchangeFilter): Check =>
  check({
    given: (trace) => notSuccessful(trace, isOfKind),
    then: (exchange) => {
      const success = field(exchange.response?.body, 'success') ?? null;
      if (errorOf(exchange) === undefined || success === null) return unshown('no success stands beside an error');
      return typeof success === 'boolean'
        ? undefined
        : mismatch(exchange, ['response', 'body', 'success'], 'true or false');
    },
  });

/** What a service may refuse for another reason is left out: how reasons map to statuses is not shown. */
export const issuedTokenIsAccepted = (
  isOfKind: ExchangeFilter,
  { isRefused = isTokenRefused, expected = 'anything but a refused token' } = {},
): Check =>
  check({
    given: (trace) => {
      const uses = trace.exchanges.filter(
        (exchange) => isOfKind(exchange) && isAuthorized(exchange) && !isPerhapsOver(trace, exchange),
      );
      const isAccepted = uses.some((exchange) => !isRefused(exchange));
      return [...Map.groupBy(uses, ({ operation }) => operation).values()].map((exchanges) => ({
        exchanges,
        isAccepted,
      }));
    },
    // One accepted use is enough: another clause judges a token that stops working later.
    then: ({ exchanges, isAccepted }) => {
      const [first, ...more] = exchanges;
      if (!first || !exchanges.every(isRefused)) return undefined;
      const saysWhy = isOwnCode(errorCodeOf(first)) && more.length === 0;
      // A service that accepts the token elsewhere may refuse one request for another reason, under any status.
      if (isAccepted && saysWhy) return unshown('the refusal may be about something else than the token');
      return mismatch(first, ['response', 'status'], expected);
    },
  });

export const missingTokenIsRefused = (isOfKind: ExchangeFilter): Check =>
  check({ given: (trace) => sentWith(trace, isOfKind, ['missing', 'empty']), then: isRefused });

/** An expired one counts once it is over on every clock. */
const notInvalid: readonly Bearer[] = ['own', 'other', 'missing', 'empty', 'expired'];

const invalid = bearers.filter((bearer) => !notInvalid.includes(bearer));

export const invalidTokenIsRefused = (isOfKind: ExchangeFilter): Check =>
  check({
    given: (trace) => [...sentWith(trace, isOfKind, invalid), ...sentExpired(trace, isOfKind)],
    then: (exchange, trace) => perhapsNotOver(trace, exchange) ?? isRefused(exchange),
  });

// Checks of a login that must be refused (parts 4.1, 5 and 7).

export const wrong: readonly Login[] = ['wrong-client-id', 'wrong-secret'];

export const unusual: readonly Login[] = ['unusual-client-id', 'unusual-secret'];

export const incomplete: readonly Login[] = ['no-client-id', 'no-secret', 'empty-secret', 'null-secret'];

export const sentAs = ({ exchanges }: Trace, kinds: readonly Login[]): Exchange[] =>
  exchanges.filter(({ operation, login }) => operation === 'token' && login !== undefined && kinds.includes(login));

export const refusedAs = (trace: Trace, kinds: readonly Login[]): Exchange[] =>
  sentAs(trace, kinds).filter((exchange) => !succeeded(exchange));

/** null and an empty text are the same as no token. */
export const carriesNoToken = (exchange: Exchange) =>
  (field(bodyOf(exchange), 'token') ?? '') === ''
    ? undefined
    : mismatch(exchange, ['response', 'body', 'token'], 'absent');

const failed = 'AUTHENTICATION_FAILED';

/** A service may block repeated wrong logins, and the documents do not show how it reports the block. */
const isPerhapsBlocked = (trace: Trace, { index, login }: Exchange): boolean =>
  login !== undefined && sentAs(trace, [login]).some((each) => each.index < index && errorCodeOf(each) === failed);

const unreadPerhaps = unshown('so unusual a credential may be refused unread');

export const isRefusedAs = (...kinds: readonly Login[]): Check =>
  check({
    given: (trace) => sentAs(trace, kinds),
    then: (exchange, trace) => {
      const otherwise = same(exchange, ['response', 'body', 'error', 'code'], failed);
      if (!otherwise) return undefined;
      if (sentAs(trace, unusual).includes(exchange))
        return (succeeded(exchange) ? carriesNoToken(exchange) : undefined) ?? unreadPerhaps;
      if (succeeded(exchange)) return otherwise;
      if (isForeign(exchange)) return foreign(exchange);
      return isPerhapsBlocked(trace, exchange) ? unshown('after other wrong logins it may be a block') : otherwise;
    },
  });

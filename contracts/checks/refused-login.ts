/** Checks of a login that must be refused (parts 4.1, 5 and 7). */

import { type Check, check, mismatch, same, unshown } from '../check.ts';
import { errorCodeOf, succeeded } from '../outcome.ts';
import { bodyOf, field } from '../subjects.ts';
import type { Exchange, Login, Trace } from '../trace.ts';
import { foreign, isForeign } from './refusals.ts';

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

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

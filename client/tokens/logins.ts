/** Over the exchanger: reads the result of a login, and remembers our last login that gave a token. */

import { isoUtcMoment } from '../../contracts/checks/issued-token.ts';
import { dayMs } from '../../contracts/durations.ts';
import { claimsOf } from '../../contracts/jwt.ts';
import type { Exchange, Login } from '../../contracts/trace.ts';
import type { Recorder } from '../call.ts';
import type { Exchanger, Order } from '../exchanger.ts';
import type { IssueMoment, TargetClock } from '../http/clock.ts';
import { isUnsent } from '../http/failure.ts';
import type { LoginBudget } from './login-budget.ts';
import { type LoginResult, loginResult } from './login-result.ts';

/** A service may date iat back so that clocks which differ do no harm. */
const graceMs = 10 * 60_000;

/** Undefined without an expiresAt, and where an iat claim says another moment: then one of the two is wrong. */
const issueMoment = (token: string, expiresAt: string | undefined): IssueMoment | undefined => {
  const expiry = isoUtcMoment(expiresAt ?? '');
  if (expiry === undefined) return undefined;
  const ms = expiry - dayMs;
  const { iat } = claimsOf(token);
  if (iat === undefined) return { ms, isCertain: false };
  return Math.abs(iat * 1000 - ms) <= graceMs ? { ms, isCertain: true } : undefined;
};

export type IssuedToken = {
  readonly exchange: Exchange;
  readonly token: string;
  readonly expiresAt: string | undefined;
};

type LoginOrder = Order & {
  readonly login: Login;
  /** The clientId of the partner who logs in, rightly or wrongly. */
  readonly account: string;
};

export type Logins = ReturnType<typeof createLogins>;

export const createLogins = (options: {
  readonly exchanger: Exchanger;
  readonly clock: TargetClock;
  /** Where levers move the one clock of a service, its tokens show its time. */
  readonly isClockMovable: boolean | undefined;
  readonly budget: LoginBudget | undefined;
  readonly baseUrl: string;
}) => {
  const { exchanger, clock, isClockMovable, budget, baseUrl } = options;
  let last: IssuedToken | undefined;
  return {
    send: async (order: LoginOrder, recorder: Recorder): Promise<{ exchange: Exchange; result: LoginResult }> => {
      const giveBack = await budget?.take({ baseUrl, clientId: order.account }, order.login);
      const { exchange, content } = await exchanger.exchange(order, recorder);
      if (isUnsent(exchange)) await giveBack?.();
      const result = loginResult(exchange, content);
      if (order.login === 'own' && result.kind === 'issued') {
        last = { ...result, exchange };
        const issue = isClockMovable ? issueMoment(result.token, result.expiresAt) : undefined;
        if (issue) clock.hear(issue);
      }
      return { exchange, result };
    },
    last: () => last,
    adopt: (login: IssuedToken): void => {
      last = login;
    },
  };
};

/** Over the exchanger: says what came of a login, and remembers the last of our own that gave a token. */
import type { Exchange, Login } from '../../contracts/trace.ts';
import type { Recorder } from '../call.ts';
import type { Exchanger, Order } from '../exchanger.ts';
import type { TargetClock } from '../http/clock.ts';
import { isUnsent } from '../http/failure.ts';
import { issueMoment } from './issue-moment.ts';
import type { LoginBudget } from './login-budget.ts';
import { type LoginResult, loginResult } from './login-result.ts';

/** A login, and the token that it gave. */
export type IssuedToken = {
  readonly exchange: Exchange;
  readonly token: string;
  readonly expiresAt: string | undefined;
};

export type LoginOrder = Order & {
  readonly login: Login;
  /** The clientId of the partner who logs in, rightly or wrongly. */
  readonly account: string;
};

export type Logins = {
  send(order: LoginOrder, recorder: Recorder): Promise<{ readonly exchange: Exchange; readonly result: LoginResult }>;
  last(): IssuedToken | undefined;
  /** Another client has made a later one. */
  adopt(login: IssuedToken): void;
};

export const createLogins = (options: {
  readonly exchanger: Exchanger;
  readonly clock: TargetClock;
  /** The tokens of a service whose one clock levers move tell where it is. */
  readonly isClockMovable: boolean | undefined;
  readonly budget: LoginBudget | undefined;
  /** Of the target. */
  readonly baseUrl: string;
}): Logins => {
  const { exchanger, clock, isClockMovable, budget, baseUrl } = options;
  let last: IssuedToken | undefined;
  return {
    send: async (order, recorder) => {
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
    adopt: (login) => {
      last = login;
    },
  };
};

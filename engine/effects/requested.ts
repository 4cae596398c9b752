/** What holds for every request with an effect: who makes it, how long the service may work on it, and whether it went out. */

import { TokenUnavailable } from '../../client/client.ts';
import type { Entry } from '../../client/ledgers/booking-ledger.ts';
import { errorCodeOf, isRefusal } from '../../contracts/outcome.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { CallOptions } from '../asked.ts';
import { Stopped } from '../stop.ts';

/** The time in which a service may go on with a request after we have stopped waiting for it. */
export const settlingMs = 60_000;

/** The service said no: by its outcome, or by any 4xx that carries a code. */
export const isRefused = (exchange: Exchange): boolean => {
  const { status = 0 } = exchange.response ?? {};
  return isRefusal(exchange) || (status >= 400 && status < 500 && errorCodeOf(exchange) !== undefined);
};

/** Why a request was not sent at all: there is no token for it, the story has sent all that it may, or it would not say what is wrong. */
export const isNothingSent = (thrown: unknown): boolean =>
  thrown instanceof TokenUnavailable || thrown instanceof Stopped;

export const partnerOf = ({ bearer }: CallOptions): Entry['partner'] => (bearer === 'other' ? 'other' : 'own');

/** Who looks at what was requested: a token that must not count is made from our own, or nobody's. */
export const ownerOptions = (callOptions: CallOptions): CallOptions => ({ bearer: partnerOf(callOptions) });

/** Whatever else a faulty service lets somebody do, only the owner is believed. */
export const isBelieved = (
  { callOptions: own }: { readonly callOptions: CallOptions },
  callOptions: CallOptions,
): boolean => (callOptions.bearer ?? 'own') === partnerOf(own);

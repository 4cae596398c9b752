/** Over the partners: what the bearer of a call stands for, with a login before it if need be. */

import type { Call, Recorder } from '../call.ts';
import { type Carried, nothingCarried } from '../exchanger.ts';
import type { Redactor } from '../redaction/credentials.ts';
import { badToken } from './bad-token.ts';
import type { Partners } from './partners.ts';

/** @throws TokenUnavailable */
export type CarriedBy = (call: Call, recorder: Recorder) => Promise<Carried>;

export const bearers =
  (partners: Partners, redactor: Redactor): CarriedBy =>
  async ({ operation, bearer = operation === 'token' ? 'missing' : 'own', garbage }, recorder) => {
    switch (bearer) {
      case 'missing':
        return nothingCarried;
      case 'empty':
        return { bearer, text: '', serial: 0 };
      case 'garbage':
        return { bearer, text: garbage, serial: 0 };
      case 'own':
      case 'other':
      case 'expired': {
        const { holder } = partners.named(bearer === 'other' ? 'other' : 'own');
        const held = await (bearer === 'expired' ? holder.asIs(recorder) : holder.current(recorder));
        return { bearer, text: held.token, serial: held.serial };
      }
      default: {
        const { token, serial } = await partners.own.holder.current(recorder);
        const text = badToken(token, bearer);
        redactor.remember(text);
        return { bearer, text, serial };
      }
    }
  };

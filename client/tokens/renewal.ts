/** How a call is sent: with its token, and once more with another after a 401; a login beside that. */
import { operations } from '../../contracts/operations.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Call, Recorder, Wrongness } from '../call.ts';
import { type Carried, type Exchanger, nothingCarried } from '../exchanger.ts';
import type { Redactor } from '../redaction/credentials.ts';
import type { Logins } from './logins.ts';
import type { Partner, Partners } from './partners.ts';
import { TokenUnavailable } from './token-holder.ts';
import { badToken, loginBody, type OwnWrongness } from './wrong-login.ts';

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

export const renewal = (layers: {
  readonly exchanger: Exchanger;
  readonly partners: Partners;
  readonly carriedBy: CarriedBy;
  /** What the service refuses stays refused. */
  readonly isTokenFixed: boolean | undefined;
}): ((call: Call, recorder: Recorder) => Promise<Exchange>) => {
  const { exchanger, partners, carriedBy, isTokenFixed } = layers;

  /**
   * Another client may lawfully have revoked our token. What has an effect is never sent again: a faulty service can
   * have done it all the same.
   */
  const sentAgain = async (call: Call, carried: Carried, recorder: Recorder): Promise<Exchange | undefined> => {
    const { bearer, text = '', serial } = carried;
    if (isTokenFixed || (bearer !== 'own' && bearer !== 'other')) return undefined;
    const { holder } = partners.named(bearer);
    if (!holder.mayRenew()) return undefined;
    const mayRepeat = operations[call.operation].effect === 'reads';
    // The same token first: one that was revoked does not come back, so an answer now shows that it was not.
    const repeated = mayRepeat ? (await exchanger.exchange({ ...call, carried }, recorder)).exchange : undefined;
    if (repeated && repeated.response?.status !== 401) return repeated;
    const held = await holder.instead({ token: text, serial }, recorder);
    if (!held || !mayRepeat) return undefined;
    const renewed = { bearer, text: held.token, serial: held.serial };
    return (await exchanger.exchange({ ...call, carried: renewed }, recorder)).exchange;
  };

  return async (call, recorder) => {
    const carried = await carriedBy(call, recorder);
    const { exchange } = await exchanger.exchange({ ...call, carried }, recorder);
    if (exchange.response?.status !== 401) return exchange;
    try {
      return (await sentAgain(call, carried, recorder)) ?? exchange;
    } catch (thrown) {
      // The call has its answer, the 401; that no other token is to be had shows in the record of the login.
      if (thrown instanceof TokenUnavailable) return exchange;
      throw thrown;
    }
  };
};

/** A call of the token operation, right or wrong: a token that it gives is the partner's from then on. */
export const loginCall = (layers: {
  readonly partners: Partners;
  readonly logins: Logins;
  readonly carriedBy: CarriedBy;
  readonly redactor: Redactor;
}): ((call: Call, recorder: Recorder) => Promise<Exchange>) => {
  const { partners, logins, carriedBy, redactor } = layers;

  const ownWrongness = (wrongness: Wrongness | undefined, { credentials }: Partner): OwnWrongness | undefined => {
    if (wrongness?.kind === 'of-other-partner') {
      return { kind: 'random', text: partners.named('other').credentials.clientSecret };
    }
    return wrongness?.kind === 'client-id' ? { kind: 'random', text: credentials.clientId } : wrongness;
  };

  return async (call, recorder) => {
    const { login = 'own', wrongness } = call;
    const partner = partners.named(login === 'other' ? 'other' : 'own');
    const holder = login === 'own' || login === 'other' ? partner.holder : undefined;
    holder?.assertMayLogIn();
    const carried = await carriedBy(call, recorder);
    const body = loginBody(login, partner.credentials, ownWrongness(wrongness, partner));
    // A wrong value made out of the right one shows most of it; a drawn one shows nothing and may be any word.
    if (wrongness?.kind !== 'random') {
      const texts = Object.values(body).filter((value) => typeof value === 'string');
      // What a service repeats may have lost its last character on the way, where that was of no alphabet it knows.
      for (const text of [...texts, partner.credentials.clientSecret.slice(0, -1)]) redactor.remember(text);
    }
    const { exchange, result } = await logins.send(
      { ...call, login, account: partner.credentials.clientId, body, carried },
      recorder,
    );
    await holder?.note(result);
    return exchange;
  };
};

/** Beside the renewal: a call of the token operation, right or wrong; its token is the partner's from then on. */
import type { Exchange } from '../../contracts/trace.ts';
import type { Call, Recorder, Wrongness } from '../call.ts';
import type { Redactor } from '../redaction/credentials.ts';
import type { Logins } from './logins.ts';
import type { Partner, Partners } from './partners.ts';
import type { CarriedBy } from './renewal.ts';
import { loginBody, type OwnWrongness } from './wrong-login.ts';

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

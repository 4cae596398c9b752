/** Over the logins: the partners whose credentials a client has, each with the one token that it holds. */
import type { Logger } from 'pino';
import type { Credentials } from '../../contracts/target.ts';
import type { Stores } from '../../stores/store.ts';
import { nothingCarried, type SerialOf } from '../exchanger.ts';
import type { TargetClock } from '../http/clock.ts';
import type { Redactor } from '../redaction/credentials.ts';
import type { Logins } from './logins.ts';
import { type TokenCache, tokenCache } from './token-cache.ts';
import { createTokenHolder, type TokenHolder, TokenUnavailable } from './token-holder.ts';
import { loginBody } from './wrong-login.ts';

export type HeldTokens = { readonly own?: string | undefined; readonly other?: string | undefined };

export type Partner = {
  readonly credentials: Credentials;
  readonly holder: TokenHolder;
  readonly cache: TokenCache | undefined;
};

export type Partners = ReturnType<typeof createPartners>;

export type PartnersOptions = {
  readonly credentials: Credentials;
  readonly otherPartner?: Credentials | undefined;
  readonly tokenCache?: Stores | undefined;
  /** Tokens to begin with instead of asking for others. */
  readonly tokens?: HeldTokens | undefined;
  /** False where the tokens were handed on: asking for another may end those of all holders. */
  readonly mayLogIn?: boolean | undefined;
  readonly logger?: Logger | undefined;
};

type PartnersParts = {
  readonly baseUrl: string;
  readonly logins: Logins;
  readonly redactor: Redactor;
  readonly serialOf: SerialOf;
  readonly clock: TargetClock;
  readonly now: () => number;
};

export const createPartners = (options: PartnersOptions, parts: PartnersParts) => {
  const { tokenCache: stores, tokens, mayLogIn = true, logger } = options;
  const { baseUrl, logins, redactor, serialOf, clock, now } = parts;

  const partner = (name: 'own' | 'other', credentials: Credentials): Partner => {
    const { clientId, clientSecret } = credentials;
    // Together they are what HTTP Basic carries.
    for (const secret of [clientId, clientSecret, `${clientId}:${clientSecret}`]) redactor.remember(secret);
    const cache = stores && tokenCache(stores, { baseUrl, clientId, clientSecret }, logger);
    const order = {
      operation: 'token',
      login: name,
      account: clientId,
      body: loginBody(name, credentials),
      carried: nothingCarried,
    } as const;
    const holder = createTokenHolder({
      login: async (recorder) => (await logins.send(order, recorder)).result,
      serialOf,
      now,
      movedMs: clock.movedMs,
      cache,
      initial: tokens?.[name],
      mayLogIn,
    });
    return { credentials, holder, cache };
  };

  const own = partner('own', options.credentials);
  const other = options.otherPartner && partner('other', options.otherPartner);
  return {
    own,
    other,
    /** @throws TokenUnavailable when it is the other, and there is none. */
    named: (name: 'own' | 'other'): Partner => {
      if (name === 'own') return own;
      if (other) return other;
      throw new TokenUnavailable('needs', 'needs otherPartner: the credentials of a second partner');
    },
  };
};

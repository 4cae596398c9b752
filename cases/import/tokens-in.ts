/** What a file shows of the tokens in it: which login gave each, whose it is, and whether it still counted. */
import { decodeJwt } from 'jose/jwt/decode';
import { isSendableToken } from '../../client/tokens/login-result.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { isJwt } from '../../contracts/jwt.ts';
import { succeeded } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { type FoundHeaders, headerIn } from './found.ts';

/** One request with what was answered, as it is. */
export type Sent = {
  readonly operation: Exchange['operation'];
  readonly headers: FoundHeaders;
  readonly hasCookies: boolean;
  readonly body: Json | undefined;
  readonly sentAtMs: number;
  /** By the Date of the answer, where it has one. */
  readonly serviceTimeMs: number;
  readonly answer: Pick<Exchange, 'response' | 'failure'>;
};

export type Partner = 'own' | 'other';

export type TokensIn = {
  partnerOf(clientId: string | undefined): Partner | undefined;
  /** Undefined of one that may be anybody's. */
  partnerOfToken(token: string): Partner | undefined;
  isIssued(token: string): boolean;
  /** Whether nothing shows that the token counted when this request was sent. */
  mayHaveEnded(token: string, sent: Sent): boolean;
  /** The same number for the same token, counting from 1. */
  serialOf(token: string): number;
};

export const stringIn = (body: Json | undefined, name: string): string | undefined => {
  const value = isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** The token that a login was given. */
export const tokenIn = ({ operation, answer }: Sent): string | undefined => {
  const token = operation === 'token' ? stringIn(answer.response?.body, 'token') : undefined;
  return isSendableToken(token) && succeeded(answer) ? token : undefined;
};

/** The token that a request carried. */
export const bearerTokenOf = ({ headers }: Pick<Sent, 'headers'>): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(headerIn(headers, 'authorization')?.trim() ?? '')?.[1];

const ofOneToken = /^(exp|iat|nbf|jti|auth_time|nonce)$/;

/** The claims that all tokens of one partner share; an opaque token has nothing but itself. */
const identityOf = (token: string): string => {
  if (!isJwt(token) || token.split('.').length !== 3) return token;
  const claims = Object.entries(decodeJwt(token)).filter(([name]) => !ofOneToken.test(name));
  return JSON.stringify(claims.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** The clientId that counts as the first partner: that of the target, else the first that was given a token. */
const ownClient = (all: readonly Sent[], { credentials, otherPartner }: Target): string => {
  const clients = all.flatMap((sent) => {
    const clientId = tokenIn(sent) === undefined ? undefined : stringIn(sent.body, 'clientId');
    return clientId === undefined || clientId === otherPartner?.clientId ? [] : [clientId];
  });
  return clients.includes(credentials.clientId) ? credentials.clientId : (clients[0] ?? credentials.clientId);
};

/** So long after its login another program with the same credentials may have ended a token. */
const freshMs = 60_000;

export const tokensIn = (all: readonly Sent[], target: Target): TokensIn => {
  const own = ownClient(all, target);
  const partnerOf = (clientId: string | undefined): Partner | undefined => {
    if (clientId === own) return 'own';
    return clientId !== undefined && clientId === target.otherPartner?.clientId ? 'other' : undefined;
  };

  const logins = new Map<string, { readonly partner: Partner | undefined; readonly atMs: number }>();
  const partners = new Map<string, Partner>();
  const lastAcceptedAtMs = new Map<string, number>();
  for (const sent of all) {
    const [given, carried] = [tokenIn(sent), bearerTokenOf(sent)];
    if (given !== undefined) {
      const partner = partnerOf(stringIn(sent.body, 'clientId'));
      logins.set(given, { partner, atMs: sent.sentAtMs });
      if (partner) partners.set(identityOf(given), partner);
    }
    if (carried !== undefined && succeeded(sent.answer)) lastAcceptedAtMs.set(carried, sent.sentAtMs);
  }

  const serials = new Map<string, number>();
  return {
    partnerOf,
    partnerOfToken: (token) => {
      const login = logins.get(token);
      if (login) return login.partner;
      const identity = identityOf(token);
      // The first whose login is not in the file is the first partner's, if nobody else is.
      if (![...partners.values()].includes('own')) partners.set(identity, 'own');
      return partners.get(identity);
    },
    isIssued: (token) => logins.has(token),
    mayHaveEnded: (token, { sentAtMs }) => {
      const login = logins.get(token);
      if (!login) return true;
      const servedLater = (lastAcceptedAtMs.get(token) ?? Number.NEGATIVE_INFINITY) > sentAtMs;
      return sentAtMs - login.atMs > freshMs && !servedLater;
    },
    serialOf: (token) => {
      const serial = serials.get(token) ?? serials.size + 1;
      serials.set(token, serial);
      return serial;
    },
  };
};

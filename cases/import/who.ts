/**
 * Finds whose token a request carried, and whose credentials a login has. What a file does not show is not judged: the
 * refusal of an unknown or removed token shows nothing.
 */
import { decodeJwt } from 'jose/jwt/decode';
import { isSendableToken } from '../../client/tokens/login-result.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { claimsOf, isJwt } from '../../contracts/jwt.ts';
import { errorCodeOf, isRefusal, isTroubled, succeeded } from '../../contracts/outcome.ts';
import { field, isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Bearer, Exchange, Login } from '../../contracts/trace.ts';
import { type FoundHeaders, headerIn } from './found.ts';

/** One request with its answer, before redaction. */
export type SentRequest = {
  readonly operation: Exchange['operation'];
  readonly headers: FoundHeaders;
  readonly hasCookies: boolean;
  readonly body: Json | undefined;
  readonly sentAtMs: number;
  /** By the Date header of the answer, where there is one. */
  readonly serviceTimeMs: number;
  readonly answer: Pick<Exchange, 'response' | 'failure'>;
};

type TokenPartner = 'own' | 'other';

const stringIn = (body: Json | undefined, name: string): string | undefined => {
  const value = field(body, name);
  return typeof value === 'string' ? value : undefined;
};

/** The token that a login got. */
const tokenIn = ({ operation, answer }: SentRequest): string | undefined => {
  const token = operation === 'token' ? stringIn(answer.response?.body, 'token') : undefined;
  return isSendableToken(token) && succeeded(answer) ? token : undefined;
};

const bearerTokenOf = ({ headers }: Pick<SentRequest, 'headers'>): string | undefined =>
  /^Bearer\s+(.+)$/i.exec(headerIn(headers, 'authorization')?.trim() ?? '')?.[1];

const ofOneToken = /^(exp|iat|nbf|jti|auth_time|nonce)$/;

/** The claims that all tokens of one partner share; an opaque token stands for itself. */
const identityOf = (token: string): string => {
  if (!isJwt(token) || token.split('.').length !== 3) return token;
  const claims = Object.entries(decodeJwt(token)).filter(([name]) => !ofOneToken.test(name));
  return JSON.stringify(claims.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** The clientId of the first partner: that of the target, else the first that got a token. */
const ownClient = (all: readonly SentRequest[], { credentials, otherPartner }: Target): string => {
  const clients = all.flatMap((sent) => {
    const clientId = tokenIn(sent) === undefined ? undefined : stringIn(sent.body, 'clientId');
    return clientId === undefined || clientId === otherPartner?.clientId ? [] : [clientId];
  });
  return clients.includes(credentials.clientId) ? credentials.clientId : (clients[0] ?? credentials.clientId);
};

/** After so long, another program with the same credentials may have ended a token. */
const freshMs = 60_000;

const tokensIn = (all: readonly SentRequest[], target: Target) => {
  const own = ownClient(all, target);
  const partnerOf = (clientId: string | undefined): TokenPartner | undefined => {
    if (clientId === own) return 'own';
    return clientId !== undefined && clientId === target.otherPartner?.clientId ? 'other' : undefined;
  };

  const logins = new Map<string, { readonly partner: TokenPartner | undefined; readonly atMs: number }>();
  const partners = new Map<string, TokenPartner>();
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
    /** Undefined for a token of an unknown partner. */
    partnerOfToken: (token: string): TokenPartner | undefined => {
      const login = logins.get(token);
      if (login) return login.partner;
      const identity = identityOf(token);
      // Without any login of the first partner, the first such token counts as its own.
      if (![...partners.values()].includes('own')) partners.set(identity, 'own');
      return partners.get(identity);
    },
    isIssued: (token: string): boolean => logins.has(token),
    /** True where nothing shows that the token was valid when this request was sent. */
    mayHaveEnded: (token: string, { sentAtMs }: SentRequest): boolean => {
      const login = logins.get(token);
      if (!login) return true;
      const servedLater = (lastAcceptedAtMs.get(token) ?? Number.NEGATIVE_INFINITY) > sentAtMs;
      return sentAtMs - login.atMs > freshMs && !servedLater;
    },
    /** The same number for the same token, counting from 1. */
    serialOf: (token: string): number => {
      const serial = serials.get(token) ?? serials.size + 1;
      serials.set(token, serial);
      return serial;
    },
  };
};

type Sender = { readonly bearer: Bearer; readonly serial: number; readonly login?: Login } | { readonly why: string };

const withoutToken = (bearer: Bearer): Sender => ({ bearer, serial: 0 });

/** Which part of the credentials a login leaves out. */
const incompleteLogin = (body: Json | undefined): Login | undefined => {
  if (!isJsonObject(body)) return undefined;
  if (!Object.hasOwn(body, 'clientId')) return 'no-client-id';
  if (!Object.hasOwn(body, 'clientSecret')) return 'no-secret';
  if (body.clientSecret === '') return 'empty-secret';
  return body.clientSecret === null ? 'null-secret' : undefined;
};

/** For lack of rights, or for an invalid token. */
const refusesCaller = ({ answer }: SentRequest): boolean =>
  isAboutRights(answer as Exchange) || errorCodeOf(answer) === 'AUTHENTICATION_FAILED';

/** Clocks may differ by so much. */
const graceMs = 10 * 60_000;

export type WhoParts = {
  readonly target: Target;
  /** The file is of the target itself, whose credentials are known. */
  readonly isTarget: boolean;
  readonly showsAuthorization: boolean;
};

/** For each request, in order: who sent it, or why that is unknown. */
export const whoSent = (
  all: readonly SentRequest[],
  { target, isTarget, showsAuthorization }: WhoParts,
): ((sent: SentRequest) => Sender) => {
  const { partnerOf, partnerOfToken, isIssued, mayHaveEnded, serialOf } = tokensIn(all, target);

  let hidden = 0;
  /** A token that the file does not show: each counts as a different one. */
  const withHidden = (sent: SentRequest): Sender => {
    if (refusesCaller(sent)) return { why: 'it was refused, and the file does not show with which token it was sent' };
    hidden += 1;
    return { bearer: 'own', serial: serialOf(`hidden ${hidden}`) };
  };

  /** A program may have replaced the token in the file or taken it out: only a 401 answers what the file shows. */
  const withShown = (bearer: Bearer, sent: SentRequest): Sender =>
    sent.answer.response?.status === 401 ? withoutToken(bearer) : withHidden(sent);

  const withToken = (token: string, sent: SentRequest): Sender => {
    if (!isJwt(token) && !isIssued(token)) return withShown('garbage', sent);
    const partner = partnerOfToken(token);
    if (!partner) return { why: 'it was sent with a token of another, unknown partner' };
    const endMs = (claimsOf(token).exp ?? Number.POSITIVE_INFINITY) * 1000;
    if (sent.serviceTimeMs > endMs + graceMs) return { bearer: 'expired', serial: serialOf(token) };
    if (refusesCaller(sent) && (mayHaveEnded(token, sent) || sent.serviceTimeMs > endMs - graceMs)) {
      return { why: 'it was refused, and the file does not show whether its token was still valid' };
    }
    return { bearer: partner, serial: serialOf(token) };
  };

  const bearerOf = (sent: SentRequest): Sender => {
    const authorization = headerIn(sent.headers, 'authorization');
    const token = bearerTokenOf(sent);
    if (token !== undefined) return withToken(token, sent);
    if (authorization !== undefined && !/^Bearer$/i.test(authorization.trim())) {
      return { why: 'its Authorization is no bearer token' };
    }
    // A cookie may hold the token.
    if (sent.hasCookies || (authorization === undefined && !showsAuthorization)) return withHidden(sent);
    return authorization === undefined ? withoutToken('missing') : withShown('empty', sent);
  };

  const loginOf = ({ body, answer }: SentRequest): Login | undefined => {
    const partner = partnerOf(stringIn(body, 'clientId'));
    if (isTroubled(answer)) return partner ?? 'own';
    const incomplete = incompleteLogin(body);
    if (!isRefusal(answer)) return incomplete ? undefined : partner;
    if (incomplete || !isTarget || !partner) return incomplete;
    const { clientSecret } = (partner === 'own' ? target.credentials : target.otherPartner) ?? {};
    return clientSecret === stringIn(body, 'clientSecret') ? partner : 'wrong-secret';
  };

  return (sent) => {
    if (sent.operation !== 'token') return bearerOf(sent);
    const login = loginOf(sent);
    if (!login) return { why: 'the file does not show whose credentials these are, and whether they are right' };
    const token = tokenIn(sent);
    const bearer = headerIn(sent.headers, 'authorization') === undefined ? 'missing' : 'own';
    return { login, bearer, serial: token === undefined ? 0 : serialOf(token) };
  };
};

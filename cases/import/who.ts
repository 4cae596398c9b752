/**
 * Tells whose token a request carried and whose credentials a login, as far as a file shows it. What cannot be told is not
 * judged: the refusal of a token that nobody knows shows nothing, nor does that of one that was taken out of the file.
 */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { claimsOf, isJwt } from '../../contracts/jwt.ts';
import { errorCodeOf, isRefusal, isTroubled } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Target } from '../../contracts/target.ts';
import type { Bearer, Exchange, Login } from '../../contracts/trace.ts';
import { headerIn } from './found.ts';
import { bearerTokenOf, type Sent, stringIn, tokenIn, tokensIn } from './tokens-in.ts';

export type Who = { readonly bearer: Bearer; readonly serial: number; readonly login?: Login };
type Unknown = { readonly why: string };

const nobody = (bearer: Bearer): Who => ({ bearer, serial: 0 });

/** Which part of the credentials a login leaves out. */
const incompleteLogin = (body: Json | undefined): Login | undefined => {
  if (!isJsonObject(body)) return undefined;
  if (!Object.hasOwn(body, 'clientId')) return 'no-client-id';
  if (!Object.hasOwn(body, 'clientSecret')) return 'no-secret';
  if (body.clientSecret === '') return 'empty-secret';
  return body.clientSecret === null ? 'null-secret' : undefined;
};

/** For lack of rights, or because the token does not count. */
const refusesCaller = ({ answer }: Sent): boolean =>
  isAboutRights(answer as Exchange) || errorCodeOf(answer) === 'AUTHENTICATION_FAILED';

/** Clocks differ. */
const graceMs = 10 * 60_000;

export type WhoParts = {
  readonly target: Target;
  /** The file is of the target itself, whose credentials we know. */
  readonly isTarget: boolean;
  readonly showsAuthorization: boolean;
};

/** Of each request, in order: who sent it, or why that cannot be told. */
export const whoSent = (all: readonly Sent[], parts: WhoParts): ((sent: Sent) => Who | Unknown) => {
  const { target, isTarget, showsAuthorization } = parts;
  const { partnerOf, partnerOfToken, isIssued, mayHaveEnded, serialOf } = tokensIn(all, target);

  let hidden = 0;
  /** With a token that the file does not show: nothing tells two of them apart. */
  const withHidden = (sent: Sent): Who | Unknown => {
    if (refusesCaller(sent)) return { why: 'it was refused, and the file does not show with which token it was sent' };
    hidden += 1;
    return { bearer: 'own', serial: serialOf(`hidden ${hidden}`) };
  };

  const withToken = (token: string, sent: Sent): Who | Unknown => {
    // What saves a file, or a person, may have put another text in its place.
    if (!isJwt(token) && !isIssued(token)) {
      return sent.answer.response?.status === 401 ? nobody('garbage') : withHidden(sent);
    }
    const partner = partnerOfToken(token);
    if (!partner) return { why: 'it was sent with a token of somebody else than the others' };
    const endMs = (claimsOf(token).exp ?? Number.POSITIVE_INFINITY) * 1000;
    if (sent.serviceTimeMs > endMs + graceMs) return { bearer: 'expired', serial: serialOf(token) };
    if (refusesCaller(sent) && (mayHaveEnded(token, sent) || sent.serviceTimeMs > endMs - graceMs)) {
      return { why: 'it was refused, and the file does not show whether its token still counted' };
    }
    return { bearer: partner, serial: serialOf(token) };
  };

  const bearerOf = (sent: Sent): Who | Unknown => {
    const authorization = headerIn(sent.headers, 'authorization');
    const token = bearerTokenOf(sent);
    if (token !== undefined) return withToken(token, sent);
    if (authorization !== undefined && !/^Bearer$/i.test(authorization.trim())) {
      return { why: 'its Authorization is no bearer token' };
    }
    // A cookie may stand for a token.
    if (sent.hasCookies || (authorization === undefined && !showsAuthorization)) return withHidden(sent);
    return nobody(authorization === undefined ? 'missing' : 'empty');
  };

  const loginOf = ({ body, answer }: Sent): Login | undefined => {
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

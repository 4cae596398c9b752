/** Reads the result of a login: a token, a refusal or trouble. */
import { dayMs } from '../../contracts/durations.ts';
import { isJsonObject } from '../../contracts/json.ts';
import { claimsOf } from '../../contracts/jwt.ts';
import { errorCodeOf, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Content } from '../http/content.ts';
import { tokenCharactersMax } from '../limits.ts';

export type LoginResult =
  | {
      readonly kind: 'issued';
      readonly token: string;
      readonly expiresAt: string | undefined;
      /** From its answer on; undefined where its end is unknown, or where it was over before its issue. */
      readonly livesForMs: number | undefined;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'trouble'; readonly reason: string };

/** What may stand in a header without changing its meaning. */
const headerText = /^[\x21-\x7e]+$/;

/** Whether a request can carry the token: another is no token, wherever it comes from. */
export const isSendableToken = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= tokenCharactersMax && headerText.test(token);

/** The token in an answer of any status; undefined when there is none that can be sent. */
export const issuedBy = (content: Content): { token: string; expiresAt: string | undefined } | undefined => {
  if (!('body' in content) || !isJsonObject(content.body)) return undefined;
  const { token, expiresAt } = content.body;
  return isSendableToken(token)
    ? { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined }
    : undefined;
};

/** What a refused login with the right credentials says of itself, with a way out. */
export const refusedCredentials = (exchange: Exchange): string => {
  const problem = errorCodeOf(exchange) ?? `HTTP ${exchange.response?.status}`;
  const hint = 'check the clientId, the clientSecret and the base url of the target';
  return `the service refused the credentials (${problem}): ${hint}`;
};

const isoMoment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d([.,]\d+)?)?([Zz]|[+-]\d\d:?\d\d)?$/;

/** Ms since the epoch; undefined for anything but an ISO 8601 moment, which is in UTC unless it says otherwise. */
const momentOf = (text: string | undefined): number | undefined => {
  const parts = isoMoment.exec(text ?? '');
  if (!parts) return undefined;
  const ms = Date.parse(`${parts[0].replace(',', '.')}${parts[3] === undefined ? 'Z' : ''}`);
  return Number.isNaN(ms) ? undefined : ms;
};

const toleranceMs = 10 * 60_000;

/**
 * How long a token still lives. Its issue is the iat claim, or a day before its end (part 5). It may have been issued
 * long ago. That counts only where our clock and the Date of the answer agree: neither alone shows the service's time.
 */
export const livesForMs = (
  { token, expiresAt }: { readonly token: string; readonly expiresAt: string | undefined },
  { sentAt, response }: Pick<Exchange, 'sentAt' | 'response'>,
): number | undefined => {
  const expiry = momentOf(expiresAt);
  if (expiry === undefined) return undefined;
  const { iat } = claimsOf(token);
  const wholeMs = iat === undefined ? dayMs : expiry - iat * 1000;
  const ours = Date.parse(sentAt);
  const dated = Date.parse(response?.headers.date ?? '');
  const leftMs = expiry - (Number.isNaN(dated) ? ours : Math.max(ours, dated));
  const isAgreed = Number.isNaN(dated) || Math.abs(dated - ours) <= toleranceMs;
  if (isAgreed && leftMs <= 0 && iat === undefined) return undefined;
  const lifeMs = isAgreed && leftMs > 0 ? Math.min(leftMs, wholeMs) : wholeMs;
  return lifeMs > 0 && Number.isFinite(lifeMs) ? lifeMs : undefined;
};

export const loginResult = (exchange: Exchange, content: Content): LoginResult => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return { kind: 'trouble', reason: `token: ${outcome.trouble}` };
  if (outcome.kind === 'refusal') return { kind: 'refused', reason: refusedCredentials(exchange) };
  const issued = issuedBy(content);
  return issued
    ? { kind: 'issued', ...issued, livesForMs: livesForMs(issued, exchange) }
    : { kind: 'trouble', reason: 'the login succeeded and its answer has no token that can be sent' };
};

/** Says what came of a login: a token, a refusal or trouble. */
import { isJsonObject } from '../../contracts/json.ts';
import { errorCodeOf, outcomeOf } from '../../contracts/outcome.ts';
import type { Exchange } from '../../contracts/trace.ts';
import type { Content } from '../http/content.ts';
import { tokenCharactersMax } from '../limits.ts';

/** What came of a login. */
export type LoginResult =
  | { readonly kind: 'issued'; readonly token: string; readonly expiresAt: string | undefined }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'trouble'; readonly reason: string };

/** What may stand in a header without changing its meaning. */
const headerText = /^[\x21-\x7e]+$/;

/** Whether a request can carry the token: another is no token, wherever it comes from. */
export const isSendableToken = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= tokenCharactersMax && headerText.test(token);

/** The token in an answer, whatever its status; undefined when there is none that can be sent. */
export const issuedBy = (content: Content): { token: string; expiresAt: string | undefined } | undefined => {
  if (!('body' in content) || !isJsonObject(content.body)) return undefined;
  const { token, expiresAt } = content.body;
  return isSendableToken(token)
    ? { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined }
    : undefined;
};

/** What a refused login with the right credentials says of itself, with a way out. */
export const refusedCredentials = (exchange: Exchange): string => {
  const said = errorCodeOf(exchange) ?? `HTTP ${exchange.response?.status}`;
  const hint = 'check the clientId, the clientSecret and the base url of the target';
  return `the service refused the credentials (${said}): ${hint}`;
};

export const loginResult = (exchange: Exchange, content: Content): LoginResult => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return { kind: 'trouble', reason: `token: ${outcome.trouble}` };
  if (outcome.kind === 'refusal') return { kind: 'refused', reason: refusedCredentials(exchange) };
  const issued = issuedBy(content);
  return issued
    ? { kind: 'issued', ...issued }
    : { kind: 'trouble', reason: 'the login succeeded and its answer has no token that can be sent' };
};

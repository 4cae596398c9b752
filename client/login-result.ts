/** Says what came of a login: a token, a refusal or trouble. */
import { isJsonObject } from '../contracts/json.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import type { Exchange } from '../contracts/trace.ts';
import type { Content } from './content.ts';
import { tokenCharactersMax } from './limits.ts';
import type { LoginResult } from './token-holder.ts';

/** What may stand in a header without changing its meaning. */
const headerText = /^[\x21-\x7e]+$/;

const isUsable = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= tokenCharactersMax && headerText.test(token);

/** The token in an answer, whatever its status; undefined when there is none that can be sent. */
export const issuedBy = (content: Content): { token: string; expiresAt: string | undefined } | undefined => {
  if (!('body' in content) || !isJsonObject(content.body)) return undefined;
  const { token, expiresAt } = content.body;
  return isUsable(token) ? { token, expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined } : undefined;
};

export const loginResult = (exchange: Exchange, content: Content): LoginResult => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return { kind: 'trouble', reason: `the login ended in trouble: ${outcome.trouble}` };
  if (outcome.kind === 'refusal') {
    const said = outcome.code ?? `HTTP ${exchange.response?.status}`;
    const hint = 'check the clientId, the clientSecret and the base url of the target';
    return { kind: 'refused', reason: `the service refused the credentials (${said}): ${hint}` };
  }
  const issued = issuedBy(content);
  return issued
    ? { kind: 'issued', ...issued }
    : { kind: 'trouble', reason: 'the login succeeded and its answer has no token that can be sent' };
};

/** Whether a token can be carried by a request: another is no token, wherever it comes from. */
import { tokenCharactersMax } from './limits.ts';

/** What may stand in a header without changing its meaning. */
const headerText = /^[\x21-\x7e]+$/;

export const isSendableToken = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= tokenCharactersMax && headerText.test(token);

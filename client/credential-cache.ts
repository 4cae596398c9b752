/** The token cache as one credential of a target sees it: its own entry, and a lock that this process may keep. */
import type { Logger } from 'pino';
import { type TokenCache, tokenCacheKey } from './token-cache.ts';
import type { CacheEntry } from './token-holder.ts';
import { createTokenLock, type TokenLock } from './token-lock.ts';

export type CredentialCache = CacheEntry & Pick<TokenLock, 'hold'> & { forget(): Promise<void> };

export const credentialCache = (
  tokenCache: TokenCache,
  credential: Parameters<typeof tokenCacheKey>[0],
  logger: Logger | undefined,
): CredentialCache => {
  const key = tokenCacheKey(credential);
  const tokenLock = createTokenLock((work) => tokenCache.lock(key, work));
  return {
    get: () => tokenCache.get(key),
    // A token that could not be kept still serves this run.
    put: (token) => tokenCache.put(key, token).catch(() => logger?.warn('the token could not be cached')),
    forget: () => tokenCache.forget(key).catch(() => undefined),
    lock: tokenLock.run,
    hold: tokenLock.hold,
  };
};

/** Where tokens of live targets wait for the next run: the user's cache folder by the XDG convention. */
import { join } from 'node:path';
import { assertNoLinkedCache, fileTokenCache, type TokenCache } from './token-cache.ts';
import { userFolder } from './user-folder.ts';

/** Undefined where there is no such folder: then each run asks for a token of its own. */
const tokenCacheFolder = (environment: NodeJS.ProcessEnv): string | undefined => {
  const folder = userFolder(environment.XDG_CACHE_HOME, ['.cache'], environment);
  return folder === undefined ? undefined : join(folder, 'preflight', 'tokens');
};

export const userTokenCache = (environment: NodeJS.ProcessEnv): TokenCache | undefined => {
  const folder = tokenCacheFolder(environment);
  return folder === undefined ? undefined : fileTokenCache(folder);
};

/** @throws UsageError when a link stands in its place. */
export const assertNoLinkedTokens = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const folder = tokenCacheFolder(environment);
  if (folder !== undefined) await assertNoLinkedCache(folder);
};

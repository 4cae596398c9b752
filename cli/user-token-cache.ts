/** Where tokens of live targets wait for the next run: the user's cache folder by the XDG convention. */
import { join } from 'node:path';
import { fileTokenCache, type TokenCache } from '../client/token-cache.ts';
import { userFolder } from './user-folder.ts';

/** Undefined where there is no such folder: then each run asks for a token of its own. */
export const userTokenCache = (environment: NodeJS.ProcessEnv): TokenCache | undefined => {
  const folder = userFolder(environment.XDG_CACHE_HOME, ['.cache'], environment);
  return folder === undefined ? undefined : fileTokenCache(join(folder, 'preflight', 'tokens'));
};

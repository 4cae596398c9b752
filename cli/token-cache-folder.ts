/** Where tokens of live targets wait for the next run: the user's cache folder by the XDG convention. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export const tokenCacheFolder = ({ XDG_CACHE_HOME }: NodeJS.ProcessEnv): string =>
  join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'preflight', 'tokens');

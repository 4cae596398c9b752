/** Where tokens of live targets wait for the next run: the database of DATABASE_URL, or the user's XDG cache folder. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contactIn } from '../../contracts/contact.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { fileStores } from '../../stores/file-stores.ts';
import type { Stores } from '../../stores/store.ts';
import type { TurnsOf } from '../../stores/turns.ts';
import { namesDatabase, userDatabase, userFolder } from '../../stores/user-database.ts';
import { tokenForm } from './token-cache.ts';

/** Undefined where there is no such folder: then each run asks for a new token. */
const cacheFolder = (environment: NodeJS.ProcessEnv): string | undefined => {
  const folder = userFolder(environment.XDG_CACHE_HOME, ['.cache'], environment);
  return folder === undefined ? undefined : join(folder, 'preflight');
};

/** @throws UsageError where a database is named that cannot be used. */
export const userTokenCache = (environment: NodeJS.ProcessEnv): Stores | undefined => {
  const shared = userDatabase(environment);
  if (shared) return shared.stores;
  const root = cacheFolder(environment);
  return root === undefined ? undefined : fileStores({ root, now: Date.now });
};

/**
 * What a client shares with others that ask the same target: tokens with later runs, turns with other locations, and
 * whom the people of the service may ask.
 */
export const sharedByClients = (
  environment: NodeJS.ProcessEnv,
): {
  readonly tokenCache: Stores | undefined;
  readonly turnsOf: TurnsOf | undefined;
  readonly contact: string | undefined;
} => ({
  tokenCache: userTokenCache(environment),
  turnsOf: userDatabase(environment)?.turnsOf,
  contact: contactIn(environment),
});

/**
 * Another user may have put a link there, so none is followed.
 *
 * @throws UsageError when a link stands in the place of the tokens, or of their folder.
 */
export const assertNoLinkedTokens = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const root = namesDatabase(environment) ? undefined : cacheFolder(environment);
  if (root === undefined) return;
  const directory = join(root, tokenForm.id);
  const folder = await lstat(directory).catch(() => undefined);
  // One that cannot be read costs a token, and no run.
  const entries = folder?.isDirectory() ? await readdir(directory, { withFileTypes: true }).catch(() => []) : [];
  const linked = entries.find((each) => each.isSymbolicLink());
  const link = folder?.isSymbolicLink() ? directory : linked && join(directory, linked.name);
  if (link === undefined) return;
  throw new UsageError(
    `the token cache is behind a symbolic link, ${link}: remove that link, or let XDG_CACHE_HOME name another folder`,
  );
};

/** Keeps the token of one credential between runs, so that no run asks for one that another still holds. */
import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { contactIn } from '../../contracts/contact.ts';
import type { Credentials } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { fileStores } from '../../stores/file-stores.ts';
import type { StoreForm, Stores, TurnsOf } from '../../stores/store.ts';
import { namesDatabase, userDatabase, userFolder } from '../../stores/user-database.ts';

export const cachedToken = z.strictObject({
  token: z.string(),
  expiresAt: z.string(),
  /** On our clock, ms since the epoch, and for how long from then on. */
  heldSinceMs: z.number(),
  livesForMs: z.number(),
});
export type CachedToken = Readonly<z.infer<typeof cachedToken>>;

const tokenForm: StoreForm<CachedToken | null> = {
  id: 'tokens',
  name: 'token cache',
  schema: cachedToken.nullable(),
  empty: null,
  isReplaceable: true,
};

export type TokenCache = ReturnType<typeof tokenCache>;

/** @param baseUrl Origin and base path of the target. */
export const tokenCache = (
  stores: Stores,
  { baseUrl, clientId, clientSecret }: Credentials & { readonly baseUrl: string },
  logger?: Logger,
) => {
  // A changed secret must not find the token of the old one.
  const secretHash = createHash('sha256').update(clientSecret).digest('hex');
  const store = stores.open(tokenForm, [baseUrl, clientId, secretHash]);
  const keep = (state: CachedToken | null) => store.change(() => ({ state, result: undefined }));
  // A process that waited in vain asks for a new token, for a run must not hang on a lock.
  const taken = () => store.hold().catch(() => async () => undefined);
  let isHeld = false;
  return {
    /** Undefined when there is none that can be trusted. */
    get: async () => (await store.read().catch(() => null)) ?? undefined,
    // A token that could not be kept still serves this run.
    put: (token: CachedToken): Promise<void> => keep(token).catch(() => logger?.warn('the token could not be cached')),
    forget: (): Promise<void> => keep(null).catch(() => undefined),
    /** Runs the work while no other process does so for the same credential; at once while this one holds the cache. */
    lock: async <T>(work: () => Promise<T>): Promise<T> => {
      if (isHeld) return work();
      const release = await taken();
      try {
        return await work();
      } finally {
        await release();
      }
    },
    /** For several logins, while others wait for the last of them; resolves to what gives the lock back. */
    hold: async () => {
      const release = await taken();
      isHeld = true;
      return async () => {
        isHeld = false;
        await release();
      };
    },
  };
};

// Where tokens of live targets wait for the next run: the database of DATABASE_URL, or the user's XDG cache folder.

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

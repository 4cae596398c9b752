/** Keeps tokens on disk between runs, for their owner only, so that no run asks for one that another still holds. */
import { createHash } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { z } from 'zod';
import { UsageError } from '../contracts/usage-error.ts';
import { isPrivate, preparedFolder, readPrivate, writePrivate } from './private-folder.ts';

export type TokenCacheKey = {
  /** Origin and base path of the target. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** SHA-256 in hexadecimal: a changed secret must not find the token of the old one. */
  readonly secretHash: string;
};

const cachedToken = z.strictObject({
  token: z.string(),
  expiresAt: z.string(),
  /** On the target's clock, ms since the epoch. */
  issuedAtMs: z.number(),
});
export type CachedToken = Readonly<z.infer<typeof cachedToken>>;

export type TokenCache = {
  /** The entry, or undefined when there is none that can be trusted. */
  get(key: TokenCacheKey): Promise<CachedToken | undefined>;
  put(key: TokenCacheKey, token: CachedToken): Promise<void>;
  forget(key: TokenCacheKey): Promise<void>;
  /** Runs the work while no other process does so for the same key. */
  lock<T>(key: TokenCacheKey, work: () => Promise<T>): Promise<T>;
};

const entryBytesMax = 64 * 1024;
/** Longer than a login may take. Who waited in vain asks for a token of its own, for a run must not hang on a lock. */
const lockWaitMs = 90_000;
const lockPollMs = 100;
/** A lock whose owner has not touched it for so long belongs to a dead process. */
const staleLockMs = 10_000;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const tokenCacheKey = (options: {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}): TokenCacheKey => ({
  baseUrl: options.baseUrl,
  clientId: options.clientId,
  secretHash: sha256(options.clientSecret),
});

/**
 * Somebody else may have put a link there, so none is followed.
 *
 * @throws UsageError for a folder that is one, or holds one.
 */
export const assertNoLinkedCache = async (directory: string): Promise<void> => {
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

export const fileTokenCache = (directory: string): TokenCache => {
  const pathOf = ({ baseUrl, clientId, secretHash }: TokenCacheKey): string =>
    join(directory, `${sha256(JSON.stringify([baseUrl, clientId, secretHash]))}.json`);

  /** Throws when the folder is open to others: a mode is not ours to change on a folder that was there before. */
  const prepared = async (): Promise<void> => {
    if (!(await preparedFolder(directory))) throw new Error('the token cache folder is open to others: chmod 700 it');
  };

  const get: TokenCache['get'] = async (key) => {
    try {
      if (!isPrivate(await lstat(directory))) return undefined;
      const text = await readPrivate(pathOf(key), entryBytesMax);
      return text === undefined ? undefined : cachedToken.safeParse(JSON.parse(text)).data;
    } catch {
      // Missing, unreadable and corrupted are one: there is nothing to use, and a new entry will replace it.
      return undefined;
    }
  };

  const put: TokenCache['put'] = async (key, token) => {
    await prepared();
    await writePrivate(pathOf(key), JSON.stringify(token), { isDurable: false });
  };

  const acquired = async (key: TokenCacheKey): Promise<() => Promise<void>> => {
    try {
      await prepared();
      return await lock(pathOf(key), {
        realpath: false,
        stale: staleLockMs,
        retries: { retries: lockWaitMs / lockPollMs, factor: 1, minTimeout: lockPollMs, maxTimeout: lockPollMs },
        // The default throws out of a timer. A lost lock costs one token more, which is no reason to end a run.
        onCompromised: () => undefined,
      });
    } catch {
      return async () => undefined;
    }
  };

  return {
    get,
    put,
    forget: (key) => rm(pathOf(key), { force: true }),
    lock: async (key, work) => {
      const release = await acquired(key);
      try {
        return await work();
      } finally {
        await release().catch(() => undefined);
      }
    },
  };
};

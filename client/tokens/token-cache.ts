/** Keeps the token of one credential between runs, so that no run asks for one that another still holds. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Credentials } from '../../contracts/target.ts';
import type { StoreForm, Stores } from '../../stores/store.ts';

export const cachedToken = z.strictObject({
  token: z.string(),
  expiresAt: z.string(),
  /** On our clock, ms since the epoch, and for how long from then on. */
  heldSinceMs: z.number(),
  livesForMs: z.number(),
});
export type CachedToken = Readonly<z.infer<typeof cachedToken>>;

export const tokenForm: StoreForm<CachedToken | null> = {
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

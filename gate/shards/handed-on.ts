/** The file in which a coordinator hands on its tokens: sealed with a passphrase, or readable by its owner alone. */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { address } from '../../client/http/address.ts';
import { isPipeline } from '../../client/pipeline.ts';
import type { Stores } from '../../client/store.ts';
import { ensureFolder } from '../../client/stores/ensure-folder.ts';
import { memoryStores } from '../../client/stores/memory-stores.ts';
import { isPrivate, writePrivate } from '../../client/stores/private-folder.ts';
import { SealBroken, sealed, unsealed } from '../../client/stores/sealed.ts';
import { statePassphrase } from '../../client/stores/state-passphrase.ts';
import { cachedToken, tokenCache } from '../../client/tokens/token-cache.ts';
import type { Credentials, Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { notWritable } from '../results.ts';

const handedOn = z.strictObject({
  schema: z.literal('preflight.token/1'),
  /** Of which service, and of whom. */
  account: z.string(),
  own: cachedToken,
  other: cachedToken.optional(),
});
export type HandedOn = Omit<z.infer<typeof handedOn>, 'schema' | 'account'>;

/** Some tokens, and nothing else. */
const bytesMax = 256 * 1024;

export type Account = Pick<Target, 'baseUrl' | 'credentials' | 'otherPartner'>;

/** Where the tokens of a credential are kept; null for none. */
export const cacheOf = (stores: Stores, { baseUrl }: Account, credentials: Credentials) => {
  const { origin, prefix } = address(baseUrl);
  return tokenCache(stores, { baseUrl: `${origin}${prefix}`, ...credentials });
};

/** The same for the same service and credentials, and tells neither. */
export const accountHash = ({ baseUrl }: Account, { clientId, clientSecret }: Credentials, salt = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, baseUrl, clientId, clientSecret]))
    .digest('hex');

/** Puts the tokens where a client looks for them. */
export const putInto = async (stores: Stores, { own, other }: HandedOn, account: Account): Promise<void> => {
  await cacheOf(stores, account, account.credentials).put(own);
  if (other && account.otherPartner) await cacheOf(stores, account, account.otherPartner).put(other);
};

/** For a client that has no other tokens. */
export const storesOf = async (tokens: HandedOn, account: Account): Promise<Stores> => {
  const stores = memoryStores();
  await putInto(stores, tokens, account);
  return stores;
};

/** @throws UsageError where everybody could read it. */
export const writeHandedOn = async (
  file: string,
  tokens: HandedOn,
  account: Account,
  { environment }: { readonly environment: NodeJS.ProcessEnv },
): Promise<void> => {
  const text = JSON.stringify({
    schema: 'preflight.token/1',
    account: accountHash(account, account.credentials),
    ...tokens,
  });
  const { PREFLIGHT_STATE_PASSPHRASE: passphrase } = environment;
  await ensureFolder(dirname(file)).catch(notWritable(file));
  await writePrivate(file, passphrase ? await sealed(Buffer.from(text), passphrase) : text).catch(notWritable(file));
};

/** What keeps a pipeline from handing on a token that anybody can read. @throws UsageError before anything is sent. */
export const assertMayHandOn = (environment: NodeJS.ProcessEnv): void => {
  if (!environment.PREFLIGHT_STATE_PASSPHRASE && !isPipeline(environment)) return;
  statePassphrase(
    environment,
    'what one job of a pipeline hands to another is read by many, and a token is not handed on unsealed',
  );
};

const textOf = async (file: string): Promise<string> => {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile())
    throw new UsageError(`token ${file} is no file: npx --no -- preflight token --to ${file} writes it`);
  if (stats.size > bytesMax)
    throw new UsageError(`token ${file} is larger than any token: npx --no -- preflight token writes one`);
  const text = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    throw new UsageError(`token ${file} cannot be read (${thrown.code})`);
  });
  const isSealed = text.startsWith('preflight.sealed/');
  if (!isSealed && !isPrivate(stats)) throw new UsageError(`token ${file} is open to others: chmod 600 ${file}`);
  return text;
};

const opened = async (file: string, passphrase: string | undefined): Promise<string> => {
  const text = await textOf(file);
  if (!text.startsWith('preflight.sealed/')) return text;
  if (!passphrase)
    throw new UsageError(`token ${file} is sealed: set PREFLIGHT_STATE_PASSPHRASE as where it was written`);
  return (
    await unsealed(text, passphrase).catch((thrown: unknown) => {
      if (thrown instanceof SealBroken) throw new UsageError(`token ${file} cannot be opened: ${thrown.message}`);
      throw thrown;
    })
  ).toString('utf8');
};

const parsed = (file: string, text: string): z.infer<typeof handedOn> => {
  try {
    return handedOn.parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      `token ${file} is damaged, or no token of ours: npx --no -- preflight token --to ${file} writes it anew`,
    );
  }
};

/** @throws UsageError for what is no token of this account; nothing was sent. */
export const readHandedOn = async (
  file: string,
  account: Account,
  { PREFLIGHT_STATE_PASSPHRASE: passphrase }: NodeJS.ProcessEnv,
): Promise<HandedOn> => {
  const { schema, account: of, ...tokens } = parsed(file, await opened(file, passphrase));
  if (of !== accountHash(account, account.credentials)) {
    throw new UsageError(`token ${file} is one of another service, or of other credentials, than this target has`);
  }
  if (account.otherPartner && !tokens.other) {
    throw new UsageError(`token ${file} has none of otherPartner: write it anew with this target file`);
  }
  return tokens;
};

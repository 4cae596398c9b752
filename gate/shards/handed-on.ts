/** Hands the tokens of a target on to the shards of a run, in a file that is sealed, or that its owner alone reads. */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { type Client, createClient, TokenUnavailable } from '../../client/client.ts';
import { address } from '../../client/http/address.ts';
import { ledgersOf } from '../../client/ledgers/user-ledgers.ts';
import { loginBudget } from '../../client/tokens/login-budget.ts';
import { type CachedToken, cachedToken, sharedByClients, tokenCache } from '../../client/tokens/token-cache.ts';
import { handedOnIsOver } from '../../client/tokens/token-holder.ts';
import { exitCodes, isPipeline } from '../../contracts/exit-codes.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { originalOf } from '../../contracts/standing.ts';
import type { Credentials, Target } from '../../contracts/target.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { type Flow, flow } from '../../engine/flow.ts';
import type { Runner } from '../../engine/run.ts';
import { emptyTrace } from '../../engine/run-folder.ts';
import { ensureFolder, isPrivate, writePrivate } from '../../stores/private-files.ts';
import { SealBroken, sealed, statePassphrase, unsealed } from '../../stores/sealed.ts';
import { memoryStores, type Stores } from '../../stores/store.ts';
import { loadTarget } from '../../targets/load.ts';
import type { Caller } from '../caller.ts';
import { notWritable, pathForPerson } from '../results.ts';
import { assertWayOut, type Surroundings } from '../surroundings.ts';
import type { Walker } from '../walker.ts';
import type { TokenHandedOn } from '../walker-messages.ts';

type HandedOnToken = {
  /** Records a flow as long as the token serves. */
  record(running: Runner, flow: Flow): Promise<Trace>;
  /** Of a flow in which the token ended, nothing but that: what was refused then says nothing of the service. */
  judgeable(trace: Trace): Trace;
};

const isRefused = ({ bearer, response }: Exchange): boolean =>
  (bearer === 'own' || bearer === 'other') && response?.status === 401;

/** One read for each token that was refused. */
const tokensStillServe = (bearers: readonly ('own' | 'other')[]): Flow =>
  flow('tokens-still-serve', {
    story: 'Use the tokens once more that were refused.',
    phase: 'main',
    operations: ['countries'],
    exercises: [],
    input: fc.constant({}),
    run: async ({ send }) => {
      for (const bearer of bearers) await send({ operation: 'countries', bearer });
    },
  });

const stopped = { because: 'trouble', reason: handedOnIsOver } as const;

/** Watches a token that was handed on: when it has ended, nothing more is measured, and no clause is broken by that. */
export const handedOnToken = (now: () => number): HandedOnToken => {
  const endedIn = new Set<string>();

  /** A token that was revoked does not come back: one that serves afterwards was refused by fault. */
  const hasEnded = async (running: Runner, { exchanges, cleanUp = [] }: Trace): Promise<boolean> => {
    const refused = [...exchanges, ...cleanUp].filter(isRefused);
    if (refused.length === 0) return false;
    const bearers = (['own', 'other'] as const).filter((each) => refused.some(({ bearer }) => bearer === each));
    const { exchanges: after } = await running.record(tokensStillServe(bearers));
    return after.length < bearers.length || after.some(({ response }) => !response || response.status === 401);
  };

  return {
    record: async (running, walked) => {
      if (endedIn.size > 0) return { ...emptyTrace(walked.id, new Date(now()).toISOString()), stopped };
      const trace = await running.record(walked);
      if (await hasEnded(running, trace)) endedIn.add(trace.flow);
      return trace;
    },
    judgeable: (trace) => {
      if (!endedIn.has(originalOf(trace.flow))) return trace;
      const { bookings, warnings, input, startedAt, flow: id } = trace;
      return {
        ...emptyTrace(id, startedAt),
        input,
        ...(bookings && { bookings }),
        ...(warnings && { warnings }),
        stopped,
      };
    },
  };
};

const handedOn = z.strictObject({
  schema: z.literal('preflight.token/1'),
  /** Of which service, and of whom. */
  account: z.string(),
  own: cachedToken,
  other: cachedToken.optional(),
});
type HandedOn = Omit<z.infer<typeof handedOn>, 'schema' | 'account'>;

/** Some tokens, and nothing else. */
const bytesMax = 256 * 1024;

type ShardedTarget = Pick<Target, 'baseUrl' | 'credentials' | 'otherPartner'>;

/** Where the tokens of a credential are kept; null for none. */
const cacheOf = (stores: Stores, { baseUrl }: ShardedTarget, credentials: Credentials) => {
  const { origin, prefix } = address(baseUrl);
  return tokenCache(stores, { baseUrl: `${origin}${prefix}`, ...credentials });
};

/** The same for the same service and credentials, and shows neither. */
export const accountHash = ({ baseUrl }: ShardedTarget, { clientId, clientSecret }: Credentials, salt = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([salt, baseUrl, clientId, clientSecret]))
    .digest('hex');

/** Puts the tokens where a client looks for them. */
export const putInto = async (stores: Stores, { own, other }: HandedOn, account: ShardedTarget): Promise<void> => {
  await cacheOf(stores, account, account.credentials).put(own);
  if (other && account.otherPartner) await cacheOf(stores, account, account.otherPartner).put(other);
};

/** For a client that has no other tokens. */
export const storesOf = async (tokens: HandedOn, account: ShardedTarget): Promise<Stores> => {
  const stores = memoryStores();
  await putInto(stores, tokens, account);
  return stores;
};

/**
 * @throws UsageError where all users of the machine could read it.
 */
export const writeHandedOn = async (
  file: string,
  tokens: HandedOn,
  account: ShardedTarget,
  { PREFLIGHT_STATE_PASSPHRASE: passphrase }: NodeJS.ProcessEnv,
): Promise<void> => {
  const text = JSON.stringify({
    schema: 'preflight.token/1',
    account: accountHash(account, account.credentials),
    ...tokens,
  });
  await ensureFolder(dirname(file)).catch(notWritable(file));
  await writePrivate(file, passphrase ? await sealed(Buffer.from(text), passphrase) : text).catch(notWritable(file));
};

/**
 * @throws UsageError in a pipeline without a passphrase: every reader of the pipeline could read the token.
 */
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
  account: ShardedTarget,
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

/** Why no token can be handed on. */
class NotObtained extends Error {}

/** A token that serves. The first request shows whether a kept one still does; where it does not, asks for another. */
const obtained = async (
  name: 'own' | 'other',
  { client, stores, target }: { client: Client; stores: Stores; target: Target },
): Promise<CachedToken> => {
  const credentials = name === 'own' ? target.credentials : (target.otherPartner ?? target.credentials);
  const exchange = await client.send({ operation: 'countries', bearer: name }, { exchanges: [] });
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') throw new NotObtained(`countries: ${outcome.trouble}`);
  if (exchange.response?.status === 401) throw new NotObtained('the service refuses the token that it has just issued');
  const token = await cacheOf(stores, target, credentials).get();
  if (!token) throw new NotObtained('the answer to the login does not say when its token ends');
  return token;
};

/**
 * Asks for the tokens of a target once, or takes kept ones, and writes them into a file.
 *
 * @throws UsageError for a target or a file that cannot be used.
 */
export const handOn = async (
  source: string,
  to: string,
  environment: NodeJS.ProcessEnv,
  now: () => number,
): Promise<TokenHandedOn> => {
  const target = await loadTarget(source, environment);
  const shared = sharedByClients(environment);
  const stores = shared.tokenCache ?? memoryStores();
  const { state } = ledgersOf(target, environment);
  const budget = loginBudget(
    target.may.extraTokens?.perRun ?? 0,
    state && { stores: state, baseUrl: target.baseUrl, now },
  );
  const client = createClient({ ...target, proxy: environment, ...shared, tokenCache: stores, loginBudget: budget });
  try {
    const own = await obtained('own', { client, stores, target });
    const other = target.otherPartner && (await obtained('other', { client, stores, target }));
    const file = resolve(to);
    await writeHandedOn(file, { own, ...(other && { other }) }, target, environment);
    const { tokensRequested: logins } = client.counts();
    return { target: target.name, file: pathForPerson(file), logins, expiresAt: own.expiresAt };
  } catch (thrown) {
    if (!(thrown instanceof NotObtained || thrown instanceof TokenUnavailable)) throw thrown;
    return { why: thrown.message };
  } finally {
    await client.close();
  }
};

export type TokenOptions = { readonly target: string; readonly to: string };

/**
 * `preflight token`: hands the tokens of a target on to the shards of a run.
 *
 * @returns The exit code.
 */
export const runToken = async (
  { target, to }: TokenOptions,
  { isEmbedded, environment }: Surroundings,
  { walker, print, result, notice }: Pick<Caller, 'print' | 'result' | 'notice'> & { readonly walker: Walker },
): Promise<number> => {
  if (isEmbedded)
    throw new UsageError('the embedded sandbox ends with the command, and so would its token: name --target');
  assertMayHandOn(environment);
  await assertWayOut(environment);
  const token = await walker.handOn(target, to, environment);
  if ('why' in token) {
    notice(`no token can be handed on: ${token.why}`);
    return exitCodes.unmeasured;
  }
  const { file, logins, expiresAt } = token;
  result({ to: file, logins, expiresAt });
  print(`token  ${token.target}, until ${expiresAt}, handed on in ${file}`);
  return exitCodes.pass;
};

/** `preflight token`: asks for the tokens of a target once, or takes those that are kept, and hands them on to shards. */
import { resolve } from 'node:path';
import { type Client, createClient, TokenUnavailable } from '../../client/client.ts';
import { ledgersOf } from '../../client/ledgers/user-ledgers.ts';
import { loginBudget } from '../../client/tokens/login-budget.ts';
import type { CachedToken } from '../../client/tokens/token-cache.ts';
import { sharedByClients } from '../../client/tokens/user-token-cache.ts';
import { exitCodes } from '../../contracts/exit-codes.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import { UsageError } from '../../contracts/usage-error.ts';
import { memoryStores } from '../../stores/memory-stores.ts';
import type { Stores } from '../../stores/store.ts';
import { loadTarget } from '../../targets/load.ts';
import type { Caller } from '../caller.ts';
import { pathForPerson } from '../results.ts';
import { assertWayOut, type Surroundings } from '../surroundings.ts';
import { assertMayHandOn, cacheOf, writeHandedOn } from './handed-on.ts';

export type TokenOptions = { readonly target: string; readonly to: string };

/** Why no token can be handed on. */
class NotObtained extends Error {}

/** A token that serves: the first request with it tells, and asks for another where a kept one has ended. */
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
  if (!token) throw new NotObtained('the login did not tell when its token ends, and nobody could know when it does');
  return token;
};

/** @returns The exit code. */
export const runToken = async (
  { target: source, to }: TokenOptions,
  { isEmbedded, environment }: Surroundings,
  { print, result, notice }: Pick<Caller, 'print' | 'result' | 'notice'>,
): Promise<number> => {
  if (isEmbedded)
    throw new UsageError('the embedded sandbox ends with the command, and so would its token: name --target');
  assertMayHandOn(environment);
  await assertWayOut(environment);
  const target = await loadTarget(source, environment);
  const shared = sharedByClients(environment);
  const stores = shared.tokenCache ?? memoryStores();
  const { state } = ledgersOf(target, environment);
  const counted = state && { stores: state, baseUrl: target.baseUrl, now: Date.now };
  const budget = loginBudget(target.may.extraTokens?.perRun ?? 0, counted);
  const client = createClient({ ...target, proxy: environment, ...shared, tokenCache: stores, loginBudget: budget });
  try {
    const own = await obtained('own', { client, stores, target });
    const other = target.otherPartner && (await obtained('other', { client, stores, target }));
    const file = resolve(to);
    await writeHandedOn(file, { own, ...(other && { other }) }, target, { environment });
    const logins = client.counts().tokensRequested;
    result({ to: pathForPerson(file), logins, expiresAt: own.expiresAt });
    print(`token  ${target.name}, until ${own.expiresAt}, handed on in ${pathForPerson(file)}`);
    return exitCodes.pass;
  } catch (thrown) {
    if (!(thrown instanceof NotObtained || thrown instanceof TokenUnavailable)) throw thrown;
    notice(`no token can be handed on: ${thrown.message}`);
    return exitCodes.unmeasured;
  } finally {
    await client.close();
  }
};

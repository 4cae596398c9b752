/** Asks for the tokens of a target once, or takes kept ones, and writes them into a file for the shards of a run. */
import { resolve } from 'node:path';
import { type Client, createClient, TokenUnavailable } from '../../client/client.ts';
import { ledgersOf } from '../../client/ledgers/user-ledgers.ts';
import { loginBudget } from '../../client/tokens/login-budget.ts';
import type { CachedToken } from '../../client/tokens/token-cache.ts';
import { sharedByClients } from '../../client/tokens/user-token-cache.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import { memoryStores } from '../../stores/memory-stores.ts';
import type { Stores } from '../../stores/store.ts';
import { loadTarget } from '../../targets/load.ts';
import { pathForPerson } from '../results.ts';
import type { TokenHandedOn } from '../walker-messages.ts';
import { cacheOf, writeHandedOn } from './handed-on.ts';

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

/** @throws UsageError for a target or a file that cannot be used. */
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

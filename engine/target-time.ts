/** What time it is at the target, asked for without a token and without any other effect. */
import type { Logger } from 'pino';
import { type Client, createClient } from '../client/client.ts';
import { sharedByClients } from '../client/tokens/user-token-cache.ts';
import type { Target } from '../contracts/target.ts';

/** On the clock of the service, ms since the epoch; on ours where no answer says it. */
export const targetNowMs = async (client: Client): Promise<number> => {
  if (client.clockOffsetMs() === null) {
    await client.send({ operation: 'countries', bearer: 'missing' }, { exchanges: [] });
  }
  return client.clock.span().to;
};

export const targetTime = async (
  { baseUrl, aviaPath, credentials, limits }: Target,
  { environment, ...own }: { environment: NodeJS.ProcessEnv; logger?: Logger; now?: () => number },
): Promise<number> => {
  const { turnsOf, contact } = sharedByClients(environment);
  const client = createClient({ baseUrl, aviaPath, credentials, limits, proxy: environment, turnsOf, contact, ...own });
  try {
    return await targetNowMs(client);
  } finally {
    await client.close();
  }
};

/** The embedded reference sandbox: the default target, and an example of every setting. */
import { request } from 'undici';
import type { Levers, OpenWorld } from '../contracts/target.ts';
import { env, target } from './target.ts';

/** Set by the gate when it starts the sandbox itself; set it yourself for one that already runs. */
export const sandboxUrlVariable = 'PREFLIGHT_SANDBOX_URL';

const administer = async (address: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered = (await answer.body.json()) as Record<string, unknown>;
  if (answer.statusCode >= 300)
    throw new Error(`the sandbox refused ${new URL(address).pathname}: ${answered.message}`);
  return answered;
};

/** The world that an address leads to: `…/worlds/<id>`, or the default one at the root. */
const worldAt = (baseUrl: string): { origin: string; world: string } => {
  const [, origin = baseUrl, world = 'default'] = /^(.*?)(?:\/worlds\/([^/]+))?\/?$/.exec(baseUrl) ?? [];
  return { origin, world };
};

/** What the sandbox lets us do from outside, by the address of one of its worlds. */
const levers = (baseUrl: string): Levers => {
  const advance = (at: string) => async (advanceMs: number) => {
    const { origin, world } = worldAt(at);
    await administer(`${origin}/_admin/worlds/${world}/clock`, { advanceMs });
  };
  return {
    advanceClock: advance(baseUrl),
    openWorld: async (): Promise<OpenWorld> => {
      const { origin, world } = worldAt(baseUrl);
      const opened = await administer(`${origin}/_admin/worlds`, { like: world });
      return {
        baseUrl: String(opened.baseUrl),
        advanceClock: advance(String(opened.baseUrl)),
        close: async () => {
          await request(`${origin}/_admin/worlds/${opened.id}`, { method: 'DELETE' }).then(({ body }) => body.dump());
        },
      };
    },
  };
};

export default target({
  name: 'sandbox',
  baseUrl: env(sandboxUrlVariable),
  credentials: { clientId: 'preflight-partner', clientSecret: 'Kd7-sandbox-Vq2mXw94-secret' },
  otherPartner: { clientId: 'other-partner', clientSecret: 'Zt5-sandbox-Hn8cRb61-secret' },
  revision: '2026-08-31',
  may: { extraTokens: { perRun: 1 } },
  limits: { requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: 8, deadlineMs: 10_000, runDeadlineMs: 120_000 },
  known: { hotels: [7, 42, 118, 903, 1204, 5570, 10_018, 23_456, 77_801, 104_729] },
  levers,
});

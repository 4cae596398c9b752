/** What the sandbox lets us do from outside: move a clock, open a world. */
import { request } from 'undici';
import type { KnownTicket, Levers, OpenWorld } from '../contracts/target.ts';

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
export const sandboxLevers = (baseUrl: string): Levers => {
  const advance = (at: string) => async (advanceMs: number) => {
    const { origin, world } = worldAt(at);
    await administer(`${origin}/_admin/worlds/${world}/clock`, { advanceMs });
  };
  const use = (at: string) => async (ticket: KnownTicket) => {
    const { origin, world } = worldAt(at);
    await administer(`${origin}/_admin/worlds/${world}/coupons`, ticket);
  };
  return {
    advanceClock: advance(baseUrl),
    useCoupon: use(baseUrl),
    openWorld: async (): Promise<OpenWorld> => {
      const { origin, world } = worldAt(baseUrl);
      const opened = await administer(`${origin}/_admin/worlds`, { like: world });
      return {
        baseUrl: String(opened.baseUrl),
        advanceClock: advance(String(opened.baseUrl)),
        useCoupon: use(String(opened.baseUrl)),
        close: async () => {
          await request(`${origin}/_admin/worlds/${opened.id}`, { method: 'DELETE' }).then(({ body }) => body.dump());
        },
      };
    },
  };
};

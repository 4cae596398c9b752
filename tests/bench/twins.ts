/** A sandbox with a healthy twin that is asked the same: where the two answer differently, a fault has come about. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { request as sent } from 'undici';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';

/** What is known of a world and of its twin. */
type Pair = { hold(): void; hasDiffered: boolean; close(): void };

export type Twins = Pick<Sandbox, 'openWorld' | 'close'> & {
  /** Whether the last world that was opened has answered other than its twin. */
  readonly haveDiffered: () => boolean;
  /** How often the last world did something, by the name under which it counts that. */
  readonly counted: (name: string) => number;
};

const worldIn = (path: string): string => /\/worlds\/([^/?]+)/.exec(path)?.[1] ?? '';

const answerOf = async (base: string, { method, url, headers }: IncomingMessage, body: string) => {
  const { connection: _, host: __, 'content-length': ___, ...rest } = headers;
  const response = await sent(`${base}${url}`, {
    method: (method ?? 'GET') as 'GET',
    headers: rest as Record<string, string>,
    ...(body !== '' && { body }),
  });
  return { status: response.statusCode, headers: response.headers, bytes: await response.body.text() };
};

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Both see the same moment in one request, so that only a fault can make a difference. */
export const startTwins = async (): Promise<Twins> => {
  const [odd, healthy] = await Promise.all([startSandbox(), startSandbox()]);
  const pairs = new Map<string, Pair>();
  let opened = 0;
  let last: Pair | undefined;
  let url = '';

  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const pair = pairs.get(worldIn(request.url ?? ''));
    pair?.hold();
    const [ours, twin] = [await answerOf(odd.url, request, body), await answerOf(healthy.url, request, body)];
    const isAdmin = request.url?.startsWith('/_admin') === true;
    if (pair && !isAdmin && (ours.status !== twin.status || ours.bytes !== twin.bytes)) pair.hasDiffered = true;
    const bytes = isAdmin ? ours.bytes.replaceAll(odd.url, url) : ours.bytes;
    if (isAdmin && request.method === 'POST') {
      const { like } = JSON.parse(body || '{}') as { like?: string };
      const { id } = JSON.parse(bytes) as { id?: string };
      const original = like === undefined ? undefined : pairs.get(like);
      if (id !== undefined && original) pairs.set(id, original);
    }
    for (const [name, value] of Object.entries(ours.headers)) {
      if (value !== undefined && !hopByHop.includes(name)) response.setHeader(name, value);
    }
    response.writeHead(ours.status).end(bytes);
  };

  // In turn: a world and its twin must meet the same requests in the same order.
  let turn: Promise<void> = Promise.resolve();
  const front = createServer((request, response) => {
    turn = turn.then(() => answered(request, response)).catch(() => void response.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

  return {
    openWorld: ({ now = Date.now, ...options } = {}) => {
      last?.close();
      let heldAt = now();
      opened += 1;
      const id = `twin-${opened}`;
      const both = [odd, healthy].map((sandbox) =>
        sandbox.openWorld({
          ...options,
          id,
          now: () => heldAt,
          faults: sandbox === odd ? (options.faults ?? []) : [],
        }),
      );
      const pair: Pair = {
        hasDiffered: false,
        hold: () => {
          heldAt = now();
        },
        close: () => {
          for (const { close } of both) close();
          pairs.delete(id);
        },
      };
      pairs.set(id, pair);
      last = pair;
      // What has differed is asked for after the run in it: the next one closes it.
      return { id, baseUrl: `${url}/worlds/${id}`, close: () => {} };
    },
    counted: (name) => odd.world(`twin-${opened}`)?.counted(name) ?? 0,
    haveDiffered: () => last?.hasDiffered ?? false,
    close: async () => {
      front.closeAllConnections();
      front.close();
      await Promise.all([odd.close(), healthy.close()]);
    },
  };
};

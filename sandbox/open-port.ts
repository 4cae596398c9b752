/** A port of this machine that is open before what answers behind it is loaded: the first request waits for it. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OpenedService = { readonly handle: RequestListener; readonly close: () => Promise<void> };

export type OpenPort = {
  readonly url: string;
  /** Loads what answers ahead of the first request. */
  readonly load: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** As long as Fastify leaves a connection open that is unused, in ms: a client keeps them for its next request. */
const keepAliveTimeoutMs = 72_000;

/** @param service Called once, with the address of the port, at the first request or when `load` is called. */
export const openPort = async (service: (url: string) => Promise<OpenedService>): Promise<OpenPort> => {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: 0 });
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let serving: Promise<OpenedService> | undefined;
  const served = (): Promise<OpenedService> => {
    serving ??= service(url);
    return serving;
  };
  server.on('request', async (request, response) => (await served()).handle(request, response));
  return {
    url,
    load: async () => {
      await served();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, serving?.then(({ close }) => close())]);
    },
  };
};

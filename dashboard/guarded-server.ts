/** What every server of ours has: who may ask is looked at before anything else, sizes are limited, and a refusal is a line. */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { UsageError } from '../contracts/usage-error.ts';
import { type Guard, guardOf, isLoopback } from './security.ts';

/** Where it listens, and who may ask. */
export type Listening = {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Further names under which it may be called. */
  readonly names?: readonly string[] | undefined;
  readonly token?: string | undefined;
  readonly now: () => number;
};

export type Served = { readonly url: string; close(): Promise<void> };

type Guarded = {
  /** As a person calls it. */
  readonly what: string;
  /** The variable of the environment that has the token. */
  readonly variable: string;
  readonly cookie: string;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is answered without a token: none of it says anything of what is kept. */
  readonly isOpen: (path: string) => boolean;
  /** What an error is to who asked: a status below 600, and a line. */
  readonly refusalOf: (thrown: unknown) => { readonly status: number; readonly error: string };
};

const bodyBytesMax = 16 * 1_024;

/** With the status that says so. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** That of a refusal of ours, or of the library; 500 for whatever else was thrown. */
export const statusOfRefusal = (thrown: unknown): number => {
  if (thrown instanceof Refused) return thrown.status;
  const { statusCode } = Object(thrown) as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? statusCode : 500;
};

/** Before anything is looked at. */
const assertAllowed = (guard: Guard, { what, isOpen }: Guarded, { headers, method, url }: FastifyRequest): void => {
  if (!guard.isMeant(headers)) throw new Refused(403, `this name is none of this ${what}: see --name`);
  // Whoever follows a link from elsewhere may look; a page of somebody else may not ask behind its reader's back.
  const isLink = (method === 'GET' || method === 'HEAD') && headers['sec-fetch-mode'] === 'navigate';
  if (!isLink && !guard.isOfOurPages(headers)) {
    throw new Refused(403, 'this was sent by a page of somebody else');
  }
  if (!isOpen(url.split('?')[0] ?? '') && !guard.isKnown(headers)) throw new Refused(401, 'a token is needed');
};

/** @throws UsageError where the port is taken. */
const listen = async (app: FastifyInstance, { host, port }: Listening): Promise<string> => {
  try {
    await app.listen({ host, port });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(`port ${port} of ${host} cannot be opened (${code}): name another with --port`);
  }
  const { address, family, port: open } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${open}`;
};

/**
 * @returns A server to which routes are added before it listens.
 * @throws UsageError where it would be open beyond this machine without a token.
 */
export const guardedServer = (listening: Listening, guarded: Guarded) => {
  const { host, names = [], token, now } = listening;
  const { variable, cookie, headers, refusalOf } = guarded;
  if (!isLoopback(host) && token === undefined) {
    throw new UsageError(
      `--host ${host} is open to others: set ${variable} to a secret of 16 characters or more, or leave --host out`,
    );
  }
  const guard = guardOf({ host, names, token, cookie, now });
  const app = fastify({ bodyLimit: bodyBytesMax, forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  // A form of any page can be sent as text without being asked for.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    assertAllowed(guard, guarded, request);
  });
  app.setErrorHandler((thrown, _request, reply) => {
    const { status, error } = refusalOf(thrown);
    return reply.code(status).send({ error });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'there is nothing at this address' }));
  app.get('/healthz', () => ({ ok: true }));
  return { app, guard, listen: (): Promise<string> => listen(app, listening) };
};

/** Small servers on port 0 for the tests of the client, which end with the test that started them. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type ClientOptions, createClient } from '../../../client/client.ts';
import type { Exchange } from '../../../contracts/trace.ts';

const listening = async (server: Server, context: TestContext): Promise<string> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server of HTTP; gives back its base url. */
export const httpServer = (context: TestContext, listener: RequestListener): Promise<string> =>
  listening(createServer(listener), context);

export const connectionServer = (context: TestContext, onConnection: (socket: Socket) => void): Promise<string> =>
  listening(createNetServer(onConnection), context);

/** A server of bytes, for what no HTTP server would send. */
export const byteServer = (context: TestContext, onRequest: (socket: Socket) => void): Promise<string> =>
  connectionServer(context, (socket) => socket.once('data', () => onRequest(socket)));

export const jsonReply = (response: ServerResponse, status: number, body: unknown, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const bodyText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT whose signature is drawn from its claims; no test verifies it here. */
export const jwtOf = (claims: object, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
  const start = `${encoded(header)}.${encoded(claims)}`;
  return `${start}.${Buffer.from(start).toString('base64url').slice(-43)}`;
};

export const credentials = { clientId: 'client-1234567890', clientSecret: 'S3cret/of+the=client' };
export const otherPartner = { clientId: 'client-0987654321', clientSecret: 'An0ther-secret-value' };

export const startMs = Date.parse('2026-09-01T12:00:00Z');

export type Asked = { readonly path: string; readonly bearer: string | undefined; readonly body: string };

/** What a server says to a login; counting from 1. */
export type Login = (count: number, body: string) => { readonly status: number; readonly body: unknown };

export const issues =
  (lifetimeMs = 86_400_000): Login =>
  (count) => ({
    status: 200,
    body: {
      token: jwtOf({ sub: 'partner', jti: `token-${count}`, iat: startMs / 1000 }),
      expiresAt: new Date(startMs + lifetimeMs).toISOString(),
    },
  });

/** A service with a login and lists that always answer with an empty list, unless an option says otherwise. */
export const service = async (
  context: TestContext,
  options: {
    readonly login?: Login;
    readonly reply?: (asked: Asked, response: ServerResponse) => void;
    readonly dateMs?: () => number;
  } = {},
): Promise<{ readonly baseUrl: string; readonly asked: Asked[]; readonly logins: () => number }> => {
  const { login = issues(), reply = (_, response) => jsonReply(response, 200, []), dateMs = () => startMs } = options;
  const asked: Asked[] = [];
  const logins = () => asked.filter(({ path }) => path.endsWith('/auth/token')).length;
  const baseUrl = await httpServer(context, async (request, response) => {
    const entry = {
      path: request.url ?? '',
      bearer: request.headers.authorization?.replace(/^Bearer /, ''),
      body: await bodyText(request),
    };
    asked.push(entry);
    response.setHeader('date', new Date(dateMs()).toUTCString());
    if (!entry.path.endsWith('/auth/token')) return reply(entry, response);
    const answer = login(logins(), entry.body);
    jsonReply(response, answer.status, answer.body);
  });
  return { baseUrl, asked, logins };
};

export const unlimited = { requestsPerSecond: Number.POSITIVE_INFINITY, concurrency: Number.POSITIVE_INFINITY };

/** A client without limits of pace, whose clock stands still unless an option says otherwise, and a recorder. */
export const clientOf = (context: TestContext, baseUrl: string, options: Partial<ClientOptions> = {}) => {
  const client = createClient({
    baseUrl,
    credentials,
    proxy: 'none',
    now: () => startMs,
    ...options,
    limits: { ...unlimited, ...options.limits },
  });
  context.after(() => client.close());
  const exchanges: Exchange[] = [];
  return { client, recorder: { exchanges }, exchanges };
};

/** A service, and a client of it. */
export const served = async (
  context: TestContext,
  options: Parameters<typeof service>[1] = {},
  clientOptions: Partial<ClientOptions> = {},
) => {
  const made = await service(context, options);
  return { ...made, ...clientOf(context, made.baseUrl, clientOptions) };
};

export const expired = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJBFcxuyMCzjs6mrT
Byc5BrIY+Tx3e8Cwl6s3Zf+XCnahRANCAAStfIekbajTULl0bd9PrD+trJHl/v6n
RnRkKIfHiXBPQbczrFVpnVYHZGGqiFWrjsf+iIDNrQ5qI7cYasSwV6mC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBVzCB/aADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABK18h6RtqNNQuXRt30+s
P62skeX+/qdGdGQoh8eJcE9BtzOsVWmdVgdkYaqIVauOx/6IgM2tDmojtxhqxLBX
qYKjQDA+MA8GA1UdEQQIMAaHBH8AAAEwDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQU
VkjdVUdcPU6q3XGRfvk9dq/oFMcwCgYIKoZIzj0EAwIDSQAwRgIhAP77igdtorBn
rnV0kO5CfXS8/KOWnnSHtW4+mmZYhLG7AiEA25rCGgLAgOK82k6k3eisAhBkIs5+
ir9VA4GKUWiJW80=
-----END CERTIFICATE-----`,
};

export const notYetValid = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiK7abBjdNZRdSIci
foZ5Gfwm7j0IgWTkRv8hGT/pX9WhRANCAARWjsRYM3/eWzqj/aS6lLGei5Ve0T/n
lArKaAMJZvykg5BVmRHXuSPK59D+cGA11BEtQGEHjvS0sUwOxzNopSsC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBWzCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIhgPMjA5MDAxMDEwMDAwMDBaGA8yMDkxMDEwMTAwMDAwMFowFDESMBAGA1UE
AwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVo7EWDN/3ls6
o/2kupSxnouVXtE/55QKymgDCWb8pIOQVZkR17kjyufQ/nBgNdQRLUBhB470tLFM
DsczaKUrAqNAMD4wDwYDVR0RBAgwBocEfwAAATAMBgNVHRMEBTADAQH/MB0GA1Ud
DgQWBBTEJX6s6yUoica7SvlxRS/qp3wb+TAKBggqhkjOPQQDAgNIADBFAiA1G8V4
cN/6EeGVS/H94JHGJZfPmqEv1m+omI1B7JmPyAIhAMjyjOGDcF8Yr4i749FvdevX
enASlnaSM3Kq7v5fXDT3
-----END CERTIFICATE-----`,
};

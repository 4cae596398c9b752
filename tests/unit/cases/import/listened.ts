/** Stands between a client and a sandbox, and writes what goes by as a browser would save it: HAR 1.2. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const pairsOf = (headers: Iterable<readonly [string, string]>) =>
  [...headers].map(([name, value]) => ({ name, value }));

/** Of one connection alone. */
const hopByHop = new Set('connection content-encoding content-length transfer-encoding host keep-alive'.split(' '));

const without = (headers: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !hopByHop.has(name)));

/** @param now The clock that service and client have. */
export const listened = async (origin: string, now: () => number) => {
  let entries: object[] = [];

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedMs = now();
    const body = await text(request);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const sent = {
      method: request.method ?? 'GET',
      url: `${origin}${request.url}`,
      headers: pairsOf(headers),
      ...(body !== '' && { postData: { mimeType: 'application/json', text: body } }),
    };
    const startedDateTime = new Date(startedMs).toISOString();
    const note = (answer: object) =>
      entries.push({ startedDateTime, time: now() - startedMs, request: sent, response: answer });
    try {
      const answer = await fetch(sent.url, {
        method: sent.method,
        headers: without(headers),
        redirect: 'manual',
        ...(body !== '' && { body }),
      });
      const answered = await answer.text();
      const content = { size: answered.length, mimeType: answer.headers.get('content-type') ?? '', text: answered };
      note({ status: answer.status, headers: pairsOf(answer.headers), content });
      response.writeHead(answer.status, without(answer.headers)).end(answered);
    } catch {
      note({ status: 0, headers: [], content: { size: 0, mimeType: '' } });
      request.socket.destroy();
    }
  };

  const server = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What went by since it was asked last. */
    har: (): string => {
      const log = { version: '1.2', creator: { name: 'listened', version: '1' }, entries };
      entries = [];
      return JSON.stringify({ log });
    },
    close: (): Promise<void> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

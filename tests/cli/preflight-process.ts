/** Runs the real command in an empty folder, as a person would. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunRecord } from '../../contracts/run-record.ts';

/** The commands of a page of docs/, block by block, without what is said beside them. */
export const commandBlocks = (page: string): string[][] =>
  [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +# /)[0]?.trim() ?? ''),
  );

/** The paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
};

/** What a run may see of the environment: no proxies and no other sandbox. It keeps its state in its folder. */
export const plainEnvironment = (folder: string): NodeJS.ProcessEnv => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_STATE_HOME: join(folder, 'state'),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  };
};

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Gone when the tests of the file have ended. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  folders.push(folder);
  return folder;
};

export type Started = {
  readonly pid: number | undefined;
  readonly folder: string;
  readonly ended: Promise<Ended>;
  /** Resolves once the text has been printed to standard output. */
  printed(text: string): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** Closes the end of the test of its standard output. */
  stopReading(): void;
};

/** Makes the launcher believe that it runs on a Node which is too old, so that it starts the one of the project. */
const olderNode = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });",
)}`;

type Options = { folder?: string; environment?: NodeJS.ProcessEnv; isOlderNode?: boolean };

export const started = (
  args: readonly string[],
  { folder = emptyFolder(), environment = {}, isOlderNode = false }: Options = {},
): Started => {
  const child = spawn(process.execPath, [...(isOlderNode ? ['--import', olderNode] : []), launcher, ...args], {
    cwd: folder,
    env: { ...plainEnvironment(folder), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    for (const watch of watchers) watch();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output, folder }));
  });
  return {
    pid: child.pid,
    folder,
    ended,
    printed: (text) =>
      Promise.race([
        ended.then(({ stdout }) => stdout),
        new Promise<string>((resolve) => {
          const watch = () => output.stdout.includes(text) && resolve(output.stdout);
          watchers.add(watch);
          watch();
        }),
      ]),
    signal: (name) => child.kill(name),
    stopReading: () => child.stdout.destroy(),
  };
};

export const preflight = (args: readonly string[], options?: Options): Promise<Ended> => started(args, options).ended;

/** The run record of the last run in a folder, as raw JSON. */
export const lastRecord = (folder: string): RunRecord =>
  JSON.parse(readFileSync(join(folder, 'results/latest/run.json'), 'utf8')) as RunRecord;

/** A server of a test, on a free port of this machine. */
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

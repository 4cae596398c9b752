/** The package as `npm pack` makes it, in a copy of the clone, and folders in which it is installed. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, emptyFolder, plainEnvironment } from '../cli/preflight-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const textOf = (command: string, args: readonly string[], folder: string): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environmentIn(folder),
  });

/** By which a registry is reached, and believed. */
const ofRegistry = /^(npm_config_(registry|cafile|proxy|https_proxy|noproxy)|NODE_EXTRA_CA_CERTS)$/i;

/** This Node comes first, also where another started the tests. */
export const environmentIn = (folder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ofRegistry.test(name))),
  ...plainEnvironment(folder),
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  // Nothing is asked of the registry but what is to be installed.
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_update_notifier: 'false',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
});

type Tarball = {
  readonly file: string;
  readonly size: number;
  readonly files: readonly string[];
  readonly clone: string;
};

/** A copy of the clone, without its tests. */
export const copiedClone = (): string => {
  const clone = emptyFolder();
  const files = textOf('git', ['ls-files', '--cached', '--others', '--exclude-standard'], root).trim().split('\n');
  const there = files.filter((file) => !file.startsWith('tests/') && existsSync(join(root, file)));
  for (const file of there) cpSync(join(root, file), join(clone, file));
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  return clone;
};

/** Packs a copy, so that tests that look at the clone meanwhile see nothing of it. */
export const packed = (): Tarball => {
  const clone = copiedClone();
  const [made] = JSON.parse(textOf('npm', ['pack', '--json'], clone)) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  return { file: join(clone, made.filename), size: made.size, files: made.files.map(({ path }) => path), clone };
};

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: true }>> };

/** What an installed package brings along, by the lock file: what only development needs is not there. */
const dependencies = (): string[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const own = Object.entries(packages).flatMap(([path, { dev }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name === undefined || dev ? [] : [name];
  });
  const scopes = new Set(readdirSync(join(root, 'node_modules')));
  return own.filter((name) => scopes.has(name.split('/')[0] ?? ''));
};

/** A folder in which it is installed, quickly: its dependencies are links to those of the clone. */
export const installed = ({ file }: Pick<Tarball, 'file'>): string => {
  const folder = emptyFolder();
  const modules = join(folder, 'node_modules');
  const own = join(modules, '@preflight-gate/preflight');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['xzf', file, '--strip-components=1', '-C', own]);
  for (const name of dependencies()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../@preflight-gate/preflight/cli/preflight.mjs', join(modules, '.bin/preflight'));
  return folder;
};

/** Runs a shell's lines in a folder, as a person would type them. */
export const shell = (lines: string, folder: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', lines], {
      cwd: folder,
      env: { ...environmentIn(folder), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said, folder }));
  });

/** A command in another terminal, with what it starts; it is ended by `close`. */
export const background = (
  command: string,
  folder: string,
): { readonly printed: (text: string) => Promise<string>; readonly close: () => void } => {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let said = '';
  child.stdout.setEncoding('utf8');
  return {
    printed: (text) =>
      new Promise((resolve, reject) => {
        child.stdout.on('data', (more: string) => {
          said += more;
          if (said.includes(text)) resolve(said);
        });
        child.once('close', (code) => reject(new Error(`${command} ended with ${code}`)));
      }),
    close: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    },
  };
};

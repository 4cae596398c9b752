/** How many of the project's own files a command loads. The process that walks for it is killed, and reports none. */
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/server.ts';
import { sandboxUrlVariable } from '../../targets/sandbox.ts';
import { launcher, runProcess } from './processes.ts';
import { type Row, rowOf } from './row.ts';

const root = new URL('../../', import.meta.url).href;

const commands = [
  { name: 'gate on one clause', args: ['gate', '--only', 'countries.sorted-by-id'], atMost: 120 },
  { name: 'report', args: ['report', 'results/latest'], atMost: 50 },
  { name: 'monitor --once', args: ['monitor', '--once'], atMost: 160 },
] as const;

/** Every file of the project that a process has loaded. */
const ownFiles = (folder: string): Set<string> => {
  const files = new Set<string>();
  for (const path of globSync(join(folder, '*.json'))) {
    const { result } = JSON.parse(readFileSync(path, 'utf8')) as { readonly result: readonly { url: string }[] };
    for (const { url } of result) if (url.startsWith(root) && !url.includes('/node_modules/')) files.add(url);
  }
  return files;
};

export const ownFilesRow = async (scratch: string): Promise<readonly Row[]> => {
  const sandbox = await startSandbox({ world: { scale: 'small' } });
  const rows: Row[] = [];
  try {
    for (const { name, args, atMost } of commands) {
      const folder = join(scratch, `coverage-${rows.length}`);
      mkdirSync(folder);
      const env = { ...process.env, NODE_V8_COVERAGE: folder, [sandboxUrlVariable]: sandbox.url };
      const code = await runProcess([launcher, ...args], { cwd: scratch, env });
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
      rows.push(rowOf(`own files of ${name}`, 'files', [ownFiles(folder).size], { atMost }));
    }
  } finally {
    await sandbox.close();
  }
  return rows;
};

/** A disk that is full at one file ends a command with one clear line and the right code, and what was judged is told. */
import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';
import { type Ended, emptyFolder, lastRecord, preflight as preflightProcess } from './preflight-process.ts';

/** To a file of that name, or its draft, nothing can be written. */
const script = (name: string): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { basename } from 'node:path';
  const isFull = (file) => basename(String(file)).startsWith(${JSON.stringify(name)});
  const full = (file) => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: String(file) });
  const real = { ...fs.promises };
  for (const each of ['writeFile', 'appendFile', 'open']) {
    fs.promises[each] = async (file, ...rest) => {
      if (isFull(file) && (each !== 'open' || /[wa+]/.test(rest[0] ?? 'r'))) throw full(file);
      return real[each](file, ...rest);
    };
  }
  export const restore = () => { Object.assign(fs.promises, real); syncBuiltinESMExports(); };
  syncBuiltinESMExports();`;

const moduleOf = (name: string): string => `data:text/javascript,${encodeURIComponent(script(name))}`;

/** Loaded first, in the command and in its workers. */
const fullAt = (name: string): NodeJS.ProcessEnv => ({ NODE_OPTIONS: `--import=${moduleOf(name)}` });

const fullHere = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  // Another module each time, which does it anew.
  fills += 1;
  const { restore } = (await import(`${moduleOf(name)}//${fills}`)) as { restore(): void };
  return work().finally(restore);
};
let fills = 0;

const fault = ['--fault', 'swaps-one-pair-deep-in-list'];
const finds = ['gate', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault];
const found = 'results/latest/cd94b032f6ae.bundle.json';

type Row = {
  readonly args: readonly string[];
  readonly file: string;
  readonly code: number;
  /** What was found, told all the same. */
  readonly tells?: RegExp;
};

const rows: readonly Row[] = [
  { args: finds, file: 'run.json', code: 1, tells: /^FAIL {2}cities\.sorted-by-id/m },
  { args: finds, file: 'junit.xml', code: 1, tells: /^FAIL {2}cities\.sorted-by-id/m },
  { args: [...finds.slice(0, 5), '--depth', 'probe'], file: 'run.json', code: 3, tells: /^COULD NOT MEASURE/m },
  { args: finds, file: 'plan.json', code: 2 },
  {
    args: ['compare', 'sandbox', 'sandbox', '--seed', '3', '--only', 'cities.sorted-by-id', ...fault],
    file: 'comparison.json',
    code: 3,
    tells: /cities\.sorted-by-id/,
  },
  {
    args: ['explore', '--seed', '3', '--only', 'explore-cities', '--requests', '40', ...fault],
    file: 'run.json',
    code: 1,
    tells: /^FAIL {2}cities\./m,
  },
  { args: ['repro', found, '--target', 'sandbox', ...fault], file: 'run.json', code: 3, tells: /still fails/ },
  { args: ['report', 'latest'], file: 'report.html', code: 2 },
  { args: ['export', found, '--as', 'letter', '--out', 'letter.md'], file: 'letter.md', code: 2 },
  { args: ['show', found, '--page', 'found.html'], file: 'found.html', code: 2 },
  { args: ['waive', found, '--reason', 'known', '--owner', 'Ann'], file: 'preflight.waivers.json', code: 2 },
  { args: ['init', 'acme'], file: 'acme.target.mts', code: 2 },
  { args: ['nightly', '--only', 'countries'], file: 'nightly.md', code: 2 },
];

test('a full disk', async (t) => {
  const folder = emptyFolder();
  equal((await preflight(finds, { folder })).code, 1);
  const { id } = lastRecord(folder);
  const assertTold = (ended: Ended, { code, tells }: Row): void => {
    equal(ended.code, code, ended.stdout + ended.stderr);
    const lines = ended.stderr.trimEnd().split('\n');
    equal(lines.length, 1, ended.stderr);
    match(lines[0] ?? '', /^preflight: \S+ cannot be written.*ENOSPC/);
    if (tells) match(ended.stdout, tells);
    // What an earlier run has found is still there.
    equal(lastRecord(folder).id, id);
  };
  for (const row of rows)
    await t.test(`${row.args[0]} without room for ${row.file}`, async () =>
      assertTold(await fullHere(row.file, () => preflight(row.args, { folder })), row),
    );
  const [first] = rows;
  if (first)
    await t.test('a process with its workers', async () =>
      assertTold(await preflightProcess(first.args, { folder, environment: fullAt(first.file) }), first),
    );
});

/** Beside target files of one's own, no command takes the sandbox inside for what was meant. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { preflight } from './preflight-here.ts';
import { emptyFolder, plainEnvironment } from './preflight-process.ts';

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

const folderWithTargets = (): string => {
  const folder = emptyFolder();
  for (const name of ['acme', 'beta']) writeFileSync(join(folder, `${name}.target.mts`), '');
  return folder;
};

for (const args of [[], ['gate'], ['nightly'], ['explore'], ['sweep'], ['obligations'], ['import', 'saved.har']]) {
  test(`preflight ${args.join(' ')} asks which of them`, async () => {
    const { code, stdout, stderr } = await preflight(args, { folder: folderWithTargets() });
    match(
      stderr,
      /^preflight: which target\? This folder has its own: name --target acme, --target beta, or --target /,
    );
    deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [2, '', 1]);
  });
}

test('what names the sandbox, or is about it alone, is what was meant', async () => {
  const folder = folderWithTargets();
  equal((await preflight(['gate', '--target', 'sandbox', '--dry-run'], { folder })).code, 0);
  match((await preflight(['gate', '--fault', 'x'], { folder })).stderr, /fault 'x' is unknown/);
});

test('--json stands before the name of a command, too', async () => {
  const { code, stdout } = await preflight(['--json', 'gate', '--depth', 'deep'], { folder: emptyFolder() });
  deepEqual([code, JSON.parse(stdout).schema], [2, 'preflight.ended/1']);
});

test('results are refused where no folder can be made, and the command ends', {
  skip: process.platform !== 'linux',
}, async () => {
  const { code, stderr } = await preflight(['gate', '--output', '/proc/x'], { folder: emptyFolder() });
  equal(code, 2);
  match(stderr, /cannot be written: the system refused \(ENOENT\)/);
});

test('a pass that could not be printed is none', { skip: process.platform !== 'linux' }, () => {
  const folder = emptyFolder();
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${launcher}" clauses >/dev/full`], {
    cwd: folder,
    env: plainEnvironment(folder),
    encoding: 'utf8',
  });
  deepEqual(
    [status, stderr],
    [3, 'preflight: what was found could not be printed: ENOSPC: no space left on device, write\n'],
  );
});

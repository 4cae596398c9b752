/** Where an alert of a run is shown: at the target file, as seen from the top of its repository. */
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { targetFileOf } from '../../../gate/stored-run.ts';

test('a path is one of the repository; of a file elsewhere only its name is told', () => {
  const home = process.cwd();
  const repository = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-')));
  try {
    mkdirSync(join(repository, '.git'));
    mkdirSync(join(repository, 'partner/contracts'), { recursive: true });
    process.chdir(join(repository, 'partner'));
    writeFileSync('acme.target.mts', '');
    writeFileSync('other.target.ts', '');
    // Built-in ones stand where Preflight does, whatever else is called so here.
    mkdirSync('targets');
    writeFileSync('targets/live.ts', '');
    deepEqual(
      ['./contracts/acme.ts', '../acme.ts', 'acme', 'other', 'live', '/srv/secret place/acme.ts', '../../acme.ts'].map(
        targetFileOf,
      ),
      [
        'partner/contracts/acme.ts',
        'acme.ts',
        'partner/acme.target.mts',
        'partner/other.target.ts',
        'live.ts',
        'acme.ts',
        'acme.ts',
      ],
    );
    process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
    deepEqual(targetFileOf('live'), 'targets/live.ts', 'in a clone they are of the repository');
  } finally {
    process.chdir(home);
    rmSync(repository, { recursive: true });
  }
});

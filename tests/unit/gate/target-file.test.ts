/** Where an alert of a run is shown: at the target file, as seen from the top of its repository. */
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { targetFileOf } from '../../../gate/stored-run.ts';

test('a path is one of the repository; of a file elsewhere only its name is told', () => {
  const home = process.cwd();
  const repository = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-')));
  try {
    mkdirSync(join(repository, '.git'));
    mkdirSync(join(repository, 'partner/contracts'), { recursive: true });
    process.chdir(join(repository, 'partner'));
    deepEqual(
      ['./contracts/acme.ts', '../acme.ts', 'live', '/srv/secret place/acme.ts', '../../acme.ts'].map(targetFileOf),
      ['partner/contracts/acme.ts', 'acme.ts', 'partner/targets/live.ts', 'acme.ts', 'acme.ts'],
    );
  } finally {
    process.chdir(home);
    rmSync(repository, { recursive: true });
  }
});

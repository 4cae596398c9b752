/** A user whose home is not known, as in many containers: the gate of the sandbox runs all the same. */
import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { emptyFolder } from './preflight-process.ts';

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));
/** Of no entry; only the superuser can become it, and for all others HOME alone is missing. */
const identity = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {};

test('a gate runs without HOME, and where the user has no entry', async () => {
  const folder = emptyFolder();
  chmodSync(folder, 0o777);
  const { PATH } = process.env;
  const child = spawn(process.execPath, [launcher, 'gate', '--only', 'countries'], {
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...identity,
  });
  const [code] = await once(child, 'close');
  equal(code, 0);
});

/** A gate that a bound of logins has stopped, by its command. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { closeSandbox, sandbox } from '../unit/flows/hotel-world.ts';
import { preflight } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

after(closeSandbox);

test('a gate that may not log in again ends with 3, and its last lines say which bound was met', async () => {
  const folder = emptyFolder();
  const { id, baseUrl } = sandbox.openWorld({ scale: 'small' });
  const world = sandbox.world(id) ?? assert.fail(id);
  Object.assign(world, { rules: { ...world.rules, lifetimeMs: 1 } });
  const own = fileURLToPath(new URL('../../targets/sandbox.ts', import.meta.url));
  writeFileSync(
    join(folder, 'few.ts'),
    `import sandbox from ${JSON.stringify(own)};\nexport default { ...sandbox, name: 'few', may: { extraTokens: { perRun: 0 } }, baseUrl: '${baseUrl}' };\n`,
  );
  const { code, stdout, stderr } = await preflight(['gate', '--target', './few.ts', '--only', 'countries'], { folder });
  assert.equal(code, 3, stdout + stderr);
  const [end = ''] = stdout.split('exit code').slice(-1);
  assert.match(
    end.replaceAll(/\s+/g, ' '),
    /^ 3, could not measure COULD NOT MEASURE 1 clause .* no more logins in this run: it has sent 2 with these credentials, .* raise may\.extraTokens\.perRun\./,
  );
  assert.ok(
    end.split('\n').every((line) => line.length <= 80),
    end,
  );
});

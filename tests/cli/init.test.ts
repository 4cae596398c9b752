/** `preflight init`: what it writes works, it overwrites nothing, and a new target only reads. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTarget } from '../../targets/load.ts';
import { ends, preflight, refused } from './preflight-here.ts';
import { emptyFolder } from './preflight-process.ts';

const written = ['acme-1.env.example', 'acme-1.gate.sh', 'acme-1.target.mts', 'preflight.policy.mts'];
const environment = { ACME_1_URL: 'http://127.0.0.1:9', ACME_1_CLIENT_ID: 'a', ACME_1_CLIENT_SECRET: 'b' };

test('four files, the next command, and a target that may only read', async () => {
  const folder = emptyFolder();
  const { stdout } = await ends(0, ['init', 'acme-1'], { folder });
  assert.deepEqual(readdirSync(folder).sort(), written);
  assert.match(stdout, /\nnext {2}npx --no -- preflight check-target acme-1\n$/);
  const { name, may, revision, bindings } = await loadTarget(join(folder, 'acme-1.target.mts'), environment);
  assert.deepEqual([name, may, revision, bindings], ['acme-1', {}, '2026-08-31', {}]);
  const byName = await preflight(['gate', '--target', 'acme-1', '--dry-run'], { folder, environment });
  assert.match(byName.stdout, /^target +acme-1 at http:\/\/127\.0\.0\.1:9$/m);
  const example = readFileSync(join(folder, 'acme-1.env.example'), 'utf8');
  for (const variable of Object.keys(environment)) assert.match(example, new RegExp(`^${variable}=`, 'm'));
  const policy = readFileSync(join(folder, 'preflight.policy.mts'), 'utf8');
  assert.match(policy, /requires: \['token', 'dictionaries', 'general'\]/);
});

test('nothing is overwritten: one file in the way, and none is written', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'acme-1.gate.sh'), 'mine');
  const says = /^preflight: acme-1\.gate\.sh is there already, and nothing was written: choose another name\n$/;
  await refused(['init', 'acme-1'], says, { folder });
  assert.equal(readFileSync(join(folder, 'acme-1.gate.sh'), 'utf8'), 'mine');
});

test('a second target shares the policy of the first, also in a package of CommonJS, as npm makes it', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'preflight.policy.mts'), 'mine');
  const { stdout } = await ends(0, ['init', 'acme-1'], { folder });
  assert.match(stdout, /^preflight\.policy\.mts is there already and stays as it is$/m);
  assert.equal(readFileSync(join(folder, 'preflight.policy.mts'), 'utf8'), 'mine');
  assert.equal((await loadTarget(join(folder, 'acme-1.target.mts'), environment)).name, 'acme-1');
});

test('it finds out with what the repository installs, where its pipeline stands, and that it is in git', async () => {
  const root = emptyFolder();
  const folder = join(root, 'packages/gate');
  mkdirSync(join(root, '.git'));
  mkdirSync(join(root, '.github'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'pnpm-lock.yaml'), '');
  const { stdout } = await preflight(['init', 'acme-1'], { folder });
  assert.match(stdout, /^keep acme-1\.env, which will hold a secret, out of git/m);
  assert.match(stdout, /^next {2}pnpm exec preflight check-target/m);
  const steps = readFileSync(join(folder, 'acme-1.gate.sh'), 'utf8');
  assert.match(steps, /A step of \.github\/workflows\/ runs it/);
  assert.match(steps, /^NODE_ENV=development pnpm install --frozen-lockfile \|\| /m);
  assert.match(steps, /^pnpm exec preflight gate --target acme-1$/m);
});

test('its steps install as the lock file allows: without any, npm ci would only print its usage', async () => {
  for (const [lock, install] of [
    ['package-lock.json', 'npm ci'],
    ['', 'npm install'],
  ] as const) {
    const folder = emptyFolder();
    if (lock) writeFileSync(join(folder, lock), '{}');
    await preflight(['init', 'acme-1'], { folder });
    assert.ok(readFileSync(join(folder, 'acme-1.gate.sh'), 'utf8').includes(`NODE_ENV=development ${install} || `));
  }
});

test('its steps distinguish what was in the way from a broken promise', async () => {
  const folder = emptyFolder();
  await preflight(['init', 'acme-1'], { folder });
  const ended = (npm: number, npx: number) => {
    for (const [name, code] of Object.entries({ npm, npx }))
      writeFileSync(
        join(folder, name),
        `#!/bin/sh\n${name === 'npx' && code > 0 ? 'echo npm error >&2' : ''}\nexit ${code}\n`,
        { mode: 0o755 },
      );
    const { status, stderr } = spawnSync('sh', ['acme-1.gate.sh'], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    return [status, stderr];
  };
  assert.deepEqual(ended(1, 0), [3, 'the packages could not be installed: see above\n']);
  const [code, line] = ended(0, 1);
  assert.equal(code, 3);
  assert.match(
    String(line),
    /^preflight is not installed, or does not start \(npx --no -- preflight --version says why\): put @preflight-gate\/preflight into package\.json and the lock file\n$/,
  );
  assert.deepEqual(ended(0, 0), [0, 'preflight \n']);
});

test('a name that no file, variable or target can have is refused, and nothing is written', async () => {
  for (const name of ['sandbox', 'live', '../acme', '1st', 'a b', 'ä', '-x', 'a'.repeat(41)]) {
    const folder = emptyFolder();
    const says = /^preflight: .+: (choose another name|take letters, digits and dashes, .+)\n$/;
    await refused(['init', '--', name], says, { folder });
    assert.equal(existsSync(join(folder, '..', 'acme.target.mts')), false);
  }
});

/** Generated files and lists are as they would be made now. */
import assert, { deepEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generated } from '../../cli/generate.ts';
import { clauseIds } from '../../contracts/clauses.ts';
import { lostNames, namesFile, namesNow } from '../oracle/names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = generated();

for (const [file, text] of Object.entries(files)) {
  test(`${file} is up to date`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8'), text, `${file} is out of step: run npm run generate`);
  });
}

test('nothing else stands in the published folder', () => {
  assert.deepEqual(
    globSync('contracts/published/*', { cwd: root }).sort(),
    Object.keys(files)
      .filter((file) => file.startsWith('contracts/published/'))
      .sort(),
  );
});

type Locked = {
  readonly optionalDependencies?: Record<string, string>;
  readonly integrity?: string;
  readonly link?: boolean;
};
type Lock = { packages: Record<string, Locked> };

const lockText = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(lockText) as Lock;

test('every optional dependency is in the lock', () => {
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !Object.keys(packages).some((path) => path === name || path.endsWith(`node_modules/${name}`)));
  assert.deepEqual(missing, [], 'run npm run lock');
});

test('every package of the lock has its integrity', () => {
  const unsure = Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && !link && !integrity);
  assert.deepEqual(unsure, [], 'run npm run lock');
});

test('the lock names no registry', () => {
  assert.ok(!/"resolved": "https?:/.test(lockText), 'install with omit-lockfile-registry-resolved');
});

test('every direct dependency is pinned', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/, name);
  }
});

const text = readFileSync(new URL('../../docs/use/readings.md', import.meta.url), 'utf8');
const readings = text.split(/^## /m).slice(1, -1);

test('ten readings, each reported in full', () => {
  assert.equal(readings.length, 10);
  for (const reading of readings) {
    for (const part of ['Readings', 'Chosen', 'Leaning on it', 'Settled by']) {
      assert.ok(reading.includes(`- **${part}**: `), `${part} is missing in ${reading.split('\n')[0]}`);
    }
    assert.match(reading.split('- **Leaning on it**')[1] ?? '', /`[a-z-]+\.[a-z-]+`/);
  }
});

test('every clause it names is there', () => {
  const named = [...text.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].map(([, id = '']) => id);
  assert.deepEqual(
    named.filter((id) => !(clauseIds as readonly string[]).includes(id)),
    [],
  );
});

test('no name of users is lost', async () => {
  deepEqual(await lostNames(), [], 'keep it, read both names, or write why in a decision and generate:oracle --names');
});

test('a new name is written down', async () => {
  const written = new Set(readFileSync(namesFile, 'utf8').trimEnd().split('\n'));
  const added = (await namesNow()).filter((name) => !written.has(name));
  deepEqual(added, [], 'npm run generate:oracle -- --names');
  ok(written.size > 1_000);
});

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

test('a group whose process ends before its tests have, fails', () => {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status } = spawnSync(process.execPath, [at('../group.ts'), at('leaves-early.ts')], { env: environment });
  assert.equal(status, 1);
});

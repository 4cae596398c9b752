/** The lock file is whole: a build for another platform that it leaves out makes `npm ci` fail everywhere. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

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

#!/usr/bin/env node
// Completes package-lock.json after an install from a registry that lags: builds for other platforms that it did not
// have then are left out of the lock, or stand there without integrity. Run it with `npm run lock` after `npm install`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}package-lock.json`;
const read = () => JSON.parse(readFileSync(file, 'utf8'));
const isWhole = ([path, { integrity, link }]) => path === '' || link === true || integrity !== undefined;

const lock = read();
lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(isWhole));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
// What is missing, npm asks the registry for.
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root });

const { packages } = read();
const missing = Object.values(packages)
  .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)));
if (missing.length > 0) throw new Error(`the registry does not have ${missing.join(', ')} yet: run it again later`);
const added = Object.keys(packages).length - Object.keys(lock.packages).length;
console.log(`package-lock.json is whole: ${added} packages completed`);

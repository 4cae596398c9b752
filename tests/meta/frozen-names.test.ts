/** What users write and read keeps its name: options, variables, exit codes, fields of files, metrics, ids. */
import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lostNames, namesFile, namesNow } from '../oracle/names.ts';

test('no name of users is lost', async () => {
  deepEqual(await lostNames(), [], 'keep it, read both names, or write why in a decision and generate:oracle --names');
});

test('a new name is written down', async () => {
  const written = new Set(readFileSync(namesFile, 'utf8').trimEnd().split('\n'));
  const added = (await namesNow()).filter((name) => !written.has(name));
  deepEqual(added, [], 'npm run generate:oracle -- --names');
  ok(written.size > 1_000);
});

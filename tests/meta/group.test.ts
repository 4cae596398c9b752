/** Test files that share a process: one that ends it early fails, although it says that all is well. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

test('a group whose process ends before its tests have, fails', () => {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status } = spawnSync(process.execPath, [at('../group.ts'), at('leaves-early.ts')], { env: environment });
  assert.equal(status, 1);
});

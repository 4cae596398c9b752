/** Playwright runs the flows and checks of a gate as well. */
import { equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('the specs run in Playwright, a step for each clause', () => {
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'test'], { cwd, encoding: 'utf8' });
  equal(status, 0, stdout + stderr);
  match(stdout, /1 passed/);
});

/** The least that Playwright can be asked to do. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: join(tmpdir(), 'preflight-bench-empty'),
  reporter: 'null',
  workers: 1,
});

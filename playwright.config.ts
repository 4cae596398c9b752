/** Playwright as the runner of the gate: `record` sends, then `judge` judges what was recorded; `explore` does both at once. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { outlastFileLimit } from './cli/outlast-file-limit.ts';
import { runVariables } from './cli/playwright.ts';

const folder = process.env[runVariables.folder];
if (!folder) {
  throw new Error(
    `${runVariables.folder} is not set: run npx preflight gate, or set it to the folder of a run and give --project=judge --no-deps to judge that again`,
  );
}

outlastFileLimit();

export default defineConfig({
  testDir: 'specs',
  outputDir: join(folder, 'playwright'),
  // A flow is bounded by the limits of its target, not by the patience of the runner.
  timeout: 0,
  // One worker: the flows share one token and one set of limits, and their order matters.
  workers: 1,
  forbidOnly: true,
  // Node strips the types itself, also of a target file that lies elsewhere and of which Playwright knows no format.
  build: { external: ['**/*'] },
  reporter: [
    ['./reports/progress.ts'],
    ['junit', { outputFile: join(folder, 'junit.xml') }],
    ['allure-playwright', { resultsDir: join(folder, 'allure-results'), detail: false }],
  ],
  projects: [
    { name: 'record', testMatch: 'record.spec.ts' },
    { name: 'judge', testMatch: 'judge.spec.ts', dependencies: ['record'] },
    { name: 'explore', testMatch: 'explore.spec.ts' },
  ],
});

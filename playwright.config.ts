/** Preflight for people who know Playwright: one walk of one target, as tests (docs/use/playwright.md). */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'specs',
  outputDir: 'results/playwright',
  globalSetup: './playwright/setup.ts',
  // A flow is bounded by the limits of its target.
  timeout: 0,
  // One client, one token, one budget: tests wait for each other, and a second try would book a second time.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Requests and answers are attached to their steps; a trace of a browser has nothing to show.
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  // Node strips the types itself.
  build: { external: ['**/*'] },
  reporter: [
    ['list'],
    ['html', { outputFolder: 'results/playwright-report', open: 'never' }],
    // A folder for each process: two runs may be under way. The global setup moves it to the record of its run.
    ['allure-playwright', { resultsDir: `results/allure-results/${process.pid}`, detail: false }],
  ],
});

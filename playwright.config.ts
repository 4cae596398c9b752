/** Playwright as a second door to the flows and checks of a gate. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'specs',
  outputDir: 'results/playwright',
  // A flow is bounded by the limits of its target.
  timeout: 0,
  workers: 1,
  forbidOnly: true,
  // Node strips the types itself.
  build: { external: ['**/*'] },
  reporter: 'list',
});

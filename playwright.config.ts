/** Playwright as the runner: `gate` records, judges and shows; `explore` does it in a loop. */
import { extname } from 'node:path';
import { defineConfig } from '@playwright/test';
import { outlastFileLimit } from './gate/outlast-file-limit.ts';
import { ordered, runVariables } from './gate/playwright.ts';

await ordered(process.env);

const { [runVariables.folder]: folder, [runVariables.scratch]: scratch } = process.env;
if (!folder || !scratch) {
  throw new Error(`${runVariables.folder} and ${runVariables.scratch} are not set: run npx --no -- preflight gate`);
}

outlastFileLimit();

/** In the package all is compiled, so a file is named with the ending of this one. */
const ending = extname(import.meta.filename);

export default defineConfig({
  testDir: 'specs',
  // What Playwright keeps for itself and for other readers: gone when the run has ended.
  outputDir: scratch,
  // A flow is bounded by the limits of its target, not by the patience of the runner.
  timeout: 0,
  // One worker: the flows share one token and one set of limits, and their order matters.
  workers: 1,
  forbidOnly: true,
  // Node strips the types itself, also of a target file that lies elsewhere and of which Playwright knows no format.
  build: { external: ['**/*'] },
  reporter: [[`./reports/progress${ending}`]],
  projects: [
    { name: 'gate', testMatch: `gate.spec${ending}` },
    { name: 'explore', testMatch: `explore.spec${ending}` },
  ],
});

/** `npm run generate:screenshots`: takes the pictures of pages that the README shows, of runs with a few faults. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { opened, startBrowser } from './browser/browser.ts';
import { dayOfHistory } from './browser/day-of-history.ts';
import { watched } from './browser/watched-page.ts';
import { emptyFolder, preflight, started } from './cli/preflight-process.ts';

const viewport = { width: 1000, height: 900 };
const bytesMax = 150_000;

const picture = (name: string): string => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

const assertSmall = (name: string): void => {
  const { size } = statSync(picture(name));
  if (size > bytesMax) throw new Error(`docs/${name} has ${size} bytes, more than ${bytesMax}`);
  console.log(`docs/${name}, ${size} bytes`);
};

const faults = ['swaps-one-pair-deep-in-list', 'voids-a-second-time', 'sorts-countries-descending'];

const writeReport = async (browser: Browser): Promise<void> => {
  const deviations = [...faults.flatMap((id) => ['--fault', id]), '--trouble', 'answers-503:fare-rules'];
  const { folder, stdout, stderr } = await preflight(['gate', '--seed', '3', '--report', 'html', ...deviations], {
    folder: emptyFolder(),
  });
  const [, page = ''] = /^wrote (.*report\.html)$/m.exec(stdout) ?? [];
  if (page === '') throw new Error(stdout + stderr);
  const { page: shown } = await opened(browser, join(folder, page), { viewport });
  await shown.screenshot({ path: picture('report.png') });
  assertSmall('report.png');
};

const writeDashboard = async (browser: Browser): Promise<void> => {
  const folder = emptyFolder();
  await dayOfHistory(folder);
  const serving = started(['dashboard', '--port', '0'], { folder });
  try {
    const url = /http:\S+/.exec(await serving.printed('dashboard   http'))?.[0] ?? '';
    const { page } = await watched(browser, url, { viewport });
    await page.locator('.chart canvas').waitFor();
    await page.screenshot({ path: picture('dashboard.png') });
    assertSmall('dashboard.png');
    await page.goto('about:blank');
  } finally {
    serving.signal('SIGTERM');
    await serving.ended;
  }
};

const browser = await startBrowser();
try {
  await writeReport(browser);
  await writeDashboard(browser);
} finally {
  await browser.close();
}

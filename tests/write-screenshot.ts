/** `npm run generate:screenshot`: gates the sandbox with a few faults, and takes the picture of its page that the README shows. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opened, startBrowser } from './browser/browser.ts';
import { emptyFolder, preflight } from './cli/preflight-process.ts';

const file = fileURLToPath(new URL('../docs/report.png', import.meta.url));
const bytesMax = 150_000;

const faults = ['swaps-one-pair-deep-in-list', 'voids-a-second-time', 'sorts-countries-descending'];
const deviations = [...faults.flatMap((id) => ['--fault', id]), '--trouble', 'answers-503:fare-rules'];
const { folder, stdout, stderr } = await preflight(['gate', '--seed', '3', '--report', 'html', ...deviations], {
  folder: emptyFolder(),
});
const [, page = ''] = /^wrote (.*report\.html)$/m.exec(stdout) ?? [];
if (page === '') throw new Error(stdout + stderr);

const browser = await startBrowser();
try {
  const { page: shown } = await opened(browser, join(folder, page), { viewport: { width: 1000, height: 900 } });
  await shown.screenshot({ path: file });
} finally {
  await browser.close();
}
const { size } = statSync(file);
if (size > bytesMax) throw new Error(`docs/report.png has ${size} bytes, more than ${bytesMax}`);
console.log(`docs/report.png, ${size} bytes`);

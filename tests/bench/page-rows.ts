/** How soon the pages of the dashboard show something, in a browser, over a store of ten million results. */
import type { Page } from '@playwright/test';
import { openHistory } from '../../history/open.ts';
import { startBrowser } from '../browser/browser.ts';
import type { LargeStore } from './large-store.ts';
import { quantile, type Row, spread, startBeside } from './row.ts';

const loads = 10;
const usableMsMax = 1_000;

/** Each page by its address, and what is there once it can be used. */
const pagesOf = async ({ file, now }: LargeStore) => {
  const { read, close } = await openHistory(file);
  const { id, target, cause, lastRunId } = await read
    .selectFrom('incident')
    .selectAll()
    .where('kind', '=', 'contract')
    .where('closedAt', 'is', null)
    .orderBy('times', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await close();
  const clause = cause.split(' ')[1] ?? '';
  const span = new URLSearchParams({
    target,
    from: new Date(now - 24 * 3_600_000).toISOString(),
    until: new Date(now).toISOString(),
  });
  return {
    overview: { hash: '', shows: '.target' },
    incident: { hash: `#/incident/${id}`, shows: 'main h1' },
    run: { hash: `#/run/${lastRunId}`, shows: 'main h1' },
    failures: { hash: `#/failures/${clause}?${span}`, shows: 'main h1' },
  };
};

const loaded = async (
  page: Page,
  { url, shows }: { readonly url: string; readonly shows: string },
): Promise<number> => {
  // From another page, because the same one with another hash is not loaded anew.
  await page.goto('about:blank');
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(shows).first().waitFor();
  return performance.now() - startedAt;
};

/** The first load of each is reported beside the others, because the browser itself starts in it. */
export const pageRows = async (store: LargeStore): Promise<Row[]> => {
  const dashboard = await startBeside('dashboard-process.ts', [store.file, String(store.now)]);
  const browser = await startBrowser();
  try {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const rows: Row[] = [];
    for (const [name, { hash, shows }] of Object.entries(await pagesOf(store))) {
      const at = { url: `${dashboard.said}/${hash}`, shows };
      const first = await loaded(page, at);
      const took: number[] = [];
      for (let load = 0; load < loads; load += 1) took.push(await loaded(page, at));
      const p95 = quantile(took, 0.95);
      rows.push({
        name: `page ${name} is usable, p95`,
        unit: 'ms',
        measured: { median: p95, min: Math.min(...took), max: Math.max(...took) },
        samples: loads,
        atMost: usableMsMax,
        parts: { p50: spread([quantile(took, 0.5)]), first: spread([first]) },
      });
    }
    await page.goto('about:blank');
    return rows;
  } finally {
    await browser.close();
    await dashboard.end();
  }
};

/** The status page in a real browser: its form without a script, what it loads, files from disk, accessibility. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Served } from '../../dashboard/guarded-server.ts';
import { madeOf, writeStatusPage } from '../../dashboard/status/made.ts';
import { startStatusPage } from '../../dashboard/status/server.ts';
import { statusReader } from '../../dashboard/status/status-now.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { none } from '../unit/asserted.ts';
import { clauses, found, watch } from '../unit/dashboard/dashboard-here.ts';
import { dayMs, hourMs, noon } from '../unit/history/run-at.ts';
import { failing, inconclusive } from '../unit/reports/record-of.ts';
import { sampled } from '../whole.ts';
import { assertUsablePage, type Opened, opened, screens, startBrowser } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
const token = 'a token of sixteen or more';
const about = { title: 'Acme Travel', targets: [] };

let browser: Browser;
let history: History;
let open: Served;
let closed: Served;

before(async () => {
  browser = await startBrowser();
  history = await openHistory(join(folder, 'history.db'));
  await watch(history);
  await found(history, noon - 40 * dayMs);
  await found(
    history,
    noon - 3 * dayMs,
    clauses.map((id) => inconclusive(id, 'trouble', 'HTTP 503')),
  );
  await found(history, noon - hourMs);
  await found(history, noon, [failing('hotel-search.search-id-is-returned')]);
  const listening = { history, host: '127.0.0.1', port: 0, now: () => noon + 60_000, ...about };
  open = await startStatusPage(listening);
  closed = await startStatusPage({ ...listening, token });
});
afterEach(async () => {
  for (const page of browser.contexts().flatMap((each) => each.pages())) await page.goto('about:blank');
});
after(async () => {
  await browser.close();
  await open.close();
  await closed.close();
  await history.close();
  rmSync(folder, { recursive: true });
});

const looked = (url: string, options: BrowserContextOptions = {}): Promise<Opened> =>
  opened(browser, url, { own: url.replace(/[^/]*$/, ''), ...options });

const heightOf = (page: Page, state: string): Promise<number> =>
  page
    .locator(`.days li.${state}`)
    .first()
    .evaluate((bar) => bar.getBoundingClientRect().height);

test('it says first whether all is well, and then what is not, and since when', async () => {
  const { page, misdeeds } = await looked(`${open.url}/`);
  match((await page.locator('.now').textContent()) ?? '', /Some systems are partly out/);
  match(
    (await page.locator('.part').nth(2).textContent()) ?? '',
    /Hotels.*Partial outage\s+Began on 20 Nov 2026 between 12:00 and 12:31 UTC/s,
  );
  equal(await page.locator('.days li').count(), 5 * 90);
  // What is bad is seen without colour.
  ok((await heightOf(page, 'major_outage')) > (await heightOf(page, 'operational')));
  ok((await heightOf(page, 'operational')) > (await heightOf(page, 'unknown')));
  match(
    (await page.locator('.days li.major_outage').first().getAttribute('title')) ?? '',
    /^17 Nov 2026: major outage, 0\.0 %/,
  );
  deepEqual(misdeeds, []);
});

test('the page reloads for a reader who asks for it, and stays still for all others', async () => {
  const { page } = await looked(`${open.url}/`);
  equal(await page.locator('meta[http-equiv=refresh]').count(), 0);
  await page.getByRole('link', { name: 'Reload every minute' }).click();
  equal(await page.locator('meta[http-equiv=refresh]').getAttribute('content'), '60');
  await page.getByRole('link', { name: 'Stop that' }).click();
  equal(await page.locator('meta[http-equiv=refresh]').count(), 0);
});

test('a token is given without a script, once', async () => {
  const { page, misdeeds } = await looked(`${closed.url}/`, { javaScriptEnabled: false });
  ok(!/Acme/.test(await page.content()));
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button').click();
  await page.getByRole('alert').getByText('This is not the token.').waitFor();
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Acme Travel' }).waitFor();
  equal(page.url(), `${closed.url}/`);
  await page.goto(`${closed.url}/live.html`);
  await page.getByRole('heading', { name: 'Acme Travel' }).waitFor();
  // The console reports that a page was refused.
  none(misdeeds.filter((each) => !/401 \(Unauthorized\)/.test(each)));
});

test('the files are the same page, also from disk', async () => {
  const files = join(folder, 'public');
  await writeStatusPage(files, madeOf(await statusReader(history.read, about)(noon + 60_000)), 1);
  const { page, misdeeds } = await looked(`file://${files}/index.html`);
  match((await page.locator('.now').textContent()) ?? '', /Some systems are partly out/);
  equal(await page.evaluate("getComputedStyle(document.querySelector('.now')).display"), 'flex', 'it has its style');
  deepEqual(misdeeds, []);
  equal(await page.content(), await (await looked(`${open.url}/`)).page.content());
});

for (const [screen, options] of sampled(Object.entries(screens))) {
  test(`it is accessible on ${screen}`, async () => {
    await assertUsablePage((await looked(`${open.url}/`, { ...options, bypassCSP: true })).page);
    const { page } = await looked(`${closed.url}/`, { ...options, bypassCSP: true });
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await assertUsablePage(page);
  });
}

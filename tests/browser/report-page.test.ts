/** The page of a run in a real browser: contents, filters, keyboard, hostile text, and whether it is accessible. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from '@playwright/test';
import { opened, startBrowser } from './browser.ts';
import { assertUsable, bundle, url } from './run-page.ts';

let browser: Browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

const shownClauses = (page: Page): Promise<string[]> =>
  page.locator('.clause:visible').evaluateAll((rows) => rows.map(({ id }) => id));

test('the cause is on the first screen, and its link opens the place that broke', async () => {
  const { page, misdeeds } = await opened(browser, url, { viewport: { width: 1200, height: 900 } });
  match((await page.locator('h1').textContent()) ?? '', /^FAIL with 1 warning\s+<script>alert\(1\)<\/script>/);
  const cause = page.locator('.causes a', { hasText: 'cities.sorted-by-id' });
  const box = await cause.boundingBox();
  ok(box && box.y + box.height < 900);
  await cause.click();
  await page.locator('[id="cities.sorted-by-id"] > summary:focus').waitFor();
  ok(await page.getByText('npx --no -- preflight judge results/0822-7f3a/0123456789ab.bundle.json').isVisible());

  await page.locator('.causes a', { hasText: 'hotel-pricing' }).click();
  const place = page.locator('article span.here');
  await place.waitFor();
  match((await place.textContent()) ?? '', /← here$/);
  deepEqual(misdeeds, []);
});

test('what a service said is text, and nothing else', async () => {
  const { page, misdeeds } = await opened(browser, url);
  const [id = ''] = bundle.verdicts.map(({ clause }) => clause);
  const said = await page.locator(`[id="${id}"]`).textContent();
  for (const text of ['<script>alert(1)</script><img src=x onerror=alert(1)>', '"><svg onload=alert(1)>'])
    ok(said?.includes(text), text);
  equal(await page.locator('main img, main script, [onload], [onerror]').count(), 0);
  deepEqual(misdeeds, []);
});

test('filters by text, state, area and basis, all by the keyboard', async () => {
  const { page } = await opened(browser, url);
  const all = await page.locator('.clause').count();
  const output = page.locator('output');
  equal(await output.textContent(), `${all} clauses`);

  await page.keyboard.press('/');
  await page.keyboard.type('sorted by id');
  deepEqual(await shownClauses(page), ['cities.sorted-by-id', 'countries.lowest-id-first', 'amenities.sorted-by-id']);
  equal(await output.textContent(), `3 of ${all} clauses`);

  // Past the button, to the first state.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  deepEqual(await shownClauses(page), ['cities.sorted-by-id']);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await output.getByText(new RegExp(`^${all} clauses$`)).waitFor();

  await page.locator('input[value="dictionaries"]').focus();
  await page.keyboard.press('Space');
  await page.locator('input[value=derived]').press('Space');
  deepEqual(await shownClauses(page), [
    'countries.lowest-id-first',
    'cities.ids-are-unique',
    'cities.coordinates-are-in-range',
  ]);
});

test('arrow keys move about the matrix, and Enter opens a clause', async () => {
  const { page } = await opened(browser, url);
  equal(await page.locator('.matrix .cells a[tabindex="0"]').count(), 1);
  await page.locator('.matrix .cells a').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  const meant = String(await page.evaluate("document.activeElement.getAttribute('href').slice(1)"));
  await page.keyboard.press('Enter');
  await page.locator(`[id="${meant}"] > summary:focus`).waitFor();
  ok(await page.locator(`[id="${meant}"][open]`).isVisible(), 'it is open, and what it is in');
});

for (const screen of ['a wide screen', 'a telephone in the dark']) {
  test(`it is accessible on ${screen}`, () => assertUsable(browser, screen));
}

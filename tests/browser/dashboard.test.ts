/** The dashboard in a real browser: from red to the exchange that broke, hostile text, keyboard, and accessibility. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { bundleEvidence } from '../../cases/show/page.ts';
import type { Served } from '../../dashboard/guarded-server.ts';
import { startDashboard } from '../../dashboard/server.ts';
import { notePending, noteWatched } from '../../history/fresh-notes.ts';
import type { History } from '../../history/history.ts';
import { openHistory } from '../../history/open.ts';
import { addRun } from '../../history/runs.ts';
import { acknowledge } from '../../history/shown-incidents.ts';
import { noteOutage } from '../../monitor/incidents.ts';
import { duties, noon } from '../unit/dashboard/dashboard-here.ts';
import { runAt } from '../unit/history/run-at.ts';
import { inconclusive, passing } from '../unit/reports/record-of.ts';
import { sampled } from '../whole.ts';
import { assertUsablePage, type Opened, screens, startBrowser, watched } from './browser.ts';
import { addOutage, hostile, hostileHistory } from './day-of-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));

let browser: Browser;
let history: History;
let dashboard: Served;
let incident = '';
let run = '';

const serving = (over: History): Promise<Served> =>
  startDashboard({
    history: over,
    host: '127.0.0.1',
    port: 0,
    now: () => noon + 60_000,
    evidenceIn: bundleEvidence,
    version: '1.2.3',
  });

before(async () => {
  browser = await startBrowser();
  ({ history, incident, run } = await hostileHistory(join(folder, 'history.db')));
  dashboard = await serving(history);
});
afterEach(async () => {
  // A page that is left listens no more.
  for (const page of browser.contexts().flatMap((each) => each.pages())) await page.goto('about:blank');
});
after(async () => {
  await browser.close();
  await dashboard.close();
  await history.close();
  rmSync(folder, { recursive: true });
});

const looked = (options: BrowserContextOptions = {}): Promise<Opened> => watched(browser, dashboard.url, options);

test('from a red square it is two clicks to the exchange that broke, with the command that repeats it', async () => {
  const { page, misdeeds } = await looked();
  match((await page.locator('.target h2').textContent()) ?? '', /^sandbox:\s+✕\s+broken/);
  // The square of the area leads there, too.
  equal(await page.locator('a.square.broken').count(), 2);
  await page.locator('a.square.broken').first().click();
  await page.getByRole('link', { name: 'the exchange that broke' }).click();
  const broken = page.locator('.exchange.bad[open] pre').last();
  await broken.waitFor();
  match((await broken.textContent()) ?? '', /here/);
  match((await page.locator('.command').allTextContents()).join('\n'), /npx --no -- preflight history --probe reads/);
  deepEqual(misdeeds, []);
});

test('the page of an outage shows what was answered last, and what broke', async () => {
  const id = await addOutage(history);
  const { page, misdeeds } = await looked();
  await page.goto(`${dashboard.url}/#/incident/${id}`);
  const labels = page.locator('.exchange summary strong');
  await labels.first().waitFor();
  deepEqual(await labels.allTextContents(), ['last good answer 12:29:00', 'first bad 12:30:00']);
  deepEqual(misdeeds, []);
  await history.write((to) => to.deleteFrom('incident').where('id', '=', id).execute());
});

test('what a target has open stays in view when the page is refreshed', async () => {
  const { page, misdeeds } = await looked();
  await page.clock.install();
  await page.goto(dashboard.url);
  await page.getByRole('link', { name: /open incidents?$/ }).click();
  const back = page.getByRole('link', { name: 'Back to all' });
  await back.waitFor();
  equal(new URL(page.url()).hash, '#/incidents?target=sandbox&state=open');
  await page.clock.fastForward(61_000);
  equal(await back.count(), 1);
  equal(await page.getByLabel('Target').inputValue(), 'sandbox');
  deepEqual(misdeeds, []);
});

test('a user acknowledges an incident by the keyboard alone', async () => {
  const { page, misdeeds } = await looked();
  await page.goto(`${dashboard.url}/#/incident/${incident}`);
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('acknowledged, looked after by Ann').waitFor();
  equal(
    (
      await history.read
        .selectFrom('incident')
        .select('acknowledgedBy')
        .where('id', '=', incident)
        .executeTakeFirstOrThrow()
    ).acknowledgedBy,
    'Ann',
  );
  deepEqual(misdeeds, []);
});

test('it changes by itself when the store does', async () => {
  const { page } = await looked();
  await page.getByText('live').waitFor();
  equal(await page.getByText('1 open incident').count(), 0);
  await history.write(async (to) => {
    await to.updateTable('incident').set({ closedAt: noon }).where('kind', '=', 'service').execute();
    await addRun(to, runAt(noon + 1_000, { verdicts: [passing('countries.sorted-by-id')], probe: 'other' }));
  });
  await page.getByText('1 open incident').waitFor();
});

test('the page shows what is left to do, and the command that does it', async () => {
  const { page } = await looked();
  const left = page.locator('.duties');
  match((await left.textContent()) ?? '', /1 booking left behind, the oldest since 2026-\d\d-\d\d/);
  for (const text of [
    'Pfqabc',
    '1 ledger could not be read',
    '19 of 20 in 24 hours',
    'void-after-window',
    'still fails, 2 runs',
  ])
    ok((await left.textContent())?.includes(text), text);
  equal(await left.locator('.command').first().textContent(), 'npx --no -- preflight sweep --target ./acme.ts');
});

test('what a service said is text, and nothing else', async () => {
  const { page, misdeeds } = await looked();
  ok((await page.locator('main').textContent())?.includes(hostile));
  equal(await page.locator('main img, main script, [onerror]').count(), 0);
  deepEqual(misdeeds, []);
});

for (const [screen, options] of sampled(Object.entries(screens))) {
  test(`it is accessible on ${screen}`, async () => {
    const { page } = await looked(options);
    await assertUsablePage(page);
    await page.goto(`${dashboard.url}/#/incident/${incident}`);
    await page.getByText('First:').waitFor();
    await assertUsablePage(page);
  });
}

test('the lists and what stands behind a red square are accessible', async () => {
  const { page } = await looked(screens['a telephone in the dark']);
  const behind = await page.locator('a.square.broken').first().getAttribute('href');
  for (const [hash, shows] of [
    ['#/incidents', '.incident'],
    ['#/results', 'tbody a'],
    [`#/run/${run}`, '.finding'],
    [behind, 'main .plain a'],
  ]) {
    await page.goto(`${dashboard.url}/${hash}`);
    await page
      .locator(shows ?? '')
      .first()
      .waitFor();
    await assertUsablePage(page);
  }
});

test('of what broke the place is marked, and not all of it; where nothing is kept of it, that is said', async () => {
  const { page } = await looked();
  await page.goto(`${dashboard.url}/#/incident/${incident}`);
  const answer = page.locator('.exchange.bad[open] pre').last();
  await answer.waitFor();
  const colourOf = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
  equal(await colourOf('.exchange.bad[open] pre'), await colourOf('body'));
  ok((await colourOf('.exchange.bad[open] summary')) !== (await colourOf('body')));
  await page.route('**/evidence', (route) => route.fulfill({ status: 400, json: { error: 'it has no evidence' } }));
  await page.reload();
  await page.getByText('it has no evidence').waitFor();
});

test('it looks by itself where no news comes through', async () => {
  const { page } = await looked();
  await page.goto('about:blank');
  await page.route('**/api/events', (route) => route.abort());
  await page.clock.install();
  await page.goto(dashboard.url);
  await page.locator('.target').waitFor();
  await page.clock.fastForward(21_000);
  await page.getByText('looks every 10 s').waitFor();
  await history.write((to) => acknowledge(to, { given: incident, by: 'Bob', now: noon }));
  await page.clock.fastForward(11_000);
  await page.getByText('looked after by Bob').waitFor();
});

test('its tab never says that all is well when the dashboard does not answer', async () => {
  const { page } = await looked();
  equal(await page.title(), '✕ Preflight');
  await page.clock.install();
  await page.goto(dashboard.url);
  await page.locator('.target').waitFor();
  await page.evaluate("Object.defineProperty(document, 'hidden', { value: true })");
  const asked = page.waitForResponse('**/api/state');
  await page.clock.fastForward(62_000);
  await asked;
  await page.route('**/api/state', (route) => route.abort());
  await page.clock.fastForward(62_000);
  await page.getByText('NO DATA: the dashboard does not answer').waitFor();
  equal(await page.title(), '? Preflight');
});

test('it listens again when a proxy has answered for a dashboard that was away', async () => {
  const { page } = await looked();
  await page.goto('about:blank');
  await page.route('**/api/events', (route) => route.fulfill({ status: 502 }));
  await page.clock.install();
  await page.goto(dashboard.url);
  await page.locator('.target').waitFor();
  await page.clock.fastForward(21_000);
  await page.getByText('looks every 10 s').waitFor();
  await page.unroute('**/api/events');
  await page.clock.fastForward(11_000);
  await page.getByText('live', { exact: true }).waitFor();
});

test('what was chosen is in the address, and lists go on behind their end', async () => {
  const { page, misdeeds } = await looked();
  await history.write(async (to) => {
    for (let i = 1; i < 60; i += 1) await addRun(to, runAt(noon - i * 60_000, { probe: 'many', target: 'another' }));
    await noteWatched(to, [{ probe: 'many', target: 'another', location: 'here', intervalMs: 60_000 }], noon);
  });
  await page.getByLabel('Target').selectOption('another');
  await page.locator('.target', { hasText: 'sandbox' }).waitFor({ state: 'detached' });
  equal(await page.locator('.target h2', { hasText: 'another' }).count(), 1);
  equal(new URL(page.url()).hash, '#/?target=another');
  await page.reload();
  await page.locator('.target', { hasText: 'another' }).waitFor();
  equal(await page.locator('.target').count(), 1);

  await page.getByRole('link', { name: 'all results' }).click();
  await page.getByText('50 results and more').waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByText('9 results', { exact: true }).waitFor();
  await page.getByLabel('Target').selectOption('sandbox');
  await page.getByLabel('Verdict').selectOption('fail');
  await page.getByText('1 result', { exact: true }).waitFor();
  deepEqual(await page.locator('tbody a').allTextContents(), ['fail']);

  await page.goto(`${dashboard.url}/#/incidents?state=open&target=another`);
  await page.getByText('there is none of these').waitFor();
  await page.getByLabel('Target').focus();
  await page.keyboard.type('sandbox');
  await page.locator('.incident').first().waitFor();
  deepEqual(misdeeds, []);
});

test('lists show which locations see an incident; what locations share is shown once', async () => {
  await history.write(async (to) => {
    await to.updateTable('incident').set({ locations: '["fra","iad"]' }).where('id', '=', incident).execute();
    const [older, newer] = [noon, noon + 30_000].map((at) => new Date(at).toISOString());
    const shared = { ...duties, target: 'shared', at: older ?? '' };
    const other = { ...shared, location: 'sin', damagedLedgers: 0 };
    await notePending(
      to,
      [{ ...shared, location: 'fra' }, { ...shared, location: 'iad', at: newer ?? '' }, other],
      noon,
    );
  });
  const { page, misdeeds } = await looked();
  const told = page.locator('.duties h3', { hasText: 'shared' });
  await told.first().waitFor();
  const heads = (await told.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
  deepEqual(heads.map((text) => /^shared(.*), as of/.exec(text)?.[1]).sort(), [' at fra, iad', ' at sin']);
  await page.goto(`${dashboard.url}/#/incidents`);
  await page.locator('.incident', { hasText: 'seen from fra, iad, ' }).waitFor();
  deepEqual(misdeeds, []);
});

test('a target that is down stands first in red and in words, and no square of its hour is green', async (t) => {
  const own = await openHistory(join(folder, 'down.db'));
  const shown = await serving(own);
  t.after(async () => {
    await shown.close();
    await own.close();
  });
  await own.write(async (to) => {
    const watching = ['acme', 'good'].map((target) => ({ probe: target, target, location: '', intervalMs: 60_000 }));
    await noteWatched(to, watching, noon);
    for (const [minutes, isDown] of [
      [12, false],
      [11, true],
      [10, true],
    ] as const) {
      const at = noon - minutes * 60_000;
      const verdicts = [isDown ? inconclusive('token.is-jwt', 'trouble', 'refused') : passing('token.is-jwt')];
      const trouble = isDown ? 'connection refused at 10 of 10 requests' : undefined;
      await addRun(to, { ...runAt(at, { verdicts, target: 'acme', probe: 'acme', slotAt: at }), isDown, trouble });
      const found = isDown ? { title: 'does not answer' } : undefined;
      await noteOutage(to, { probe: 'acme', target: 'acme', runId: null, now: at, trouble: found });
    }
    await addRun(to, runAt(noon, { verdicts: [passing('token.is-jwt')], target: 'good', probe: 'good', slotAt: noon }));
  });
  for (const options of [screens['a wide screen'], screens['a telephone in the dark']]) {
    const { page, misdeeds } = await watched(browser, shown.url, options);
    const first = (await page.locator('.target').first().textContent())?.replaceAll(/\s+/g, ' ') ?? '';
    match(
      first,
      /^ ?acme: ▼ down acme does not answer since [^:]*12:19, \S+ \w+: connection refused at 10 of 10 requests\./,
    );
    match(first, /It began between 2026-11-20 12:18 UTC and 12:19/);
    equal(await page.locator('.square.holds').count(), 1, 'only that of the legend');
    const square = page.locator('a.square.down').first();
    equal(await square.getAttribute('title'), 'answers at all, 12 h: down 20 % of this hour');
    await assertUsablePage(page);
    await square.click();
    await page.getByText('began between').waitFor();
    await assertUsablePage(page);
    deepEqual(misdeeds, []);
  }
  const { page } = await watched(browser, shown.url);
  await page.locator('a.square.down').first().click();
  await page.getByLabel('Your name').fill('Ann');
  await page.getByRole('button', { name: 'Silence' }).click();
  await page.getByText('Write a reason').waitFor();
  await page.locator('select[name=scope]').selectOption('target');
  await page.getByLabel('Reason').fill('a fix is on its way');
  await page.getByRole('button', { name: 'Silence' }).click();
  await page.getByText('silenced by Ann until').waitFor();
  const silences = await own.read.selectFrom('silence').select(['by', 'scope', 'reason']).execute();
  deepEqual(silences, [{ by: 'Ann', scope: 'target', reason: 'a fix is on its way' }]);
});

test('a browser without a locale has the figures, and no picture', async () => {
  const { page, misdeeds } = await looked({ locale: 'en-US@posix' });
  await page.getByText('The figures of').click();
  await page.locator('th[scope=row]', { hasText: 'UTC' }).first().waitFor();
  equal(await page.locator('.chart canvas').count(), 0);
  deepEqual(misdeeds, []);
});

test('a store in which nothing was kept yet is no error: it says how to begin', async (t) => {
  const empty = await openHistory(join(folder, 'empty.db'));
  const shown = await serving(empty);
  t.after(async () => {
    await shown.close();
    await empty.close();
  });
  const { page, misdeeds } = await watched(browser, shown.url, {}, '.none');
  await page.getByText('NO DATA: nothing is watched. npx --no -- preflight monitor begins it.').waitFor();
  await page.getByText('no request was measured in this time').waitFor();
  deepEqual(misdeeds, []);
});

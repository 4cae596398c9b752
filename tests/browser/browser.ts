/** A browser for tests of pages: the one that Playwright has installed, or else one from the package registry. */
import { ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwrightChromium } from '@playwright/test';
import chromium from '@sparticuz/chromium';
import axe, { type AxeResults } from 'axe-core';
import { none } from '../unit/asserted.ts';

/** Whether a page is accessible: on which screens that is looked at, and what must hold there. */
const wide = { viewport: { width: 1200, height: 900 } };
const telephone = { viewport: { width: 360, height: 780 } };

export const screens: Readonly<Record<string, BrowserContextOptions & typeof wide>> = {
  'a wide screen': wide,
  'a telephone in the dark': { ...telephone, colorScheme: 'dark' },
  'a wide screen in the dark': { ...wide, colorScheme: 'dark' },
  'a telephone': telephone,
};

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** With everything open that can be opened. */
export const assertUsablePage = async (page: Page): Promise<void> => {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  ok(width <= (page.viewportSize()?.width ?? 0), 'it scrolls sideways');
  await page.evaluate(axe.source);
  const runOnly = JSON.stringify(rules);
  const { passes, violations } = (await page.evaluate(`axe.run(document, { runOnly: ${runOnly} })`)) as AxeResults;
  ok(passes.some(({ id }) => id === 'color-contrast'));
  none(violations.map(({ id, nodes }) => `${id}: ${nodes.length}, ${nodes[0]?.html.slice(0, 200)}`));
};

const isInstalled = (): boolean => existsSync(playwrightChromium.executablePath());

/** Unpacks the one of the registry when it is first wanted: of two at once, the second would start half of it. */
export const unpackBrowser = async (): Promise<void> => {
  if (!isInstalled()) await chromium.executablePath();
};

export const startBrowser = async (): Promise<Browser> =>
  isInstalled()
    ? playwrightChromium.launch()
    : playwrightChromium.launch({ executablePath: await chromium.executablePath(), args: chromium.args });

/** A page that was opened, and what it did that no page of the dashboard may do. */
export type Opened = { readonly page: Page; readonly misdeeds: readonly string[] };

/** @param own Where the page may load from, when that is more than its own address. */
export const opened = async (
  browser: Browser,
  url: string,
  { own = url, ...options }: BrowserContextOptions & { readonly own?: string } = {},
): Promise<Opened> => {
  const page = await (await browser.newContext({ locale: 'en-GB', ...options })).newPage();
  const misdeeds: string[] = [];
  page.on('console', (message) => misdeeds.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) misdeeds.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, misdeeds };
};

/** A dashboard. @param shows What is waited for: the first state that was drawn. */
export const watched = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  shows = '.target',
): Promise<Opened> => {
  const watching = await opened(browser, url, { viewport: { width: 1280, height: 900 }, ...options });
  await watching.page.locator(shows).first().waitFor();
  return watching;
};

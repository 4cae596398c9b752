/** A browser for tests of pages: the one that Playwright has installed, or else one that comes from the package registry. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwrightChromium } from '@playwright/test';
import chromium from '@sparticuz/chromium';

const isInstalled = (): boolean => existsSync(playwrightChromium.executablePath());

/** Unpacks the one of the registry where it is wanted and was not yet: of two at once, the second would start half of it. */
export const unpackBrowser = async (): Promise<void> => {
  if (!isInstalled()) await chromium.executablePath();
};

export const startBrowser = async (): Promise<Browser> =>
  isInstalled()
    ? playwrightChromium.launch()
    : playwrightChromium.launch({ executablePath: await chromium.executablePath(), args: chromium.args });

/** A page that was opened, and what it did that no page of ours may do. */
export type Opened = { readonly page: Page; readonly misdeeds: readonly string[] };

/** @param file On disk, as a person opens it. */
export const opened = async (browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<Opened> => {
  const page = await (await browser.newContext(options)).newPage();
  const misdeeds: string[] = [];
  page.on('console', (message) => misdeeds.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`file://${file}`)) misdeeds.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  return { page, misdeeds };
};

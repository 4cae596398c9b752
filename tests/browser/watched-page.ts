/** A dashboard in a browser, and what it did that no page of ours may do. */
import type { Browser, BrowserContextOptions } from '@playwright/test';
import type { Opened } from './browser.ts';

/** @param shows What is waited for: the first state that was drawn. */
export const watched = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  shows = '.target',
): Promise<Opened> => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const misdeeds: string[] = [];
  page.on('console', (message) => misdeeds.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) misdeeds.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.locator(shows).first().waitFor();
  return { page, misdeeds };
};

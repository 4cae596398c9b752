/** The page of a run on the screens that the quick test leaves out. */
import { test } from 'node:test';
import { startBrowser } from '../browser/browser.ts';
import { assertUsable } from '../browser/run-page.ts';
import { screens } from '../browser/usable.ts';

test('everybody can use the page of a run on every screen', async () => {
  const browser = await startBrowser();
  try {
    for (const screen of Object.keys(screens)) await assertUsable(browser, screen);
  } finally {
    await browser.close();
  }
});

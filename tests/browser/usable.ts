/** Whether everybody can use a page: on which screens that is looked at, and what must hold there. */
import { deepEqual, ok } from 'node:assert/strict';
import type { BrowserContextOptions, Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

export const wide = { viewport: { width: 1200, height: 900 } };
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
  deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.length}, ${nodes[0]?.html.slice(0, 200)}`),
    [],
  );
};

/** The page of a run with every state of a clause and a hostile service, on disk, and whether everybody can use it. */
import { deepEqual, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import { foundEvidence } from '../../cases/show/found-evidence.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { latencies } from '../../reports/latency.ts';
import { runPage } from '../../reports/page/run-page.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { hostileCase, hostileTexts } from '../unit/cases/hostile.ts';
import { decidedRecord } from '../unit/reports/decided-record.ts';
import { opened } from './browser.ts';

export const { bundle } = hostileCase('/nowhere');

/** With a hostile service among the rest. */
const record: RunRecord = {
  ...decidedRecord,
  verdict: 'fail',
  verdicts: [...bundle.verdicts, ...decidedRecord.verdicts],
  target: hostileTexts('/nowhere')[7] ?? '',
};
const evidence = foundEvidence(record, bundle.traces);
const answers = bundle.traces.flatMap(({ exchanges }) => exchanges);

export const file = join(emptyFolder(), 'report.html');
writeFileSync(
  file,
  runPage(record, {
    path: 'results/0822-7f3a',
    evidenceOf: (fingerprint) => evidence.get(fingerprint),
    latencies: latencies(answers),
  }),
);

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
export const assertUsable = async (browser: Browser, screen: string): Promise<void> => {
  const options = screens[screen] ?? wide;
  const { page } = await opened(browser, file, options);
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  ok(width <= options.viewport.width, 'it scrolls sideways');
  await page.evaluate(axe.source);
  const runOnly = JSON.stringify(rules);
  const { passes, violations } = (await page.evaluate(`axe.run(document, { runOnly: ${runOnly} })`)) as AxeResults;
  ok(passes.some(({ id }) => id === 'color-contrast'));
  deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.length}, ${nodes[0]?.html.slice(0, 200)}`),
    [],
  );
};

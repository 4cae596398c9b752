/** The page of a run with every state of a clause and a hostile service, on disk, and whether it is accessible. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { foundEvidence } from '../../cases/show/page.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { runPage } from '../../reports/run-page.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { hostileCase, hostileTexts } from '../unit/cases/case-of.ts';
import { decidedRecord } from '../unit/reports/record-of.ts';
import { assertUsablePage, opened, screens } from './browser.ts';

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

const file = join(emptyFolder(), 'report.html');
/** On disk, as a person opens it. */
export const url = `file://${file}`;
writeFileSync(
  file,
  runPage(record, {
    path: 'results/0822-7f3a',
    evidenceOf: (fingerprint) => evidence.get(fingerprint),
    answers,
  }),
);

export const assertUsable = async (browser: Browser, screen: string): Promise<void> =>
  assertUsablePage((await opened(browser, url, screens[screen])).page);

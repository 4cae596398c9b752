/** Tells a stored run to Allure: a test for each clause, with the request and the response of each finding. */
import { _baseTest as test } from '@playwright/test';
import { attachment, epic, feature, severity, story } from 'allure-js-commons';
import { areaOf } from '../contracts/clause.ts';
import { clause as clauseOf } from '../contracts/clauses.ts';
import { familyOf } from '../contracts/families.ts';
import { isGatingStanding, standingsOf } from '../contracts/standing.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { readRunRecord, readTrace } from '../engine/run-folder.ts';
import { runVariables } from '../gate/playwright.ts';
import { failureMessages, keptIn } from '../reports/failure-message.ts';

const folder = process.env[runVariables.folder] ?? '';
const record = await readRunRecord(folder);

const attachJson = (name: string, value: unknown): PromiseLike<void> =>
  attachment(name, JSON.stringify(value, null, 2), 'application/json');

/** The exchange that each finding names. */
const attachExchanges = async ({ flow, findings }: Verdict): Promise<void> => {
  const { exchanges } = await readTrace(folder, flow);
  for (const index of new Set(findings.map(({ exchange }) => exchange))) {
    const { request, response, failure, operation } = exchanges[index] ?? {};
    await attachJson(`request ${index} of ${flow}: ${operation}`, request);
    await attachJson(`response ${index} of ${flow}: ${operation}`, response ?? failure);
  }
};

for (const [at, warning] of (record.warnings ?? []).entries()) {
  test(`warning ${at + 1} of the run`, () => {
    throw new Error(warning);
  });
}

for (const standing of standingsOf(record)) {
  const { clause, outcome, decisive, verdicts } = standing;
  test(clause, async () => {
    await epic(familyOf(clause));
    await feature(areaOf(clause));
    await story(clauseOf(clause).text);
    // A derived clause warns: the gate does not fail for it.
    await severity(isGatingStanding(standing) ? 'critical' : 'minor');
    for (const verdict of verdicts.filter(({ findings }) => findings.length > 0)) await attachExchanges(verdict);
    test.skip(outcome === 'inconclusive', decisive.reason);
    if (outcome === 'pass') return;
    throw new Error(
      outcome === 'fail' ? failureMessages(verdicts, record, keptIn(record)).join('\n\n') : decisive.reason,
    );
  });
}

/** Judges what was recorded: one test for each clause and flow, named so that reports can group them. */
import { expect, test } from '@playwright/test';
import { epic, feature, story } from 'allure-js-commons';
import { runVariables } from '../cli/playwright.ts';
import { areaOf } from '../contracts/clause.ts';
import { clause as clauseOf } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import type { Trace } from '../contracts/trace.ts';
import { hasTrace, readPlan, readTrace } from '../flows/run-folder.ts';
import { failureMessage } from '../reports/failure-message.ts';

const folder = process.env[runVariables.folder] ?? '';
const plan = await readPlan(folder);

/** A trace is read once per worker; reading it again after a restart changes nothing. */
const traces = new Map<string, Promise<Trace>>();

const traceOf = (flow: string): Promise<Trace> => {
  const trace = traces.get(flow) ?? readTrace(folder, flow);
  traces.set(flow, trace);
  return trace;
};

for (const { clause, flow } of plan.pairs) {
  test(`${clause} in ${flow}`, async () => {
    const { basis, section, text } = clauseOf(clause);
    await epic(`Interface, part ${section}`);
    await feature(areaOf(clause));
    await story(text);
    // The command tells it as an error; a test that failed here would cost a worker each.
    test.skip(!hasTrace(folder, flow), 'the flow left no trace');
    const verdict = judge(clause, await traceOf(flow));
    test.skip(verdict.outcome === 'inconclusive', verdict.reason);
    const message = verdict.outcome === 'fail' ? failureMessage(verdict, plan.run) : verdict.reason;
    // A derived clause warns: the report shows it broken, the gate does not fail for it.
    if (basis === 'derived') test.info().annotations.push({ type: 'basis', description: 'derived: warns only' });
    expect(verdict.outcome, message).toBe('pass');
  });
}

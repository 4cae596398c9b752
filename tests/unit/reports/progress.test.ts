/** What the reporter writes while Playwright runs, fed with the calls that Playwright makes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import Progress from '../../../reports/progress.ts';

const caseOf = (group: string, title: string): TestCase =>
  ({ id: `${group}:${title}`, title, parent: { title: group } }) as unknown as TestCase;

const resultOf = (rest: Partial<TestResult> = {}): TestResult =>
  ({ status: 'passed', duration: 1234, errors: [], annotations: [], ...rest }) as unknown as TestResult;

const noted = (exchanges: number, broken?: number) => ({
  annotations: [
    { type: 'exchanges', description: String(exchanges) },
    ...(broken === undefined ? [] : [{ type: 'broken', description: String(broken) }]),
  ],
});

const flows = [caseOf('record', 'list-cities'), caseOf('record', 'issue-tokens')] as const;
const shown = caseOf('judge', 'hotels');

const started = (output: { isTTY: boolean; now?: () => number }) => {
  const written: string[] = [];
  const reporter = new Progress({ ...output, output: { ...output, write: (text) => written.push(text) } });
  reporter.onBegin({} as FullConfig, { allTests: () => [...flows, shown] } as unknown as Suite);
  return { reporter, text: () => written.join('') };
};

test('a pipe gets a line for each flow, with what was found broken in it', () => {
  const { reporter, text } = started({ isTTY: false });
  for (const flow of flows) reporter.onTestBegin(flow);
  reporter.onTestEnd(flows[0], resultOf(noted(251, 2)));
  reporter.onTestEnd(flows[1], resultOf({ ...noted(1), duration: 40 }));
  reporter.onTestEnd(shown, resultOf({ status: 'failed', errors: [{ message: 'FAIL  a' }] }));
  reporter.onEnd();
  assert.equal(
    text(),
    `\
recorded  list-cities   251 exchanges   1.2 s   2 broken
recorded  issue-tokens    1 exchange    0.0 s

`,
  );
});

test('a terminal is told within a second what is under way and for how long, and keeps no trace of it', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  const { reporter, text } = started({ isTTY: true, now: () => nowMs });
  const wait = (ms: number) => {
    nowMs += ms;
    context.mock.timers.tick(ms);
  };
  const erase = '\r\u001b[2K';
  reporter.onTestBegin(flows[0]);
  wait(500);
  wait(500);
  reporter.onTestEnd(flows[0], resultOf(noted(251)));
  reporter.onEnd();
  wait(500);
  assert.equal(
    text(),
    `${erase}recording list-cities   0.5 s${erase}recording list-cities   1.0 s${erase}recorded  list-cities   251 exchanges   1.2 s\n\n`,
  );
});

test('a flow that was cut off is said to be', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onTestEnd(flows[0], resultOf({ status: 'interrupted' }));
  reporter.onEnd();
  assert.match(text(), /^cut short list-cities .*1\.2 s\n\n$/);
});

test('a runner that broke is reported, clean and on lines of its own', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onError({ message: 'Error: no such module\n\u001b[31m    at specs/gate.spec.ts' });
  const crash = 'Error: worker process exited unexpectedly (code=137, signal=null)';
  reporter.onTestEnd(shown, resultOf({ status: 'failed', errors: [{ message: crash }] }));
  assert.equal(text(), `error     Error: no such module\n          at specs/gate.spec.ts\nerror     ${crash}\n`);
});

test('what a record test throws is ours and reported', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onTestEnd(flows[0], resultOf({ status: 'failed', errors: [{ message: 'disk full' }] }));
  assert.match(text(), /^cut short list-cities .*\nerror {5}disk full\n$/);
});

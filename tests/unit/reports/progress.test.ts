/** What the reporter writes while Playwright runs, fed with the calls that Playwright makes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import Progress from '../../../reports/progress.ts';

const caseOf = (project: string, title: string): TestCase =>
  ({ id: `${project}:${title}`, title, parent: { project: () => ({ name: project }) } }) as unknown as TestCase;

const resultOf = (rest: Partial<TestResult> = {}): TestResult =>
  ({ status: 'passed', duration: 1234, errors: [], annotations: [], ...rest }) as unknown as TestResult;

const exchanges = (count: number) => ({ annotations: [{ type: 'exchanges', description: String(count) }] });

const flows = [caseOf('record', 'list-cities'), caseOf('record', 'issue-tokens')] as const;
const pairs = [caseOf('judge', 'a in x'), caseOf('judge', 'b in x')] as const;

const started = ({ isTTY }: { isTTY: boolean }) => {
  const written: string[] = [];
  const reporter = new Progress({ output: { isTTY, write: (text) => written.push(text) } });
  reporter.onBegin({} as FullConfig, { allTests: () => [...flows, ...pairs] } as unknown as Suite);
  return { reporter, text: () => written.join('') };
};

test('a pipe gets a line per flow and one for all that was judged, failing or not', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onTestEnd(flows[0], resultOf(exchanges(251)));
  reporter.onTestEnd(flows[1], resultOf({ ...exchanges(1), duration: 40 }));
  reporter.onTestEnd(pairs[0], resultOf({ status: 'failed', errors: [{ message: 'FAIL  a' }] }));
  reporter.onTestEnd(pairs[1], resultOf({ status: 'skipped' }));
  reporter.onEnd();
  assert.equal(
    text(),
    `\
recorded  list-cities   251 exchanges   1.2 s
recorded  issue-tokens    1 exchange    0.0 s
judged    2 clause × flow pairs

`,
  );
});

test('a terminal gets one line that counts', () => {
  const { reporter, text } = started({ isTTY: true });
  for (const pair of [pairs[0], pairs[0], pairs[1]]) reporter.onTestEnd(pair, resultOf());
  reporter.onEnd();
  const erase = '\r\u001b[2K';
  const half = `${erase}judged    1 of 2 clause × flow pairs`;
  assert.equal(text(), `${half}${half}${erase}judged    2 clause × flow pairs\n\n`);
});

test('a run that was cut off says how far it came', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onTestEnd(flows[0], resultOf({ status: 'interrupted' }));
  reporter.onTestEnd(pairs[0], resultOf());
  reporter.onEnd();
  assert.match(text(), /^cut short list-cities .*1\.2 s\njudged {4}1 of 2 clause × flow pairs\n\n$/);
});

test('a runner that broke is told, clean and on lines of its own', () => {
  const { reporter, text } = started({ isTTY: true });
  reporter.onTestEnd(pairs[0], resultOf());
  reporter.onError({ message: 'Error: no such module\n\u001b[31m    at specs/judge.spec.ts' });
  const crash = 'Error: worker process exited unexpectedly (code=137, signal=null)';
  reporter.onTestEnd(pairs[1], resultOf({ status: 'failed', errors: [{ message: crash }] }));
  const lines = text().split('\n');
  assert.deepEqual(lines.slice(1, 4), [
    'error     Error: no such module',
    '          at specs/judge.spec.ts',
    `error     ${crash}`,
  ]);
});

test('what a record test throws is ours and told', () => {
  const { reporter, text } = started({ isTTY: false });
  reporter.onTestEnd(flows[0], resultOf({ status: 'failed', errors: [{ message: 'disk full' }] }));
  assert.match(text(), /^cut short list-cities .*\nerror {5}disk full\n$/);
});

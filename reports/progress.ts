/** Playwright's reporter of our runs: a line for each flow as it is recorded, and nothing of what the report says. */
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { durationText } from './duration-text.ts';
import { oneLine } from './one-line.ts';
import { type Output, statusLine } from './status-line.ts';

/** Its tests send; the others show what was found. */
const isRecording = (test: TestCase): boolean => test.parent.title === 'record' || test.title === 'explore';

/** A failing test that shows verdicts is no news; a runner that died is, and Playwright tells it in the same place. */
const isRunnersFault = ({ message = '' }: TestError): boolean => message.includes('worker process exited unexpectedly');

/** As wide as `9999 exchanges`, whatever was noted. */
const amountOf = (noted: string | undefined): string =>
  noted === undefined ? ' '.repeat(14) : `${noted.padStart(4)} ${noted === '1' ? 'exchange ' : 'exchanges'}`;

const errorLinesMax = 12;

const errorText = ({ message, stack, value }: TestError): string => {
  const lines = (stack ?? message ?? value ?? 'unknown error').split('\n').map((line) => oneLine(line));
  return lines
    .slice(0, errorLinesMax)
    .map((line, at) => (at === 0 ? `error     ${line}\n` : `          ${line}\n`))
    .join('');
};

export default class Progress implements Reporter {
  readonly #output: Output;
  readonly #log: Output;
  /** What is under way, so that a terminal is never silent for long. */
  readonly #status: ReturnType<typeof statusLine>;
  #flowWidth = 0;

  constructor({
    output = process.stdout,
    log = process.stderr,
    now = Date.now,
  }: { output?: Output; log?: Output; now?: () => number } = {}) {
    this.#output = output;
    this.#log = log;
    this.#status = statusLine(output, now);
    // Who reads us may go before we have ended, and the run goes on.
    if (output === process.stdout) process.stdout.on('error', () => {});
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const flows = suite.allTests().filter(isRecording);
    this.#flowWidth = Math.max(0, ...flows.map(({ title }) => title.length));
  }

  onTestBegin(test: TestCase): void {
    if (isRecording(test)) this.#status.show(test.title === 'explore' ? 'exploring' : `recording ${test.title}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#status.clear();
    if (isRecording(test)) this.#recorded(test, result);
    else for (const error of result.errors.filter(isRunnersFault)) this.#output.write(errorText(error));
  }

  /** The log of a worker reaches us through Playwright, which would swallow it. */
  onStdErr(chunk: string | Buffer): void {
    this.#status.clear();
    this.#log.write(String(chunk));
  }

  onError(error: TestError): void {
    this.#status.clear();
    this.#output.write(errorText(error));
  }

  onEnd(): void {
    this.#status.close();
    // An empty line between progress and report.
    this.#output.write('\n');
  }

  #recorded(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return;
    const noted = (name: string) => result.annotations.find(({ type }) => type === name)?.description;
    const did = result.status === 'passed' ? 'recorded  ' : 'cut short ';
    const title = test.title.padEnd(this.#flowWidth);
    const broken = noted('broken');
    const found = broken === undefined ? '' : `   ${broken} broken`;
    this.#output.write(`${did}${title} ${amountOf(noted('exchanges'))}   ${durationText(result.duration)}${found}\n`);
    // A test that records judges nothing by failing, so whatever it throws is ours.
    for (const error of result.errors) this.#output.write(errorText(error));
  }
}

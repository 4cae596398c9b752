/** Playwright's reporter of the gate: what was recorded, how far judging is, and nothing of what the report says. */
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { durationText } from './duration-text.ts';
import { oneLine } from './one-line.ts';

/** As much of a stream as a reporter needs. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

const projectOf = (test: TestCase): string | undefined => test.parent.project()?.name;

/** A failing judge test is a verdict; a runner that died is none, and Playwright tells it in the same place. */
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
  #flowWidth = 0;
  #pairs = 0;
  /** Ids, because a test that is run twice is judged once. */
  readonly #judged = new Set<string>();
  #isCounterShown = false;

  constructor({ output = process.stdout, log = process.stderr }: { output?: Output; log?: Output } = {}) {
    this.#output = output;
    this.#log = log;
    // Who reads us may go before we have ended, and the run goes on.
    if (output === process.stdout) process.stdout.on('error', () => {});
  }

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    const flows = tests.filter((test) => projectOf(test) === 'record').map(({ title }) => title.length);
    this.#flowWidth = Math.max(0, ...flows);
    this.#pairs = tests.filter((test) => projectOf(test) === 'judge').length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const project = projectOf(test);
    if (project === 'record' || test.title === 'explore') this.#recorded(test, result);
    if (project === 'judge') this.#countJudged(test, result);
  }

  /** The log of a worker reaches us through Playwright, which would swallow it. */
  onStdErr(chunk: string | Buffer): void {
    this.#log.write(String(chunk));
  }

  onError(error: TestError): void {
    this.#print(errorText(error));
  }

  onEnd(): void {
    if (this.#judged.size > 0 && !this.#output.isTTY) this.#print(`${this.#counter()}\n`);
    // An empty line between progress and report.
    this.#print('\n');
  }

  #recorded(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return;
    const noted = result.annotations.find(({ type }) => type === 'exchanges')?.description;
    const did = result.status === 'passed' ? 'recorded  ' : 'cut short ';
    const title = test.title.padEnd(this.#flowWidth);
    this.#print(`${did}${title} ${amountOf(noted)}   ${durationText(result.duration)}\n`);
    // A record test judges nothing, so whatever it throws is ours.
    for (const error of result.errors) this.#print(errorText(error));
  }

  #countJudged(test: TestCase, result: TestResult): void {
    for (const error of result.errors.filter(isRunnersFault)) this.#print(errorText(error));
    this.#judged.add(test.id);
    if (!this.#output.isTTY) return;
    this.#output.write(`\r\u001b[2K${this.#counter()}`);
    this.#isCounterShown = true;
  }

  #counter(): string {
    const done = this.#judged.size;
    return `judged    ${done < this.#pairs ? `${done} of ${this.#pairs}` : done} clause × flow pairs`;
  }

  /** The counter stays on a line of its own. */
  #print(text: string): void {
    this.#output.write(this.#isCounterShown ? `\n${text}` : text);
    this.#isCounterShown = false;
  }
}

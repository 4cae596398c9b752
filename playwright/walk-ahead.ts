/** A reporter that prints nothing: it hands on which flows are selected, so that the next is walked while a test reports. */
import { readFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { selectFlows } from './door.ts';

/** The flow that a test walks, as its source says; undefined where it walks none, or says so in another way. */
const flowOf = ({ location: { file, line } }: TestCase): string | undefined => {
  const rest = readFileSync(file, 'utf8').split('\n').slice(line);
  const next = rest.findIndex((each) => /^\s*test[.(]/.test(each));
  return /\bwalk\('([a-z-]+)'/.exec(rest.slice(0, next < 0 ? undefined : next).join('\n'))?.[1];
};

/** Without it, or where another reporter replaces it, each flow is walked when its test asks for it. */
export default class WalkAhead implements Reporter {
  printsToStdio(): boolean {
    return false;
  }

  onBegin(_: FullConfig, suite: Suite): void {
    const selected = suite.allTests().filter(({ expectedStatus }) => expectedStatus !== 'skipped');
    // Without a run under way there is nothing to hand on: Playwright lists its tests.
    void selectFlows(selected.flatMap((test) => flowOf(test) ?? [])).catch(() => {});
  }
}

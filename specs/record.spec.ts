/** Runs the flows of a plan, one test each, and keeps their traces. A record test never fails: it judges nothing. */
import { test } from '@playwright/test';
import { epic, feature, story } from 'allure-js-commons';
import { isGone } from '../cli/owner-gone.ts';
import { runVariables } from '../cli/playwright.ts';
import { brokenRunner, owner, runnersLog, startRunner } from '../cli/start-runner.ts';
import { flowOf } from '../flows/flows.ts';
import type { Runner } from '../flows/run.ts';
import { hasTrace, readPlan, writeTrace } from '../flows/run-folder.ts';

const folder = process.env[runVariables.folder] ?? '';
const plan = await readPlan(folder);
const log = runnersLog();

let running: Runner | undefined;

/** The test that runs. An interruption ends the test and not what it began. */
let underWay: Promise<void> = Promise.resolve();

test.afterAll(async () => {
  await running?.interrupt();
  await underWay;
  await running?.close();
});

for (const id of plan.flows) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands this form where no fixture is used.
  test(id, async ({}, info) => {
    const flow = flowOf(id);
    // A worker that was started again finds what the one before it recorded.
    if (!flow || hasTrace(folder, id) || isGone(owner)) return;
    await epic('Recorded');
    await feature(id);
    await story(flow.story);
    running ??= await startRunner(folder, plan).then((started) => started.running, brokenRunner);
    const record = async (by: Runner): Promise<void> => {
      const trace = await by.record(flow);
      await writeTrace(folder, trace);
      const { exchanges, stopped, error, bookings } = trace;
      log[error ? 'error' : 'info'](
        { flow: id, exchanges: exchanges.length, bookings, stopped, error },
        'flow recorded',
      );
      info.annotations.push({ type: 'exchanges', description: String(exchanges.length) });
    };
    underWay = record(running);
    await underWay;
  });
}

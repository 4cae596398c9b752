/**
 * The gate in Playwright. `record`: one test a flow, which sends, judges what came back and stores the verdicts. `judge`: a
 * few tests that show the stored verdicts, a step for each clause. One file, because a second project costs a second worker.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// The test without fixtures of a browser: those of `test` take ten times as long as a short flow.
import { _baseTest as test } from '@playwright/test';
import { areaOfClause, areas } from '../contracts/areas.ts';
import type { Planned } from '../engine/run-folder.ts';
import { runVariables } from '../gate/playwright.ts';
import type { Recorder } from '../gate/recorder.ts';

const folder = process.env[runVariables.folder] ?? '';
// Read as it is: the command has written it a moment ago, and the process that lists the tests loads nothing else of ours.
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Planned;

/** Given with each step, because Playwright takes longer to find it than to run the step. */
const location = { file: import.meta.filename, line: 1, column: 1 };

test.describe('record', () => {
  let recording: Recorder | undefined;

  test.afterAll(async () => recording?.close());

  for (const id of plan.again ?? plan.flows) {
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands this form where no fixture is used.
    test(id, async ({}, info) => {
      recording ??= (await import('../gate/recorder.ts')).recorder(folder, plan, process.env, Date.now);
      for (const [type, description] of Object.entries(await recording.record(id)))
        info.annotations.push({ type, description });
    });
  }
});

test.describe('judge', () => {
  const clausesOf = Map.groupBy(new Set(plan.pairs.map(({ clause }) => clause)), areaOfClause);

  for (const area of areas.filter((each) => clausesOf.has(each))) {
    test(area, async () => {
      const { shownIn } = await import('../gate/shown.ts');
      const failures: string[] = [];
      for (const { clause, failure, skipped, warning } of await shownIn(folder, plan)) {
        if (areaOfClause(clause) !== area) continue;
        const title = warning === undefined ? clause : `${clause} (warning)`;
        const show = async (step: { skip(isSkipped: boolean, reason: string): void }): Promise<void> => {
          if (skipped !== undefined) step.skip(true, skipped);
          if (failure !== undefined) throw new Error(failure);
        };
        await test.step(title, show, { location }).catch(() => failures.push(failure ?? ''));
      }
      if (failures.length > 0) throw new Error(failures.join('\n\n'));
    });
  }
});

/** Explores a target once, and then shows what each exploration found. */
import { _baseTest as test } from '@playwright/test';
import { readExplorationPlan, readExplored } from '../explore/explored-folder.ts';
import { explorer } from '../gate/explorer.ts';
import { runVariables } from '../gate/playwright.ts';
import { standInsFor } from '../prover/stand-ins.ts';
import { failureMessage } from '../reports/failure-message.ts';

const folder = process.env[runVariables.folder] ?? '';
const plan = await readExplorationPlan(folder);
const exploring = explorer({ folder, plan, environment: process.env, standInsFor, now: Date.now });

test.afterAll(() => exploring.close());

// biome-ignore lint/correctness/noEmptyPattern: Playwright demands this form where no fixture is used.
test('explore', async ({}, info) => {
  const requests = await exploring.explore();
  if (requests !== undefined) info.annotations.push({ type: 'exchanges', description: String(requests) });
});

test('judge', async () => {
  const { verdicts = [] } = (await readExplored(folder)) ?? {};
  const failures: string[] = [];
  for (const id of plan.explorations) {
    const broken = verdicts.filter(({ flow, outcome }) => flow === id && outcome === 'fail');
    const message = broken.map((verdict) => failureMessage(verdict, plan.run)).join('\n\n');
    const show = (): void => {
      if (message !== '') throw new Error(message);
    };
    await test.step(id, show).catch(() => failures.push(message));
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
});

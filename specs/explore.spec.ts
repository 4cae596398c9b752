/** Explores a target once, and then tells of each exploration what it found: a test that fails begins a new worker. */
import { expect, test } from '@playwright/test';
import { epic, feature, story } from 'allure-js-commons';
import { isGone } from '../cli/owner-gone.ts';
import { runVariables } from '../cli/playwright.ts';
import { standInsFor } from '../cli/stand-ins.ts';
import { owner, startRunner } from '../cli/start-runner.ts';
import { clause } from '../contracts/clauses.ts';
import { evidence } from '../flows/explore/evidence.ts';
import { explorationOf } from '../flows/explore/explorations.ts';
import { explore } from '../flows/explore/explore.ts';
import { readExplorationPlan, readExplored, writeExplored } from '../flows/explore/explored-folder.ts';
import { shrinkUnsent } from '../flows/explore/shrink-unsent.ts';
import type { Runner } from '../flows/run.ts';
import { failureMessage } from '../reports/failure-message.ts';

const folder = process.env[runVariables.folder] ?? '';
const plan = await readExplorationPlan(folder);
const { run, budget, corpus } = plan;

let running: Runner | undefined;
let underWay: Promise<unknown> = Promise.resolve();
let isEnding = false;

test.afterAll(async () => {
  isEnding = true;
  await running?.interrupt();
  await underWay;
  await running?.close();
});

// biome-ignore lint/correctness/noEmptyPattern: Playwright demands this form where no fixture is used.
test('explore', async ({}, info) => {
  if ((await readExplored(folder)) || isGone(owner)) return;
  await epic('Explored');
  const answers = evidence();
  const { running: started, target } = await startRunner(folder, plan, { createClient: answers.remembering });
  running = started;
  const standIns = standInsFor(target, run.seed);
  const exploring = async (): Promise<void> => {
    const explored = await explore({
      ...{ explorations: plan.explorations.flatMap((id) => explorationOf(id) ?? []), seed: run.seed, budget, corpus },
      applies: (id) => (clause(id).since ?? '') <= target.revision,
      ...{ target, touches: plan.touches, record: started.record },
      isEnough: () => isEnding,
      shrinkUnsent: shrinkUnsent({
        ...{ target, seed: run.seed, evidence: answers, standIns: standIns.of, isEnough: () => isEnding },
      }),
    }).finally(standIns.close);
    await writeExplored(folder, explored, new Date().toISOString());
    info.annotations.push({ type: 'exchanges', description: String(explored.requests) });
  };
  underWay = exploring();
  await underWay;
});

for (const id of plan.explorations) {
  test(id, async () => {
    await epic('Explored');
    await feature(id);
    await story(explorationOf(id)?.story ?? id);
    const { verdicts = [] } = (await readExplored(folder)) ?? {};
    const broken = verdicts.filter(({ flow, outcome }) => flow === id && outcome === 'fail');
    expect(broken.map((verdict) => failureMessage(verdict, run)).join('\n\n')).toBe('');
  });
}

/** Explores a target once, and then shows what each exploration found. */
import { _baseTest as test } from '@playwright/test';
import { clause } from '../contracts/clauses.ts';
import type { Runner } from '../engine/run.ts';
import { evidence } from '../explore/evidence.ts';
import { explorationOf } from '../explore/explorations.ts';
import { explore } from '../explore/explore.ts';
import { readExplorationPlan, readExplored, writeExplored } from '../explore/explored-folder.ts';
import { shrinkUnsent } from '../explore/shrink-unsent.ts';
import { isGone } from '../gate/owner-gone.ts';
import { runVariables } from '../gate/playwright.ts';
import { ownerIn, startRunner } from '../gate/start-runner.ts';
import { standInsFor } from '../prover/stand-ins.ts';
import { failureMessage } from '../reports/failure-message.ts';

const folder = process.env[runVariables.folder] ?? '';
const owner = ownerIn(process.env);
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
  const answers = evidence();
  const { running: started, target } = await startRunner(plan, process.env, { createClient: answers.remembering });
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

test('judge', async () => {
  const { verdicts = [] } = (await readExplored(folder)) ?? {};
  const failures: string[] = [];
  for (const id of plan.explorations) {
    const broken = verdicts.filter(({ flow, outcome }) => flow === id && outcome === 'fail');
    const message = broken.map((verdict) => failureMessage(verdict, run)).join('\n\n');
    const show = (): void => {
      if (message !== '') throw new Error(message);
    };
    await test.step(id, show).catch(() => failures.push(message));
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
});

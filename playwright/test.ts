/** The fixtures and the matchers of Playwright specs: a test walks a journey, and says which clauses make its point. */
import {
  expect as expectOfPlaywright,
  type TestInfo,
  type TestStepInfo,
  test as testOfPlaywright,
} from '@playwright/test';
import type { Journey, JudgedClause } from '../gate/run-specs.ts';
import { walkedFor } from './door.ts';

/**
 * Walks a flow of the plan, and shows each of its clauses as a step.
 *
 * @param point What is expected of the journey; the clauses that it does not name are steps of their own.
 */
export type Walk = (flow: string, point?: (walked: Journey) => Promise<void>) => Promise<Journey>;

/** A report grows by each of them. */
const attachedCharactersMax = 100_000;

const attached = (text: string): { readonly body: string; readonly contentType: string } => ({
  body: text.length > attachedCharactersMax ? `${text.slice(0, attachedCharactersMax)}\n…` : text,
  contentType: 'text/plain',
});

/** Names are unique in a test: a report matches attachments to steps by their names. */
const attachExchanges = async (step: TestStepInfo, { exchanges }: Journey, which: readonly number[]): Promise<void> => {
  for (const each of exchanges.filter((_, at) => which.includes(at))) {
    const occasion = `${step.titlePath.at(-1)}: ${each.title}`;
    await step.attach(`${occasion}, request`, attached(each.request));
    await step.attach(`${occasion}, response`, attached(each.response));
  }
};

/** Neither broken nor held: what it lacks is a reason to skip, and the record of the run decides what that means. */
const isNotJudged = ({ state }: JudgedClause): boolean => state === 'unjudged' || state === 'trouble';

const brokenStates: readonly JudgedClause['state'][] = ['broken', 'error'];

const stepOf = (clause: JudgedClause, walked: Journey): Promise<void> =>
  testOfPlaywright.step(`${clause.id}  §${clause.section}`, async (step) => {
    step.skip(isNotJudged(clause), clause.reason ?? 'not judged');
    await attachExchanges(step, walked, clause.exchanges);
    if (brokenStates.includes(clause.state)) throw new Error(failureText(clause));
    // What only warns, or is waived, is shown and fails no test.
    if (clause.failures.length > 0) await step.attach(`${clause.id}: ${clause.state}`, attached(failureText(clause)));
  });

const failureText = ({ failures, reason, id }: JudgedClause): string =>
  failures.join('\n\n') || `${id}: ${reason ?? 'our own error'}`;

/** Which clauses of a journey an expectation has named. */
const named = new WeakMap<Journey, Set<string>>();

const showJourney = async (walked: Journey): Promise<void> => {
  await testOfPlaywright.step(walked.story, async (step) => {
    await attachExchanges(
      step,
      walked,
      walked.exchanges.map((_, at) => at),
    );
  });
};

/** Allure makes a step of each annotation, so it has labels and parameters in its own way. */
const label = async ({ target, revision, seed, depth, clauses }: Journey, info: TestInfo): Promise<void> => {
  if (!info.config.reporter.some(([name]) => name.includes('allure-playwright'))) {
    const description = `${target}, revision ${revision}, seed ${seed}, depth ${depth}`;
    info.annotations.push({ type: 'target', description });
    return;
  }
  await import('allure-playwright/autoconfig');
  const allure = await import('allure-js-commons');
  const [area = '', topic = ''] = info.tags.map((tag) => tag.replace('@', ''));
  await allure.labels({ name: 'epic', value: area }, { name: 'feature', value: topic });
  for (const [name, value] of Object.entries({ target, revision, seed: String(seed), depth }))
    await allure.parameter(name, value);
  const sections = [...new Set(clauses.map(({ section }) => section))].sort();
  await allure.links(...sections.map((section) => ({ url: `docs/use/coverage.md#${section}`, name: `§${section}` })));
};

const walkIn =
  (info: TestInfo): Walk =>
  async (flow, point) => {
    const walked = await walkedFor(flow, process.env);
    if ('reason' in walked) {
      info.skip(!walked.isPlanned, walked.reason);
      throw new Error(walked.reason);
    }
    const byPoint = new Set<string>();
    named.set(walked, byPoint);
    await label(walked, info);
    await showJourney(walked);
    const broken: string[] = [];
    await point?.(walked).catch((thrown: Error) => broken.push(thrown.message));
    for (const clause of walked.clauses.filter(({ id }) => !byPoint.has(id)))
      await stepOf(clause, walked).catch((thrown: Error) => broken.push(thrown.message));
    if (broken.length > 0) throw new Error(broken.join('\n\n'));
    return walked;
  };

export const test = testOfPlaywright.extend<{ walk: Walk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
  walk: async ({}, use, info) => use(walkIn(info)),
});

export const expect = expectOfPlaywright.extend({
  /** A promise of the interface was kept in a journey. Where it was not judged, its step is skipped. */
  async toKeepClause(walked: Journey, id: string) {
    named.get(walked)?.add(id);
    const clause = walked.clauses.find((each) => each.id === id);
    if (!clause) return { pass: false, message: () => `${walked.flow} does not show ${id}` };
    const broken = await stepOf(clause, walked).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    return { pass: broken === undefined, message: () => broken ?? `${id} was kept` };
  },
});

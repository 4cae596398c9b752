/** The fixtures and the matchers of Playwright specs: a test walks a journey, or sends what it likes as a flow may. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  expect as expectOfPlaywright,
  type Location,
  type TestInfo,
  type TestStepInfo,
  test as testOfPlaywright,
} from '@playwright/test';
import type { OperationId } from '../contracts/operations.ts';
import type { Session } from '../engine/session.ts';
import type {
  AttachedExchange,
  JudgedClause,
  NotSent,
  OwnAct,
  OwnAnswer,
  SpecTarget,
  WalkedJourney,
} from '../gate/spec-door.ts';
import { askedTarget, conformanceOf, doorVariables, ownFlow, walkedFor } from './door.ts';

/**
 * Walks a flow of the plan, and shows each of its clauses as a step.
 *
 * @param point What is expected of the journey; the clauses that it does not name are steps of their own.
 */
export type WalkJourney = (flow: string, point?: (walked: WalkedJourney) => Promise<void>) => Promise<WalkedJourney>;

/**
 * Sends as a flow does: with the token, the limits, the ledger and the clean-up of the run, and recorded. What the target
 * lacks skips the test.
 */
export type PartnerSession = {
  readonly [Act in OwnAct]: (...args: Parameters<Session[Act]>) => Promise<OwnAnswer>;
};

/** A report grows by each of them. */
const attachedCharactersMax = 100_000;

const attached = (body: string): { readonly body: string; readonly contentType: string } => ({
  body: body.length > attachedCharactersMax ? JSON.stringify(`${body.slice(0, attachedCharactersMax)}…`) : body,
  // A list of failures prints what is plain text, and would be buried in it.
  contentType: 'application/json',
});

/** Playwright reads the stack of each attachment: all who wait for it, which takes ten times as long as the rest. */
const withoutCallers = (attach: () => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => setImmediate(() => attach().then(resolve, reject)));

/**
 * Of the step under way. By the test and not by the step, whose attachments Allure shows beside all steps; names are unique
 * in a test, because it matches attachments to steps by their names.
 */
const attachExchanges = async (step: TestStepInfo, exchanges: readonly AttachedExchange[]): Promise<void> => {
  const info = testOfPlaywright.info();
  for (const { title, text } of exchanges)
    await withoutCallers(() => info.attach(`${step.titlePath.at(-1)}: ${title}`, attached(text)));
};

const failureText = ({ failures, reason, id }: JudgedClause): string =>
  failures.join('\n\n') || `${id}: ${reason ?? 'our own error'}`;

/** What lacks evidence is a reason to skip its step; the record of the run decides what that means. */
const notJudged: readonly JudgedClause['state'][] = ['unjudged', 'trouble'];
const broken: readonly JudgedClause['state'][] = ['broken', 'error'];

/** Where a step stands: else Playwright reads the stack of each. */
const placed = (): { readonly location: Location } => {
  const { file, line, column } = testOfPlaywright.info();
  return { location: { file, line, column } };
};

/** @throws Error that says what was promised, what came instead, and how to see it again. */
const stepOf = (clause: JudgedClause, { exchanges }: WalkedJourney): Promise<void> =>
  testOfPlaywright.step(
    `${clause.id}  §${clause.section}`,
    async (step) => {
      step.skip(notJudged.includes(clause.state), clause.reason ?? 'not judged');
      await attachExchanges(
        step,
        clause.exchanges.flatMap((at) => exchanges[at] ?? []),
      );
      if (broken.includes(clause.state)) throw new Error(failureText(clause));
      // What only warns, or is waived, is shown and fails no test.
      if (clause.failures.length > 0)
        await testOfPlaywright
          .info()
          .attach(`${clause.id}: ${clause.state}`, attached(JSON.stringify(failureText(clause).split('\n'), null, 2)));
    },
    placed(),
  );

const showSent = ({ story, exchanges }: WalkedJourney): Promise<void> =>
  testOfPlaywright.step(story, (step) => attachExchanges(step, exchanges), placed());

/** As GitHub, and most others who show Markdown, make it of a title. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** The page that walks through the interface has a title for each part. */
const coverage = fileURLToPath(new URL('docs/use/coverage.md', import.meta.resolve('#package')));

/** Seen from the page that `npm run allure` writes into the folder of the run. */
const linksTo = (sections: readonly string[]): { readonly url: string; readonly name: string }[] => {
  const titles = [...readFileSync(coverage, 'utf8').matchAll(/^#+ (([\d.]+) .*)$/gm)];
  const anchors = new Map(titles.map(([, title = '', section]) => [section, anchorOf(title)]));
  const page = relative(process.env[doorVariables.folder] ?? '', coverage);
  return sections.map((section) => ({ url: `${page}#${anchors.get(section)}`, name: `§${section}` }));
};

/** Labels, parameters and links for Allure, which makes a step of each annotation; for other reporters an annotation. */
const label = async (walked: WalkedJourney, info: TestInfo): Promise<void> => {
  const { target, revision, seed, depth, clauses } = walked;
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
  await allure.links(...linksTo([...new Set(clauses.map(({ section }) => section))].sort()));
};

/** Which clauses of a journey an expectation has named. */
const named = new WeakMap<WalkedJourney, Set<string>>();

/** @throws Skips the test for what the run or the target lacks; else an error. */
const notSent = ({ reason, isLacking }: NotSent, info: TestInfo): never => {
  info.skip(isLacking, reason);
  throw new Error(reason);
};

/** What each test has begun to send by itself. */
const ownFlows = new WeakMap<TestInfo, ReturnType<typeof ownFlow>>();

/** Cleans up what the test has sent by itself, and shows it. */
const endOwn = async (info: TestInfo): Promise<void> => {
  const own = await ownFlows.get(info);
  ownFlows.delete(info);
  const sent = await own?.end();
  if (sent && 'exchanges' in sent) await showSent(sent);
};

/** All failures of a journey, which point to where the spec expected it, or walked. */
const failureOf = (failures: readonly Error[], { stack = '' }: Error): Error => {
  const failure = new Error(failures.map(({ message }) => message).join('\n\n'));
  failure.stack = `${failure}${stack.slice(stack.search(/\n +at /))}`;
  return failure;
};

const walkIn = (info: TestInfo): WalkJourney => {
  const walk: WalkJourney = async (flow, point) => {
    const called = new Error();
    Error.captureStackTrace(called, walk);
    // Flows are walked one after the other.
    await endOwn(info);
    const walked = await walkedFor(flow);
    if ('reason' in walked) return notSent(walked, info);
    const byPoint = new Set<string>();
    named.set(walked, byPoint);
    await withoutCallers(() => label(walked, info));
    await showSent(walked);
    const failures: Error[] = [];
    const note = (thrown: Error): void => void failures.push(thrown);
    await point?.(walked).catch(note);
    const [ofPoint = called] = failures;
    if (info.expectedStatus === 'skipped') throw ofPoint;
    for (const clause of walked.clauses) if (!byPoint.has(clause.id)) await stepOf(clause, walked).catch(note);
    if (failures.length > 0) throw failureOf(failures, ofPoint);
    return walked;
  };
  return walk;
};

type TestFixtures = {
  readonly walk: WalkJourney;
  readonly session: PartnerSession;
  /** What is known of the target of the run. */
  readonly target: SpecTarget;
};

export const test = testOfPlaywright.extend<TestFixtures>({
  // A step for handing over a function would say nothing, twice in each test.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
  walk: [async ({}, use, info) => use(walkIn(info)), { box: 'self' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
  target: [async ({}, use) => use(await askedTarget()), { box: 'self' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
  session: async ({}, use, info) => {
    const begun = (): ReturnType<typeof ownFlow> => {
      const own = ownFlows.get(info) ?? ownFlow();
      ownFlows.set(info, own);
      return own;
    };
    const act =
      (name: string) =>
      (...args: readonly unknown[]): Promise<OwnAnswer> =>
        testOfPlaywright.step([name, typeof args[0] === 'string' ? args[0] : ''].join(' ').trim(), async () => {
          const answer = await (await begun()).act(name, args);
          return 'reason' in answer ? notSent(answer, info) : answer;
        });
    await use(new Proxy({} as PartnerSession, { get: (_, name) => (name === 'then' ? undefined : act(String(name))) }));
    await endOwn(info);
  },
});

type ZodSchema = {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
};

const isZod = (schema: object): schema is ZodSchema => 'safeParse' in schema && typeof schema.safeParse === 'function';

/** @returns What does not match, in one text; undefined where all does. */
const mismatchOf = async (value: unknown, schema: object): Promise<string | undefined> => {
  if (isZod(schema)) {
    const { success, error } = schema.safeParse(value);
    return success ? undefined : (error?.message ?? 'it does not match');
  }
  const [{ Ajv2020 }, formats] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')]);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default.default(ajv);
  if (ajv.validate(schema, value)) return undefined;
  return ajv.errorsText(ajv.errors, { dataVar: 'body', separator: '\n' });
};

const outcomeText = ({ operation, status, outcome }: OwnAnswer): string => {
  const code = outcome.kind === 'refusal' && outcome.code ? ` with ${outcome.code}` : '';
  const trouble = outcome.kind === 'trouble' ? `: ${outcome.trouble}` : '';
  return `${operation} was answered ${status ?? 'not at all'}, a ${outcome.kind}${code}${trouble}`;
};

export const expect = expectOfPlaywright.extend({
  /** A promise of the interface was kept in a journey. Where it was not judged, its step is skipped. */
  async toKeepClause(walked: WalkedJourney, id: string) {
    named.get(walked)?.add(id);
    const clause = walked.clauses.find((each) => each.id === id);
    if (!clause) throw new Error(`${walked.flow} does not show ${id}`);
    const failure = await stepOf(clause, walked).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    return { pass: failure === undefined, message: () => failure ?? `${id} was kept` };
  },
  /** The request was answered with a success. */
  toSucceed(answer: OwnAnswer) {
    return { pass: answer.outcome.kind === 'success', message: () => outcomeText(answer) };
  },
  /** The request was refused, with this code of part 7 where one is given. */
  toBeRefused(answer: OwnAnswer, code?: string) {
    const { outcome } = answer;
    const pass = outcome.kind === 'refusal' && (code === undefined || outcome.code === code);
    return { pass, message: () => `${outcomeText(answer)}; expected a refusal${code ? ` with ${code}` : ''}` };
  },
  /** A success whose body is as the published schema of the operation says, by the judgement of a gate. */
  async toConformTo(answer: OwnAnswer, operation: OperationId) {
    if (answer.outcome.kind !== 'success')
      return { pass: false, message: () => `${outcomeText(answer)}; only a success has the schema of ${operation}` };
    const found = await conformanceOf(operation, answer.body);
    if ('reason' in found) throw new Error(`${operation} has no schema here: ${found.reason}`);
    const pass = found.departures.length === 0;
    return {
      pass,
      message: () =>
        [
          `the answer of ${answer.operation} ${pass ? 'conforms' : 'does not conform'} to ${operation}`,
          ...found.departures,
        ].join('\n  '),
    };
  },
  /** The body is as a schema says: one of Zod, or a JSON Schema. */
  async toMatchSchema(answer: OwnAnswer, schema: object) {
    const mismatch = await mismatchOf(answer.body, schema);
    const { operation } = answer;
    return {
      pass: mismatch === undefined,
      message: () => (mismatch ? `the answer of ${operation}: ${mismatch}` : `the answer of ${operation} matches`),
    };
  },
});

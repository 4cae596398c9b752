/** The rules of workflows and actions beyond GitHub's language service: a sentence each, and what breaks it. */
import { spawnSync } from 'node:child_process';
import { parse } from 'yaml';
import type { Action, Job, Step, Workflow } from './workflow.ts';

type Read = {
  readonly text: string;
  /** None of an action. */
  readonly workflow: Workflow | undefined;
  readonly jobs: readonly Job[];
  readonly steps: readonly { readonly step: Step; readonly shell: string | undefined }[];
};

export const read = (text: string): Read => {
  const { jobs: all, defaults, runs, ...rest } = parse(text) as Workflow & Partial<Action>;
  const jobs = Object.values(all ?? {});
  const ofJobs = jobs.flatMap((job) =>
    (job.steps ?? []).map((step) => ({ step, shell: step.shell ?? job.defaults?.run?.shell ?? defaults?.run?.shell })),
  );
  const ofAction = (runs?.steps ?? []).map((step) => ({ step, shell: step.shell }));
  const workflow = runs ? undefined : { ...rest, jobs: all, ...(defaults && { defaults }) };
  return { text, workflow, jobs, steps: [...ofJobs, ...ofAction] };
};

const namesSecret = (value: unknown): boolean => /\bsecrets\s*[.[]/.test(JSON.stringify(value ?? ''));

/** Where a secret may stand: in the environment of a step that runs Preflight, or handed on to its actions. */
const strayOf = ({ step }: Read['steps'][number]): boolean => {
  const { env, with: given = {}, ...others } = step;
  const isOurs = step.uses === undefined || /^[$.]\//.test(step.uses);
  const { variables, ...more } = given;
  return namesSecret(others) || namesSecret(more) || (!isOurs && (namesSecret(env) || namesSecret(variables)));
};

/** Whose caller says what is permitted. */
const isOnlyCalled = (workflow: Workflow | undefined): boolean =>
  workflow !== undefined && Object.keys(workflow.on).join() === 'workflow_call';

/** What the inputs of the gate need, by their names. */
const shownOn: Readonly<Record<string, string>> = { 'pull-requests': 'comment', 'security-events': 'sarif' };

const isPermitted = ({ with: given = {} }: Job, [what, how]: readonly [string, unknown]): boolean =>
  what === 'contents' ? how === 'read' : how === 'write' && given[shownOn[what] ?? ''] === true;

const onlyWhetherThereIsOne = /^\$\{\{ secrets\.\w+ != '' \}\}$/;

/** How bash reads a script, which is not run. */
const isScript = (run: string): boolean => spawnSync('bash', ['-n'], { input: run }).status === 0;

/** True where the rule is kept. */
export const rules: Readonly<Record<string, (read: Read) => boolean>> = {
  'actions of others are pinned by a whole commit, with their version beside it': ({ text }) =>
    [...text.matchAll(/uses:\s*(.*)/g)].every(([, what = '']) =>
      /^([$.]\/\.github\/[\w./-]+|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(what),
    ),
  'nothing is permitted at the top, and a job only reads the contents, but for what a gate shows on request': ({
    workflow,
    jobs,
  }) =>
    !workflow ||
    (JSON.stringify(workflow.permissions) === (isOnlyCalled(workflow) ? undefined : '{}') &&
      jobs.every((job) => Object.entries(job.permissions ?? {}).every((each) => isPermitted(job, each)))),
  'a job that checks out says that it reads': ({ workflow, jobs }) =>
    isOnlyCalled(workflow) ||
    jobs.every(
      ({ steps = [], permissions }) => !steps.some(({ uses }) => uses?.startsWith('actions/checkout@')) || permissions,
    ),
  'a checkout keeps no credentials': ({ steps }) =>
    steps.every(
      ({ step }) => !step.uses?.startsWith('actions/checkout@') || step.with?.['persist-credentials'] === false,
    ),
  'no expression stands in a script, where its value would be run': ({ steps }) =>
    steps.every(({ step }) => !step.run?.includes('${{')),
  'a script is run by bash with pipefail, and bash can read it': ({ steps }) =>
    steps.every(({ step: { run }, shell }) => run === undefined || (shell === 'bash' && isScript(run))),
  'a secret is seen by the step that needs it, and by no action of others': ({ workflow, jobs, steps }) =>
    !namesSecret(workflow?.env) &&
    jobs.every(({ env = {} }) =>
      Object.values(env).every((value) => !namesSecret(value) || onlyWhetherThereIsOne.test(String(value))),
    ) &&
    !steps.some(strayOf),
  'a job ends in time': ({ jobs }) =>
    jobs.every((job) => job.uses !== undefined || typeof job['timeout-minutes'] === 'number'),
  'two runs do not get into each other’s way': ({ workflow, jobs }) =>
    !workflow || workflow.concurrency !== undefined || jobs.every(({ concurrency }) => concurrency !== undefined),
  'no event runs what a stranger has written with the secrets of the repository': ({ workflow }) =>
    !workflow || !['pull_request_target', 'workflow_run', 'issue_comment'].some((name) => name in Object(workflow.on)),
};

/** The rules that a text breaks. */
export const brokenIn = (text: string): string[] => {
  const what = read(text);
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept(what) ? [] : [rule]));
};

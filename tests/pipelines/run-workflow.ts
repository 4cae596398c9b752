/** Runs a workflow as GitHub would, with stand-ins for machines and foreign actions: its jobs, one after the other. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { emptyFolder } from '../cli/preflight-process.ts';
import { environmentIn } from '../programs/packed.ts';
import type { Kept } from './actions.ts';
import { type Context, evaluated, filled, isTrue, textOf } from './expression.ts';
import { type Annotation, jobLog, type Machine, walkSteps } from './run-steps.ts';
import { inputsOf, type Job, readYaml, type Workflow } from './workflow.ts';

export type Started = {
  /** The folder whose checkout the jobs get, and whose workflow it is. */
  readonly repository: string;
  readonly workflow: string;
  readonly kept: Kept;
  /** The workflow that calls it, whose name it has. */
  readonly caller?: string;
  /** Of other repositories, by `owner/name`. */
  readonly others?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  readonly event?: Context;
  readonly inputs?: Context;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly vars?: Context;
  readonly runId?: number;
  /** Variables of every process, beside those of a runner. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly cancelOn?: RegExp;
};

export type JobResult = {
  readonly conclusion: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly annotations: readonly Annotation[];
  readonly summary: string;
  readonly workspace: string;
};

type Ended = { readonly jobs: Readonly<Record<string, JobResult>>; readonly outputs: Readonly<Record<string, string>> };

const skipped: JobResult = { conclusion: 'skipped', outputs: {}, log: '', annotations: [], summary: '', workspace: '' };

const allFilled = (values: Readonly<Record<string, unknown>> = {}, context: Context): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(filled(value, context))]));

/** What a job may do on GitHub, by a token that no process is given unasked. */
export const gitHubToken = 'ghs-canary-3Kx9';

const gitHubOf = (
  { eventName = 'push', event = {}, runId = 1, workflow, caller = workflow }: Started,
  workspace: string,
): Context => ({
  event_name: eventName,
  event: { repository: { default_branch: 'main', full_name: 'acme/shop' }, ...event },
  ref_name: 'main',
  ref: 'refs/heads/main',
  // Of a pull request alone.
  base_ref: 'pull_request' in event ? 'main' : '',
  workflow: basename(caller, '.yml'),
  token: gitHubToken,
  // No server is there.
  api_url: 'http://127.0.0.1:1',
  server_url: 'https://code.acme.example',
  repository: 'acme/shop',
  actor: 'ann',
  run_id: runId,
  run_attempt: 1,
  workspace,
});

const runnerVariables = (gitHub: Context, temp: string): NodeJS.ProcessEnv => {
  const eventPath = join(temp, 'event.json');
  writeFileSync(eventPath, JSON.stringify(gitHub.event));
  const named = Object.entries(gitHub).filter(([name, value]) => typeof value !== 'object' && name !== 'token');
  return {
    ...Object.fromEntries(named.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)])),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_PATH: eventPath,
    RUNNER_TEMP: temp,
  };
};

const runJob = async (workflow: Workflow, job: Job, given: Context, started: Started): Promise<JobResult> => {
  const home = emptyFolder();
  const [workspace, temp] = [join(home, 'work'), join(home, 'temp')];
  for (const folder of [workspace, temp]) mkdirSync(folder);
  const github = gitHubOf(started, workspace);
  const log = jobLog();
  const secrets = (given.secrets ?? {}) as Readonly<Record<string, string>>;
  for (const secret of Object.values(secrets)) log.hide(secret);
  const bare: Context = { ...given, github, runner: { temp }, job: {}, steps: {}, env: {} };
  const env = { ...allFilled(workflow.env, bare), ...allFilled(job.env, bare) };
  const machine: Machine = {
    workspace,
    temp,
    environment: { ...environmentIn(home), ...runnerVariables(github, temp), ...started.environment },
    log,
    kept: started.kept,
    repository: given.checkout as string,
    summary: '',
    added: {},
    isCancelled: false,
    cancelOn: started.cancelOn,
  };
  const shell = job.defaults?.run?.shell ?? workflow.defaults?.run?.shell;
  const scope = { context: { ...bare, env }, env, ownRepository: started.repository, shell };
  const { isFailed, steps } = await walkSteps(job.steps ?? [], scope, machine);
  return {
    conclusion: machine.isCancelled ? 'cancelled' : isFailed ? 'failure' : 'success',
    outputs: allFilled(job.outputs, { ...scope.context, steps }),
    log: log.lines.join('\n'),
    annotations: log.annotations,
    summary: machine.summary,
    workspace,
  };
};

/** The repository and the file of a workflow that is called. */
const calledBy = (uses: string, { repository, others = {} }: Started): Pick<Started, 'repository' | 'workflow'> => {
  const [, owner, file = ''] =
    /^(?:\.|\$|([\w-]+\/[\w-]+))\/(\.github\/workflows\/[\w-]+\.yml)(?:@[0-9a-f]{40})?$/.exec(uses) ?? [];
  const folder = owner === undefined ? repository : others[owner];
  if (folder === undefined) throw new Error(`no repository ${owner}`);
  return { repository: folder, workflow: join(folder, file) };
};

/** Jobs in the order of the file, in which each comes after those that it needs; a matrix as `name (value)`. */
export const runWorkflow = async (started: Started, checkout = started.repository): Promise<Ended> => {
  const workflow = readYaml<Workflow>(started.workflow);
  const given = { inputs: started.inputs ?? {}, secrets: started.secrets ?? {}, vars: started.vars ?? {}, checkout };
  const jobs: Record<string, JobResult> = {};
  /** By the id of the job in the file. */
  const whole: Record<string, JobResult> = {};
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const needed = [job.needs ?? []].flat();
    const needs = Object.fromEntries(
      needed.map((name) => [name, { result: whole[name]?.conclusion, outputs: whole[name]?.outputs }]),
    );
    const isReady = needed.every((name) => whole[name]?.conclusion === 'success');
    const context: Context = { ...given, needs, github: gitHubOf(started, '') };
    const status = { always: () => true, success: () => isReady, failure: () => !isReady, cancelled: () => false };
    const condition = job.if ?? 'success()';
    const isMeant =
      isTrue(evaluated(condition, context, status)) && (isReady || /\b(always|failure)\(/.test(condition));
    if (!isMeant) {
      jobs[id] = skipped;
      whole[id] = skipped;
    } else if (job.uses !== undefined) {
      const secrets = job.secrets === 'inherit' ? started.secrets : allFilled(job.secrets, context);
      const called = { caller: started.workflow, ...started, ...calledBy(job.uses, started) };
      const { on } = readYaml<Workflow>(called.workflow);
      const inputs = inputsOf(on.workflow_call?.inputs, allFilled(job.with, context));
      const ended = await runWorkflow({ ...called, inputs, ...(secrets && { secrets }) }, checkout);
      const [only] = Object.values(ended.jobs);
      for (const [name, each] of Object.entries(ended.jobs)) jobs[`${id} / ${name}`] = each;
      whole[id] = { ...(only ?? skipped), outputs: ended.outputs };
    } else {
      const [name, values] = Object.entries(job.strategy?.matrix ?? {})[0] ?? [];
      const list = name === undefined ? [undefined] : (filled(values, context) as unknown[]);
      for (const value of list) {
        const matrix = name === undefined ? {} : { [name]: value };
        const ended = await runJob(workflow, job, { ...context, matrix }, started);
        jobs[name === undefined ? id : `${id} (${value})`] = ended;
        whole[id] = ended;
      }
    }
  }
  const outputs = Object.entries(workflow.on.workflow_call?.outputs ?? {}).map(([name, { value }]) => [name, value]);
  return { jobs, outputs: allFilled(Object.fromEntries(outputs), { jobs: whole }) };
};

/** What is kept for the jobs to come. */
export const nothingKept = (): Kept => ({ caches: new Map(), artifacts: new Map(), alerts: [] });

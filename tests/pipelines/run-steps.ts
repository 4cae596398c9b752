/** Walks the steps of a job or of a composite action as a runner does: conditions, bash scripts, files of commands. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { actions, type Kept } from './actions.ts';
import { type Context, evaluated, filled, isTrue, textOf } from './expression.ts';
import { type Action, inputsOf, readYaml, type Step, type Texts } from './workflow.ts';

/** What a job has printed, as GitHub shows it: secrets hidden, and commands obeyed unless they are switched off. */
export type Annotation = {
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  readonly text: string;
};

type JobLog = {
  /** A line, as it comes from a step. */
  take(line: string): void;
  hide(secret: string): void;
  readonly lines: readonly string[];
  readonly annotations: readonly Annotation[];
};

const commandForm = /^::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/;

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

const propertyOf = (properties: string, name: string): string =>
  unescaped(new RegExp(`(?:^|,)${name}=([^,]*)`).exec(properties)?.[1] ?? '');

export const jobLog = (): JobLog => {
  const [lines, annotations, secrets]: [string[], Annotation[], string[]] = [[], [], []];
  const hidden = (line: string): string => secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
  const hide = (secret: string): void => {
    // Line by line, as they are printed.
    for (const line of [secret, ...secret.split('\n')]) if (line.trim() !== '') secrets.push(line);
    secrets.sort((one, other) => other.length - one.length);
  };
  let resumesWith: string | undefined;
  const obeyed = (line: string): void => {
    const [, command = '', properties = '', text = ''] = commandForm.exec(line) ?? [];
    if (resumesWith !== undefined) {
      if (line === `::${resumesWith}::`) resumesWith = undefined;
    } else if (command === 'stop-commands') resumesWith = text;
    else if (command === 'add-mask') hide(unescaped(text));
    else if (['error', 'warning', 'notice'].includes(command)) {
      const of = (name: string): string => propertyOf(properties, name);
      annotations.push({ kind: command, title: of('title'), file: of('file'), text: hidden(unescaped(text)) });
    }
  };
  return {
    take: (line) => {
      obeyed(line.trim());
      lines.push(hidden(line));
    },
    hide,
    lines,
    annotations,
  };
};

type Variables = Readonly<Record<string, string>>;

/** Where a job runs. */
export type Machine = {
  readonly workspace: string;
  readonly temp: string;
  /** What every process has. */
  readonly environment: NodeJS.ProcessEnv;
  readonly log: JobLog;
  readonly kept: Kept;
  /** What a checkout brings. */
  readonly repository: string;
  /** The summary so far. */
  summary: string;
  /** What steps have added to GITHUB_ENV. */
  added: Variables;
  isCancelled: boolean;
  /** The job is cancelled once such a line is printed. */
  readonly cancelOn: RegExp | undefined;
};

type Scope = {
  readonly context: Context;
  readonly env: Variables;
  /** Where `$/` begins: the repository whose workflow or action this is. */
  readonly ownRepository: string;
  readonly actionPath?: string;
  readonly shell: string | undefined;
};

type StepResult = { readonly outputs: Context; readonly outcome: string; readonly conclusion: string };
type Walked = { readonly isFailed: boolean; readonly steps: Readonly<Record<string, StepResult>> };

const shells: Readonly<Record<string, readonly string[]>> = {
  bash: ['--noprofile', '--norc', '-eo', 'pipefail'],
  // What is taken where nothing is said knows no pipefail.
  none: ['-e'],
};

/** `name=value`, or `name<<END` and lines until END. */
const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([\w-]+)(?:=(.*)|<<(\S+)\n([\s\S]*?)\n?^\3)$/gm)].map(([, name, value, , lines]) => [
      name,
      value ?? lines ?? '',
    ]),
  );

const runScript = async (step: Step, env: Variables, { context, shell, actionPath }: Scope, machine: Machine) => {
  const files = mkdtempSync(join(machine.temp, 'step-'));
  const file = (name: string, text = ''): string => {
    writeFileSync(join(files, name), text);
    return join(files, name);
  };
  const told = { GITHUB_OUTPUT: file('output'), GITHUB_ENV: file('env'), GITHUB_STEP_SUMMARY: file('summary') };
  const options = shells[step.shell ?? shell ?? 'none'];
  if (!options) throw new Error(`the shell ${step.shell ?? shell} is unknown`);
  const child = spawn('bash', [...options, file('script.sh', textOf(filled(step.run, context)))], {
    cwd: join(machine.workspace, textOf(filled(step['working-directory'], context))),
    env: Object.assign({}, machine.environment, env, told, actionPath && { GITHUB_ACTION_PATH: actionPath }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      machine.log.take(line);
      if (machine.isCancelled || !machine.cancelOn?.test(line)) return;
      machine.isCancelled = true;
      // It reaches the first process only.
      child.kill('SIGINT');
    });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  machine.summary += readFileSync(told.GITHUB_STEP_SUMMARY, 'utf8');
  machine.added = Object.assign({}, machine.added, valuesIn(readFileSync(told.GITHUB_ENV, 'utf8')));
  if (code !== 0) machine.log.take(`##[error]Process completed with exit code ${code}.`);
  return { isFailed: code !== 0, outputs: valuesIn(readFileSync(told.GITHUB_OUTPUT, 'utf8')) };
};

/** An action is given texts only. */
const allTexts = (inputs: Texts): Texts =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, textOf(value)]));

const runAction = async (step: Step, env: Variables, scope: Scope, machine: Machine) => {
  const [uses = '', given] = [step.uses, Object.entries(step.with ?? {})];
  const inputs = Object.fromEntries(given.map(([name, value]) => [name, filled(value, scope.context)]));
  const [, start, path = ''] = /^(\$|\.)\/(.+)$/.exec(uses) ?? [];
  if (start === undefined) {
    const standIn = actions[uses.split('@')[0] ?? ''];
    if (!standIn) throw new Error(`no stand-in of ${uses}`);
    try {
      return { isFailed: false, outputs: standIn(inputs, machine) };
    } catch (thrown) {
      machine.log.take(`##[error]${thrown instanceof Error ? thrown.message : thrown}`);
      return { isFailed: true, outputs: {} };
    }
  }
  const actionPath = join(start === '$' ? scope.ownRepository : machine.workspace, path);
  const action = readYaml<Action>(join(actionPath, 'action.yml'));
  const context = { ...scope.context, inputs: inputsOf(action.inputs, allTexts(inputs)), steps: {} };
  const { isFailed, steps } = await walkSteps(action.runs.steps, { ...scope, context, env, actionPath }, machine);
  const outputs = Object.entries(action.outputs ?? {}).map(([name, { value }]) => [
    name,
    textOf(filled(value, { ...context, steps })),
  ]);
  return { isFailed, outputs: Object.fromEntries(outputs) };
};

export const walkSteps = async (all: readonly Step[], scope: Scope, machine: Machine): Promise<Walked> => {
  let isFailed = false;
  const steps: Record<string, StepResult> = {};
  for (const step of all) {
    const before = { ...scope.env, ...machine.added };
    const around = { ...scope.context, steps, env: before };
    const status = {
      always: () => true,
      success: () => !isFailed && !machine.isCancelled,
      failure: () => isFailed && !machine.isCancelled,
      cancelled: () => machine.isCancelled,
    };
    const condition = (step.if ?? 'success()').replace(/^\$\{\{([\s\S]*)\}\}$/, '$1');
    const isAsked = isTrue(evaluated(condition, around, status));
    // A condition that names no status asks for success, too.
    const isMeant = isAsked && (/\b(always|success|failure|cancelled)\(/.test(condition) || status.success());
    let result: StepResult = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' };
    if (isMeant) {
      const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, textOf(filled(value, around))]);
      const env: Variables = { ...before, ...Object.fromEntries(own) };
      const inner = { ...scope, context: { ...around, env } };
      machine.log.take(`##[group]${step.name ?? step.uses ?? step.run}`);
      const run = step.uses === undefined ? runScript : runAction;
      const ended = await run(step, env, inner, machine);
      const outcome = ended.isFailed ? 'failure' : 'success';
      const isLet = isTrue(filled(step['continue-on-error'] ?? false, inner.context));
      result = { outputs: ended.outputs, outcome, conclusion: isLet ? 'success' : outcome };
      if (result.conclusion === 'failure') isFailed = true;
    }
    if (step.id !== undefined) steps[step.id] = result;
  }
  return { isFailed, steps };
};

/** As much of the form of workflows and actions as is used here; GitHub's own language service judges the form. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Texts = Readonly<Record<string, unknown>>;

export type Step = {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Texts;
  readonly env?: Texts;
  readonly run?: string;
  readonly shell?: string;
  readonly 'working-directory'?: string;
  readonly 'continue-on-error'?: boolean | string;
  readonly 'timeout-minutes'?: number;
};

type Defaults = { readonly run?: { readonly shell?: string } };

export type Job = {
  readonly name?: string;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly with?: Texts;
  readonly secrets?: Texts | 'inherit';
  readonly permissions?: Texts;
  readonly concurrency?: Texts;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly 'fail-fast'?: boolean; readonly matrix: Texts };
  readonly defaults?: Defaults;
  readonly env?: Texts;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
};

type Input = { readonly default?: unknown; readonly required?: boolean };
type Outputs = Readonly<Record<string, { readonly value: string }>>;

type Call = {
  readonly inputs?: Readonly<Record<string, Input>>;
  readonly secrets?: Texts;
  readonly outputs?: Outputs;
};

export type Workflow = {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>> & {
    readonly workflow_call?: Call;
    readonly schedule?: readonly { readonly cron: string }[];
  };
  readonly permissions?: Texts;
  readonly concurrency?: Texts;
  readonly defaults?: Defaults;
  readonly env?: Texts;
  readonly jobs: Readonly<Record<string, Job>>;
};

export type Action = {
  readonly inputs?: Readonly<Record<string, Input>>;
  readonly outputs?: Outputs;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

export const readYaml = <T extends Workflow | Action>(file: string): T => parse(readFileSync(file, 'utf8')) as T;

/** What was given, and for the rest what is said beforehand. */
export const inputsOf = (declared: Readonly<Record<string, Input>> = {}, given: Texts = {}): Texts => {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(declared, name)) throw new Error(`the input ${name} is unknown`);
  }
  for (const [name, { required, default: value }] of Object.entries(declared)) {
    if (required && value === undefined && given[name] === undefined) throw new Error(`the input ${name} is missing`);
  }
  return Object.fromEntries(
    Object.entries(declared).map(([name, { default: value = '' }]) => [name, given[name] ?? value]),
  );
};

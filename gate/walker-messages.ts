/** What a command and the process that walks for it send each other. */
import type { Target } from '../contracts/target.ts';
import type { JudgedFlow } from '../engine/judged-flow.ts';

/** Stands for a function. */
const called = '\u0000function';

type TargetData = { readonly data: unknown };

const mapped = (value: unknown, leaf: (value: unknown, name: string) => unknown, name = 'target'): unknown => {
  if (Array.isArray(value)) return value.map((each, i) => mapped(each, leaf, `${name}[${i}]`));
  if (typeof value !== 'object' || value === null) return leaf(value, name);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, leaf, `${name}.${key}`)]));
};

export const targetData = (target: Target): TargetData => ({
  data: mapped(target, (value) => (typeof value === 'function' ? called : value)),
});

/** Its functions are there to be found, and throw when they are called. */
export const targetFrom = ({ data }: TargetData): Target =>
  mapped(data, (value, name) => {
    if (value !== called) return value;
    return () => {
      throw new Error(`${name} is called outside the process that walks`);
    };
  }) as Target;

/** The variables by which the process learns what it is for. */
export const walkerVariables = {
  what: 'PREFLIGHT_WALKS',
  logLevel: 'PREFLIGHT_LOG_LEVEL',
  /** The process that wants the run; without it nothing more is sent. */
  owner: 'PREFLIGHT_OWNER',
  /** One of the readers of logs. */
  logReader: 'PREFLIGHT_LOG_READER',
} as const;

/** `environment`: the variables that differ from those with which the process was started. */
export type ToWalker =
  | { readonly do: 'load'; readonly source: string; readonly environment: NodeJS.ProcessEnv }
  | {
      readonly do: 'hand-on';
      readonly source: string;
      readonly to: string;
      readonly environment: NodeJS.ProcessEnv;
    }
  | { readonly do: 'walk'; readonly folder: string; readonly environment: NodeJS.ProcessEnv }
  /** Ends the walk in order. */
  | { readonly do: 'end' };

/** The tokens of a target in a file, or why they could not be obtained. */
export type TokenHandedOn =
  | { readonly target: string; readonly file: string; readonly logins: number; readonly expiresAt: string }
  | { readonly why: string };

/** What was recorded of one flow, or of an exploration. */
export type Recorded = {
  readonly flow: string;
  readonly durationMs: number;
  readonly exchanges?: number | undefined;
  readonly judged?: JudgedFlow | undefined;
  readonly isCutShort?: boolean;
  /** Our own error, which cut it short. */
  readonly error?: string | undefined;
};

export type FromWalker =
  | { readonly is: 'handed-on'; readonly token: TokenHandedOn }
  /** A line for the person who waits. */
  | { readonly is: 'notice'; readonly line: string }
  | { readonly is: 'loaded'; readonly target: TargetData }
  /** The mistake of a person, in one line. */
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'broke'; readonly reason: string; readonly stack: string }
  /** The target file threw when nothing was asked of it. */
  | { readonly is: 'spoilt'; readonly reason: string }
  | { readonly is: 'planned'; readonly flows: readonly string[] }
  | { readonly is: 'began'; readonly flow: string }
  | ({ readonly is: 'recorded' } & Recorded)
  | { readonly is: 'alive' }
  /** Everything was walked, or ended in order. */
  | { readonly is: 'ended' };

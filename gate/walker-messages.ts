/** What a command and the process that walks for it send each other. */
import type { JudgedFlow } from '../engine/judged-flow.ts';
import type { TargetData } from './target-data.ts';

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
  | { readonly do: 'walk'; readonly folder: string; readonly environment: NodeJS.ProcessEnv }
  /** Ends the walk in order. */
  | { readonly do: 'end' };

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

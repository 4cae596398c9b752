/** A finding of an exploration, and the traces that show it. */
import fc from 'fast-check';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import type { Json } from '../contracts/json.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import { seedFor } from '../generators/draws.ts';
import type { Exploration } from './exploration.ts';

/** How to draw an input again. */
export type InputDrawing = { readonly seed: number; readonly path: string; readonly arbitrary: Exploration['input'] };

type DrawParts = { readonly seed: number; readonly draws: number; readonly target?: Pick<Target, 'known'> | undefined };

/**
 * With a target, draws prefer classes that it was never shown.
 *
 * @param draws How many inputs of the exploration were drawn with the seed before.
 */
export const drawingOf = (
  { id, input, leastShown }: Exploration,
  { seed, draws, target }: DrawParts,
  shown: readonly ShownTogether[] = [],
): InputDrawing => ({
  seed: seedFor(seed, `${id} ${draws}`),
  path: '0',
  arbitrary: (target && leastShown?.(shown, target)) ?? input,
});

export const inputDrawn = ({ seed, arbitrary }: InputDrawing): unknown => fc.sample(arbitrary, { seed, numRuns: 1 })[0];

/** A smaller input that was never sent, what showed the finding with it, and how many requests that took. */
export type UnsentInput = { readonly input: Json; readonly shownBy: string; readonly requests: number };

/** One finding, as small as the budget allowed. */
export type ExploredFinding = {
  readonly fingerprint: string;
  readonly exploration: string;
  readonly input: Json;
  /** The input before shrinking. */
  readonly drawn: Json;
  readonly trace: Trace;
  readonly verdicts: readonly Verdict[];
  /** Requests of the exploration until the finding was seen. */
  readonly requestsUntil: number;
  readonly shrinkRequests: number;
  readonly unsent?: UnsentInput;
};

/** The trace of one input, judged. */
export type JudgedInput = { readonly trace: Trace; readonly verdicts: readonly Verdict[] };

/** A finding to shrink: how its input was drawn, and the other traces of its exploration. */
export type ShrinkSought = {
  readonly found: ExploredFinding;
  readonly one: Exploration;
  readonly drawing: InputDrawing;
  readonly looks: readonly JudgedInput[];
};

export const isFailing = ({ outcome }: Verdict): boolean => outcome === 'fail';

/** Whether it shows the finding of a fingerprint. */
export const shows = ({ trace, verdicts }: JudgedInput, fingerprint: string): boolean =>
  trace.error === undefined &&
  verdicts.some((each) => isFailing(each) && each.findings.some((finding) => finding.fingerprint === fingerprint));

/** A look as a counterexample. */
export const shownBy = ({ trace, verdicts }: JudgedInput): Pick<ExploredFinding, 'input' | 'trace' | 'verdicts'> => ({
  input: trace.input,
  trace,
  verdicts: verdicts.filter(isFailing),
});

/** The requests that were really sent for a trace, with clean-up. */
export const sentFor = ({ exchanges, cleanUp = [] }: Trace): number =>
  [...exchanges, ...cleanUp].filter(({ failure }) => failure?.kind !== 'withheld').length;

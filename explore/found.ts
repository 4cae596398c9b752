/** What an exploration finds. */
import type { Json } from '../contracts/json.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Exploration } from './exploration.ts';

/** How an input was drawn, and can be drawn again. */
export type Drawing = { readonly seed: number; readonly path: string; readonly arbitrary: Exploration['input'] };

/** A smaller input that was never sent, what speaks for it, and how many requests it took there. */
export type Unsent = { readonly input: Json; readonly shownBy: string; readonly requests: number };

/** One way in which a clause is broken, as small as the budget allowed. */
export type Found = {
  readonly fingerprint: string;
  readonly exploration: string;
  readonly input: Json;
  /** As it was drawn, before it was shrunk. */
  readonly drawn: Json;
  readonly trace: Trace;
  readonly verdicts: readonly Verdict[];
  /** Requests of the whole exploration until it was first seen. */
  readonly requestsUntil: number;
  /** Requests that shrinking took. */
  readonly shrinkRequests: number;
  readonly unsent?: Unsent;
};

/** What one input has shown, which stands in the trace. */
export type Look = { readonly trace: Trace; readonly verdicts: readonly Verdict[] };

/** What was found, how its input was drawn, and what else was drawn for its exploration. */
export type Sought = {
  readonly found: Found;
  readonly one: Exploration;
  readonly drawing: Drawing;
  readonly looks: readonly Look[];
};

export const isFailing = ({ outcome }: Verdict): boolean => outcome === 'fail';

/** Whether it is broken as the fingerprint says. */
export const shows = ({ trace, verdicts }: Look, fingerprint: string): boolean =>
  trace.error === undefined &&
  verdicts.some((each) => isFailing(each) && each.findings.some((finding) => finding.fingerprint === fingerprint));

/** The counterexample that a look is. */
export const shownBy = ({ trace, verdicts }: Look): Pick<Found, 'input' | 'trace' | 'verdicts'> => ({
  input: trace.input,
  trace,
  verdicts: verdicts.filter(isFailing),
});

/** Requests that were really sent for a trace, those of its clean-up too. */
export const sentFor = ({ exchanges, cleanUp = [] }: Trace): number =>
  [...exchanges, ...cleanUp].filter(({ failure }) => failure?.kind !== 'withheld').length;

/** What an exploration is: a flow whose input is drawn again and again, widely, and shrunk when what it shows is broken. */
import type fc from 'fast-check';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import type { Json } from '../contracts/json.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';

/** Its clauses are judged in each of its traces, inside the loop, so that a counterexample can shrink. */
export type Exploration<Input = unknown> = Pick<
  Flow<Input>,
  'id' | 'story' | 'phase' | 'operations' | 'exercises' | 'input' | 'run'
> & {
  /** An input as plain JSON and back, for a trace, a bundle and the corpus; where an input is JSON already, not said. */
  readonly asJson?: { to(input: Input): Json; from(json: Json): Input };
  /** Inputs that show a target what it was never shown, where it was shown all this; drawn instead of `input`. */
  readonly leastShown?: (
    together: readonly ShownTogether[],
    target: Pick<Target, 'known' | 'otherPartner'>,
  ) => fc.Arbitrary<Input>;
};

/** Builds an exploration. */
export const exploration = <Input>(id: string, rest: Omit<Exploration<Input>, 'id'>): Exploration =>
  ({ id, ...rest }) as unknown as Exploration;

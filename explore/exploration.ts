/** An exploration: a flow whose input is drawn widely, many times, and shrunk when a clause is broken; its findings. */
import fc from 'fast-check';
import { Disagreement, departures } from '../contracts/checks/answers.ts';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import { type Payloads, payloads } from '../contracts/payloads.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { seedFor } from '../generators/draws.ts';

/** Its clauses are judged in each trace at once, so that a counterexample can shrink. */
export type Exploration<Input = unknown> = Pick<
  Flow<Input>,
  'id' | 'story' | 'phase' | 'operations' | 'exercises' | 'input' | 'run'
> & {
  /** Inputs with classes that the target was never shown; drawn, not `input`. @param together What it was shown. */
  readonly leastShown?: (
    together: readonly ShownTogether[],
    target: Pick<Target, 'known' | 'otherPartner'>,
  ) => fc.Arbitrary<Input>;
};

type ExplorationParts<Input> = Omit<Exploration<Input>, 'id' | 'phase'> & Partial<Pick<Exploration, 'phase'>>;

export const exploration = <Input>(id: string, parts: ExplorationParts<Input>): Exploration =>
  ({ id, phase: 'main', ...parts }) as unknown as Exploration;

/** An input that is tried before anything is drawn. */
export type Example = { readonly exploration: string; readonly input: Json };

export const sizeOf = (input: Json): number => JSON.stringify(input).length;

/** The flow of one input, which may be a stored one. One that no longer fits becomes an error of the trace. */
export const flowOf = ({ leastShown, ...one }: Exploration, input: unknown): Flow => ({
  ...one,
  input: fc.constant(input),
});

/** Holds a body against a schema. */
export type BodyReading = (body: Json) => ReturnType<typeof departures>;

const readingOf = (operation: OperationId): BodyReading => {
  const { body: schema }: Payloads = payloads[operation];
  return (body) => (schema ? departures(schema, body) : []);
};

/** False for a body on which our two readings of a schema disagree: its answer would say nothing of the service. */
export const isSendable = (
  { drop }: Pick<Session, 'drop'>,
  operation: OperationId,
  body: Json,
  reading = readingOf(operation),
): boolean => {
  try {
    reading(body);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Disagreement)) throw thrown;
    drop();
    return false;
  }
};

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

export type JudgedInput = { readonly trace: Trace; readonly verdicts: readonly Verdict[] };

/** A finding to shrink: how its input was drawn, and the other traces of its exploration. */
export type ShrinkSought = {
  readonly found: ExploredFinding;
  readonly one: Exploration;
  readonly drawing: InputDrawing;
  readonly looks: readonly JudgedInput[];
};

export const isFailing = ({ outcome }: Verdict): boolean => outcome === 'fail';

export const shows = ({ trace, verdicts }: JudgedInput, fingerprint: string): boolean =>
  trace.error === undefined &&
  verdicts.some((each) => isFailing(each) && each.findings.some((finding) => finding.fingerprint === fingerprint));

export const shownBy = ({ trace, verdicts }: JudgedInput): Pick<ExploredFinding, 'input' | 'trace' | 'verdicts'> => ({
  input: trace.input,
  trace,
  verdicts: verdicts.filter(isFailing),
});

/** The requests that were really sent for a trace, with clean-up. */
export const sentFor = ({ exchanges, cleanUp = [] }: Trace): number =>
  [...exchanges, ...cleanUp].filter(({ failure }) => failure?.kind !== 'withheld').length;

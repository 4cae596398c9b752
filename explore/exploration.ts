/** An exploration: a flow whose input is drawn widely, many times, and shrunk when a clause is broken. */
import fc from 'fast-check';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { type BodyReading, isDisputed } from '../generators/requests/label.ts';

/** Its clauses are judged in each trace at once, so that a counterexample can shrink. */
export type Exploration<Input = unknown> = Pick<
  Flow<Input>,
  'id' | 'story' | 'phase' | 'operations' | 'exercises' | 'input' | 'run'
> & {
  /** An input as plain JSON and back. Absent where an input is JSON already. */
  readonly asJson?: { to(input: Input): Json; from(json: Json): Input };
  /** Inputs with classes that the target was never shown; drawn, not `input`. @param together What it was shown. */
  readonly leastShown?: (
    together: readonly ShownTogether[],
    target: Pick<Target, 'known' | 'otherPartner'>,
  ) => fc.Arbitrary<Input>;
};

export const exploration = <Input>(id: string, rest: Omit<Exploration<Input>, 'id'>): Exploration =>
  ({ id, ...rest }) as unknown as Exploration;

export const inputOf = ({ asJson }: Exploration, json: Json): unknown => (asJson ? asJson.from(json) : json);

/** Decides which of two inputs is smaller. */
export const sizeOf = (input: Json): number => JSON.stringify(input).length;

const flowWith = (one: Exploration, json: Json, input: () => unknown): Flow => {
  const { asJson, leastShown, ...flow } = one;
  return { ...flow, input: fc.constant(json), run: async (session) => one.run(session, input()) };
};

/** The flow of one input. Its trace holds the input as plain JSON. */
export const flowOf = (one: Exploration, input: unknown): Flow =>
  flowWith(one, one.asJson ? one.asJson.to(input) : (input as Json), () => input);

/** The flow of a stored input. An input that no longer fits becomes an error of the trace. */
export const flowOfKept = (one: Exploration, json: Json): Flow => flowWith(one, json, () => inputOf(one, json));

/** False for a body on which our two readings of a schema disagree: its answer would say nothing of the service. */
export const isSendable = (
  { drop }: Pick<Session, 'drop'>,
  operation: OperationId,
  body: Json,
  reading?: BodyReading,
): boolean => {
  if (!isDisputed(operation, body, reading)) return true;
  drop();
  return false;
};

/** An exploration: a flow whose input is drawn widely, many times, and shrunk when a clause is broken. */
import fc from 'fast-check';
import type { ShownTogether } from '../contracts/class-coverage.ts';
import { Disagreement, departures } from '../contracts/conformance.ts';
import type { Json } from '../contracts/json.ts';
import type { OperationId } from '../contracts/operations.ts';
import { type Payloads, payloads } from '../contracts/payloads.ts';
import type { Target } from '../contracts/target.ts';
import type { Flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';

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

export const exploration = <Input>(id: string, rest: Omit<Exploration<Input>, 'id'>): Exploration =>
  ({ id, ...rest }) as unknown as Exploration;

/** Decides which of two inputs is smaller. */
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

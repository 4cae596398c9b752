/** What a flow is: ordered calls that send and never judge. */
import type fc from 'fast-check';
import type { ClauseId } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import type { Session } from './session.ts';

/**
 * When a flow runs. `tokens`: before all else, because asking for a token may revoke the one before it. `main`: in any
 * order. `alone`: moves the clock of a target that has only one. `wrong-logins`: last, because they may block us.
 */
export const phases = ['tokens', 'main', 'alone', 'wrong-logins'] as const;
export type Phase = (typeof phases)[number];

export type Flow<Input = unknown> = {
  readonly id: string;
  /** The story in one sentence, as a person would tell it. */
  readonly story: string;
  readonly phase: Phase;
  readonly operations: readonly OperationId[];
  /** The clauses this flow is meant to give subjects to; each is judged in its trace. */
  readonly exercises: readonly ClauseId[];
  readonly input: fc.Arbitrary<Input>;
  run(session: Session, input: Input): Promise<void>;
};

/** Builds a flow. */
export const flow = <Input>(id: string, rest: Omit<Flow<Input>, 'id'>): Flow => ({ id, ...rest }) as unknown as Flow;

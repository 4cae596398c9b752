/** What a flow is: ordered calls that send and never judge. */
import fc from 'fast-check';
import type { ClauseId } from '../contracts/clauses.ts';
import type { OperationId } from '../contracts/operations.ts';
import { flowNameOf, type PlannedClause } from '../contracts/partner-clause.ts';
import type { PendingId } from '../contracts/pending.ts';
import type { Session } from './session.ts';

/**
 * When a flow runs. `left-tokens`: uses a token that was left behind, before another is asked for. `tokens`: before all
 * else, because asking for a token may revoke the one before it. `main`: in any order. `alone`: moves the clock of a
 * target that has only one. `wrong-logins`: last, because they may block us.
 */
export const phases = ['left-tokens', 'tokens', 'main', 'alone', 'wrong-logins'] as const;
export type Phase = (typeof phases)[number];

export type Flow<Input = unknown> = {
  readonly id: string;
  readonly story: string;
  readonly phase: Phase;
  readonly operations: readonly OperationId[];
  /** The clauses this flow is meant to give subjects to; each is judged in its trace. */
  readonly exercises: readonly ClauseId[];
  readonly input: fc.Arbitrary<Input>;
  /** How it goes in a probe, which only reads; a flow without leaves it to the other depths. */
  readonly probe?: {
    readonly requestsMax: number /** What it has too few requests for. */;
    readonly without?: readonly ClauseId[];
  };
  /** Only what it is meant to show is judged: it sends what is wrong on purpose, or asks for what may not be there. */
  readonly isJudgedNarrowly?: true;
  /** It takes more requests than another depth has. */
  readonly isForFullOnly?: true;
  /** What it shows with the requests of a full run alone. */
  readonly forFullOnly?: readonly ClauseId[];
  /** It walks other stories once more: of one operation it shows no more than they do. */
  readonly isRepeated?: true;
  /** It sends a login that must be refused: a monitor never does. */
  readonly logsInWrongly?: true;
  /** It sends tokens that must not count: a monitor does so about once an hour. */
  readonly sendsBadTokens?: true;
  /** Its logins are bounded like those of another run. */
  readonly isRunOfItsOwn?: true;
  /** It leaves something behind on purpose, which the flow of this name goes on with in a later run. */
  readonly begins?: PendingId;
  /** It goes on with what a former run has left behind, and is given that instead of an input. */
  readonly settles?: PendingId;
  /** Its story ends before it sends more than so many requests; what it has booked is cleaned up all the same. */
  readonly requestsMax?: number;
  run(session: Session, input: Input): Promise<void>;
};

/** Builds a flow that goes on with what a former run has left behind: `run` is given what was left. */
export const settling = <Left>(id: PendingId, rest: Omit<Flow<Left>, 'id' | 'input' | 'settles'>): Flow =>
  flow(id, { ...rest, settles: id, input: fc.constant(null) as unknown as fc.Arbitrary<Left> });

export const flow = <Input>(id: string, rest: Omit<Flow<Input>, 'id'>): Flow => ({ id, ...rest }) as unknown as Flow;

/** The flow that a clause of a target file brings along. */
export const flowOfClause = ({ id, flow: own }: PlannedClause): Flow[] => {
  if (!own) return [];
  const { story, operations } = own;
  return [
    flow(flowNameOf(id), {
      story,
      phase: 'main',
      operations,
      exercises: [id],
      isJudgedNarrowly: true,
      input: fc.constant(null),
      run: async (session) => {
        if (!own.run) throw new Error(`the flow of ${id} stands in the target file`);
        await own.run(session);
      },
    }),
  ];
};

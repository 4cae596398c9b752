/** Whose turn it is at a target that others ask, too: all together keep its limits, on however many machines. */
import type { Limits } from '../../contracts/target.ts';
import { type Failure, failure } from './failure.ts';

export type Turn = { end(): void };

export type Turns = {
  /** Resolves when a request may begin, or to why none may; at once when the signal has aborted, for then none is sent. */
  take(signal: AbortSignal | undefined): Promise<Turn | { readonly withheld: Failure }>;
  /** Nothing more is asked for now: others need not wait until that shows. */
  rest(): Promise<void>;
};

/** The turns at one target, by its origin and base path. */
export type TurnsOf = (baseUrl: string, limits: Pick<Limits, 'requestsPerSecond' | 'concurrency'>) => Turns;

/** Where the limits are kept by one process alone. */
export const unsharedTurns: Turns = { take: async () => freeTurn, rest: async () => undefined };

export const freeTurn: Turn = { end: () => {} };

export const noTurn = (why: string): { readonly withheld: Failure } => ({
  withheld: failure('withheld', `the limits that all locations share cannot be kept: ${why}`),
});

/** What a replay is given, and what it tells besides its trace. */
import type { ClauseId } from '../../contracts/clauses.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { Retold } from './retold.ts';
import type { Step } from './steps.ts';

export type ReplayOptions = {
  readonly trace: Trace;
  readonly steps: readonly Step[];
  /** Undefined where no clause is broken. */
  readonly clause?: ClauseId | undefined;
  /** Nothing is moved and nothing renewed, but for the token. */
  readonly isLiteral: boolean;
  /** The case was recorded at a target of the name of this one. */
  readonly isSameTarget: boolean;
  readonly seed: number;
  readonly requestsMax?: number | undefined;
  /** All of it in a world of its own, where the target opens one. */
  readonly isApart: boolean;
  /** By how many days all is moved; as the clock of the target tells when not said. */
  readonly days?: number | undefined;
};

export type ReplayLog = {
  /** The index of the exchange of now, by that of then. */
  readonly sentAs: Map<number, number>;
  readonly told: Retold[];
  /** The marks of what was booked of imported requests, by the words that stand for them. */
  readonly marks: Map<string, string>;
  /** By how many days all is moved, once a date was. */
  days?: number;
  /** What differs from then and need not change what is shown, a line each. */
  readonly notes: Set<string>;
  /** What may change it. */
  readonly deviations: Set<string>;
  /** The steps that could not be sent again, by their index, and why. */
  readonly unrepeatable: Map<number, string>;
  /** One of them would have booked or issued something: without it the rest is not sent. */
  isOver: boolean;
};

export const replayLog = (): ReplayLog => ({
  sentAs: new Map(),
  told: [],
  marks: new Map(),
  notes: new Set(),
  deviations: new Set(),
  unrepeatable: new Map(),
  isOver: false,
});

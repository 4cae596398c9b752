/** What a check is: a pure function from a trace to what it finds about one clause. */
import type { Mismatch } from './mismatch.ts';
import type { Exchange, Trace } from './trace.ts';

/** What a check looks at, one at a time: an exchange, or several that belong together. */
export type Subject = Exchange | { readonly exchanges: readonly Exchange[] };

/** Subjects of exchanges that belong together, in the order in which the check takes them. */
export type Two = { readonly exchanges: readonly [Exchange, Exchange] };
export type Three = { readonly exchanges: readonly [Exchange, Exchange, Exchange] };

/** Said of a subject that lawfully does not show what the clause needs. */
export type Unshown = {
  readonly unshown: string;
  /** It should have been shown: too little evidence for a gate. */
  readonly isMissed?: true;
};

export const unshown = (reason: string): Unshown => ({ unshown: reason });

export type Opinion = undefined | Mismatch | readonly Mismatch[] | Unshown;

export type Check<S extends Subject = Subject> = {
  /**
   * The subjects of the clause in this trace, those included that ran into trouble: the judge takes them out and
   * names the trouble. No subject: inconclusive.
   */
  given(trace: Trace): readonly S[];
  /** Whether the trouble of a subject is what the clause is about: then the judge leaves it in. */
  isAboutTrouble?(subject: S): boolean;
  /** Nothing when the subject keeps the clause. Throwing makes the verdict `error`. */
  then(subject: S, trace: Trace): Opinion;
};

/** Builds a check. */
export const check = <S extends Subject>(rest: Check<S>): Check => rest as unknown as Check;

export const exchangesOf = (subject: Subject): readonly Exchange[] =>
  'exchanges' in subject ? subject.exchanges : [subject];

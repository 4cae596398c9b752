/** What a clause is: one statement of the documentation, in our own words. */
import type { DimensionId } from './dimensions.ts';

/**
 * How firmly the documentation says it. `documented`: plainly. `reading`: the text is ambiguous, the chosen reading
 * stands in the clause's `reading`, and every lawful variant passes. `derived`: it follows, or is common sense.
 */
export const bases = ['documented', 'reading', 'derived'] as const;
export type Basis = (typeof bases)[number];

/**
 * How much it matters when it is broken, the worst first. `critical`: money, bookings, tickets, or what others may see.
 * `major`: what an operation is for. `minor`: the rest. What a gate does follows from the basis alone.
 */
export const severities = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof severities)[number];

export type Clause = {
  /** Part of the interface it comes from, e.g. `4.7`. */
  readonly section: string;
  readonly basis: Basis;
  /** Change-log date (`YYYY-MM-DD`) that brought it; the clause does not apply to a target of an earlier revision. */
  readonly since?: string;
  readonly severity: Severity;
  readonly text: string;
  /** It holds for every thing of a kind: what breaks another clause may break it too, as one of its symptoms. */
  readonly isLaw?: true;
  /** Where the text leaves room: what we chose, and which variants pass. */
  readonly reading?: string;
  /** What its subjects can vary in. */
  readonly dimensions: readonly DimensionId[];
  /** Why it has no dimension. */
  readonly whyNone?: string;
};

/** What a verdict says of a clause of a target file, which no table holds. */
export type OwnStatement = Pick<Clause, 'section' | 'basis' | 'text'> & { readonly severity?: Severity | undefined };

/** What fails a gate where no policy says otherwise; a `derived` clause only warns. */
export const gatingBases: readonly Basis[] = ['documented', 'reading'];

/** The part of an id before its first dot: `cities.sorted-by-id` is of the topic `cities`. */
export const topicOf = (id: string): string => id.slice(0, id.indexOf('.'));

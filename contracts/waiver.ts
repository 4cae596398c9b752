/** An accepted failure: for a stated reason and time a gate passes although this is broken. */

import { z } from 'zod';
import type { ClauseId } from './clauses.ts';
import { dayMs } from './durations.ts';
import { operationIds } from './operations.ts';
import { presentId, retiredIds, wasAbout } from './retired.ts';
import { clauseId, type Finding, finding } from './verdict.ts';

/** After more than a quarter of a year the reason of a waiver is forgotten. */
export const waiverDaysMax = 90;

/** Blanks alone say nothing. */
const reasonText = z.string().regex(/\S/, 'it is empty');

export const waiver = z
  .strictObject({
    /** One under a retired id covers what that clause was about, and no more. */
    clause: z.union([z.enum(retiredIds), clauseId]),
    /** The name of the target. */
    target: z.string().min(1),
    /** Only failures of this operation. */
    operation: z.enum(operationIds).optional(),
    /** Only the finding with this fingerprint. */
    fingerprint: finding.shape.fingerprint.optional(),
    reason: reasonText,
    /** Who answers for it. */
    owner: reasonText,
    /** The last day on which it covers. */
    expires: z.iso.date(),
  })
  .meta({ id: 'Waiver', description: 'A failure that is accepted for a stated reason, until a stated day.' });
export type Waiver = z.infer<typeof waiver>;

/**
 * What a waiver did in a run. `covers`: its failure is there and is accepted. `expired`: its failure is there and its
 * day is over. `stale`: its clause was judged, and its failure has stopped happening. `idle`: its clause was not
 * judged.
 */
export const waiverStates = ['covers', 'expired', 'stale', 'idle'] as const;
export type WaiverState = (typeof waiverStates)[number];

/** Whether a failure is the one that a waiver is about, also when the waiver has expired. */
export const isAbout = (waived: Waiver, clause: ClauseId, finding: Finding): boolean =>
  (waived.clause === clause || (presentId(waived.clause) === clause && wasAbout(waived.clause, finding))) &&
  (waived.operation === undefined || waived.operation === finding.operation) &&
  (waived.fingerprint === undefined || waived.fingerprint === finding.fingerprint);

/** @param day `YYYY-MM-DD`. */
export const isOver = ({ expires }: Pick<Waiver, 'expires'>, day: string): boolean => expires < day;

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const meets = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other;

/** Whether one failure can be covered by both. */
export const overlap = (one: Waiver, other: Waiver): boolean =>
  one.clause === other.clause &&
  one.target === other.target &&
  meets(one.operation, other.operation) &&
  meets(one.fingerprint, other.fingerprint);

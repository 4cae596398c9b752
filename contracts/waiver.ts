/** An accepted failure: for a stated reason and time a gate passes although this is broken. */
import { z } from 'zod';
import { clauseIds } from './clauses.ts';
import { operationIds } from './operations.ts';
import { finding } from './verdict.ts';

/** Longer than a quarter of a year nobody remembers why. */
export const waiverDaysMax = 90;

export const waiver = z
  .strictObject({
    clause: z.enum(clauseIds),
    /** The name of the target. */
    target: z.string().min(1),
    /** Only failures of this operation. */
    operation: z.enum(operationIds).optional(),
    /** Only the finding with this fingerprint. */
    fingerprint: finding.shape.fingerprint.optional(),
    reason: z.string().min(1),
    /** Who answers for it. */
    owner: z.string().min(1),
    /** The last day on which it covers. */
    expires: z.iso.date(),
  })
  .meta({ id: 'Waiver', description: 'A failure that is accepted for a stated reason, until a stated day.' });
export type Waiver = z.infer<typeof waiver>;

/**
 * What a waiver did in a run. `covers`: its failure is there and is accepted. `expired`: its failure is there and its day is over.
 * `stale`: its clause was judged, and its failure has stopped happening. `idle`: its clause was not judged.
 */
export const waiverStates = ['covers', 'expired', 'stale', 'idle'] as const;

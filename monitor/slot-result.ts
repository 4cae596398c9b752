/** The result of a slot, as plain JSON: it may have to wait on disk until the store can be written. */

import { z } from 'zod';
import { operationIds } from '../contracts/operations.ts';
import { runRecord } from '../contracts/run-record.ts';
import { clauseId } from '../contracts/verdict.ts';
import { troubles } from './troubles.ts';

const moment = z.int().nonnegative();

const ofSlot = {
  slot: z.strictObject({ probe: z.string(), location: z.string(), at: moment }),
  /** Who ran it, as its lease says. */
  owner: z.string(),
  /** The name of the target. */
  target: z.string(),
};

export const slotResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ran'),
    ...ofSlot,
    record: runRecord,
    /** What each request took, in ms. */
    taken: z.array(z.strictObject({ operation: z.enum(operationIds), ms: z.number().nonnegative() })),
    troubles,
    /** The service did not answer, and an independent host did not, either. */
    isNetworkOurs: z.boolean(),
    /** The service did not answer, and no independent host was asked. */
    isNetworkUnchecked: z.boolean().optional(),
    /** It was run once more at once, only to confirm what these clauses showed; undefined for the slot's own run. */
    confirms: z.array(clauseId).optional(),
    /** A bundle of each failure in its shareable form, by its fingerprint: packed, because answers are long. */
    bundles: z.record(z.string(), z.string()),
    /** For the evidence of an outage, packed; results of earlier versions have none. */
    answers: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('repeated'),
    ...ofSlot,
    endedAt: moment,
    /** The cases that are watched, and what repeating each has shown. */
    cases: z.array(z.strictObject({ id: z.string(), shown: z.enum(['failed', 'passed']).optional() })),
  }),
  z.strictObject({
    kind: z.literal('missed'),
    ...ofSlot,
    endedAt: moment,
    reason: z.string(),
    /** Our own code or setup broke, and a person has to mend it. */
    isOurs: z.boolean(),
  }),
]);
export type SlotResult = z.infer<typeof slotResult>;
export type RanSlot = Extract<SlotResult, { kind: 'ran' }>;
export type RepeatedSlot = Extract<SlotResult, { kind: 'repeated' }>;
export type MissedSlot = Extract<SlotResult, { kind: 'missed' }>;

export const missedReasons = {
  late: 'no monitor was running then, it had no store, or it was too late',
  busy: 'the run before it was still under way',
  killed: 'the process that ran it was killed',
  'given-back': 'it was given back, and its time was over',
  'killed-with-effects': 'the process that ran it was killed; what has an effect is not begun again',
  'killed-and-unknown': 'the process that ran it was killed, and no probe has this name any more',
  ahead: 'it was run by a clock that was ahead, and not again when its time had come',
  ended: 'the monitor was ended; what had begun was cleaned up',
} as const;

/** One of few words; `error` where our own code broke, because that line says too much to be counted by. */
export const missedClass = (reason: string): keyof typeof missedReasons | 'error' => {
  const known = Object.keys(missedReasons) as (keyof typeof missedReasons)[];
  return known.find((each) => missedReasons[each] === reason) ?? 'error';
};

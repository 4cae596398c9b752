/** What is still to be done at a target, and what of its budgets is used: as a monitor has found it in its ledgers. */
import { z } from 'zod';
import { obligationIds } from './obligations.ts';
import { spendings } from './spending.ts';

const moment = z.iso.datetime();
const count = z.int().nonnegative();

const budgetUsed = z.strictObject({
  what: z.enum(spendings),
  /** Within 24 hours, by all runs of this machine. */
  used: count,
  perDay: z.int().positive(),
});

const leftBehind = z.strictObject({
  kind: z.enum(['hotel', 'flight']),
  /** The last name of the guest or passenger, by which the partner finds it. */
  mark: z.string(),
  run: z.string(),
  since: moment,
  /** No operation can look it up: only a person can find out. */
  needsPerson: z.boolean(),
});

const waiting = z.strictObject({
  id: z.enum(obligationIds),
  run: z.string(),
  /** When it can be settled, on the clock of the target; without an end, any time after. */
  from: moment,
  until: moment.nullable(),
});

const watchedCase = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** What its last runs agree on, in words. */
  says: z.string(),
});

export const targetDuties = z.strictObject({
  target: z.string(),
  /** As the monitor names it on a command line. */
  source: z.string(),
  location: z.string(),
  at: moment,
  budgets: z.array(budgetUsed),
  left: z.array(leftBehind),
  /** Ledgers that could not be read and were set aside: what they held is unknown. */
  damagedLedgers: count,
  obligations: z.array(waiting),
  cases: z.array(watchedCase),
});
export type TargetDuties = z.infer<typeof targetDuties>;

export const dutyList = z
  .strictObject({ targets: z.array(targetDuties) })
  .meta({ id: 'DutyList', description: 'What is still to be done at each target, and what of its budgets is used.' });
export type DutyList = z.infer<typeof dutyList>;

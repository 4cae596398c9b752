/** Who runs a slot, for how long, and whether that process still lives. */
import { owner as ownerForm } from '../client/ledgers/ledger-state.ts';
import { isLiving, thisProcess } from '../client/ledgers/owner.ts';
import { cleanUpMs } from '../engine/clean-up/clean-up-client.ts';
import type { Lease } from '../history/slots.ts';
import type { SlotRow } from '../history/tables.ts';
import type { Probe } from './config.ts';

export type Leasing = {
  /** For one slot of the probe, from now on. */
  of(probe: Pick<Probe, 'deadlineMs'>, now: number): Lease;
  /** Nobody comes back to it. */
  isGone(slot: Pick<SlotRow, 'owner' | 'leasedUntil'>, now: number): boolean;
};

/** After its deadline it is cleaned up, judged and kept. */
const afterwardsMs = 3 * cleanUpMs;

const read = (text: string | null) => {
  try {
    return ownerForm.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

/** Of processes: one that was killed on this machine is gone at once, and one of another when its time is over. */
export const leasingOfProcess: Leasing = {
  of: ({ deadlineMs }, now) => {
    const until = now + deadlineMs + afterwardsMs;
    return { owner: JSON.stringify(thisProcess(until)), until };
  },
  isGone: ({ owner, leasedUntil }, now) => {
    const one = read(owner);
    return (leasedUntil ?? 0) < now || (one !== undefined && !isLiving(one, now));
  },
};

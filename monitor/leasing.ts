/** Who runs a slot, for how long, and whether that process still lives. */

import { afterTheEndMs } from '../client/in-time.ts';
import { owner as ownerForm } from '../client/ledgers/ledger-state.ts';
import { isLiving, thisProcess } from '../client/ledgers/owner.ts';
import type { Lease } from '../history/slots.ts';
import type { SlotRow } from '../history/tables.ts';
import type { Probe } from './config.ts';

export type Leasing = {
  /** For one slot of the probe, from now on. */
  of(
    probe: Pick<Probe, 'deadlineMs'>,
    now: number,
  ): Lease & {
    /** Until when whoever begins it now does anything with it; as long as the lease, when not said. */
    readonly endsBy?: number;
  };
  /** Until when one lasts that is renewed now; undefined where none has to be. */
  renewed?(now: number): number;
  /** Nobody comes back to it. */
  isGone(slot: Pick<SlotRow, 'owner' | 'leasedUntil'>, now: number): boolean;
};

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
    const until = now + deadlineMs + afterTheEndMs;
    return { owner: JSON.stringify(thisProcess(until)), until };
  },
  isGone: ({ owner, leasedUntil }, now) => {
    const one = read(owner);
    return (leasedUntil ?? 0) < now || (one !== undefined && !isLiving(one, now));
  },
};

/** A slot of a machine that died is taken over within a minute: this, the look after it, and a start that was late. */
const leaseMs = 45_000;

/** Of machines, which cannot see whether a process of another lives: who lives says so, again and again. */
export const leasingOfMachines: Leasing = {
  ...leasingOfProcess,
  of: (probe, now) => {
    const { owner, until: endsBy } = leasingOfProcess.of(probe, now);
    return { owner, until: now + leaseMs, endsBy };
  },
  renewed: (now) => now + leaseMs,
};

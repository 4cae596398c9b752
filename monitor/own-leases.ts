/** Which leases are of this program: a slot whose result still waits for the store is leased, and not under way. */
import type { SlotRow } from '../history/tables.ts';
import type { Leasing } from './leasing.ts';

export type OwnLeases = {
  add(lease: { readonly owner: string; readonly until: number }): void;
  /** Whether another program is at it. */
  isOfOthers(slot: SlotRow): boolean;
};

export const ownLeases = ({ isGone }: Pick<Leasing, 'isGone'>, now: () => number): OwnLeases => {
  const lasting = new Map<string, number>();
  return {
    add: ({ owner, until }) => {
      for (const [old, ends] of lasting) if (ends < now()) lasting.delete(old);
      lasting.set(owner, until);
    },
    isOfOthers: (slot) => !lasting.has(slot.owner ?? '') && !isGone(slot, now()),
  };
};

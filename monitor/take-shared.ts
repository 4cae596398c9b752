/** The slots of several monitors of one location: each is offered to all of them, and whoever takes it leases its row. */
import type { History } from '../history/history.ts';
import { type Lease, leaseSlot, type SlotKey } from '../history/slots.ts';
import type { Leasing } from './leasing.ts';
import type { WatchedProbe } from './watched-probe.ts';
import type { WorkQueue } from './work-queue.ts';

export type Taken = { readonly one: WatchedProbe; readonly slot: SlotKey; readonly lease: Lease };

type Sharing = {
  readonly history: Pick<History, 'write'>;
  readonly watched: readonly WatchedProbe[];
  readonly leasing: Leasing;
  readonly now: () => number;
};

/**
 * What a queue has for this monitor. One that it does not know is left to those that do: they offer it again.
 *
 * @returns What is leased now.
 */
export const takeShared = async (
  queue: WorkQueue,
  max: number,
  { history, watched, leasing, now }: Sharing,
): Promise<Taken[]> => {
  const taken: Taken[] = [];
  for (const slot of await queue.take(max)) {
    const one = watched.find(({ probe }) => probe.name === slot.probe);
    if (!one) continue;
    const lease = leasing.of(one.probe, now());
    // It may have been offered twice: its row knows whether it was run.
    if (await history.write((to) => leaseSlot(to, slot, { ...lease, now: now() }))) taken.push({ one, slot, lease });
  }
  return taken;
};

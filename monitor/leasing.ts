/** Who runs a slot, for how long, and whether that process still lives; and the queue that hands out slots. */

import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { afterTheEndMs } from '../client/in-time.ts';
import { isLiving, owner as ownerForm, thisProcess } from '../client/ledgers/owner.ts';
import type { DatabaseUrl } from '../contracts/database-url.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import type { History } from '../history/history.ts';
import { type Lease, leaseSlot, renewSlots, type SlotKey } from '../history/slots.ts';
import type { SlotRow } from '../history/tables.ts';
import { StoreFailed } from '../stores/database.ts';
import type { Probe } from './config.ts';
import type { WatchedProbe } from './watched-probe.ts';

// Hands due slots to monitors that have room: a queue of each location, in the database of the history.

export type WorkQueue = {
  /** However often it is offered, and by however many, it waits there once. */
  offer(slot: SlotKey): Promise<void>;
  /** Each goes to one alone. That it is due is not decided here: the row of the slot says so. */
  take(max: number): Promise<SlotKey[]>;
  close(): Promise<void>;
};

const offered = z.strictObject({ probe: z.string(), at: z.number() });

/** It sends and takes, and now and then it tidies. */
const connectionsMax = 2;
const waitMs = 3_000;
/** The monitor that took it has leased the slot within moments, or is dead; then the slot is offered again. */
const takenSeconds = 30;
/** By then the next slot of the probe is due, or no monitor was there for it. */
const offeredSeconds = 3_600;

/**
 * @param url Of the history.
 * @param location Whose slots it hands out.
 * @throws StoreFailed from every member while the database is away.
 */
export const workQueue = async (url: DatabaseUrl, location: string): Promise<WorkQueue> => {
  const boss = new PgBoss({
    connectionString: url.connection,
    application_name: 'preflight queue',
    max: connectionsMax,
    connectionTimeoutMillis: waitMs,
    schema: 'preflight_queue',
    schedule: false,
  });
  // An error that a connection in the background meets, the next question meets too, and reports.
  boss.on('error', () => {});
  const orFailed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      const why = url.withoutPassword(firstLineOf(thrown));
      throw new StoreFailed(`history ${url.shown}`, `slots cannot be shared: ${why}`, { isPassing: true });
    }
  };
  const name = `slots/${location}`;
  await orFailed(async () => {
    await boss.start();
    await boss.createQueue(name, {
      // Of one key only one waits.
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: takenSeconds,
      retentionSeconds: offeredSeconds,
      deleteAfterSeconds: offeredSeconds,
    });
  });
  return {
    offer: ({ probe, at }) =>
      orFailed(async () => {
        await boss.send(name, { probe, at }, { singletonKey: `${probe} ${at}` });
      }),
    take: (max) =>
      orFailed(async () => {
        const jobs = await boss.fetch(name, { batchSize: max });
        if (jobs.length === 0) return [];
        await boss.complete(
          name,
          jobs.map(({ id }) => id),
        );
        return jobs.flatMap(({ data }) => {
          const found = offered.safeParse(data);
          return found.success ? [{ ...found.data, location }] : [];
        });
      }),
    close: () => boss.stop({ graceful: false, close: true }).catch(() => {}),
  };
};

type OwnLeases = {
  add(lease: { readonly owner: string; readonly until: number }): void;
  /** Whether another program is at it. */
  isOfOthers(slot: SlotRow): boolean;
};

/** Which leases are of this program: a slot whose result still waits for the store is leased, and not under way. */
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

/** Two that fail are made up for by the third. */
const renewMs = 15_000;

/** @returns What is called every few seconds, with the owners of slots under way; rejects as the store does. */
export const renewalOf = ({
  history,
  leasing,
  now,
}: {
  readonly history: Pick<History, 'write'>;
  readonly leasing: Pick<Leasing, 'renewed'>;
  readonly now: () => number;
}): ((owners: Iterable<string>) => Promise<void>) => {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return async (owners) => {
    const until = leasing.renewed?.(now());
    const all = [...new Set(owners)];
    if (until === undefined || all.length === 0) return;
    if (now() - renewedAt < renewMs && now() >= renewedAt) return;
    await history.write((to) => renewSlots(to, all, until));
    renewedAt = now();
  };
};

type LeasedSlot = { readonly one: WatchedProbe; readonly slot: SlotKey; readonly lease: Lease };

type LeasingParts = {
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
  { history, watched, leasing, now }: LeasingParts,
): Promise<LeasedSlot[]> => {
  const taken: LeasedSlot[] = [];
  for (const slot of await queue.take(max)) {
    const one = watched.find(({ probe }) => probe.name === slot.probe);
    if (!one) continue;
    const lease = leasing.of(one.probe, now());
    // It may have been offered twice: its row knows whether it was run.
    if (await history.write((to) => leaseSlot(to, slot, { ...lease, now: now() }))) taken.push({ one, slot, lease });
  }
  return taken;
};

export type Leasing = {
  /** For one slot of the probe, from now on. */
  of(
    probe: Pick<Probe, 'deadlineMs'>,
    now: number,
  ): Lease & {
    /** Until when a monitor that begins it now works on it; as long as the lease, when not said. */
    readonly endsBy?: number;
  };
  /** Until when one lasts that is renewed now; undefined where none has to be. */
  renewed?(now: number): number;
  /** Its owner does not come back to it. */
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

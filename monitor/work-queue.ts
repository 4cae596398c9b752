/** Hands due slots to monitors that have room: a queue of each location, in the database of the history. */
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { DatabaseUrl } from '../contracts/database-url.ts';
import { firstLineOf } from '../contracts/usage-error.ts';
import type { SlotKey } from '../history/slots.ts';
import { StoreFailed } from '../stores/database.ts';

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

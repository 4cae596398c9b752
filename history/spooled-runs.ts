/** Runs that the store could not take: kept beside it, and delivered by whoever opens it next. */
import { z } from 'zod';
import { runRecord } from '../contracts/run-record.ts';
import type { History } from './history.ts';
import { addRun, type NewRun } from './runs.ts';
import { type SpoolForm, spool, spooled, unspool } from './spool.ts';

const form: SpoolForm<NewRun> = {
  kind: 'run',
  schema: z.strictObject({
    probe: z.string().min(1),
    location: z.string(),
    slotAt: z.int().nullable(),
    record: runRecord,
    taken: z.array(z.strictObject({ operation: z.string(), ms: z.number().nonnegative() })),
  }),
};

/** @param file That of the store. @throws what the system says where it cannot be written. */
export const spoolRun = (file: string, run: NewRun): Promise<void> =>
  spool(file, form, { value: run, at: Date.parse(run.record.finishedAt), id: run.record.id });

/**
 * Adds what was spooled, the oldest first; of two programs that do so at once each run is added once.
 *
 * @returns How many there were.
 * @throws StoreFailed; what is not delivered by then stays spooled.
 */
export const deliverRuns = async (history: History): Promise<number> => {
  let delivered = 0;
  for await (const entry of spooled(history.spoolsAt, form)) {
    await history.write((to) => addRun(to, entry.value));
    await unspool(entry);
    delivered += 1;
  }
  return delivered;
};

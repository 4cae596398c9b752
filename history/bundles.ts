/** Bundles of incidents: the exchanges that show a failure, in their shareable form. */
import type { Reading, Writing } from './history.ts';
import type { BundleRow } from './tables.ts';

/** @param bundle Its JSON, gzipped, in base64. */
export const keepBundle = async (to: Writing, row: BundleRow): Promise<void> => {
  await to
    .insertInto('bundle')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** As it was kept; undefined where the incident has none. */
export const bundleOfIncident = async (from: Reading, incidentId: string): Promise<string | undefined> =>
  (await from.selectFrom('bundle').select('bundle').where('incidentId', '=', incidentId).executeTakeFirst())?.bundle;

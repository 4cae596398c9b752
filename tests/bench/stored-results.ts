/** Real results to be kept again and again: the last run of each probe of a store. */
import type { Reading } from '../../history/history.ts';
import { probeNames } from '../../history/probe-names.ts';
import { readableRecordOf } from '../../history/runs.ts';
import type { RanSlot } from '../../monitor/slot-result.ts';

export type StoredResult = { readonly probe: string; readonly result: Omit<RanSlot, 'slot' | 'owner'> };

/** In the order of their names. */
export const storedResults = async (read: Reading): Promise<StoredResult[]> => {
  const lastRuns = (await probeNames(read, 'run')).map((probe) =>
    read
      .selectFrom('run')
      .select(['id', 'probe', 'target'])
      .where('probe', '=', probe)
      .orderBy('startedAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const results: StoredResult[] = [];
  for (const { id, probe, target } of await Promise.all(lastRuns)) {
    const record = await readableRecordOf(read, id);
    if (!record) continue;
    const taken = Array.from({ length: record.exchanges }, (_, at) => ({ operation: 'cities', ms: 5 + at }) as const);
    const result: StoredResult['result'] = {
      kind: 'ran',
      target,
      record: { ...record, target },
      taken,
      troubles: { answered: record.exchanges, troubled: [] },
      isNetworkOurs: false,
      bundles: {},
    };
    results.push({ probe, result });
  }
  return results;
};

/** The names of all probes, without a look at every row. */
import { sql } from 'kysely';
import type { Reading, Writing } from './open.ts';

/** In order of the alphabet: one step in the index for each name. */
export const probeNames = async (
  from: Reading | Writing,
  table: 'run' | 'clause' | 'latency' | 'slot',
): Promise<string[]> => {
  const names: string[] = [];
  for (let last = ''; ; ) {
    const next = sql<{
      probe: string | null;
    }>`select min(probe) as probe from ${sql.table(table)} where probe > ${last}`;
    const { rows } = await next.execute(from);
    const found = rows[0]?.probe ?? null;
    if (found === null) return names;
    names.push(found);
    last = found;
  }
};

/** Those whose last run was against a target; all where none is named. */
export const probesOfTarget = async (from: Reading, target: string | undefined): Promise<string[]> => {
  const names = await probeNames(from, 'run');
  if (target === undefined) return names;
  const found: string[] = [];
  for (const probe of names) {
    const last = from.selectFrom('run').select('target').where('probe', '=', probe).orderBy('startedAt', 'desc');
    if ((await last.limit(1).executeTakeFirst())?.target === target) found.push(probe);
  }
  return found;
};

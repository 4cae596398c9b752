/** The names of all probes, without a look at every row. */
import { sql } from 'kysely';
import type { Reading, Writing } from './history.ts';
import { lastRuns } from './runs.ts';

/** In order of the alphabet: one step in the index for each name. */
export const probeNames = async (
  from: Reading | Writing,
  table: 'run' | 'clause' | 'latency' | 'slot',
): Promise<string[]> => {
  const of = sql.table(table);
  const steps = sql<{ probe: string }>`
    with recursive step(probe) as (
      select min(probe) from ${of} where probe > ''
      union all
      select (select min(probe) from ${of} where probe > step.probe) from step where step.probe is not null
    )
    select probe from step where probe is not null
  `;
  return (await steps.execute(from)).rows.map(({ probe }) => probe);
};

/** Those whose last run was against a target; all where none is named. */
export const probesOfTarget = async (from: Reading, target: string | undefined): Promise<string[]> => {
  const names = await probeNames(from, 'run');
  if (target === undefined) return names;
  const last = await lastRuns(
    from,
    names.map((probe) => ({ probe })),
  );
  return last.filter((run) => run.target === target).map(({ probe }) => probe);
};

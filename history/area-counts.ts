/** How each area of clauses stood in an hour or on a day, from the counts that are kept of them. */
import { sql } from 'kysely';
import { tellsOfItsArea } from '../contracts/areas.ts';
import { clauseIds } from '../contracts/clauses.ts';
import type { Reading } from './history.ts';
import type { Period } from './tables.ts';

export type AreaCount = {
  readonly area: string;
  readonly from: number;
  /** Checks that held, and those whose failure is accepted. */
  readonly held: number;
  /** Checks that failed, and those that found the service in trouble. What only lacks evidence is in neither. */
  readonly bad: number;
  /** Whether something held or failed that tells of the area: a refusal shows without any knowledge of it. */
  readonly tells: boolean;
};

export type AreaCountsAsked = {
  readonly probes: readonly string[];
  readonly period: Period;
  /** The first moment, and the one after the last, in ms. */
  readonly from: number;
  readonly until: number;
};

const refusals = clauseIds.filter((id) => !tellsOfItsArea(id));

/** Added up where they are: a list of days has a hundred thousand counts. */
export const areaCounts = async (
  read: Reading,
  { probes, period, from, until }: AreaCountsAsked,
): Promise<AreaCount[]> => {
  if (probes.length === 0) return [];
  const area = sql<string>`substr(clause, 1, instr(clause, '.') - 1)`;
  const rows = await read
    .selectFrom('clause')
    .select([
      area.as('area'),
      'from',
      sql<number>`sum(pass + excused)`.as('held'),
      sql<number>`sum(fail - excused + trouble)`.as('bad'),
      sql<number>`sum(case when clause in (${sql.join(refusals)}) then 0 else pass + fail end)`.as('telling'),
    ])
    .where('probe', 'in', probes)
    .where('period', '=', period)
    .where('from', '>=', from)
    .where('from', '<', until)
    .groupBy([area, 'from'])
    .execute();
  return rows.map(({ telling, ...row }) => ({ ...row, tells: telling > 0 }));
};

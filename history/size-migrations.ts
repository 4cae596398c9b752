/** Steps of the tables for stores of any size: indexes and counts in the place of looks at every row. */
import { type Kysely, sql } from 'kysely';
import { everyProbe } from './tables.ts';

/** The tables of later steps are not known to earlier ones. */
export type Database = Kysely<unknown>;

/** What a store of many millions of runs asks for: one index of a probe instead of two, and counts where runs were read. */
export const quickAtAnySize = async (db: Database): Promise<void> => {
  await db.schema
    .createIndex('runOfProbe')
    .on('run')
    .columns(['probe', 'startedAt', 'finishedAt', 'location', 'sample', 'verdict'])
    .execute();
  // The order of all runs is that of pages, too.
  for (const name of ['runSample', 'runVerdict', 'runAt']) await db.schema.dropIndex(name).execute();
  await db.schema
    .createTable('runsOfDay')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('from', 'bigint', (column) => column.notNull())
    .addColumn('pass', 'integer', (column) => column.notNull())
    .addColumn('fail', 'integer', (column) => column.notNull())
    .addColumn('inconclusive', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('runsOfDayOnce', ['probe', 'from'])
    .execute();
  await sql`
    insert into "runsOfDay" (probe, "from", pass, fail, inconclusive)
    select probe, "startedAt" - "startedAt" % 86400000, count(*) filter (where verdict = 'pass'),
      count(*) filter (where verdict = 'fail'), count(*) filter (where verdict = 'inconclusive')
    from run group by 1, 2
  `.execute(db);
  // Most hours have none.
  await db.schema
    .createIndex('clauseFlaky')
    .on('clause')
    .columns(['probe', 'period', 'from'])
    .where(sql.ref('flaky'), '>', sql.lit(0))
    .execute();
  await sql`
    insert into clause (probe, clause, period, "from", pass, fail, inconclusive, error, flaky)
    select ${sql.lit(everyProbe)}, clause, period, "from", sum(pass), sum(fail), sum(inconclusive), sum(error), sum(flaky)
    from clause group by period, "from", clause
  `.execute(db);
  await sql`
    insert into latency (probe, operation, period, "from", bin, count)
    select ${sql.lit(everyProbe)}, operation, period, "from", bin, sum(count)
    from latency group by period, "from", operation, bin
  `.execute(db);
};

/** Incidents of years are over: what is open, or has closed lately, is found without them. */
export const whatIsOver = async (db: Database): Promise<void> => {
  await db.schema.createIndex('incidentClosed').on('incident').columns(['closedAt', 'probe', 'kind']).execute();
};

/** How the tables came to be, forward only: a written store is never rewritten, and each step is added at the end. */
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { everyProbe, type Tables } from './tables.ts';

/** The tables of later steps are not known to earlier ones. */
type UntypedDatabase = Kysely<unknown>;

/** What a store of many millions of runs asks for: one index of a probe, not two, and counts where runs were read. */
const quickAtAnySize = async (db: UntypedDatabase): Promise<void> => {
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
const whatIsOver = async (db: UntypedDatabase): Promise<void> => {
  await db.schema.createIndex('incidentClosed').on('incident').columns(['closedAt', 'probe', 'kind']).execute();
};

const runs = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .createTable('run')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('slotAt', 'bigint')
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('finishedAt', 'bigint', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('sample', 'text')
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addColumn('bookings', 'integer', (column) => column.notNull())
    .addColumn('tickets', 'integer', (column) => column.notNull())
    .addColumn('flaky', 'text', (column) => column.notNull())
    .addColumn('record', 'text')
    .execute();
  await db.schema.createIndex('runOfProbe').on('run').columns(['probe', 'startedAt']).execute();
  // All that an error budget asks for, so that no run is read for it.
  await db.schema
    .createIndex('runSample')
    .on('run')
    .columns(['probe', 'startedAt', 'finishedAt', 'location', 'sample'])
    .execute();
  // Most days have none.
  await db.schema
    .createIndex('runBad')
    .on('run')
    .columns(['probe', 'startedAt'])
    .where(sql.ref('sample'), '=', sql.lit('bad'))
    .execute();
  await db.schema.createIndex('runAt').on('run').column('startedAt').execute();
  await db.schema
    .createTable('finding')
    .addColumn('runId', 'text', (column) => column.notNull().references('run.id').onDelete('cascade'))
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('clause', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('findingOnce', ['runId', 'clause', 'cause'])
    .execute();
  await db.schema.createIndex('findingOfClause').on('finding').columns(['probe', 'clause', 'at']).execute();
};

const rollUps = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .createTable('clause')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('clause', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('from', 'bigint', (column) => column.notNull())
    .addColumn('pass', 'integer', (column) => column.notNull())
    .addColumn('fail', 'integer', (column) => column.notNull())
    .addColumn('inconclusive', 'integer', (column) => column.notNull())
    .addColumn('error', 'integer', (column) => column.notNull())
    .addColumn('flaky', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('clauseOnce', ['probe', 'period', 'from', 'clause'])
    .execute();
  await db.schema
    .createTable('latency')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('from', 'bigint', (column) => column.notNull())
    .addColumn('bin', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('latencyOnce', ['probe', 'period', 'from', 'operation', 'bin'])
    .execute();
};

const schedule = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .createTable('slot')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('leasedUntil', 'bigint')
    .addColumn('begun', 'integer', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('runId', 'text')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('slotOnce', ['probe', 'location', 'at'])
    .execute();
  await db.schema.createIndex('slotByState').on('slot').columns(['state', 'at']).execute();
};

const incidents = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .createTable('incident')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('openedAt', 'bigint', (column) => column.notNull())
    .addColumn('closedAt', 'bigint')
    .addColumn('runId', 'text')
    .addColumn('lastRunId', 'text')
    .addColumn('lastAt', 'bigint', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('acknowledgedAt', 'bigint')
    .addColumn('acknowledgedBy', 'text')
    .addColumn('silencedUntil', 'bigint')
    .addColumn('silencedBy', 'text')
    .addColumn('toldOpenedAt', 'bigint')
    .addColumn('toldClosedAt', 'bigint')
    .execute();
  await db.schema.createIndex('incidentOpened').on('incident').columns(['openedAt']).execute();
  await db.schema.createIndex('incidentOfCause').on('incident').columns(['probe', 'cause', 'openedAt']).execute();
  // These two hold only what is still to be reported: to find nothing costs nothing.
  await db.schema
    .createIndex('incidentToAlert')
    .on('incident')
    .column('target')
    .where(sql.ref('closedAt'), 'is', null)
    .where(sql.ref('toldOpenedAt'), 'is', null)
    .execute();
  await db.schema
    .createIndex('incidentEndToAlert')
    .on('incident')
    .column('target')
    .where(sql.ref('closedAt'), 'is not', null)
    .where(sql.ref('toldOpenedAt'), 'is not', null)
    .where(sql.ref('toldClosedAt'), 'is', null)
    .execute();
  await db.schema
    .createTable('bundle')
    .addColumn('incidentId', 'text', (column) => column.primaryKey().references('incident.id').onDelete('cascade'))
    .addColumn('bundle', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('cause')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recent', 'text', (column) => column.notNull())
    .addColumn('incidentId', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('causeOnce', ['probe', 'cause'])
    .execute();
  await db.schema
    .createTable('outbox')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('follows', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('dueAt', 'bigint')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('sentAt', 'bigint')
    .addColumn('lastError', 'text')
    .execute();
  await db.schema.createIndex('outboxDue').on('outbox').columns(['dueAt']).execute();
  await db.schema
    .createTable('maintenance')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('from', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('openedBy', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('note')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
};

/** What looking back and retention ask for, so that neither reads what it does not need. */
const lookingBack = async (db: UntypedDatabase): Promise<void> => {
  await db.schema.createIndex('findingByOutcome').on('finding').columns(['probe', 'outcome', 'clause', 'at']).execute();
  await db.schema.createIndex('runVerdict').on('run').columns(['probe', 'startedAt', 'verdict']).execute();
  await db.schema.dropIndex('runOfProbe').execute();
  await db.schema
    .createIndex('runWhole')
    .on('run')
    .column('startedAt')
    .where(sql.ref('record'), 'is not', null)
    .execute();
};

/** What a page of a list asks for: its newest rows, however many there are behind them. */
const pages = async (db: UntypedDatabase): Promise<void> => {
  await db.schema.createIndex('runNewest').on('run').columns(['startedAt', 'id']).execute();
  await db.schema.createIndex('runOfTarget').on('run').columns(['target', 'startedAt', 'id']).execute();
  for (const verdict of ['fail', 'inconclusive'] as const) {
    await db.schema
      .createIndex(`run-${verdict}`)
      .on('run')
      .columns(['startedAt', 'id'])
      .where(sql.ref('verdict'), '=', sql.lit(verdict))
      .execute();
  }
  await db.schema.createIndex('slotOfProbe').on('slot').columns(['probe', 'state', 'at']).execute();
};

/** Distinguishes outages: before it, every failure counts in full, and trouble as nothing that was measured. */
const outages = async (db: UntypedDatabase): Promise<void> => {
  for (const name of ['excused', 'trouble']) {
    await db.schema
      .alterTable('clause')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
};

/** What is seen is counted at each location; of what was seen before it, the last run of its probe shows the place. */
const locations = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .createTable('causeAtLocation')
    .addColumn('probe', 'text', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recent', 'text', (column) => column.notNull())
    .addColumn('brokenSince', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('causeAtLocationOnce', ['probe', 'cause', 'location'])
    .execute();
  await sql`
    insert into "causeAtLocation" ("probe", "cause", "location", "kind", "recent", "brokenSince", "at")
    select "probe", "cause",
      case when "kind" in ('slo', 'latency') then '*' else coalesce(
        (select "location" from "run" where "run"."probe" = "cause"."probe" order by "startedAt" desc limit 1), 'here'
      ) end,
      "kind", "recent", (select "openedAt" from "incident" where "id" = "cause"."incidentId"), "at"
    from "cause"`.execute(db);
  await db.schema.dropTable('cause').execute();
  await db.schema.alterTable('causeAtLocation').renameTo('cause').execute();
  await db.schema
    .alterTable('incident')
    .addColumn('locations', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
};

/** By name, in order of the alphabet: a name is never changed once a store may have it. */
const steps: Readonly<Record<string, Migration>> = {
  '2026-11-runs': { up: runs },
  '2026-11-runs-rolled-up': { up: rollUps },
  '2026-11-schedule': { up: schedule },
  '2026-11-incidents': { up: incidents },
  '2026-12-looking-back': { up: lookingBack },
  '2026-12-pages': { up: pages },
  '2026-12-quick-at-any-size': { up: quickAtAnySize },
  '2026-12-trouble-counted': { up: outages },
  '2026-12-what-is-over': { up: whatIsOver },
  '2027-01-locations': { up: locations },
};

/** Written by a later version: what it holds is not understood, and stays as it is. */
export class NewerStore extends Error {
  override readonly name = 'NewerStore';
}

/**
 * Brings the tables up to date.
 *
 * @param schema In which they are, where a database has several.
 * @throws NewerStore where they are ahead of this program.
 */
export const migrate = async (db: Kysely<Tables>, where: string, schema?: string): Promise<void> => {
  const provider = { getMigrations: async () => ({ ...steps }) };
  const migrator = new Migrator({ db, provider, ...(schema !== undefined && { migrationTableSchema: schema }) });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const isAhead = error instanceof Error && error.message.startsWith('corrupted migrations');
  if (!isAhead) throw error;
  throw new NewerStore(`history ${where} was written by a newer Preflight: install that one, or name another file`);
};

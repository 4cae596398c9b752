/** How the tables came to be, forward only: a written store is never rewritten, and each step is added at the end. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { everyProbe, type Tables } from './tables.ts';

/** The tables of later steps are not known to earlier ones. */
type UntypedDatabase = Kysely<unknown>;

/**
 * @param columns Each with its name and its type, which ends with a question mark where there may be no value. `key`
 *   identifies a row, and is given by the database where it is a number. `of` names the table to whose rows it belongs.
 * @param keys The columns that identify a row together.
 */
const makeTable = async (db: UntypedDatabase, table: string, columns: string, keys?: string): Promise<void> => {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(table);
  for (const column of columns.split(',')) {
    const [name = '', type = '', ...more] = column.trim().split(' ');
    const isKey = more.includes('key');
    const owner = more.includes('of') ? more.at(-1) : undefined;
    made = made.addColumn(name, type.replace('?', '') as 'text' | 'bigint' | 'integer', (one) => {
      if (type.endsWith('?')) return one;
      const found = isKey ? one.primaryKey() : one.notNull();
      if (owner !== undefined) return found.references(`${owner}.id`).onDelete('cascade');
      return isKey && type === 'integer' ? found.autoIncrement() : found;
    });
  }
  if (keys !== undefined) made = made.addPrimaryKeyConstraint(`${table}Once`, keys.split(', '));
  await made.execute();
};

/** What a store of many millions of runs asks for: one index of a probe, not two, and counts where runs were read. */
const quickAtAnySize = async (db: UntypedDatabase): Promise<void> => {
  await sql`
    create index "runOfProbe" on "run" ("probe", "startedAt", "finishedAt", "location", "sample", "verdict")
  `.execute(db);
  // The order of all runs is that of pages, too.
  for (const name of ['runSample', 'runVerdict', 'runAt']) await db.schema.dropIndex(name).execute();
  await makeTable(
    db,
    'runsOfDay',
    'probe text, from bigint, pass integer, fail integer, inconclusive integer',
    'probe, from',
  );
  await sql`
    insert into "runsOfDay" (probe, "from", pass, fail, inconclusive)
    select probe, "startedAt" - "startedAt" % 86400000, count(*) filter (where verdict = 'pass'),
      count(*) filter (where verdict = 'fail'), count(*) filter (where verdict = 'inconclusive')
    from run group by 1, 2
  `.execute(db);
  // Most hours have none.
  await sql`create index "clauseFlaky" on "clause" ("probe", "period", "from") where "flaky" > 0`.execute(db);
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
  await sql`create index "incidentClosed" on "incident" ("closedAt", "probe", "kind")`.execute(db);
};

const runs = async (db: UntypedDatabase): Promise<void> => {
  await makeTable(
    db,
    'run',
    `id text key, probe text, target text, location text, slotAt bigint?, startedAt bigint, finishedAt bigint,
     verdict text, sample text?, requests integer, bookings integer, tickets integer, flaky text, record text?`,
  );
  await sql`create index "runOfProbe" on "run" ("probe", "startedAt")`.execute(db);
  // All that an error budget asks for, so that no run is read for it.
  await sql`create index "runSample" on "run" ("probe", "startedAt", "finishedAt", "location", "sample")`.execute(db);
  // Most days have none.
  await sql`create index "runBad" on "run" ("probe", "startedAt") where "sample" = 'bad'`.execute(db);
  await sql`create index "runAt" on "run" ("startedAt")`.execute(db);
  await makeTable(
    db,
    'finding',
    'runId text of run, probe text, at bigint, clause text, outcome text, cause text',
    'runId, clause, cause',
  );
  await sql`create index "findingOfClause" on "finding" ("probe", "clause", "at")`.execute(db);
};

const rollUps = async (db: UntypedDatabase): Promise<void> => {
  await makeTable(
    db,
    'clause',
    `probe text, clause text, period text, from bigint, pass integer, fail integer, inconclusive integer,
     error integer, flaky integer`,
    'probe, period, from, clause',
  );
  await makeTable(
    db,
    'latency',
    'probe text, operation text, period text, from bigint, bin integer, count integer',
    'probe, period, from, operation, bin',
  );
};

const schedule = async (db: UntypedDatabase): Promise<void> => {
  await makeTable(
    db,
    'slot',
    `probe text, location text, at bigint, state text, owner text?, leasedUntil bigint?, begun integer,
     endedAt bigint?, runId text?, reason text?`,
    'probe, location, at',
  );
  await sql`create index "slotByState" on "slot" ("state", "at")`.execute(db);
};

const incidents = async (db: UntypedDatabase): Promise<void> => {
  await makeTable(
    db,
    'incident',
    `id text key, target text, probe text, kind text, cause text, title text, openedAt bigint, closedAt bigint?,
     runId text?, lastRunId text?, lastAt bigint, times integer, acknowledgedAt bigint?, acknowledgedBy text?,
     silencedUntil bigint?, silencedBy text?, toldOpenedAt bigint?, toldClosedAt bigint?`,
  );
  await sql`create index "incidentOpened" on "incident" ("openedAt")`.execute(db);
  await sql`create index "incidentOfCause" on "incident" ("probe", "cause", "openedAt")`.execute(db);
  // These two hold only what is still to be reported: to find nothing costs nothing.
  await sql`
    create index "incidentToAlert" on "incident" ("target")
    where "closedAt" is null and "toldOpenedAt" is null
  `.execute(db);
  await sql`
    create index "incidentEndToAlert" on "incident" ("target")
    where "closedAt" is not null and "toldOpenedAt" is not null and "toldClosedAt" is null
  `.execute(db);
  await makeTable(db, 'bundle', 'incidentId text key of incident, bundle text');
  await makeTable(
    db,
    'cause',
    'probe text, cause text, kind text, recent text, incidentId text?, at bigint',
    'probe, cause',
  );
  await makeTable(
    db,
    'outbox',
    `key text key, channel text, body text, follows text?, createdAt bigint, dueAt bigint?, tries integer,
     sentAt bigint?, lastError text?`,
  );
  await sql`create index "outboxDue" on "outbox" ("dueAt")`.execute(db);
  await makeTable(
    db,
    'maintenance',
    'id integer key, target text, from bigint, until bigint, reason text, openedBy text',
  );
  await makeTable(db, 'note', 'name text key, value text, at bigint');
};

/** What looking back and retention ask for, so that neither reads what it does not need. */
const lookingBack = async (db: UntypedDatabase): Promise<void> => {
  await sql`create index "findingByOutcome" on "finding" ("probe", "outcome", "clause", "at")`.execute(db);
  await sql`create index "runVerdict" on "run" ("probe", "startedAt", "verdict")`.execute(db);
  await db.schema.dropIndex('runOfProbe').execute();
  await sql`create index "runWhole" on "run" ("startedAt") where "record" is not null`.execute(db);
};

/** What a page of a list asks for: its newest rows, however many there are behind them. */
const pages = async (db: UntypedDatabase): Promise<void> => {
  await sql`create index "runNewest" on "run" ("startedAt", "id")`.execute(db);
  await sql`create index "runOfTarget" on "run" ("target", "startedAt", "id")`.execute(db);
  for (const verdict of ['fail', 'inconclusive'] as const) {
    const index = sql.id(`run-${verdict}`);
    await sql`create index ${index} on "run" ("startedAt", "id") where "verdict" = ${sql.lit(verdict)}`.execute(db);
  }
  await sql`create index "slotOfProbe" on "slot" ("probe", "state", "at")`.execute(db);
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
  await makeTable(
    db,
    'causeAtLocation',
    'probe text, cause text, location text, kind text, recent text, brokenSince bigint?, at bigint',
    'probe, cause, location',
  );
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

/** An outage is a state of its own, is one incident with all that was seen of it, and leaves evidence. */
const outagesKept = async (db: UntypedDatabase): Promise<void> => {
  const add = (table: string, name: string, type: 'text' | 'integer' | 'bigint', value?: string): Promise<void> =>
    db.schema
      .alterTable(table)
      .addColumn(name, type, (column) => (value === undefined ? column : column.notNull().defaultTo(value)))
      .execute();
  await add('run', 'isDown', 'integer');
  await add('run', 'trouble', 'text');
  await sql`create index "runAnswered" on "run" ("target", "isDown", "finishedAt")`.execute(db);
  await add('incident', 'severity', 'text', 'major');
  await add('incident', 'seen', 'text', '[]');
  for (const name of ['brokeAt', 'goodAt', 'remindedAt']) await add('incident', name, 'bigint');
  await add('incident', 'joins', 'text');
  await makeTable(
    db,
    'evidence',
    'incidentId text of incident, part text, operation text, at bigint, exchange text',
    'incidentId, part, operation',
  );
  await makeTable(
    db,
    'goodAnswers',
    'probe text, location text, target text, at bigint, exchanges text',
    'probe, location',
  );
  await makeTable(
    db,
    'silence',
    `id integer key, incidentId text of incident, scope text, target text, kind text, clauses text, from bigint,
     until bigint, by text, reason text`,
  );
  await sql`create index "silenceUntil" on "silence" ("until")`.execute(db);
};

/**
 * What opens with its third failure has begun with its first. And of each location the last run before a moment is
 * found, however many there are.
 */
const firstFailures = async (db: UntypedDatabase): Promise<void> => {
  await db.schema.alterTable('cause').addColumn('failingSince', 'bigint').execute();
  await db.schema.dropIndex('runAnswered').ifExists().execute();
  await sql`create index "runAnsweredAt" on "run" ("target", "isDown", "location", "finishedAt")`.execute(db);
};

/** What a clock that was ahead has left is known from what is measured when its time comes. */
const clocksAhead = async (db: UntypedDatabase): Promise<void> => {
  await db.schema
    .alterTable('run')
    .addColumn('isAhead', 'integer', (column) => column.notNull().defaultTo(0))
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
  '2027-02-outages-kept': { up: outagesKept },
  '2027-03-first-failures': { up: firstFailures },
  '2027-04-clocks-ahead': { up: clocksAhead },
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

/** The file of a store that was moved: it is read as before, and takes nothing more, from a monitor that was forgotten either. */
import { sql } from 'kysely';
import { movedAway } from '../../stores/sqlite-failure.ts';
import type { Writing } from '../history.ts';
import { tableNames } from './moved-tables.ts';

const changes = ['insert', 'update', 'delete'] as const;

const marks = tableNames.flatMap((table) =>
  changes.map((change) => ({ table, change, name: `moved_${change}_${table}` })),
);

export const markMoved = async (file: Writing): Promise<void> => {
  for (const { table, change, name } of marks) {
    await sql`
      create trigger if not exists ${sql.id(name)} before ${sql.raw(change)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(movedAway)}); end
    `.execute(file);
  }
};

export const isMarkedMoved = async (file: Writing): Promise<boolean> => {
  const found = await sql`select 1 from sqlite_master where type = 'trigger' and name = ${marks[0]?.name}`.execute(
    file,
  );
  return found.rows.length > 0;
};

/** It is written to again. @returns Whether it was marked. */
export const unmarkMoved = async (file: Writing): Promise<boolean> => {
  const was = await isMarkedMoved(file);
  for (const { name } of marks) await sql`drop trigger if exists ${sql.id(name)}`.execute(file);
  return was;
};

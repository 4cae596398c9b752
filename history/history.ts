/** The history, whichever database it is in: who looks at it, who changes it, and what both ask in the same way. */
import type { InsertResult, Kysely, Transaction, UpdateResult } from 'kysely';
import type { Database } from '../stores/database.ts';
import type { Tables } from './tables.ts';

/** What changes the history does so in a transaction: all of the change stays, or nothing. */
export type Writing = Transaction<Tables>;
export type Reading = Kysely<Tables>;

export type History = Pick<Database<Tables>, 'kind' | 'where' | 'read' | 'write' | 'close'> & {
  /** What it cannot take waits in the folder of this name with `.spool` behind it. */
  readonly spoolsAt: string;
  /** Another number whenever another program has written to the history; a look costs next to nothing. */
  version(): Promise<number>;
};

/** As every reader is shown a moment. */
export const iso = (at: number): string => new Date(at).toISOString();

/** Whether a change found a row to change, or none in the way of a new one. */
export const isChanged = (result: InsertResult | UpdateResult): boolean =>
  ('numUpdatedRows' in result ? result.numUpdatedRows : (result.numInsertedOrUpdatedRows ?? 0n)) > 0n;

type RowQuery = { limit(rows: number): { executeTakeFirst(): Promise<object | undefined> } };

/** Whether there is any such row. */
export const isAny = async (question: RowQuery): Promise<boolean> =>
  (await question.limit(1).executeTakeFirst()) !== undefined;

/** Notes what happens once, also where several programs come to it. @returns false where it was noted before. */
export const noteOnce = async (to: Writing, name: string, at: number): Promise<boolean> =>
  isChanged(
    await to
      .insertInto('note')
      .values({ name, value: '', at })
      .onConflict((same) => same.doNothing())
      .executeTakeFirst(),
  );

/** Where a store is: in a file, or in a PostgreSQL. */
import { type DatabaseUrl, databaseUrlIn, isDatabaseUrl } from '../contracts/database-url.ts';
import { defaultHistory } from '../contracts/history-file.ts';
import { UsageError } from '../contracts/usage-error.ts';

export type HistoryPlace = string | DatabaseUrl;

/** For people. */
export const shownPlace = (place: HistoryPlace): string => (typeof place === 'string' ? place : place.shown);

/** Beside the file; what is for a database waits where the file would be, under the name of the database. */
export const spoolsAt = (place: HistoryPlace): string =>
  typeof place === 'string'
    ? place
    : `results/${place.shown.replace(/^postgresql:\/*/, '').replaceAll(/[^\w.-]+/g, '-')}`;

/**
 * Whoever names a file means it; else it is the database of the environment, and the file of always where there is none.
 *
 * @throws UsageError for a URL: who lists the processes of a machine reads its password there, and who reads a file does, too.
 */
export const historyPlace = (file: string | undefined, environment: NodeJS.ProcessEnv): HistoryPlace => {
  if (file === undefined) return databaseUrlIn(environment) ?? defaultHistory;
  if (!isDatabaseUrl(file)) return file;
  throw new UsageError('a history in PostgreSQL is named in DATABASE_URL: elsewhere others would read its password');
};

/** Where a history is: a file that a person names, the database of the environment, or the default file. */
import { type DatabaseUrl, databaseUrlIn, isDatabaseUrl } from './database-url.ts';
import { shellWord, UsageError } from './usage-error.ts';

export const defaultHistory = 'results/history.db';

/** For a command to copy, with a blank before it; empty for the default file, and for what DATABASE_URL names. */
export const historyFlag = (where: string): string =>
  where === defaultHistory || isDatabaseUrl(where) ? '' : ` --history ${shellWord(where)}`;

/** A file, or a database. */
export type HistoryPlace = string | DatabaseUrl;

/** For people. */
export const shownPlace = (place: HistoryPlace): string => (typeof place === 'string' ? place : place.shown);

/** Beside the file; what is for a database waits where the file would be, under the name of the database. */
export const spoolsAt = (place: HistoryPlace): string =>
  typeof place === 'string'
    ? place
    : `results/${place.shown.replace(/^postgresql:\/*/, '').replaceAll(/[^\w.-]+/g, '-')}`;

/**
 * A file that is named comes first, then the database of the environment, then the default file.
 *
 * @throws UsageError for a URL: the list of processes of a machine shows its password, and so does a file.
 */
export const historyPlace = (file: string | undefined, environment: NodeJS.ProcessEnv): HistoryPlace => {
  if (file === undefined) return databaseUrlIn(environment) ?? defaultHistory;
  if (!isDatabaseUrl(file)) return file;
  throw new UsageError('a history in PostgreSQL is named in DATABASE_URL: elsewhere others would read its password');
};

/** Where a store is: in a file, or in a PostgreSQL. */
import type { DatabaseUrl } from '../contracts/database-url.ts';

export type HistoryPlace = string | DatabaseUrl;

/** Beside the file; what is for a database waits where the file would be, under the name of the database. */
export const spoolsAt = (place: HistoryPlace): string =>
  typeof place === 'string'
    ? place
    : `results/${place.shown.replace(/^postgresql:\/*/, '').replaceAll(/[^\w.-]+/g, '-')}`;

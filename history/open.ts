/** Opens the store: a SQLite file that several programs may share, or a PostgreSQL that several machines may. */
import type { History } from './history.ts';
import type { HistoryPlace } from './place.ts';
import { openSqlite } from './sqlite/open.ts';

export type { History, Reading, Writing } from './history.ts';

const busyMsDefault = 10_000;

/**
 * @param place A file is made when it is not there; its folder must be. A database must be there; its tables are made.
 * @param options How long a change waits for those of others, in ms; whether a store is to be moved into it.
 * @throws StoreFailed, NewerStore
 */
export const openHistory = async (
  place: HistoryPlace,
  { busyMs = busyMsDefault, isMove = false } = {},
): Promise<History> => {
  if (typeof place === 'string') return openSqlite(place, busyMs);
  // Whoever has a file does not wait for the driver to be loaded.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(place, { waitMs: busyMs, isMove });
};

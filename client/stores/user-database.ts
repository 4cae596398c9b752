/** The state of this user where DATABASE_URL names a database: all machines that name it, with the same passphrase, share it. */
import { type DatabaseUrl, databaseUrlIn } from '../../contracts/database-url.ts';
import type { TurnsOf } from '../http/turns.ts';
import type { Stores } from '../store.ts';
import { openDatabase } from './database.ts';
import { databaseStores } from './database-stores.ts';
import { databaseTurnsOf } from './database-turns.ts';
import { statePassphrase } from './state-passphrase.ts';

export type UserDatabase = { readonly stores: Stores; readonly turnsOf: TurnsOf };

/**
 * One for a process, however often its state is opened: each would have connections of its own. None is made before it is
 * needed, and an idle one keeps no command from ending, so nobody has to close it.
 */
const opened = new Map<string, UserDatabase>();

const newlyOpened = (url: DatabaseUrl, passphrase: string): UserDatabase => {
  const database = openDatabase(url);
  return { stores: databaseStores({ database, passphrase }), turnsOf: databaseTurnsOf(database) };
};

export const namesDatabase = ({ DATABASE_URL }: NodeJS.ProcessEnv): boolean => Boolean(DATABASE_URL?.trim());

/**
 * Undefined where DATABASE_URL is not set.
 *
 * @throws UsageError for an address that is none, and without a passphrase.
 */
export const userDatabase = (environment: NodeJS.ProcessEnv): UserDatabase | undefined => {
  const url = databaseUrlIn(environment);
  if (!url) return undefined;
  const passphrase = statePassphrase(
    environment,
    'with DATABASE_URL the state is kept in the database, and tokens lie there sealed only',
  );
  const name = JSON.stringify([url.connection, passphrase]);
  const found = opened.get(name) ?? newlyOpened(url, passphrase);
  opened.set(name, found);
  return found;
};

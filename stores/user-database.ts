/** The user's state where DATABASE_URL names a database: all machines that name it, with one passphrase, share it. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type DatabaseUrl, databaseUrlIn } from '../contracts/database-url.ts';
import type { Database } from './database.ts';
import type { DocumentTables } from './database-stores.ts';
import { statePassphrase } from './sealed.ts';
import type { Key, Store, StoreForm, Stores, Turns, TurnsOf } from './store.ts';

/** Undefined where the system has no entry for this user. */
const homeOf = ({ HOME }: NodeJS.ProcessEnv): string | undefined => {
  try {
    return HOME ?? homedir();
  } catch {
    return undefined;
  }
};

/**
 * @param named What the convention's variable names; a relative path counts as none.
 * @param below Where it is in the home of the user by default.
 * @returns undefined when neither is an absolute path: what a relative one names would differ from run to run.
 */
export const userFolder = (
  named: string | undefined,
  below: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | undefined => {
  if (named && isAbsolute(named)) return named;
  const home = homeOf(environment);
  return home && isAbsolute(home) ? join(home, ...below) : undefined;
};

type UserDatabase = { readonly stores: Stores; readonly turnsOf: TurnsOf };

/** Of one process: a document is changed in milliseconds, and a hold has a separate connection. */
const connectionsMax = 8;
const connectMs = 10_000;
/** As long as for a file. */
const lockWaitMs = 60_000;
/** A process that stands still within a change must not keep all others waiting. */
const stillMsMax = 10_000;
/** A server that has vanished says nothing: longer than any question may take. */
const answerMs = 100_000;

/** Most commands name no database, and load no driver. */
export const openState = async (url: DatabaseUrl): Promise<Database<DocumentTables>> => {
  const [{ openPostgres }, { documentSchema }] = await Promise.all([
    import('./postgres.ts'),
    import('./database-stores.ts'),
  ]);
  return openPostgres<DocumentTables>({
    url,
    name: 'state',
    schema: documentSchema,
    waitMs: connectMs,
    isPatient: true,
    writing: {
      max: connectionsMax,
      begin: `begin; set local lock_timeout = ${lockWaitMs}; set local idle_in_transaction_session_timeout = ${stillMsMax};
        set local synchronous_commit = on`,
      commit: 'commit',
      limits: { query_timeout: answerMs },
    },
  });
};

const load = async (url: DatabaseUrl, passphrase: string): Promise<UserDatabase> => {
  const [database, { databaseStores }, { databaseTurnsOf }] = await Promise.all([
    openState(url),
    import('./database-stores.ts'),
    import('./database-turns.ts'),
  ]);
  return { stores: databaseStores(database, passphrase), turnsOf: databaseTurnsOf(database) };
};

const opened = new Map<string, UserDatabase>();

const newlyOpened = (url: DatabaseUrl, passphrase: string): UserDatabase => {
  let loaded: Promise<UserDatabase> | undefined;
  const database = (): Promise<UserDatabase> => {
    loaded ??= load(url, passphrase);
    return loaded;
  };
  const open = <State>(form: StoreForm<State>, key: Key): Store<State> => {
    const store = async (): Promise<Store<State>> => (await database()).stores.open(form, key);
    return {
      read: async () => (await store()).read(),
      change: async (work) => (await store()).change(work),
      hold: async () => (await store()).hold(),
      damaged: async () => (await store()).damaged(),
    };
  };
  const turnsOf: TurnsOf = (baseUrl, limits) => {
    const turns = async (): Promise<Turns> => (await database()).turnsOf(baseUrl, limits);
    return { take: async (signal) => (await turns()).take(signal), rest: async () => (await turns()).rest() };
  };
  return { stores: { open }, turnsOf };
};

export const namesDatabase = ({ DATABASE_URL }: NodeJS.ProcessEnv): boolean => Boolean(DATABASE_URL?.trim());

/**
 * One for a process and a database, because each has separate connections. None is made before it is needed, and an
 * idle one keeps no command from ending: nothing has to be closed.
 *
 * @returns undefined where DATABASE_URL is not set.
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

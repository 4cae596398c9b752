/** Stores in a database, opened as another process would, and empty at the end of each test. */
import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '../../../../client/stores/database.ts';
import { prepareTables } from '../../../../client/stores/database-schema.ts';
import { databaseStores } from '../../../../client/stores/database-stores.ts';
import { databaseUrl } from '../../../../contracts/database-url.ts';
import { postgresServer } from '../../../postgres-server.ts';

export const passphrase = 'correct horse battery staple';

/** One for all tests: each database has a seal of its own, and each seal costs a third of a second. */
let address: Promise<string> | undefined;

const emptied = async (database: Database): Promise<void> => {
  await prepareTables(database);
  await database.query(
    'truncate preflight.state_documents, preflight.state_damaged, preflight.turns, preflight.turn_places',
  );
  await database.close();
};

export const databaseOf = async (t: TestContext) => {
  address ??= postgresServer().then((server) => server.newDatabase());
  const url = databaseUrl(await address);
  const connect = () => {
    const database = openDatabase(url);
    t.after(database.close);
    return database;
  };
  t.after(() => emptied(openDatabase(url)));
  const open = (more: { readonly passphrase?: string } = {}) =>
    databaseStores({ database: connect(), passphrase, ...more });
  return { address: url, connect, open };
};

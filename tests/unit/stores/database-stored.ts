/** Stores in a database, opened as another process would, and empty at the end of each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { databaseUrl } from '../../../contracts/database-url.ts';
import type { Database } from '../../../stores/database.ts';
import { type DocumentTables, databaseStores, prepareDocuments } from '../../../stores/database-stores.ts';
import { openSqlite } from '../../../stores/sqlite.ts';
import { openState } from '../../../stores/user-database.ts';
import { postgresServer } from '../../postgres-server.ts';

export const passphrase = 'correct horse battery staple';

type Documents = Database<DocumentTables>;

export const rowsOf = async <Row>(documents: Documents, question: RawBuilder<Row>): Promise<readonly Row[]> =>
  documents.ask(async (from) => (await question.execute(from)).rows);

/** One for all tests: each database has a separate seal, and each seal costs a third of a second. */
let address: Promise<string> | undefined;

const emptied = async (documents: Documents): Promise<void> => {
  await prepareDocuments(documents);
  await rowsOf(documents, sql`truncate preflight.state_documents, preflight.state_damaged`);
  await rowsOf(documents, sql`drop table if exists preflight.turns, preflight.turn_places`);
  await documents.close();
};

export const databaseOf = async (t: TestContext) => {
  address ??= postgresServer().then((server) => server.newDatabase());
  const url = databaseUrl(await address);
  const connect = async () => {
    const documents = await openState(url);
    t.after(documents.close);
    return documents;
  };
  t.after(async () => emptied(await openState(url)));
  const open = async (more = passphrase) => databaseStores(await connect(), more);
  return { address: url, connect, open };
};

let sqliteFile: string | undefined;

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state.db');
};

/** One for all tests, too. */
export const sqliteOf = (t: TestContext) => {
  sqliteFile ??= newFile();
  const file = sqliteFile;
  const connect = (): Documents => openSqlite<DocumentTables>(file, 10_000);
  t.after(async () => {
    const documents = connect();
    await documents.write(async (to) => {
      await to.deleteFrom('state_documents').execute();
      await to.deleteFrom('state_damaged').execute();
    });
    await documents.close();
  });
  return {
    open: async () => {
      const documents = connect();
      t.after(documents.close);
      return databaseStores(documents, passphrase);
    },
  };
};

/** A store of its own for each test of a `describe`, opened before it and gone after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'node:test';
import { type DatabaseUrl, databaseUrl } from '../../../contracts/database-url.ts';
import { type History, openHistory } from '../../../history/open.ts';
import type { HistoryPlace } from '../../../history/place.ts';
import { postgresServer } from '../../postgres-server.ts';

type HistoryHere = {
  readonly history: History;
  readonly place: HistoryPlace;
  /** The same store as another program opens it; closed with it. */
  another(): Promise<History>;
};

let migrated: Promise<string> | undefined;

/** The tables are made once, and copied for each test. */
const newPostgres = async (): Promise<DatabaseUrl> => {
  const server = await postgresServer();
  migrated ??= (async () => {
    const url = await server.newDatabase();
    await (await openHistory(databaseUrl(url))).close();
    return url;
  })();
  return databaseUrl(await server.newDatabase(await migrated));
};

/** Called inside a `describe`: a hook outside would act on every file of the room. */
export const historyHere = (kind: History['kind'] = 'sqlite'): HistoryHere => {
  let folder = '';
  let place: HistoryPlace = '';
  let opened: History[] = [];
  const open = async (): Promise<History> => {
    const history = await openHistory(place);
    opened.push(history);
    return history;
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
    place = kind === 'sqlite' ? join(folder, 'history.db') : await newPostgres();
    await open();
  });
  afterEach(async () => {
    for (const history of opened) await history.close();
    opened = [];
    rmSync(folder, { recursive: true });
  });
  return {
    get history() {
      const [history] = opened;
      if (!history) throw new TypeError('no test is running');
      return history;
    },
    get place() {
      return place;
    },
    another: open,
  };
};

/** The same tests on a SQLite file and on a PostgreSQL. */
export const describeOnBoth = (name: string, tests: (here: HistoryHere) => void): void => {
  for (const kind of ['sqlite', 'postgres'] as const) describe(`${name} (${kind})`, () => tests(historyHere(kind)));
};

/** A separate store for each test of a `describe`, opened before it and gone after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'node:test';
import { sql } from 'kysely';
import { type DatabaseUrl, databaseUrl } from '../../../contracts/database-url.ts';
import type { HistoryPlace } from '../../../contracts/history-file.ts';
import type { History } from '../../../history/history.ts';
import { tableNames } from '../../../history/move/moved-rows.ts';
import { openHistory } from '../../../history/open.ts';
import { postgresServer } from '../../postgres-server.ts';

type HistoryHere = {
  readonly history: History;
  /** The same store as another program opens it; closed with it. */
  another(): Promise<History>;
};

let shared: Promise<{ readonly place: DatabaseUrl; readonly history: History }> | undefined;

/** One database for the process, emptied before each test: a new database or connection costs more than most tests. */
const emptiedPostgres = async (): Promise<{ readonly place: DatabaseUrl; readonly history: History }> => {
  shared ??= (async () => {
    const place = databaseUrl(await (await postgresServer()).newDatabase());
    return { place, history: await openHistory(place) };
  })();
  const { place, history } = await shared;
  const tables = sql.join(tableNames.map((name) => sql.table(name)));
  await history.write((to) => sql`truncate ${tables} restart identity`.execute(to));
  return { place, history };
};

/** Called inside a `describe`: a hook outside would act on every file of the room. */
export const historyHere = (kind: History['kind'] = 'sqlite'): HistoryHere => {
  let folder = '';
  let place: HistoryPlace = '';
  let first: History | undefined;
  let opened: History[] = [];
  const open = async (): Promise<History> => {
    const history = await openHistory(place);
    opened.push(history);
    return history;
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
    if (kind === 'sqlite') {
      place = join(folder, 'history.db');
      first = await open();
    } else {
      ({ place, history: first } = await emptiedPostgres());
    }
  });
  afterEach(async () => {
    for (const history of opened) await history.close();
    opened = [];
    first = undefined;
    rmSync(folder, { recursive: true });
  });
  return {
    get history() {
      if (!first) throw new TypeError('no test is running');
      return first;
    },
    another: open,
  };
};

/** The same tests on a SQLite file and on a PostgreSQL. */
export const describeOnBoth = (name: string, tests: (here: HistoryHere) => void): void => {
  for (const kind of ['sqlite', 'postgres'] as const) describe(`${name} (${kind})`, () => tests(historyHere(kind)));
};

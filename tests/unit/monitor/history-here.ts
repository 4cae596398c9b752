/** An empty store for each test of a `describe`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'node:test';
import { sql } from 'kysely';
import { databaseUrl } from '../../../contracts/database-url.ts';
import type { HistoryPlace } from '../../../contracts/history-file.ts';
import type { History } from '../../../history/history.ts';
import { openHistory } from '../../../history/open.ts';
import { tableNames } from '../../../history/tables.ts';
import { postgresServer } from '../../postgres-server.ts';

type HistoryHere = {
  readonly history: History;
  /** The same store as another program opens it; closed with it. */
  another(): Promise<History>;
};

type Shared = { readonly place: HistoryPlace; readonly history: History };

const fileIn = (folder: string): string => join(folder, 'history.db');

const newPlace = async (kind: History['kind']): Promise<HistoryPlace> => {
  if (kind === 'postgres') return databaseUrl(await (await postgresServer()).newDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fileIn(folder);
};

/** One of each kind for the process: a new file, database or connection costs more than most tests. */
const shared = new Map<History['kind'], Promise<Shared>>();

const newShared = async (kind: History['kind']): Promise<Shared> => {
  const place = await newPlace(kind);
  return { place, history: await openHistory(place) };
};

const emptied = async (kind: History['kind']): Promise<Shared> => {
  const opened = shared.get(kind) ?? newShared(kind);
  shared.set(kind, opened);
  const { place, history } = await opened;
  await history.write(async (to) => {
    if (kind === 'postgres') {
      await sql`truncate ${sql.join(tableNames.map((name) => sql.table(name)))} restart identity`.execute(to);
      return;
    }
    // What refers to others goes first.
    for (const name of tableNames.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
    await sql`delete from sqlite_sequence`.execute(to);
  });
  return { place, history };
};

/**
 * Called inside a `describe`: a hook outside would act on every file of the room.
 *
 * @param isOwn A new file for each test, in a folder of its own: the test changes the file itself.
 */
export const historyHere = (kind: History['kind'] = 'sqlite', { isOwn = false } = {}): HistoryHere => {
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
    if (isOwn) {
      folder = mkdtempSync(join(tmpdir(), 'preflight-'));
      place = fileIn(folder);
      first = await open();
    } else {
      ({ place, history: first } = await emptied(kind));
    }
  });
  afterEach(async () => {
    for (const history of opened) await history.close();
    opened = [];
    first = undefined;
    if (isOwn) rmSync(folder, { recursive: true });
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

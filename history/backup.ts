/** A copy of the store as it is at one moment, while others go on writing. */
import { link, open, rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { whyNotWritten } from '../contracts/not-written.ts';
import { shellWord, UsageError } from '../contracts/usage-error.ts';
import { StoreFailed } from '../stores/database.ts';
import type { History } from './history.ts';
import { schema } from './tables.ts';

const codeOf = (thrown: unknown): unknown => (thrown as NodeJS.ErrnoException).code;

const isThere = (file: string): UsageError =>
  new UsageError(`${file} exists already: name another file for the backup, or move that one away`);

/** A reader of the file never finds half of it, and a file that was there is not lost. */
const putInPlace = async (part: string, file: string): Promise<void> => {
  try {
    await link(part, file);
    await rm(part);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') throw isThere(file);
    // Not every file system has links.
    await rename(part, file);
  }
};

const synced = async (file: string): Promise<void> => {
  const opened = await open(file, 'r+');
  await opened.sync().finally(() => opened.close());
};

/**
 * Writes a copy that only its owner may read. Writers go on meanwhile, and what they write is not in it.
 *
 * @param file What is there already is not written over.
 * @throws UsageError, one line with a way out, where it cannot be written; nothing is left of it then.
 * @throws StoreFailed where the store cannot be read.
 */
export const backup = async (history: History, file: string): Promise<void> => {
  if (history.kind === 'postgres') {
    throw new UsageError(
      `a history in PostgreSQL is copied with pg_dump: pg_dump --schema=${schema} "$DATABASE_URL" >${shellWord(file)}`,
    );
  }
  const found = await open(file, 'r').catch(() => undefined);
  if (found) {
    await found.close();
    throw isThere(file);
  }
  const part = `${file}.part`;
  try {
    // SQLite fills an empty file, and leaves its mode as it is.
    await open(part, 'wx', 0o600).then((made) => made.close());
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') throw new UsageError(`${file} cannot be written: make its folder first`);
    if (codeOf(thrown) === 'EEXIST') {
      throw new UsageError(`${part} is there: another backup writes it, or was killed; remove it when none does`);
    }
    throw new UsageError(`${file} cannot be written: ${whyNotWritten(thrown) ?? thrown}`);
  }
  try {
    await sql`vacuum into ${part}`.execute(history.read);
    await synced(part);
    await putInPlace(part, file);
  } catch (thrown) {
    await rm(part, { force: true });
    if (thrown instanceof StoreFailed && thrown.isFull) {
      throw new UsageError(`${file} cannot be written: no space is left there: make room, or name another file`);
    }
    const why = whyNotWritten(thrown);
    throw why === undefined ? thrown : new UsageError(`${file} cannot be written: ${why}`);
  }
};

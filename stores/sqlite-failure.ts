/** What SQLite refuses, in a line for a person. */
import { StoreFailed } from './database.ts';

/** Primary result codes of SQLite. */
const codes = { busy: 5, locked: 6, readonly: 8, ioerr: 10, corrupt: 11, full: 13, cantopen: 14, notadb: 26 } as const;

const lines: Readonly<Record<number, string>> = {
  [codes.busy]: 'another program has it locked for too long: is a backup or a shell of SQLite open?',
  [codes.locked]: 'another program has it locked for too long: is a backup or a shell of SQLite open?',
  [codes.readonly]: 'it may not be written: give its folder to who runs this program',
  [codes.ioerr]: 'its disk failed: see the log of the system',
  [codes.corrupt]:
    'it is damaged: move it away with what stands beside it (-wal, -shm; results wait in .spool), and put a backup in its place',
  [codes.full]: 'no space is left for it: make room there',
  [codes.cantopen]: 'it cannot be opened: does its folder exist, and is it yours?',
  [codes.notadb]: 'it is no store of Preflight: name another file',
};

/** Extended: the file is not where it was. */
export const movedCode = 1032;
const moved =
  'it was moved, deleted, cut or exchanged while a program used it: put it back, or start that program anew';

/** What the triggers say of a file that was moved into a database. */
export const movedAway =
  'it was moved into a database, and takes nothing more: name that in DATABASE_URL where this runs, or take it back with npx --no -- preflight history move --undo';

const wrong: readonly number[] = [codes.cantopen, codes.notadb];

const passing: readonly number[] = [codes.busy, codes.locked, codes.ioerr, codes.full];

/** @param code The extended result code of SQLite. */
export const sqliteFailure = (file: string, message: string, code?: number): StoreFailed => {
  const place = `history ${file}`;
  if (code === undefined) return new StoreFailed(place, message);
  if (code === movedCode) return new StoreFailed(place, moved, { isPassing: true });
  const primary = code & 0xff;
  return new StoreFailed(place, lines[primary] ?? message, {
    isPassing: passing.includes(primary) || message === movedAway,
    isFull: primary === codes.full,
    isWrongPlace: wrong.includes(primary),
  });
};

/** A database, and that of another program. */
export const noStore = (file: string): StoreFailed => sqliteFailure(file, '', codes.notadb);

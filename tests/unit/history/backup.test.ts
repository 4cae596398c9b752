/** A backup is a whole store of one moment, for its owner alone, or there is none. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { UsageError } from '../../../contracts/usage-error.ts';
import { backup } from '../../../history/backup.ts';
import { openHistory } from '../../../history/open.ts';
import { StoreFailed } from '../../../stores/database.ts';
import { historyHere } from '../monitor/history-here.ts';
import { passing } from '../reports/record-of.ts';
import { addAt, noon } from './run-at.ts';

describe('a backup', () => {
  const here = historyHere();
  const beside = (name: string): string => join(dirname(here.history.where), name);
  const files = (): string[] =>
    readdirSync(dirname(here.history.where)).filter((name) => !name.startsWith('history.db'));

  it('has all that was written before it, while others go on writing, and only its owner reads it', async () => {
    const { history } = here;
    const run = { verdicts: [passing('cities.ids-are-unique')] };
    for (let at = 0; at < 20; at += 1) await addAt(history, noon + at, run);
    const later = Array.from({ length: 20 }, (_, at) => addAt(history, noon + 100 + at, run));
    await backup(history, beside('copy.db'));
    await Promise.all(later);
    equal(statSync(beside('copy.db')).mode & 0o777, 0o600);
    const copy = await openHistory(beside('copy.db'));
    const runs = await copy.read.selectFrom('run').select('id').execute();
    const counts = await copy.read.selectFrom('clause').select('pass').where('period', '=', 'day').execute();
    await copy.close();
    ok(runs.length >= 20 && runs.length <= 40, String(runs.length));
    const own = { pass: runs.length };
    deepEqual(counts, [own, own], 'a run is in it with its counts, or not at all');
  });

  it('writes over nothing, and leaves nothing half-written behind', async () => {
    const { history } = here;
    writeFileSync(beside('mine.db'), 'mine');
    await rejects(backup(history, beside('mine.db')), (thrown) => {
      ok(thrown instanceof UsageError);
      match(thrown.message, /mine\.db exists already: name another file for the backup[^\n]*$/);
      return true;
    });
    equal(readFileSync(beside('mine.db'), 'utf8'), 'mine');
    mkdirSync(beside('folder'));
    await rejects(backup(history, beside('folder')), /folder exists already/);
    await rejects(
      backup(history, join(beside('gone'), 'copy.db')),
      /copy\.db cannot be written: make its folder first$/,
    );
    await rejects(backup(history, '/proc/copy.db'), UsageError);
    writeFileSync(beside('busy.db.part'), '');
    await rejects(
      backup(history, beside('busy.db')),
      /busy\.db\.part is there: another backup writes it, or was killed/,
    );
    deepEqual(files(), ['busy.db.part', 'folder', 'mine.db']);
  });

  it('that another has made meanwhile stays, and of one that fails half-way nothing is left', async () => {
    const { history } = here;
    const file = beside('copy.db');
    const held = Promise.withResolvers<void>();
    const reading = history.read.transaction().execute(() => held.promise);
    const made = backup(history, file);
    const refused = rejects(made, /copy\.db exists already/);
    // It has looked for the file, and waits for its turn to read.
    while (!existsSync(`${file}.part`)) await history.write(async () => {});
    writeFileSync(file, 'of another');
    held.resolve();
    await Promise.all([reading, refused]);
    equal(readFileSync(file, 'utf8'), 'of another');
    await history.close();
    await rejects(backup(history, beside('late.db')));
    deepEqual(files(), [basename(file)]);
  });

  it('of a store that cannot be read is none', async () => {
    const text = beside('text');
    writeFileSync(text, 'no database, but long enough to be looked at '.repeat(100));
    await rejects(openHistory(text), StoreFailed);
  });
});

/** The file of a store may be moved, cut or exchanged while a program uses it: nothing is lost into one that nobody finds. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { existsSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { backup } from '../../../history/backup.ts';
import type { History } from '../../../history/history.ts';
import { openHistory } from '../../../history/open.ts';
import { historyHere } from '../monitor/history-here.ts';

describe('a file', () => {
  const here = historyHere();
  const file = (): string => here.history.where;
  const beside = (name: string): string => join(dirname(file()), name);
  const write = (history: History, name: string): Promise<unknown> =>
    history.write((to) => to.insertInto('note').values({ name, value: '', at: 0 }).execute());
  const names = async ({ read }: History): Promise<string[]> =>
    (await read.selectFrom('note').select('name').orderBy('name').execute()).map(({ name }) => name);
  const isMoved = {
    isPassing: true,
    message: /moved, deleted, cut or exchanged.*put it back, or start that program anew/,
  };

  it('that is moved away takes nothing, and begins no new one, until it is back', async () => {
    const { history } = here;
    await write(history, 'before');
    deepEqual(await names(history), ['before']);
    renameSync(file(), beside('away'));
    await rejects(write(history, 'meanwhile'), isMoved);
    await rejects(names(history), isMoved);
    equal(existsSync(file()), false);
    const elsewhere = await openHistory(beside('away'));
    deepEqual(await names(elsewhere), ['before']);
    await elsewhere.close();
    renameSync(beside('away'), file());
    await write(history, 'after');
    deepEqual(await names(history), ['after', 'before']);
  });

  it('that a backup has taken the place of takes nothing more, and the backup is as it was', async () => {
    const { history } = here;
    await write(history, 'before');
    const copy = beside('copy');
    await backup(history, copy);
    await write(history, 'not in the copy');
    renameSync(copy, file());
    await rejects(write(history, 'meanwhile'), isMoved);
    deepEqual(await names(await here.another()), ['before']);
  });

  it('whose log was removed keeps what was in it', async () => {
    const { history } = here;
    await write(history, 'before');
    deepEqual(await names(history), ['before']);
    rmSync(`${file()}-wal`);
    rmSync(`${file()}-shm`);
    await write(history, 'after');
    deepEqual(await names(history), ['after', 'before']);
    await history.close();
    deepEqual(await names(await here.another()), ['after', 'before']);
  });

  it('that was cut takes nothing more', async () => {
    const { history } = here;
    await write(history, 'before');
    truncateSync(file());
    await rejects(write(history, 'meanwhile'), isMoved);
    equal(statSync(file()).size, 0);
  });

  it('that is no store, or that is nowhere, is refused', async () => {
    writeFileSync(beside('text'), 'no database, but long enough to be looked at '.repeat(100));
    await rejects(openHistory(beside('text')), /text: it is no store of Preflight: name another file/);
    await rejects(openHistory(join(beside('gone'), 'history.db')), /cannot be opened: does its folder exist/);
  });
});

/** A history in a file is opened, copied, and kept up while its store is away. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { z } from 'zod';
import { UsageError } from '../../../contracts/usage-error.ts';
import { backup } from '../../../history/backup.ts';
import type { History } from '../../../history/history.ts';
import { openHistory } from '../../../history/open.ts';
import { addRun } from '../../../history/runs.ts';
import { leasedSlots } from '../../../history/slots.ts';
import { deliverRuns, moveSpool, type SpoolForm, spool, spooled, spoolRun, unspool } from '../../../history/spool.ts';
import { StoreFailed } from '../../../stores/database.ts';
import { historyHere } from '../monitor/history-here.ts';
import { passing } from '../reports/record-of.ts';
import { addAt, noon, runAt } from './run-at.ts';

describe('a file', () => {
  const here = historyHere('sqlite', { isOwn: true });
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

  it('that is full says so, although SQLite has undone the change by itself, and takes the next', async () => {
    const { history } = here;
    await history.write((to) => sql`pragma max_page_count = 60`.execute(to));
    await rejects(
      history.write((to) => addRun(to, runAt(noon, { probe: 'p'.repeat(1_000_000) }))),
      (thrown) => thrown instanceof StoreFailed && thrown.isFull && thrown.isPassing,
    );
    await history.write((to) => sql`pragma max_page_count = 10000`.execute(to));
    await addAt(history, noon);
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

  it('finds what is leased without a look at all slots of the years', async () => {
    const plans: string[] = [];
    const explained = here.history.read.withPlugin({
      transformQuery: ({ node }) =>
        node.kind === 'SelectQueryNode'
          ? { ...node, explain: { kind: 'ExplainNode', options: sql`query plan`.toOperationNode() } }
          : node,
      transformResult: async ({ result }) => {
        plans.push(...result.rows.map(({ detail }) => String(detail)));
        return result;
      },
    });
    await leasedSlots(explained);
    match(plans.join(), /^SEARCH slot USING INDEX slotByState \(state=\?\)$/);
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

describe('a backup', () => {
  const here = historyHere('sqlite', { isOwn: true });
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
});

type Note = { readonly text: string };

const notes: SpoolForm<Note> = { kind: 'note', schema: z.strictObject({ text: z.string() }) };

describe('a spool', () => {
  const here = historyHere('sqlite', { isOwn: true });
  const folder = (): string => `${here.history.where}.spool`;
  const put = (text: string, at: number, id = text): Promise<void> =>
    spool(here.history.where, notes, { value: { text }, at, id });
  const all = async () => Array.fromAsync(spooled(here.history.where, notes));
  const texts = async () => (await all()).map(({ value }) => value.text);

  it('moves beside another store, and what is in the way there is one line, after which all still waits', async () => {
    await put('first', 1);
    const other = `${here.history.where}.other`;
    writeFileSync(`${other}.spool`, '');
    await rejects(
      moveSpool(here.history.where, other),
      /^StoreFailed: history .*what waits in .*\(EEXIST\): make way there/,
    );
    deepEqual(await texts(), ['first']);
    rmSync(`${other}.spool`);
    equal(await moveSpool(here.history.where, other), 1);
    deepEqual([await texts(), readdirSync(`${other}.spool`).length], [[], 1]);
  });

  it('gives back the oldest first, each until it is taken out, and only its owner reads it', async () => {
    deepEqual(await texts(), [], 'nothing was ever spooled');
    for (const [text, at] of [
      ['third', noon],
      ['first', 5],
      ['second', 10],
    ] as const)
      await put(text, at);
    await put('second', 10);
    deepEqual(await texts(), ['first', 'second', 'third']);
    const [first] = await all();
    if (first) for (const _ of [1, 2]) await unspool(first);
    deepEqual(await texts(), ['second', 'third']);
    equal(statSync(folder()).mode & 0o777, 0o700);
    for (const name of readdirSync(folder())) equal(statSync(join(folder(), name)).mode & 0o777, 0o600);
  });

  it('leaves what is of another kind, and sets aside what it cannot read', async () => {
    await put('good', 2);
    await spool(here.history.where, { kind: 'number', schema: z.number() }, { value: 7, at: 1, id: 'seven' });
    const damaged = ['000000000000000-torn.note.json', '000000000000001-other.note.json'];
    for (const [at, text] of ['{"text": "go', '{"words": 1}'].entries()) {
      writeFileSync(join(folder(), damaged[at] ?? ''), text);
    }
    writeFileSync(join(folder(), '000000000000002-half.note.json.1.tmp'), '');
    deepEqual(await texts(), ['good']);
    const names = readdirSync(folder());
    deepEqual(
      names.filter((name) => name.endsWith('.damaged')),
      damaged.map((name) => `${name}.damaged`),
    );
    equal(readFileSync(join(folder(), `${damaged[0]}.damaged`), 'utf8'), '{"text": "go');
    const [number] = await Array.fromAsync(spooled(here.history.where, { kind: 'number', schema: z.number() }));
    equal(number?.value, 7);
  });

  it('refuses what is not of its form, and leaves nothing of what could not be written', async () => {
    await rejects(spool(here.history.where, notes, { value: { words: 1 } as unknown as Note, at: 1, id: 'a' }));
    writeFileSync(folder(), 'a file in its place');
    await rejects(put('a', 1), { code: 'EEXIST' });
    chmodSync(folder(), 0o600);
    await rejects(texts(), { code: 'ENOTDIR' });
  });

  it('delivers runs to the store once, although two do so at once, or one is there already', async () => {
    const { history } = here;
    const run = { verdicts: [passing('cities.ids-are-unique')] };
    await addAt(history, noon, run);
    for (const at of [0, 1, 2]) await spoolRun(history.where, runAt(noon + at, run));
    const another = await here.another();
    const delivered = await Promise.all([deliverRuns(history), deliverRuns(another)]);
    match(delivered.join(), /^[0-3],[0-3]$/);
    const counts = await history.read.selectFrom('clause').select('pass').where('period', '=', 'hour').execute();
    deepEqual(counts, [{ pass: 3 }, { pass: 3 }], 'those of the probe, and of all');
    deepEqual(readdirSync(folder()), []);
  });
});

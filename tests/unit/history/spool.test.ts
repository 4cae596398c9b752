/** What the store could not take is kept beside it, in order, until it is delivered once. */
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { moveSpool, type SpoolForm, spool, spooled, unspool } from '../../../history/spool.ts';
import { deliverRuns, spoolRun } from '../../../history/spooled-runs.ts';
import { historyHere } from '../monitor/history-here.ts';
import { passing } from '../reports/record-of.ts';
import { addAt, noon, runAt } from './run-at.ts';

type Note = { readonly text: string };

const notes: SpoolForm<Note> = { kind: 'note', schema: z.strictObject({ text: z.string() }) };

describe('a spool', () => {
  const here = historyHere();
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

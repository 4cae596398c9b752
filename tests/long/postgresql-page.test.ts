/** Every command of docs/operate/several-machines.md, in its order, on a real PostgreSQL: the password is in nothing that is said or kept. */

import { doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chapter } from '../chapter.ts';
import { commandBlocks } from '../cli/command-blocks.ts';
import { preflight } from '../cli/preflight-here.ts';
import { emptyFolder } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';

const page = chapter('operate/several-machines.md', 'The history in PostgreSQL');
const [five = [], [move = ''] = []] = commandBlocks(page);

describe('the page of a history in PostgreSQL', () => {
  const folder = emptyFolder();
  const run = async (line: string, DATABASE_URL: string, expected = 0): Promise<string> => {
    const { code, stdout, stderr } = await preflight(line.split(' ').slice(4), {
      folder,
      environment: { DATABASE_URL },
    });
    equal(code, expected, `${line}\n${stdout}${stderr}`);
    doesNotMatch(stdout + stderr, new RegExp(new URL(DATABASE_URL || 'a:').password || 'no password'));
    return stdout + stderr;
  };

  it('looks, keeps and tells without a file', async () => {
    const url = await (await postgresServer()).newDatabase();
    const [docker = '', exported = '', ...commands] = five;
    match(docker, /^docker run .*POSTGRES_PASSWORD=secret/);
    match(exported, /^export DATABASE_URL=postgresql:\/\/postgres:secret@/);
    const said = [];
    for (const line of commands) said.push(await run(line, url));
    const { host, pathname } = new URL(url);
    match(said[0] ?? '', new RegExp(`^history {5}postgresql://ann@${host}${pathname}$`, 'm'));
    match(said[2] ?? '', /nothing is broken/);
    ok(!existsSync(join(folder, 'results/history.db')));
    match(
      await run('npx --no -- preflight history backup copy.db', url, 2),
      /pg_dump --schema=preflight_history "\$DATABASE_URL" >copy\.db/,
    );
  });

  it('brings a file with all that it has', async () => {
    const server = await postgresServer();
    const url = await server.newDatabase();
    await run('npx --no -- preflight gate --only cities --fault swaps-one-pair-deep-in-list --history', '', 1);
    const before = await run('npx --no -- preflight history', '');
    match(before, /^BROKEN since/);
    match(
      await run(move, url),
      /moved \d+ rows of results\/history\.db into postgresql:\/\/ann@.* start monitors with DATABASE_URL/,
    );
    const untilNow = (text: string): string => text.replace(/, until .*;/, '');
    equal(untilNow(await run('npx --no -- preflight history', url)), untilNow(before));
    match(await run(move, url), /history\.db was moved into \S+ before; 0 results that waited beside it/);
    equal(
      (await run('npx --no -- preflight history', '')).split('\n')[0],
      before.split('\n')[0],
      'the file is as it was',
    );
    match(
      await run('npx --no -- preflight gate --only cities --history', ''),
      /it was moved into a database, and takes nothing more: .*; run \S+ is kept in results\/history\.db\.spool until/,
    );
    match(await run(move, url), /before; 1 result that waited beside it/);
    match(await run('npx --no -- preflight history move --undo', ''), /history\.db is written to again/);
    await run('npx --no -- preflight gate --only cities --history', '');
    match(await run(move, url, 2), /has results of its own/);
  });

  it('says in one line what is wrong, and keeps what cannot be written', async () => {
    const url = await (await postgresServer()).newDatabase();
    const none = url.replace(/\w+$/, 'none');
    match(
      await run('npx --no -- preflight history', none, 2),
      /^preflight: history postgresql:.*\/none: there is no such database: create it first\n$/,
    );
    match(await run('npx --no -- preflight history --history postgres://h/d', url, 2), /is named in DATABASE_URL/);
    const away = url.replace(/:\d+\//, ':1/');
    match(await run('npx --no -- preflight history', away, 3), /it does not answer: is it running/);
    const told = await run('npx --no -- preflight gate --only cities --history', away);
    match(told, /it does not answer.*; run \S+ is kept in results\/ann-127\.0\.0\.1-1-test\d+\.spool until/);
    const [, spool = ''] = / is kept in (\S+) until/.exec(told) ?? [];
    equal(readdirSync(join(folder, spool)).length, 1);
  });
});

/** A move of many rows that is killed again and again: each run of it goes on, and nothing is there twice. */
import { equal, match, ok } from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openHistory } from '../../history/open.ts';
import { emptyFolder, started } from '../cli/preflight-process.ts';
import { postgresServer } from '../postgres-server.ts';

const rows = 400_000;
const killsMin = 3;

test('what was killed goes on, until both hold the same', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'results'));
  const history = await openHistory(join(folder, 'results/history.db'));
  await history.write((to) =>
    sql`with recursive each(n) as (select 1 union all select n + 1 from each where n < ${rows})
      insert into latency (probe, operation, period, "from", bin, count)
      select 'p' || n % 100, 'cities', 'hour', n * 3600000, n % 60, n from each`.execute(to),
  );
  await history.close();
  const DATABASE_URL = await (await postgresServer()).newDatabase();
  const move = () => started(['history', 'move', '--json'], { folder, environment: { DATABASE_URL } });
  let kills = 0;
  for (let ms = 1_500; kills < killsMin; ms += 700) {
    const killed = move();
    await Promise.race([delay(ms), killed.ended]);
    killed.signal('SIGKILL');
    const { stdout } = await killed.ended;
    ok(stdout === '', 'it had ended before it was killed: take more rows');
    kills += 1;
  }
  const { code, stdout, stderr } = await move().ended;
  equal(code, 0, stderr);
  equal(JSON.parse(stdout).tables.latency, rows);
  match(stderr, /latency {2}400000/);
});

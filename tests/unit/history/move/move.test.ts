/** A move is over when both hold the same; ended in the middle it goes on, and into other results it does not go. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { evidenceParts } from '../../../../contracts/bundle.ts';
import { type DatabaseUrl, databaseUrl } from '../../../../contracts/database-url.ts';
import type { History } from '../../../../history/history.ts';
import { moveHistory, unmarkMoved } from '../../../../history/move/move.ts';
import { openHistory } from '../../../../history/open.ts';
import { notify } from '../../../../history/outbox.ts';
import { addRun } from '../../../../history/runs.ts';
import { openWindow } from '../../../../history/silences.ts';
import { leaseSlot, missSlot } from '../../../../history/slots.ts';
import { tableNames } from '../../../../history/tables.ts';
import { StoreFailed } from '../../../../stores/database.ts';
import { postgresServer } from '../../../postgres-server.ts';
import { historyHere } from '../../monitor/history-here.ts';
import { failing, passing } from '../../reports/record-of.ts';
import { hourMs, incidentRow, noon, runAt } from '../run-at.ts';

const window = { target: 'acme', now: noon, lastsMs: hourMs, reason: 'release', openedBy: 'ann' };

const fill = async (history: History): Promise<void> => {
  await history.write(async (to) => {
    for (let at = 0; at < 150; at += 1) {
      const verdicts = at % 3 === 0 ? [failing('cities.sorted-by-id')] : [passing('cities.sorted-by-id')];
      await addRun(to, runAt(noon + at, { verdicts, taken: [{ operation: 'cities', ms: at }] }));
    }
    await missSlot(to, { probe: 'p', location: 'here', at: 1 }, { reason: 'none \0 there, ünd 💥', endedAt: 2 });
    await notify(to, { key: 'k', channel: 'c', body: '{"text":"\\u0000"}' }, noon);
    for (const _ of [1, 2, 3]) await openWindow(to, window);
    await to.insertInto('incident').values(incidentRow('i')).execute();
    const shown = { operation: 'cities', at: noon, exchange: 'packed' };
    for (const part of evidenceParts)
      await to
        .insertInto('evidence')
        .values({ incidentId: 'i', part, ...shown })
        .execute();
    const answers = { probe: 'p', location: 'here', target: 'acme', at: noon, exchanges: 'packed' };
    await to.insertInto('goodAnswers').values(answers).execute();
    await sql`update slot set "endedAt" = 2.4`.execute(to);
  });
};

describe('a move', () => {
  const here = historyHere('sqlite', { isOwn: true });
  let url: DatabaseUrl;
  let database: History;
  let lines: string[] = [];
  const move = (more: Partial<History> = {}) =>
    moveHistory({
      file: here.history,
      database: { ...database, ...more },
      now: () => noon,
      progress: (line) => lines.push(line),
    });
  const countOf = async (history: History): Promise<number[]> => {
    const counts = [];
    for (const table of tableNames) counts.push((await history.read.selectFrom(table).selectAll().execute()).length);
    return counts;
  };
  beforeEach(async () => {
    lines = [];
    url = databaseUrl(await (await postgresServer()).newDatabase());
    database = await openHistory(url, { isMove: true });
    await fill(here.history);
  });
  afterEach(() => database.close());

  it('brings every row, reports how far it is, and leaves the file as it was', async () => {
    const before = await countOf(here.history);
    const moved = await move();
    deepEqual([Object.values(moved.tables), moved.isOldNews], [before, false]);
    deepEqual([await countOf(database), await countOf(here.history)], [before, before]);
    match(lines.join('\n'), /^run {2}150\nfinding {2}50\nclause/);
    const slot = await database.read.selectFrom('slot').select(['reason', 'endedAt']).executeTakeFirst();
    deepEqual(slot, { reason: 'none \uFFFD there, ünd 💥', endedAt: 2 });
    const opened = await database.write((to) => openWindow(to, window));
    equal(opened.id, 4, 'numbers go on behind those that were moved');
  });

  it('is reported to a person who moves again, and the file takes nothing more until that is taken back', async () => {
    const { history } = here;
    await move();
    const writes = () => history.write((to) => openWindow(to, window));
    const isOfMove = (thrown: unknown): boolean =>
      thrown instanceof StoreFailed &&
      thrown.isPassing &&
      /it was moved into a database, and takes/.test(thrown.message);
    await rejects(writes, isOfMove);
    await rejects(
      history.write((to) => to.deleteFrom('run').execute()),
      isOfMove,
    );
    equal((await move()).isOldNews, true);
    deepEqual(await countOf(history), await countOf(database));
    // As if it had been ended just before the file was marked as moved.
    equal(await history.write(unmarkMoved), true);
    equal((await move()).isOldNews, false);
    await rejects(writes, isOfMove);
    equal(await history.write(unmarkMoved), true);
    equal(await history.write(unmarkMoved), false);
    await writes();
    await rejects(move(), /has results of its own: name one in which no monitor has kept any/);
  });

  it('brings what is seen from two locations, also where a batch ends between them', async () => {
    const seen = (cause: string, location: string) => ({
      probe: 'p',
      cause,
      location,
      kind: 'contract' as const,
      recent: 'F',
      brokenSince: null,
      at: noon,
    });
    const rows = Array.from({ length: 1_001 }, (_, at) => `cause ${at}`).flatMap((cause, at) =>
      at === 0 ? [seen(cause, 'one')] : [seen(cause, 'one'), seen(cause, 'two')],
    );
    await here.history.write(async (to) => {
      for (const at of [0, 1_000, 2_000]) {
        await to
          .insertInto('cause')
          .values(rows.slice(at, at + 1_000))
          .execute();
      }
    });
    const before = await countOf(here.history);
    await move();
    deepEqual(await countOf(database), before);
  });

  it('goes on where it ended, and no command opens what is half there', async () => {
    let left = 4;
    const write: History['write'] = (change) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return database.write(change);
    };
    await rejects(move({ write }), /killed/);
    const half = await countOf(database);
    ok((half[0] ?? 0) > 0 && half.at(-1) === 0, half.join());
    await rejects(openHistory(url), /moved into it only in part: npx --no -- preflight history move goes on/);
    let writes = 0;
    await move({
      write: (change) => {
        writes += 1;
        return database.write(change);
      },
    });
    ok(writes < 20, `${writes}: what was there is not moved again`);
    deepEqual(await countOf(database), await countOf(here.history));
    await (await openHistory(url)).close();
  });

  it('finds a text that has changed, and leaves nothing of it', async () => {
    const write: History['write'] = async (change) => {
      const done = await database.write(change);
      await database.write((to) =>
        to.updateTable('maintenance').set({ reason: 'another' }).where('id', '=', 2).execute(),
      );
      return done;
    };
    await rejects(
      move({ write }),
      /has arrived \(maintenance: hash \d+ in the file, \d+ in the database\): run it again/,
    );
    ok((await countOf(database)).every((count) => count === 0));
    await move();
  });

  it('is of one file, and of none at which a monitor is at work', async () => {
    await here.history.write((to) =>
      leaseSlot(to, { probe: 'p', location: 'here', at: 5 }, { owner: 'x', until: noon + 1, now: noon }),
    );
    await rejects(move(), /a monitor is at work on .*history\.db \(p\): end it and run this again/);
    const other = await openHistory(`${here.history.where}.other`);
    await here.history.write((to) => to.updateTable('slot').set({ leasedUntil: 0 }).execute());
    await rejects(
      move({
        write: (change) => {
          lines.push('write');
          if (lines.length > 1) throw new Error('killed');
          return database.write(change);
        },
      }),
      /killed/,
    );
    const into = moveHistory({ file: other, database, now: () => noon, progress: () => {} });
    await rejects(into, /another file is being moved into the database/);
    await other.close();
  });
});

/** The store: what is acknowledged is there, once, whichever of several programs wrote it. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { percentile } from '../../../history/bins.ts';
import type { History } from '../../../history/history.ts';
import { dueNotifications, noteSent, noteUnsent, notify, takeNotification } from '../../../history/outbox.ts';
import { addRun, recordOf } from '../../../history/runs.ts';
import {
  endSlot,
  giveBackSlot,
  lastSlotAt,
  leasedSlots,
  leaseSlot,
  missSlot,
  takeOver,
} from '../../../history/slots.ts';
import { describeOnBoth } from '../monitor/history-here.ts';
import { failing, inconclusive, passing, recordOf as runOf } from '../reports/record-of.ts';

const hourMs = 3_600_000;

describeOnBoth('a store', (here) => {
  it('is opened by two programs at once, which add up what both write', async () => {
    const both = [here.history, await here.another()] as const;
    const count = async (history: History): Promise<void> => {
      for (let time = 0; time < 20; time += 1) {
        await history.write(async (to) => {
          const found = await to.selectFrom('note').select('value').where('name', '=', 'n').executeTakeFirst();
          const value = String(Number(found?.value ?? 0) + 1);
          await to
            .insertInto('note')
            .values({ name: 'n', value, at: 0 })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
            .execute();
        });
      }
    };
    await Promise.all(both.map(count));
    deepEqual(await both[0].read.selectFrom('note').select('value').execute(), [{ value: '40' }]);
  });

  it('keeps nothing of a change that broke', async () => {
    const { history } = here;
    const broken = history.write(async (to) => {
      await to.insertInto('note').values({ name: 'n', value: 'v', at: 0 }).execute();
      throw new Error('broke');
    });
    await rejects(broken, /broke/);
    deepEqual(await history.read.selectFrom('note').selectAll().execute(), []);
  });

  it('that a later version has written stays as it is', async () => {
    await here.history.write(async (to) => {
      await sql`insert into kysely_migration values ('2099-01-later', '2099-01-01')`.execute(to);
    });
    await rejects(here.another(), /was written by a newer Preflight: install that one/);
    await here.history.write((to) => sql`delete from kysely_migration where name = '2099-01-later'`.execute(to));
  });

  it('keeps a run once, counts its clauses and requests by hour and day, and gives its record back', async () => {
    const { history } = here;
    const record = runOf(
      passing('token.is-jwt'),
      failing('cities.sorted-by-id'),
      inconclusive('countries.sorted-by-id', 'trouble', 'HTTP 503'),
    );
    const taken = Array.from({ length: 100 }, (_, i) => ({ operation: 'cities', ms: i + 1 }));
    const run = { probe: 'p', location: 'here', slotAt: null, record, taken };
    const added = [];
    for (const _ of [1, 2]) added.push(await history.write((to) => addRun(to, run)));
    await history.write((to) => addRun(to, { ...run, record: { ...record, id: 'another' } }));
    deepEqual(added, [true, false]);
    deepEqual(await recordOf(history.read, record.id), record);
    equal(await recordOf(history.read, 'unknown'), undefined);
    const findings = await history.read.selectFrom('finding').selectAll().where('runId', '=', record.id).execute();
    deepEqual(findings.map(({ clause, outcome, cause }) => `${clause} ${outcome} ${cause}`).sort(), [
      'cities.sorted-by-id fail 0123456789ab',
      'countries.sorted-by-id inconclusive trouble',
    ]);
    const ofHour = history.read.selectFrom('clause').selectAll().where('period', '=', 'hour');
    const counts = await ofHour.where('probe', '=', 'p').execute();
    deepEqual(counts.map(({ clause, pass, fail, inconclusive: not }) => `${clause} ${pass} ${fail} ${not}`).sort(), [
      'cities.sorted-by-id 0 2 0',
      'countries.sorted-by-id 0 0 2',
      'token.is-jwt 2 0 0',
    ]);
    const bins = await history.read
      .selectFrom('latency')
      .select(['bin', 'count'])
      .where('probe', '=', 'p')
      .where('period', '=', 'day')
      .execute();
    equal(
      bins.reduce((sum, { count }) => sum + count, 0),
      200,
    );
    for (const [share, ms] of [
      [0.5, 50],
      [0.95, 95],
    ] as const) {
      const found = percentile(bins, share) ?? 0;
      ok(Math.abs(found / ms - 1) < 0.06, `${found} is not about ${ms}`);
    }
  });

  it('gives a slot to one, and to another only when the first has not come back', async () => {
    const [one, other] = [here.history, await here.another()] as const;
    const slot = { probe: 'p', location: 'here', at: 10 * hourMs };
    const lease = (owner: string, until: number) => ({ owner, until, now: until - 1 });
    const got = await Promise.all([
      one.write((to) => leaseSlot(to, slot, lease('a', 100))),
      other.write((to) => leaseSlot(to, slot, lease('b', 100))),
    ]);
    deepEqual(got.toSorted(), [false, true]);
    const first = got[0] ? 'a' : 'b';
    const [left] = await leasedSlots(one.read);
    ok(left);
    const taken = await Promise.all([
      one.write((to) => takeOver(to, left, lease('c', 200))),
      other.write((to) => takeOver(to, left, lease('d', 200))),
    ]);
    deepEqual(taken.toSorted(), [false, true]);
    const second = taken[0] ? 'c' : 'd';
    const given = [];
    for (const owner of [first, second]) given.push(await one.write((to) => giveBackSlot(to, slot, owner)));
    deepEqual(given, [false, true]);
    deepEqual(
      (await leasedSlots(one.read)).map(({ begun, leasedUntil }) => [begun, leasedUntil]),
      [[1, 0]],
      'as if the second had not begun',
    );
    equal(await one.write((to) => endSlot(to, slot, { owner: first, runId: 'r1', endedAt: 150 })), false);
    equal(await one.write((to) => endSlot(to, slot, { owner: second, runId: 'r2', endedAt: 160 })), true);
    equal(await one.write((to) => missSlot(to, slot, { reason: 'late', endedAt: 170 })), false);
    const later = { ...slot, at: 11 * hourMs };
    equal(await one.write((to) => missSlot(to, later, { reason: 'nobody was there', endedAt: 170 })), true);
    equal(await one.write((to) => leaseSlot(to, later, lease('e', 300))), false);
    equal(await lastSlotAt(one.read, slot, later.at), later.at);
    equal(await lastSlotAt(one.read, slot, later.at - 1), slot.at, 'what a wrong clock left counts for nothing');
    const rows = await one.read
      .selectFrom('slot')
      .select(['state', 'begun', 'runId', 'reason'])
      .orderBy('at')
      .execute();
    deepEqual(rows, [
      { state: 'done', begun: 1, runId: 'r2', reason: null },
      { state: 'missed', begun: 0, runId: null, reason: 'nobody was there' },
    ]);
  });

  it('writes a notification once, gives it to one sender, and keeps it until it is sent', async () => {
    const { history } = here;
    const notification = { key: 'k', channel: 'c', body: '{}' };
    equal(await history.write((to) => notify(to, notification, 5)), true);
    equal(await history.write((to) => notify(to, notification, 6)), false);
    const [due] = await dueNotifications(history.read, { channel: 'c', now: 5 });
    ok(due);
    const taken = [];
    for (const _ of [1, 2]) taken.push(await history.write((to) => takeNotification(to, due, 60)));
    deepEqual(taken, [true, false]);
    deepEqual(await dueNotifications(history.read, { channel: 'c', now: 59 }), []);
    await history.write((to) => noteUnsent(to, 'k', { why: 'HTTP 500', dueAt: 20 }));
    const [again] = await dueNotifications(history.read, { channel: 'c', now: 20 });
    match(`${again?.tries} ${again?.lastError}`, /^1 HTTP 500$/);
    await history.write((to) => noteSent(to, 'k', 30));
    deepEqual(await dueNotifications(history.read, { channel: 'c', now: 1_000 }), []);
  });
});

/** The booking ledger: its rules hold in memory and in a file, and the file outlives and is shared by processes. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { type Ledger, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import { thisProcess } from '../../../../client/ledgers/owner.ts';
import { startMs } from '../test-server.ts';
import { account, inFile, intended, intendedFlight, markOf, marks, plenty } from './ledger-place.ts';

const dayMs = 24 * 3_600_000;

const hotels = async (ledger: Ledger) => (await ledger.entries()).filter((each) => each.kind !== 'flight');
const makers = {
  memory: async (_: TestContext, now: () => number) => memoryLedger(now),
  file: async (t: TestContext, now: () => number) => (await inFile(t, now)).ledger,
};

for (const [kind, make] of Object.entries(makers)) {
  test(`${kind}: an entry lasts from its intent to the last of its bookings`, async (t) => {
    const ledger = await make(t, () => startMs);
    ok(await ledger.begin(intended('a'), plenty));
    ok(await ledger.begin(intended('b'), plenty));
    deepEqual(await marks(ledger), [markOf('a'), markOf('b')]);
    deepEqual((await hotels(ledger))[0]?.bookings, []);
    await ledger.know(markOf('a'), [{ bookingId: 7 }]);
    await ledger.know(markOf('b'), []);
    const known = (await hotels(ledger)).map(({ bookings, isLookedUp }) => `${bookings.length} ${isLookedUp}`);
    deepEqual(known, ['1 false', '0 false'], 'as long as nobody has looked there may be others');
    await ledger.settle(markOf('a'), [{ bookingId: 7 }, { reference: { r: 'x' } }]);
    deepEqual((await hotels(ledger))[0]?.bookings, [{ bookingId: 7 }, { reference: { r: 'x' } }]);
    equal((await hotels(ledger))[0]?.isLookedUp, true);
    await ledger.settle(markOf('a'), [{ bookingId: 7 }]);
    await ledger.settle(markOf('a'), []);
    deepEqual(await marks(ledger), [markOf('b')]);
    await ledger.settle(markOf('z'), [{ bookingId: 1 }]);
    deepEqual(await marks(ledger), [markOf('b')], 'what was never begun is not made up');
  });

  test(`${kind}: a budget counts by run and by day, and what was not sent is given back`, async (t) => {
    let nowMs = startMs;
    const ledger = await make(t, () => nowMs);
    const budget = { perRun: 2, perDay: 3 };
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 2, ofDay: 3 });
    ok(await ledger.begin(intended('a'), budget));
    ok(await ledger.begin(intended('b'), budget));
    equal(await ledger.begin(intended('c'), budget), undefined);
    deepEqual(await marks(ledger), [markOf('a'), markOf('b')], 'nothing is written of what may not be sent');
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 0, ofDay: 1 });
    await ledger.withdraw(markOf('b'));
    deepEqual(await ledger.left('booking', 'r1', budget), { ofRun: 1, ofDay: 2 });
    deepEqual(await marks(ledger), [markOf('a')]);
    ok(await ledger.begin(intended('c', { run: 'r2' }), budget));
    ok(await ledger.begin(intended('d', { run: 'r2' }), budget));
    equal(await ledger.begin(intended('e', { run: 'r3' }), budget), undefined);
    await ledger.settle(markOf('a'), []);
    const left = await ledger.left('booking', 'r3', budget);
    deepEqual(left, { ofRun: 2, ofDay: 0 }, 'what is closed was spent all the same');
    nowMs += dayMs;
    deepEqual(await ledger.left('booking', 'r3', budget), { ofRun: 2, ofDay: 3 });
  });

  test(`${kind}: tokens and bookings are counted apart`, async (t) => {
    const ledger = await make(t, () => startMs);
    ok(await ledger.spend('token', 'r1', { perRun: 1, perDay: 2 }));
    equal(await ledger.spend('token', 'r1', { perRun: 1, perDay: 2 }), false);
    ok(await ledger.spend('token', 'r2', { perRun: 1, perDay: 2 }));
    equal(await ledger.spend('token', 'r3', { perRun: 1, perDay: 2 }), false);
    ok(await ledger.spend('token', 'r3', { perRun: 1 }), 'without a limit for a day');
    deepEqual(await ledger.left('booking', 'r1', plenty), { ofRun: 100, ofDay: 100 });
  });

  test(`${kind}: what a living process owns is not adopted, until it is given free`, async (t) => {
    const ledger = await make(t, () => startMs);
    await ledger.begin(intended('a'), plenty);
    await ledger.begin(intended('b'), plenty);
    deepEqual(await ledger.adopt(startMs), []);
    await ledger.release([markOf('b')]);
    const adopted = await ledger.adopt(startMs + 5);
    deepEqual([adopted.length, adopted[0]?.mark], [1, markOf('b')]);
    equal(adopted[0]?.owner?.pid, process.pid);
    deepEqual(await ledger.adopt(startMs), [], 'it is ours now');
  });

  test(`${kind}: what is asked for at once is written one after the other`, async (t) => {
    const ledger = await make(t, () => startMs);
    const letters = [...'abcdefghij'];
    const permits = await Promise.all(
      letters.map((letter) => ledger.begin(intended(letter), { perRun: 6, perDay: 9 })),
    );
    equal(permits.filter(Boolean).length, 6);
    equal((await ledger.entries()).length, 6);
  });
}

test('a mere look leaves no folder behind', async (t) => {
  const { root, ledger } = await inFile(t);
  deepEqual(await ledger.entries(), []);
  deepEqual(await ledger.adopt(startMs), []);
  deepEqual(await ledger.left('booking', 'r', plenty), { ofRun: 100, ofDay: 100 });
  deepEqual(await ledger.damaged(), []);
  await rejects(stat(root), /ENOENT/);
});

test('an intent is on disk when its permit is given out, for its account only', async (t) => {
  const { ledger, ledgerOf, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  ok(!(await readFile(await path(), 'utf8')).includes(account.clientId));
  deepEqual(await marks(ledgerOf()), [markOf('a')]);
  deepEqual(await marks(ledgerOf({ ...account, clientId: 'another' })), []);
  deepEqual(await marks(ledgerOf({ ...account, baseUrl: 'https://b.test' })), []);
});

test('entries of processes that are gone are adopted, however they look', async (t) => {
  const { ledger, path } = await inFile(t);
  const here = thisProcess(startMs + dayMs);
  const later = new Date(startMs + 1).toISOString();
  const past = new Date(startMs - 1).toISOString();
  const owners = {
    a: { ...here, startedAt: '5' },
    b: { ...here, pid: 2 ** 22 + 5 },
    c: { ...here, host: 'elsewhere', endsBy: past },
    d: { ...here, host: 'elsewhere', endsBy: later },
    e: here,
    f: { ...here, startedAt: null, endsBy: past },
    g: { ...here, startedAt: null, endsBy: later },
    // Of another computer with the name of this one, which has been started at another time.
    h: { ...here, host: here.host.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'another'), pid: 2 ** 22 + 5, endsBy: later },
  };
  for (const letter of Object.keys(owners)) await ledger.begin(intended(letter), plenty);
  const state = JSON.parse(await readFile(await path(), 'utf8'));
  for (const [i, owner] of Object.values(owners).entries()) state.entries[i].owner = owner;
  await writeFile(await path(), JSON.stringify(state));
  const adopted = (await ledger.adopt(startMs)).map(({ mark }) => mark);
  deepEqual(adopted, ['a', 'b', 'c', 'f'].map(markOf));
});

const tickets = { ...intendedFlight('b'), operation: 'ticket-issue', booking: {}, count: 1 } as const;

test('of a damaged ledger nothing is known: nothing begins or is spent until a person has looked', async (t) => {
  const { ledger, path } = await inFile(t);
  await ledger.begin(intended('a'), plenty);
  await writeFile(await path(), '{"schema":"preflight.ledger/99","entries":[],"spent":[]}');
  deepEqual(await marks(ledger), []);
  const [aside = '', ...more] = await ledger.damaged();
  deepEqual(more, []);
  const says = { name: 'UsageError', message: /was damaged and set aside as \S+\.damaged-\S+: .*budget is unknown/ };
  await rejects(ledger.begin(intended('b'), plenty), says);
  await rejects(ledger.beginTickets(tickets, plenty), says);
  await rejects(ledger.spend('token', 'r1', plenty), says);
  await rejects(ledger.left('booking', 'r1', plenty), says, 'what was spent today is not taken for nothing');
  deepEqual(await marks(ledger), []);
  await rm(aside);
  ok(await ledger.begin(intended('b'), plenty), 'and life goes on');
  await writeFile(await path(), '');
  await rejects(ledger.begin(intended('c'), plenty), says, 'also when the damage is found just then');
});

/** What stands around a target on this machine: told before anything is sent, and counted after it. */
import { deepEqual, doesNotReject, equal, match, rejects } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { bookingLedgerOf, obligationLedgerOf } from '../../../client/ledgers/user-ledgers.ts';
import { noticesAround, warningsAround } from '../../../gate/surroundings.ts';
import { ticketed } from '../engine/effects/flyable.ts';
import { targetWith } from '../engine/story.ts';
import { bookable, closeSandbox, openMarks, placed } from '../flows/hotel-world.ts';

after(closeSandbox);

const mark = 'Pfqabcdefghijkl';

const surroundings = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [state, cache] = [join(folder, 'state'), join(folder, 'cache')];
  const environment = { XDG_CACHE_HOME: cache, PREFLIGHT_STATE: state };
  const target = targetWith();
  const ledger = bookingLedgerOf(target, environment);
  const around = { target, source: './acme.ts', environment, isEmbedded: false };
  return { folder, state, tokens: join(cache, 'preflight', 'tokens'), ledger, around };
};

type Place = ReturnType<typeof surroundings>;

/** A flight of a run that was killed before it was answered. */
const unknownFlight = async ({ ledger }: Place): Promise<void> => {
  const at = new Date(Date.now() - 600_000).toISOString();
  const times = { begunAt: at, settledBy: at, createdAt: at, endsBy: Date.now() + 600_000 };
  const flight = { kind: 'flight', route: 'AAA-BBB', departure: '2099-01-01', ...times } as const;
  await ledger.begin({ mark, run: 'r1', partner: 'own', ...flight }, { perRun: 1 });
  await ledger.release([mark]);
};

const damage = (directory: string): void => {
  for (const name of readdirSync(directory)) writeFileSync(join(directory, name), '{"schema":"preflight');
};

test('where all is well nothing is told, and nothing is left behind', async (t) => {
  const { folder, around } = surroundings(t);
  deepEqual(await noticesAround(around), []);
  deepEqual(await warningsAround(around), []);
  deepEqual(readdirSync(folder), []);
});

test('what is unknown of former runs is told each time, and costs no pass', async (t) => {
  const place = surroundings(t);
  await unknownFlight(place);
  const line =
    '1 booking of former runs may be open, and nobody can look: npx --no -- preflight sweep --target ./acme.ts';
  for (let time = 0; time < 2; time += 1) deepEqual(await noticesAround(place.around), [line]);
  deepEqual(await warningsAround(place.around), []);
});

test('a damaged ledger is set aside and told with its path, and costs the pass until a person has looked', async (t) => {
  const place = surroundings(t);
  await unknownFlight(place);
  const obligations = obligationLedgerOf(place.around.target, place.around.environment);
  const blank = { schema: 'preflight.trace/1' as const, flow: 'a', input: null, clockOffsetMs: null, exchanges: [] };
  const at = '2026-09-01T12:00:00.000Z';
  const trace = { ...blank, startedAt: at, clockAdvances: [] };
  await obligations.begin({ id: 'use-token-to-its-end', run: 'r1', begunAt: at, from: at, left: null, trace });
  for (const name of ['ledger', 'obligations']) damage(join(place.state, name));
  const notices = await noticesAround(place.around);
  equal(notices.length, 2);
  match(
    notices[0] ?? '',
    /^a damaged booking ledger was set aside as \S+\/ledger\/\S+\.damaged-\S+: .*nothing is booked/,
  );
  match(notices[1] ?? '', /^a damaged obligation ledger was set aside as \S+\/obligations\/\S+\.damaged-\S+: /);
  deepEqual(await warningsAround(place.around), [
    'a damaged booking ledger: npx --no -- preflight sweep --target ./acme.ts',
    'a damaged obligation ledger: npx --no -- preflight obligations --target ./acme.ts',
  ]);
  for (const file of [...(await place.ledger.damaged()), ...(await obligations.damaged())]) rmSync(file);
  deepEqual(await warningsAround(place.around), []);
});

test('with a damaged ledger a run reads, and books nothing', async (t) => {
  const { ledger, state, ...place } = surroundings(t);
  await unknownFlight({ ledger, state, ...place });
  damage(join(state, 'ledger'));
  for (const book of ['hotel', 'flight'] as const) {
    const { play, world } = placed();
    const trace = await play(
      async (session) => (book === 'hotel' ? session.book(await bookable(session)) : ticketed(session)),
      { ledger },
    );
    equal(trace.stopped?.because, 'trouble');
    match(trace.stopped?.reason ?? '', /^the booking ledger was damaged and set aside as \S+: .*budget is unknown/);
    equal(trace.exchanges.length > 1, true, 'it has read');
    deepEqual([openMarks(world), world.flights.pnrs.all().filter(({ number }) => number > 0)], [[], []]);
  }
});

test('a link in the place of a ledger, its folder or the token cache is named', async (t) => {
  const links: Readonly<Record<string, (place: Place) => string>> = {
    'the booking ledger': ({ state }) => join(state, 'ledger'),
    'the obligation ledger': ({ state }) => join(state, 'obligations'),
    'the token cache': ({ tokens }) => tokens,
    'the token cache ': ({ tokens }) => join(tokens, 'a.json'),
  };
  for (const [what, linkIn] of Object.entries(links)) {
    const place = surroundings(t);
    const link = linkIn(place);
    mkdirSync(join(link, '..'), { recursive: true, mode: 0o700 });
    symlinkSync(place.folder, link);
    await rejects(noticesAround(place.around), ({ name, message }: Error) => {
      equal(name, 'UsageError');
      match(message, new RegExp(`^${what.trim()} .*is behind a symbolic link, ${link}: \\w+`));
      return true;
    });
  }
  const { around, tokens, folder } = surroundings(t);
  mkdirSync(join(folder, 'elsewhere', 'tokens'), { recursive: true });
  mkdirSync(join(tokens, '..', '..'), { recursive: true });
  symlinkSync(join(folder, 'elsewhere'), join(tokens, '..'));
  await doesNotReject(noticesAround(around), 'what lies above is for its owner to arrange');
});

test('a ledger that cannot be read after a run costs it its pass', async (t) => {
  const { around, state } = surroundings(t);
  writeFileSync(state, '');
  const may = { ...around.target.may, books: { perRun: 1, perDay: 1 } };
  deepEqual(await warningsAround({ ...around, target: { ...around.target, may } }), [
    `no place for what must outlive a run: ${state} is no folder; set PREFLIGHT_STATE to a folder that can be written, and that lasts`,
  ]);
  deepEqual(await warningsAround(around), [], 'a target that may only read has nothing to keep');
});

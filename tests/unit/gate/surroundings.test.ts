/** A gate checks its surroundings, its target file and its limits before it sends. */
import assert, { deepEqual, doesNotReject, equal, match, rejects } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bookingLedgerOf, pendingLedgerOf } from '../../../client/ledgers/user-ledgers.ts';
import { policyForm } from '../../../contracts/policy.ts';
import type { Target } from '../../../contracts/target.ts';
import { answerPlaces, placesRead } from '../../../gate/check-target/looked-at.ts';
import { changeWaivers, readWaivers } from '../../../gate/policy-file.ts';
import { minutesOf } from '../../../gate/run-parts.ts';
import { targetFileOf } from '../../../gate/stored-runs.ts';
import { noticesAround, warningsAround } from '../../../gate/surroundings.ts';
import { each, list, money } from '../../../targets/reading.ts';
import { ticketed } from '../engine/effects/bookable.ts';
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

test('where all is well nothing is reported, and nothing is left behind', async (t) => {
  const { folder, around } = surroundings(t);
  deepEqual(await noticesAround(around), []);
  deepEqual(await warningsAround(around), []);
  deepEqual(readdirSync(folder), []);
});

test('what is unknown of former runs is reported each time, and makes no run inconclusive', async (t) => {
  const place = surroundings(t);
  await unknownFlight(place);
  const line =
    '1 booking of former runs may be open, and nobody can look: npx --no -- preflight sweep --target ./acme.ts';
  for (let time = 0; time < 2; time += 1) deepEqual(await noticesAround(place.around), [line]);
  deepEqual(await warningsAround(place.around), []);
});

test('a damaged ledger is set aside, reported with its path, and bars a pass until a person looks', async (t) => {
  const place = surroundings(t);
  await unknownFlight(place);
  const obligations = pendingLedgerOf(place.around.target, place.around.environment);
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
  match(notices[1] ?? '', /^a damaged ledger of what is pending was set aside as \S+\/obligations\/\S+\.damaged-\S+: /);
  deepEqual(await warningsAround(place.around), [
    'a damaged booking ledger: npx --no -- preflight sweep --target ./acme.ts',
    'a damaged ledger of what is pending: npx --no -- preflight obligations --target ./acme.ts',
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
    'the ledger of what is pending': ({ state }) => join(state, 'obligations'),
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

test('a path is one of the repository; of a file elsewhere only its name is shown', () => {
  const home = process.cwd();
  const repository = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-')));
  try {
    mkdirSync(join(repository, '.git'));
    mkdirSync(join(repository, 'partner/contracts'), { recursive: true });
    process.chdir(join(repository, 'partner'));
    writeFileSync('acme.target.mts', '');
    writeFileSync('other.target.ts', '');
    // Built-in ones stand where Preflight does, also when another file here has such a name.
    mkdirSync('targets');
    writeFileSync('targets/live.ts', '');
    deepEqual(
      ['./contracts/acme.ts', '../acme.ts', 'acme', 'other', 'live', '/srv/secret place/acme.ts', '../../acme.ts'].map(
        targetFileOf,
      ),
      [
        'partner/contracts/acme.ts',
        'acme.ts',
        'partner/acme.target.mts',
        'partner/other.target.ts',
        'live.ts',
        'acme.ts',
        'acme.ts',
      ],
    );
    process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
    deepEqual(targetFileOf('live'), 'targets/live.ts', 'in a clone they are of the repository');
  } finally {
    process.chdir(home);
    rmSync(repository, { recursive: true });
  }
});

const day = '2026-09-01';

test('several who waive at once all find their waiver in the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const loaded = { policy: policyForm.parse({ waivers: './waivers.json' }), name: 'policy', folder };
  const clauses = ['cities.sorted-by-id', 'countries.sorted-by-id', 'amenities.sorted-by-id'] as const;
  const about = { target: 'acme', reason: 'known', owner: 'Ann', expires: '2026-09-30' };
  writeFileSync(join(folder, 'waivers.json'), '[]');
  await Promise.all(clauses.map((clause) => changeWaivers(loaded, day, (before) => [...before, { clause, ...about }])));
  const written = (await readWaivers(loaded, day)).map(({ clause }) => clause);
  deepEqual(written.sort(), [...clauses].sort());

  const refuse = () => {
    throw new Error('no');
  };
  await rejects(changeWaivers(loaded, day, refuse), /no/);
  equal(existsSync(join(folder, 'waivers.json.lock')), false, 'nobody waits for who has failed');
});

const target = (deadlineMs: number, may: object) => ({ may, limits: { deadlineMs } }) as unknown as Target;
const books = { books: { perRun: 1 } };

for (const { name, maxMinutes, deadlineMs, may, ends, awaits } of [
  { name: 'reserves the longest answer', maxMinutes: 5, deadlineMs: 30_000, may: books, ends: 250, awaits: 30 },
  { name: 'reserves a minute at the most', maxMinutes: 5, deadlineMs: 600_000, may: books, ends: 220, awaits: 60 },
  {
    name: 'reserves nothing where nothing is booked',
    maxMinutes: 5,
    deadlineMs: 60_000,
    may: {},
    ends: 280,
    awaits: 0,
  },
  { name: 'sends even in one minute', maxMinutes: 1, deadlineMs: 60_000, may: books, ends: 20, awaits: 20 },
]) {
  test(`--max-minutes ${name}`, () => {
    const minutes = minutesOf({ maxMinutes }, target(deadlineMs, may), 1_000);
    deepEqual(minutes, { maxMinutes, endsBy: 1_000 + ends * 1_000, awaitMs: awaits * 1_000 });
  });
}

const logged = (reader: string): string => {
  const script = `const { logger } = await import(${JSON.stringify(new URL('../../../gate/logger.ts', import.meta.url))});
    logger('warn', ${JSON.stringify(reader)}).warn({ flow: 'list-cities' }, 'no evidence ##[error]\\n::error::kept');`;
  const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  return spawnSync(process.execPath, node, { encoding: 'utf8' }).stderr;
};

test('the log of a pipeline has plain lines, and none that the pipeline obeys', () => {
  equal(logged('pipeline'), 'warn  no evidence # #[error] : :error::kept  flow="list-cities"\n');
});

test('a program reads JSON', () => {
  const { level, flow } = JSON.parse(logged('program'));
  equal(level, 40);
  equal(flow, 'list-cities');
});

const body = {
  offerId: 'a',
  stays: [
    { price: { cents: 100, in: 'EUR' }, town: 'Oslo' },
    { price: { cents: 200, in: 'EUR' }, pool: true },
  ],
  key: { of: { deep: 1 } },
  none: [],
};

const readers = (read: ReadonlySet<string>, shared = body): Record<string, string> =>
  Object.fromEntries(answerPlaces({ body, shared }, read).map(({ place, reader }) => [place, reader]));

test('a place is one for all elements of a list, and each says what reads it, or that nothing does', () => {
  const read = placesRead(body, (answer) => ({
    hotels: each(answer, 'stays[]', (stay) => ({ minPrice: money(stay.price.cents) })),
    none: list(answer.none),
  }));
  assert.deepEqual(readers(read), {
    offerId: 'name',
    'stays[].price.cents': 'binding',
    'stays[].price.in': 'nobody',
    'stays[].town': 'nobody',
    'stays[].pool': 'nobody',
    'key.of.deep': 'nobody',
    none: 'binding',
  });
});

test('what a binding hands on as a whole, it reads as a whole', () => {
  assert.equal(readers(placesRead(body, ({ key }) => ({ reference: key })))['key.of.deep'], 'binding');
});

test('a binding that throws has read what it has read, and cannot change the answer', () => {
  const read = placesRead(body, (answer) => {
    void answer.stays[0].town;
    answer.key = 'changed';
  });
  assert.equal(readers(read)['stays[].town'], 'binding');
  assert.deepEqual(body.key, { of: { deep: 1 } });
});

test('names and values are those of the form that may leave', () => {
  const secret = { 'of Marat': [{ 'born in': 'Oslo' }] };
  const shared = { 'of Xxxxx': [{ 'born in': 'Abcd' }] };
  const read = placesRead(secret, (answer) => answer['of Marat'][0]['born in']);
  assert.deepEqual(answerPlaces({ body: secret, shared }, read), [
    { place: 'of Xxxxx[].born in', value: 'Abcd', reader: 'binding' },
  ]);
  assert.deepEqual(answerPlaces({ body: secret, shared: null }, new Set()), [
    { place: '…[].…', value: '…', reader: 'nobody' },
  ]);
});

test('a hostile answer is looked at within bounds', () => {
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i]));
  assert.ok(answerPlaces({ body: wide, shared: wide }, new Set()).length <= 400);
  let deep: unknown = 1;
  for (let i = 0; i < 2_000; i += 1) deep = { deep };
  const [place] = answerPlaces({ body: deep as never, shared: deep as never }, new Set());
  assert.equal(place?.place.split('.').length, 24);
  assert.ok(
    placesRead({ __proto__: null, constructor: 1 } as never, (answer) => answer.constructor).has('constructor'),
  );
});

/** Bodies are read back as the intents that they were built of, on every target file and on awkward bindings. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { Facts } from '../../../contracts/facts.ts';
import { type BoundOperation, boundOperations } from '../../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { EnvironmentFacts, Target } from '../../../contracts/target.ts';
import { isSame } from '../../../targets/forms/form.ts';
import { type IntentMap, intentMap } from '../../../targets/intent-map/intent-map.ts';
import { keyOf, withValue } from '../../../targets/intent-map/places.ts';
import type { SampledExchange } from '../../../targets/intent-map/samples.ts';
import { loadTarget } from '../../../targets/load.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import sandbox, { sandboxUrlVariable } from '../../../targets/sandbox.ts';
import flat from '../../../targets/sandbox-flat.ts';
import { draws } from '../../whole.ts';
import { none } from '../asserted.ts';
import { awkward, awkwardKnown, sawOffer } from './awkward-bindings.ts';
import { acmeEnvironment, page } from './document.ts';
import { drawing, drawnIntent, type ReferenceType, wronglyRead } from './drawn-intents.ts';

const nowMs = Date.parse('2026-09-01T12:00:00Z');
const now = () => nowMs;

type Bound = Pick<Target, 'bindings' | 'known'>;

/** The body as it goes over the wire, on the day of the test. */
const bodyOf = ({ bindings }: Bound, operation: BoundOperation, intent: JsonObject): Json => {
  const request = bindings[operation]?.request as (intent: unknown) => unknown;
  const body = JSON.parse(JSON.stringify(request(structuredClone(intent)))) as Json;
  return operation === 'view-booking' && isJsonObject(body) ? { ...body, details: intent.details ?? {} } : body;
};

const isOfFlights = (operation: BoundOperation): boolean => /^(avia|fare|pnr|ticket)/.test(operation);

/** What an answer before may have reported of the things that an intent names. */
const factsFor = (operation: BoundOperation, { searchId, offer, upsells, booking, ticket }: JsonObject): Facts => {
  const named = { ...(searchId !== undefined && { searchId }) };
  if (!isJsonObject(offer))
    return { ...named, ...(isJsonObject(booking) && { tickets: [{ at: [], ...Object(ticket) }] }) } as Facts;
  return (isOfFlights(operation)
    ? { ...named, flightOffers: [offer] }
    : { ...named, offers: [{ ...offer, earlyCheckIns: upsells ?? [] }] }) as unknown as Facts;
};

const searchBefore = (operation: BoundOperation, { search, searchId }: JsonObject): SampledExchange[] =>
  search === undefined
    ? []
    : [
        {
          operation: isOfFlights(operation) ? 'avia-search' : 'hotel-search',
          intent: search,
          facts: { searchId } as Facts,
        },
      ];

type Tally = { bodies: number; rebuilt: number; ambiguous: number; wrong: string[]; back: number };

type Reading = {
  readonly count: number;
  readonly type: ReferenceType;
  readonly isAlone?: boolean;
  readonly seed: number;
};

/** Reads drawn bodies of one operation; what is not read back as it was meant is counted. */
const tallied = (
  target: Bound,
  operation: BoundOperation,
  { count, type, isAlone = false, seed }: Reading,
): Tally & { map: IntentMap } => {
  const draw = drawing(seed);
  const drawn = Array.from({ length: count }, () => drawnIntent(operation, draw, { known: target.known, type }));
  for (const { offer } of drawn) if (isJsonObject(offer)) sawOffer(String(offer.offerId));
  const exchanges = drawn.slice(0, 6).map((intent) => ({ operation, intent, facts: factsFor(operation, intent) }));
  const map = intentMap(target, { exchanges, now });
  const tally: Tally = { bodies: 0, rebuilt: 0, ambiguous: 0, wrong: [], back: 0 };
  for (const intent of drawn) {
    const body = bodyOf(target, operation, intent);
    const before = isAlone ? [] : searchBefore(operation, intent);
    const reading = map.read(operation, body, { writtenOn: new Date().toISOString().slice(0, 10), before });
    tally.bodies += 1;
    if (!reading) continue;
    tally.rebuilt += Number(reading.isRebuilt);
    tally.ambiguous += Number(reading.isAmbiguous);
    tally.wrong.push(...wronglyRead(reading, intent));
    tally.back += Number(
      isSame(
        map.rewrite(reading, (same) => same),
        body,
      ),
    );
  }
  return { ...tally, map };
};

const environment = { ...acmeEnvironment, [sandboxUrlVariable]: 'https://sandbox.example' };

const folder = mkdtempSync(join(tmpdir(), 'intents-'));
after(() => rmSync(folder, { recursive: true }));

/** The target of a page, as a user would write it into a file. */
const targetOf = async (path: string, name: string): Promise<Target> => {
  const { body } = page(path).blocks.find(({ title }) => title === 'target') ?? assert.fail(`no target in ${path}`);
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, body);
  return loadTarget(file, environment);
};

const targets: Readonly<Record<string, Bound>> = {
  sandbox: resolvedTarget(sandbox, environment, 'sandbox'),
  'sandbox-flat': resolvedTarget(flat, environment, 'sandbox-flat'),
  'docs/use/bindings.md': await targetOf('docs/use/bindings.md', 'acme'),
  'docs/use/flight-bindings.md': await targetOf('docs/use/flight-bindings.md', 'acme-flights'),
};

const leastShare = 0.99;

for (const [name, target] of Object.entries(targets)) {
  test(`members are located and bodies are read on ${name}`, () => {
    const mapped = intentMap(target, { now }).operations();
    const [said, located] = [mapped.flatMap((each) => each.said), mapped.flatMap((each) => each.located)];
    assert.ok(said.length > 25, `${said.length} members`);
    assert.ok(
      located.length >= leastShare * said.length,
      JSON.stringify(mapped.filter((each) => each.said.length > each.located.length)),
    );
    none(mapped.flatMap(({ why }) => why ?? []));
    const count = draws(40);
    for (const operation of boundOperations.filter((each) => target.bindings[each])) {
      for (const type of ['text', 'object'] as const) {
        const { rebuilt, back, wrong, bodies } = tallied(target, operation, { count, type, seed: 11 });
        assert.deepEqual(wrong, [], `${operation}, references of type ${type}`);
        assert.deepEqual({ rebuilt, back }, { rebuilt: bodies, back: bodies }, `${operation}, ${type}`);
      }
    }
  });
}

const bound = ({ operation, request, known = awkwardKnown }: (typeof awkward)[string]): Bound => ({
  bindings: { [operation]: { request } } as Bindings,
  known,
});

describe('awkward bindings are run backwards', () => {
  for (const [name, each] of Object.entries(awkward)) {
    test(name, () => {
      const { operation, type = 'text', lossy, isAmbiguousAlone = false } = each;
      const parts = { count: draws(40), type, seed: 12 };
      const { rebuilt, back, wrong, bodies, ambiguous, map } = tallied(bound(each), operation, parts);
      assert.deepEqual({ wrong, rebuilt, back }, { wrong: [], rebuilt: bodies, back: bodies });
      const [mapped] = map.operations();
      assert.deepEqual(mapped?.located, mapped?.said);
      none(mapped?.lossy.filter((member) => !lossy?.test(member)) ?? [mapped]);
      if (operation === 'create-booking') assert.equal(ambiguous, 0, 'the search before gives the sizes');
      const alone = tallied(bound(each), operation, { ...parts, isAlone: true });
      assert.deepEqual({ wrong: alone.wrong, back: alone.back }, { wrong: [], back: bodies });
      assert.equal(alone.ambiguous > 0, isAmbiguousAlone);
    });
  }
});

const readOnce = (
  request: (intent: never) => unknown,
  operation: BoundOperation,
  body: Json,
  known: EnvironmentFacts = {},
) => intentMap({ bindings: { [operation]: { request } } as Bindings, known }, { now }).read(operation, body);

test('what spins, waits or sends has no map, and keeps no one waiting', () => {
  const spins: Bindings = {
    'cancel-booking': {
      request: () => {
        for (;;);
      },
    },
    'pnr-cancel': { request: async () => ({}) as never } as never,
    'pnr-retrieve': { request: () => fetch('http://127.0.0.1:1') as never },
    'ticket-issue': { request: () => ({ open: connect(1, '127.0.0.1').connecting }) },
    'ticket-info': { request: () => ({ open: get('http://127.0.0.1:1').writable }) },
    'pnr-reprice': { request: ({ booking }) => ({ ref: booking.bookingId }) },
  };
  const map = intentMap({ bindings: spins, known: {} }, { now });
  const { fetch: before, Date: clock } = globalThis;
  const connecting = Socket.prototype.connect;
  const why = Object.fromEntries(map.operations().map((each) => [each.operation, each.why]));
  assert.match(why['cancel-booking'] ?? '', /did not return within/);
  assert.match(why['pnr-cancel'] ?? '', /async/);
  for (const id of ['pnr-retrieve', 'ticket-issue', 'ticket-info']) assert.match(why[id] ?? '', /sends a request/);
  assert.equal(why['pnr-reprice'], undefined);
  assert.equal(map.read('cancel-booking', {}), undefined);
  assert.equal(map.read('pnr-info' as never, {}), undefined);
  assert.deepEqual([globalThis.fetch === before, globalThis.Date === clock], [true, true]);
  assert.equal(Socket.prototype.connect, connecting);
});

test('copies of a target have one map', () => {
  const { bindings, known } = targets['sandbox-flat'] as Bound;
  assert.equal(intentMap({ bindings, known }), intentMap({ bindings, known }));
  assert.notEqual(intentMap({ bindings, known }), intentMap({ bindings, known: { ...known } }));
});

test('a bad value, what was added and what is lacking do not lose the body', () => {
  const target = targets['sandbox-flat'] as Bound;
  const intent = drawnIntent('create-booking', drawing(3), { known: target.known, type: 'text' });
  const good = bodyOf(target, 'create-booking', intent);
  const map = intentMap(target, { now });
  for (const [at, value, isRead] of [
    [['guests', 0, 'born'], '1990-13-45', false],
    [['guests', 0, 'gender'], 'X', false],
    [['guests', 0, 'given'], '', true],
    [['guests', 0, 'given'], 17, true],
    [['mail'], null, true],
    [['remark'], { by: 'hand' }, false],
    [['guests', 0, 'seat'], '12A', false],
  ] as const) {
    const body = withValue(good, at, value);
    const reading = map.read('create-booking', body) ?? assert.fail();
    assert.equal(reading.isRebuilt, true, keyOf(at));
    assert.equal(reading.residual.length, isRead ? 0 : 1, keyOf(at));
    assert.deepEqual(
      map.rewrite(reading, (same) => same),
      body,
    );
    const edited = map.rewrite(reading, (was) => withValue(was, ['contact', 'phone'], '+4900')) as JsonObject;
    assert.equal(edited.tel, '+4900');
    assert.deepEqual({ ...edited, tel: null }, { ...(body as JsonObject), tel: null }, 'all else stays');
  }
});

test('a body that the binding does not build is not read as one', () => {
  const target = targets.sandbox as Bound;
  const search = drawnIntent('hotel-search', drawing(4), { known: target.known, type: 'text' });
  const body = bodyOf(target, 'hotel-search', search);
  const map = intentMap(target, { now });
  for (const other of [{}, [], null, 'x', { stay: 1 }, { ...(body as JsonObject), stay: { rooms: [1, 2] } }]) {
    const reading = map.read('hotel-search', other as Json);
    assert.equal(reading?.isRebuilt ?? false, false, JSON.stringify(other));
  }
  // A constant that is another shows that something else was meant.
  const fixed = (intent: { booking: { bookingId: string } }) => ({ ref: intent.booking.bookingId, mode: 'hard' });
  assert.equal(readOnce(fixed as never, 'cancel-booking', { ref: 'b-1', mode: 'hard' })?.isRebuilt, true);
  assert.equal(readOnce(fixed as never, 'cancel-booking', { ref: 'b-1', mode: 'soft' })?.isRebuilt, false);
});

test('the measure can fail: what a binding cuts off is not read as if it were whole', () => {
  const cutting = (intent: { guests: { lastName: string; birthDate: string }[][] }) => ({
    pax: intent.guests.map((room) =>
      room.map((one) => ({ n: one.lastName.slice(0, 2), y: Number(one.birthDate[3]) * 7 })),
    ),
  });
  const target: Bound = { bindings: { 'create-booking': { request: cutting as never } }, known: awkwardKnown };
  const [mapped] = intentMap(target, { now }).operations();
  assert.deepEqual(mapped?.said, ['guests[][].lastName', 'guests[][].birthDate']);
  assert.deepEqual(mapped?.located, []);
});

test('an edited intent is spelled as the target spells it, rooms and people too', () => {
  const target = targets['sandbox-flat'] as Bound;
  const map = intentMap(target, { now });
  const draw = drawing(5);
  for (let i = 0; i < draws(100); i += 1) {
    const [one, other] = [0, 1].map(() => drawnIntent('create-booking', draw, { known: target.known, type: 'text' }));
    const before = searchBefore('create-booking', one as JsonObject);
    const reading = map.read('create-booking', bodyOf(target, 'create-booking', one as JsonObject), { before });
    assert.ok(reading?.isRebuilt);
    const made = map.rewrite(reading, (was) => ({ ...was, guests: other?.guests ?? [] }));
    assert.deepEqual(made, bodyOf(target, 'create-booking', { ...(one as JsonObject), guests: other?.guests ?? [] }));
  }
});

/** Every key that is not documented gets letters of chance. */
const renamedKeys = (body: Json, names: Map<string, string>, draw: ReturnType<typeof drawing>): Json => {
  if (Array.isArray(body)) return body.map((each) => renamedKeys(each, names, draw));
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const name = names.get(key) ?? (key === 'details' || key.startsWith('include') ? key : draw.letters(8));
      names.set(key, name);
      return [name, renamedKeys(value, names, draw)];
    }),
  );
};

test('readings do not depend on the names of fields', () => {
  for (const target of Object.values(targets)) {
    const [names, letters] = [new Map<string, string>(), drawing(99)];
    const renaming = Object.fromEntries(
      Object.entries(target.bindings).map(([operation, binding]) => [
        operation,
        {
          request: (intent: never) =>
            renamedKeys(JSON.parse(JSON.stringify(binding.request(intent))) as Json, names, letters),
        },
      ]),
    ) as unknown as Bindings;
    const [own, other] = [target, { ...target, bindings: renaming }].map((each) => intentMap(each, { now }));
    const draw = drawing(6);
    for (const operation of boundOperations.filter((each) => target.bindings[each])) {
      for (let i = 0; i < draws(20); i += 1) {
        const intent = drawnIntent(operation, draw, { known: target.known, type: 'text' });
        const before = searchBefore(operation, intent);
        const body = bodyOf(target, operation, intent);
        const [one, two] = [
          own?.read(operation, body, { before }),
          other?.read(operation, renamedKeys(body, names, letters), { before }),
        ];
        assert.deepEqual([two?.intent, two?.said, two?.isRebuilt], [one?.intent, one?.said, one?.isRebuilt], operation);
      }
    }
  }
});

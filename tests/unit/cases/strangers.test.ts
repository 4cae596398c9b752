/** A file of a service that nothing was tuned to is read, shared and sent again through the bindings of its target. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readImported } from '../../../cases/import/read-imported.ts';
import { createSharing } from '../../../client/redaction/sharing.ts';
import { type Intents, isBound } from '../../../contracts/intents.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { valueAt } from '../../../targets/intent-map/places.ts';
import { drawnTarget } from '../../../targets/sandbox-drawn.ts';
import { startMs } from '../contracts/literal-trace.ts';
import { har as saved, target } from './import/files.ts';
import { assertExplained, isRealIn, stranger } from './strangers.ts';

const sandbox = await startSandbox();
after(() => sandbox.close());

const bodiesOf = ({ exchanges }: Trace) =>
  exchanges.filter(({ operation, request }) => isBound(operation) && request.body !== undefined);

const formOf = (value: Json | undefined): string => String(value).replaceAll(/\p{L}/gu, 'a').replaceAll(/-?\d+/g, '0');

/** Each on two stories; more dialects are read in tests/long. */
const quick = [
  ['11', 'book-then-cancel'],
  ['12', 'book-then-void'],
] as const;

for (const [dialect, flow] of quick) {
  test(`dialect ${dialect}: every request of ${flow} is read back, and no real name leaves`, async () => {
    const { imported, har } = await stranger(sandbox, dialect, { flow });
    const { trace } = imported;
    const bodies = bodiesOf(trace);
    const unread = bodies.filter(({ isReadBack }) => !isReadBack);
    assert.ok(bodies.length > 20 && unread.length <= bodies.length / 100, `${unread.length} of ${bodies.length}`);
    assert.ok(isRealIn(har));
    const shared = createSharing().share(trace);
    assert.ok(!isRealIn(JSON.stringify(shared)));
    let days = 0;
    for (const [i, { personal = [] }] of trace.exchanges.entries()) {
      assert.equal(shared.exchanges[i]?.personal, undefined);
      for (const { at, is } of personal.filter((each) => each.is === 'day' && each.at[0] === 'request')) {
        const [then, now] = [trace, shared].map(({ exchanges }) => valueAt(exchanges[i] as unknown as Json, at));
        assert.deepEqual([is, typeof now, formOf(now)], ['day', typeof then, formOf(then)], at.join('.'));
        days += Number(now !== then);
      }
    }
    assert.ok(days > 0);
  });
}

test('dialect 11: a guest without citizenship is found through the intents of the file', () =>
  assertExplained(sandbox, '11', 'citizenship'));

test('where no key says what stands there, the binding does', () => {
  const { request } = drawnTarget(13).bindings?.['create-booking'] ?? assert.fail();
  const letters = new Map<string, string>();
  const renamed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isJsonObject(value)) return value;
    const nameOf = (name: string): string => {
      const known = letters.get(name) ?? `q${String.fromCharCode(97 + letters.size)}x`;
      letters.set(name, known);
      return known;
    };
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [nameOf(name), renamed(each)]));
  };
  const binding = { request: (intent: Intents['create-booking']) => renamed(request(intent) as Json) as JsonObject };
  const guest = { firstName: 'Rose', lastName: 'Baker', birthDate: '1986-04-17', gender: 'female' } as const;
  const rooms = [{ adults: 1, childrenAges: [] }];
  const search = { region: 17, stay: { checkIn: '2026-11-03', checkOut: '2026-11-06', rooms } };
  const body = binding.request({
    searchId: 'b010680f-b577-496f-ac9f-f44110bbe475',
    offer: { at: [], offerId: 'Gv3JY63XF9XPcnvQ' },
    search,
    guests: [[{ ...guest, isChild: false }]],
    contact: { email: 'rose.baker@mail.example', phone: '+4915112345678' },
    upsells: [],
  });
  const answer = { error: { code: 'SUPPLIER_ERROR', message: 'The guest rose baker must name a country' } };
  const file = saved({ path: '/api/hotels/create_booking', body, status: 400, answer });
  const bindings = { ...target.bindings, 'create-booking': binding };
  const { trace } = readImported(file, { target: { ...target, bindings }, fileName: 'x.har', now: () => startMs });
  assert.equal(trace.exchanges[0]?.isReadBack, true);
  const text = JSON.stringify(createSharing().share(trace)).toLowerCase();
  for (const real of ['rose', 'baker', 'mail.example', '15112345678', '1986-04-17'])
    assert.ok(!text.includes(real), `${real} in ${text}`);
  assert.match(text, /the guest \S+ \S+ must name a country/);
});

test('what stands in the place of a day or a code and is none does not leave', () => {
  const { request } = drawnTarget(14).bindings?.['hotel-search'] ?? assert.fail();
  const rooms = [{ adults: 2, childrenAges: [7] }];
  const stay = { checkIn: '2026-11-03', checkOut: '2026-11-06', rooms };
  // Dialect 14 writes days in milliseconds.
  const first = Date.parse(stay.checkIn);
  const textOf = (checkIn: Json, preset: string): string => {
    const text = JSON.stringify(request({ region: 17, stay, preset })).replace(`${first}`, JSON.stringify(checkIn));
    const body = JSON.parse(text) as JsonObject;
    const file = saved({ path: '/api/hotels/search', body, status: 200, answer: { searchId: 'b010680f', hotels: [] } });
    const bindings = { ...target.bindings, ...drawnTarget(14).bindings };
    const { trace } = readImported(file, { target: { ...target, bindings }, fileName: 'x.har', now: () => startMs });
    return JSON.stringify(createSharing().share(trace));
  };
  assert.ok(textOf(first, 'by-price').includes('by-price'));
  assert.ok(textOf(first, 'by-price').includes(`${first}`));
  for (const canary of ['Quillaby', '15112345678', 15_112_345_678])
    assert.ok(!textOf(canary, String(canary)).includes(String(canary)), String(canary));
});

/** Calls are built by bindings, and an echoed secret leaves nothing behind. */
import assert, { deepEqual, equal, match, throws } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Bindings } from '../../../contracts/bindings.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { boundCall } from '../../../engine/bound-call.ts';
import { type Flow, flow } from '../../../engine/flow.ts';
import { runner } from '../../../engine/run.ts';
import { createRunFolder, type RunPlan, recordIn, writeRun, writeTrace } from '../../../engine/run-folder.ts';
import { Stopped } from '../../../engine/session.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';
import { filesBelow } from '../../cli/preflight-process.ts';
import { jsonReply, jwtOf, service, startMs } from '../client/test-server.ts';
import { plan as countries } from '../flows/countries-run.ts';

const stay = { checkIn: '2027-01-01', checkOut: '2027-01-03', rooms: [{ adults: 2, childrenAges: [] }] };
const search = { region: 'A', stay };
const details = { includePriceDetails: true, includeResidenceDetails: false };

const searchBy = (binding: NonNullable<Bindings['hotel-search']>) =>
  boundCall({ bindings: { 'hotel-search': binding } }, 'hotel-search', search);

test('a target without a binding ends the story and names what to add', () => {
  throws(
    () => boundCall({ bindings: {} }, 'hotel-search', search),
    (thrown) => thrown instanceof Stopped && /needs bindings\['hotel-search'\]/.test(thrown.stop.reason),
  );
});

test('a body is what the binding makes of the intent, without what is undefined', () => {
  const { call } = searchBy({ request: ({ region, preset }) => ({ where: region, preset: preset as never }) });
  deepEqual(call.body, { where: 'A' });
  deepEqual(call.intent, search);
  equal(call.operation, 'hotel-search');
});

test('a binding that changes the intent changes no record of it', () => {
  const { call } = searchBy({
    request: (intent) => {
      (intent as { region: Json }).region = 'B';
      return intent.region;
    },
  });
  equal(call.body, 'B');
  deepEqual(call.intent, search);
});

test('a part that a request is to lack is taken out of its body, and its intent says so', () => {
  const priced = {
    searchId: 's-1',
    offer: { at: [], offerId: 'o-1' },
    search,
  };
  const binding = {
    request: ({ searchId, offer }: typeof priced) => ({ key: searchId, pick: { offer: offer.offerId } }),
  };
  const { call } = boundCall({ bindings: { 'offer-pricing': binding as never } }, 'offer-pricing', priced, {
    lacks: { part: 'offer', none: 'null' },
  });
  deepEqual(call.body, { key: 's-1', pick: null });
  deepEqual(call.intent, { ...priced, offer: { at: [], offerId: null }, lacks: 'offer' });
});

test('details of a view are documented, and put in without the binding', () => {
  const intent = { booking: { bookingId: 5 }, details };
  const view = (request: NonNullable<Bindings['view-booking']>['request']) =>
    boundCall({ bindings: { 'view-booking': { request } } }, 'view-booking', intent).call.body;
  deepEqual(
    view(({ booking }) => ({ id: booking.bookingId ?? null, details: 'mine' })),
    { id: 5, details },
  );
  throws(() => view(() => []), /bindings\['view-booking'\]\.request gave no object/);
});

test('a request that breaks is the fault of the binding, by name', () => {
  const broken = () => {
    throw new Error('no such field');
  };
  throws(
    () => searchBy({ request: broken }),
    /bindings\['hotel-search'\]\.request broke: no such field \(bound-call\.test\.ts:\d+\)$/,
  );
  throws(() => searchBy({ request: () => undefined as never }), /gave nothing that is JSON/);
  throws(() => searchBy({ request: () => 1n as never }), /BigInt/);
  throws(() => searchBy({ request: (async () => ({})) as never }), /it is async/);
});

test('what a binding reads is added to what has a documented name', () => {
  const { call, facts } = searchBy({
    request: () => ({}),
    response: (body) => ({ hotels: [{ at: ['list', 0], minPrice: { amount: body.list[0].from } }] }),
  });
  deepEqual(facts(), {});
  const reading = call.read?.({ searchId: 's', list: [{ hotelId: 3, from: 12.5 }] });
  deepEqual(reading?.facts.hotels, [{ at: ['list', 0], hotelId: 3, minPrice: { amount: 12.5 } }]);
  deepEqual(facts(), reading?.facts);
});

test('a binding that cannot read leaves the reason, and what has a documented name', () => {
  const cases = [
    [() => (undefined as never as { x: { y: never } }).x.y, /reading 'x'\) \(bound-call\.test\.ts:\d+\)$/],
    [() => ({ offers: 5 }) as never, /bindings\['hotel-search'\]\.response gave offers 5: a list is needed$/],
    [async () => ({}), /it is async/],
    [(body: { list: Json[] }) => ({ x: body.list.reverse() }) as never, /read only/],
  ] as const;
  for (const [response, reason] of cases) {
    const { call, facts } = searchBy({ request: () => ({}), response: response as never });
    const reading = call.read?.({ searchId: 's', list: [1, 2] });
    match(reading?.unread ?? '', reason);
    equal(facts().searchId, 's');
  }
});

const clientId = 'client-1234567890';
/** With what each form writes in its own way. */
const clientSecret = 'S3cret/"of+the=cliént~~?>';
const token = jwtOf({ sub: 'partner', jti: 'token-1', iat: startMs / 1000 });

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const basic = base64(`${clientId}:${clientSecret}`);
const planted: Readonly<Record<string, string>> = {
  secret: clientSecret,
  'secret in a URL': encodeURIComponent(clientSecret),
  'secret in base64': base64(clientSecret),
  token,
  'token in base64': base64(token),
  basic,
  'basic of encoded parts': base64(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`),
};
const echoes = Object.values(planted);

const echoing = (id: string, story: Flow['run']): Flow =>
  flow(id, {
    story: id,
    phase: 'main',
    operations: ['countries'],
    exercises: ['countries.sorted-by-id', 'countries.two-letter-code'],
    input: fc.constant({}),
    run: story,
  });

const recorded = async (t: TestContext): Promise<Trace[]> => {
  const body = echoes.map((text, id) => ({ id, nameRu: text, nameEn: `so: ${text}!`, codeA2: text, codeA3: text }));
  const { baseUrl } = await service(t, {
    login: () => ({ status: 200, body: { token, expiresAt: new Date(startMs + 86_400_000).toISOString() } }),
    reply: ({ path }, response) =>
      jsonReply(response, 200, path.endsWith('cities') ? [] : body, { 'cache-control': basic, age: base64(token) }),
  });
  const target = resolvedTarget(
    {
      name: 'echo',
      baseUrl,
      credentials: { clientId, clientSecret },
      limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
      levers: {
        advanceClock: async () => {
          throw new Error(`PUT /clock with Basic ${basic} was refused`);
        },
      },
    },
    {},
    'echo',
  );
  const running = runner({ target, seed: 1, transport: { proxy: 'none', now: () => startMs } });
  const read = () => ({
    facts: { offers: echoes.map((text) => ({ at: [text], identity: { [text]: text } })) },
    unread: `cannot read ${basic}`,
  });
  const stories: Record<string, Flow['run']> = {
    reads: async (session) => {
      await session.send({ operation: 'countries', read, intent: { echoes, [basic]: 1 } });
    },
    pulls: async (session) => {
      await session.send({ operation: 'countries' });
      await session.advanceClock(1);
    },
    throws: async (session) => {
      await session.send({ operation: 'countries' });
      throw new Error(`cannot parse ${echoes.join('\n')}`);
    },
  };
  const traces: Trace[] = [];
  for (const [id, story] of Object.entries(stories)) traces.push(await running.record(echoing(id, story)));
  await running.close();
  return traces;
};

test('what is planted in bodies, headers, facts and errors is found in no file of a run', async (t) => {
  const traces = await recorded(t);
  assert.equal(traces.length, 3);
  for (const { exchanges } of traces) assert.ok(exchanges.some(({ response }) => response?.status === 200));
  const parent = mkdtempSync(join(tmpdir(), 'echoed-secrets-'));
  t.after(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'run');
  const plan: RunPlan = {
    ...countries,
    flows: traces.map(({ flow: id }) => id),
    pairs: traces.map(({ flow: id }) => ({ clause: 'countries.two-letter-code' as const, flow: id })),
  };
  await createRunFolder(folder, plan);
  for (const each of traces) await writeTrace(folder, each);
  const record = await recordIn(folder, plan, { judged: [], finishedAt: '2026-09-01T12:01:00.000Z' });
  await writeRun(folder, record);
  const files = filesBelow(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  assert.match(files, /so: /, 'the places are shown');
  for (const [form, text] of Object.entries(planted)) {
    assert.ok(!files.includes(text), `${form}: ${text}`);
    assert.ok(!files.includes(JSON.stringify(text).slice(1, -1)), `${form}: ${text}`);
  }
});

/** A drawn life of bookings shows faults, and leaves nothing behind. */
import assert, { deepEqual, notDeepEqual, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { ClauseId } from '../../../contracts/clauses.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { evidence } from '../../../explore/evidence.ts';
import type { Exploration } from '../../../explore/exploration.ts';
import { exploreCities } from '../../../explore/explorations/explore-cities.ts';
import { exploreViewDetails } from '../../../explore/explorations/explore-view-details.ts';
import { exploreVoids } from '../../../explore/explorations/explore-voids.ts';
import { flowOf } from '../../../explore/input.ts';
import { dialectIds } from '../../../sandbox/dialects.ts';
import { type FaultId, faults } from '../../../sandbox/faults.ts';
import { closeSandbox, placed } from '../flows/hotel-world.ts';
import {
  blamedForNothing,
  drawn,
  isItsOwn,
  type Life,
  lived,
  odditiesOf,
  ofBookings,
  ofTickets,
  unusualOf,
  worldReading,
} from './explored.ts';

after(closeSandbox);

const lives = { tickets: ofTickets, bookings: ofBookings };

/** Of the oddities; each in turn with another seed and dialect. */
const oneIn = 6;

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed);

for (const [what, life] of Object.entries(lives)) {
  test(`healthy lives of ${what} are blamed for nothing, and are long enough to show something`, async () => {
    for (const dialect of dialectIds) {
      for (const seed of seedsOf(2)) {
        const { exchanges } = await blamedForNothing(life, { seed, dialect });
        ok(exchanges.length >= 30, `${exchanges.length} requests`);
      }
    }
  });

  test(`no oddity of its own surprises a life of ${what}, nor makes a check fail`, async (t) => {
    const ids = odditiesOf(life)
      .filter((id) => isItsOwn(life, id))
      .filter((_, at) => at % oneIn === 0);
    for (const [seed, id] of ids.entries()) {
      const dialect = dialectIds[seed % dialectIds.length] ?? 'nested';
      await t.test(id, async () => {
        await blamedForNothing(life, { seed, dialect, oddities: [id] });
      });
    }
  });
}

type Seen = { readonly failed: readonly string[]; readonly isSurprised: boolean };

/** What fails in lives of a faulty world, which are lived until all that is wanted has failed. */
const seenUnder = async (life: Life, fault: FaultId, wanted: readonly string[], livesMax = 10): Promise<Seen> => {
  const failed = new Set<string>();
  let isSurprised = false;
  for (const seed of seedsOf(livesMax)) {
    const one = await lived(life, drawn(life, seed), worldReading('nested', { faults: [fault] }));
    ok(one.surprises.length === 0 || one.failed.length > 0, `${fault}: the model is surprised, and no check fails`);
    isSurprised ||= one.surprises.length > 0;
    for (const clause of one.failed) failed.add(clause);
    if (wanted.every((clause) => failed.has(clause))) break;
  }
  return { failed: [...failed].sort(), isSurprised };
};

/** The model knows of outcomes; what an answer tells is the matter of the checks alone. */
const found: readonly (readonly [Life, FaultId, 'surprises' | 'is told'])[] = [
  [ofTickets, 'voids-a-second-time', 'surprises'],
  [ofTickets, 'calls-voided-tickets-already-voided', 'surprises'],
  [ofTickets, 'voids-used-tickets', 'surprises'],
  [ofTickets, 'voids-refunded-tickets', 'surprises'],
  [ofTickets, 'keeps-the-old-ticket-of-an-exchange', 'surprises'],
  [ofTickets, 'voids-tickets-of-other-partners', 'surprises'],
  [ofTickets, 'shows-tickets-to-every-partner', 'surprises'],
  [ofTickets, 'lets-every-partner-cancel-flights', 'surprises'],
  [ofTickets, 'calculates-refunds-for-every-partner', 'surprises'],
  [ofTickets, 'calculates-exchanges-for-every-partner', 'surprises'],
  [ofTickets, 'voids-what-it-refuses-to-void', 'is told'],
  [ofTickets, 'refunds-a-second-time', 'surprises'],
  [ofTickets, 'refuses-the-first-void-of-each-ticket', 'surprises'],
  [ofTickets, 'has-no-void-window', 'surprises'],
  [ofBookings, 'lets-every-partner-cancel', 'surprises'],
  [ofBookings, 'cancels-what-it-refuses-to-cancel', 'is told'],
  [ofBookings, 'cancels-nothing', 'is told'],
];

test('faults of the catalogue are found, and whatever surprises the model fails a check', async (t) => {
  for (const [life, id, how] of found) {
    await t.test(id, async () => {
      const { exercises } = life.exploration;
      const wanted = faults[id].violates.filter((clause: ClauseId) => exercises.includes(clause));
      const { failed, isSurprised } = await seenUnder(life, id, wanted);
      for (const clause of wanted) ok(failed.includes(clause), `${clause} does not fail`);
      if (how === 'surprises') ok(isSurprised, 'the model is not surprised');
    });
  }
});

test('what only an unusual order reveals is found, and breaks exactly its clauses', async (t) => {
  for (const life of Object.values(lives)) {
    for (const { id, violates } of unusualOf(life)) {
      await t.test(id, async () => {
        deepEqual((await seenUnder(life, id, violates)).failed, [...violates].sort());
      });
    }
  }
});

const requests = ({ exchanges }: Trace): string[] =>
  exchanges.map(({ operation, bearer, request }) => `${operation} ${bearer} ${Object.keys(Object(request.body))}`);

/** As a bundle or the corpus keeps it. */
const stored = (input: Json): Json => JSON.parse(JSON.stringify(input)) as Json;

test('a life is plain JSON, and is lived again exactly as it was', async () => {
  for (const life of Object.values(lives)) {
    const { asJson } = life.exploration;
    ok(asJson);
    for (const seed of seedsOf(2)) {
      const input = drawn(life, seed);
      const json = stored(asJson.to(input));
      deepEqual(Object.keys(Object(json))[0], 'acts');
      deepEqual(stored(asJson.to(asJson.from(json))), json);
      const first = await lived(life, input, worldReading('nested'));
      const again = await lived(life, asJson.from(json), worldReading('nested'));
      deepEqual(requests(again.trace), requests(first.trace));
    }
    notDeepEqual(stored(asJson.to(drawn(life, 0))), stored(asJson.to(drawn(life, 1))));
  }
});

const asked: string[] = [];
const target = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(500).end();
}).listen(0, '127.0.0.1');
after(() => target.close());

/** Records a story, and recalls it as if its target were a service that counts what it is asked. */
const recalled = async (one: Exploration) => {
  const place = placed();
  const answers = evidence();
  const [input] = fc.sample(one.input, { seed: 1, numRuns: 1 });
  const flow = flowOf(one, input);
  const trace = await place.record(flow, { createClient: answers.remembering });
  asked.length = 0;
  const baseUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const again = await answers.recall(flow, trace, { target: { ...place.target, baseUrl }, seed: 1 });
  return { trace, again };
};

test('a story without an effect comes out as it did', async () => {
  const { trace, again } = await recalled(exploreCities);
  assert.ok(trace.exchanges.length > 1);
  assert.deepEqual(
    again?.exchanges.map(({ response }) => response?.body),
    trace.exchanges.filter(({ operation }) => operation !== 'token').map(({ response }) => response?.body),
  );
  assert.deepEqual(asked, []);
});

for (const one of [exploreViewDetails, exploreVoids]) {
  test(`what ${one.id} books is recalled by nothing, and looked for nowhere`, async () => {
    const { trace, again } = await recalled(one);
    assert.ok((trace.bookings?.requested ?? 0) > 0);
    assert.equal(again, undefined);
    assert.deepEqual(asked, []);
  });
}

/** A sample of lives of tickets and bookings: a lawful world fails nothing, and faults are found. All: tests/long. */
import assert, { deepEqual, notDeepEqual, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { type ClauseId, clause as clauseOf } from '../../../contracts/clauses.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { evidence } from '../../../explore/evidence.ts';
import { type Exploration, flowOf } from '../../../explore/exploration.ts';
import { exploreViewDetails } from '../../../explore/explorations/explore-bookings.ts';
import { exploreCities } from '../../../explore/explorations/explore-dictionaries.ts';
import { exploreVoids } from '../../../explore/explorations/explore-lives.ts';
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
const oneIn = 12;

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, seed) => seed);

for (const [what, life] of Object.entries(lives)) {
  test(`healthy lives of ${what} fail no clause, and are long enough to show something`, async () => {
    for (const dialect of dialectIds) {
      const { exchanges } = await blamedForNothing(life, { seed: 1, dialect });
      ok(exchanges.length >= 30, `${exchanges.length} requests`);
    }
  });

  test(`no oddity by itself makes a life of ${what} fail`, async (t) => {
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

/** What fails in lives of a faulty world, which are lived until all that is wanted has failed. */
const failedUnder = async (life: Life, fault: FaultId, wanted: readonly string[], livesMax = 10): Promise<string[]> => {
  const failed = new Set<string>();
  for (const seed of seedsOf(livesMax)) {
    for (const clause of (await lived(life, drawn(life, seed), worldReading('nested', { faults: [fault] }))).failed)
      failed.add(clause);
    if (wanted.every((clause) => failed.has(clause))) break;
  }
  return [...failed].sort();
};

/** One of each kind: the flows of tests/faults find all of them. */
const found: readonly (readonly [Life, FaultId])[] = [
  [ofTickets, 'voids-a-second-time'],
  [ofTickets, 'voids-tickets-of-other-partners'],
  [ofTickets, 'keeps-the-old-ticket-of-an-exchange'],
  [ofTickets, 'has-no-void-window'],
  [ofBookings, 'lets-every-partner-cancel'],
  [ofBookings, 'cancels-nothing'],
];

for (const [life, id] of found) {
  test(`a life finds that a service ${id}`, async () => {
    const { exercises } = life.exploration;
    const wanted = faults[id].violates.filter((clause: ClauseId) => exercises.includes(clause));
    const failed = await failedUnder(life, id, wanted);
    for (const clause of wanted) ok(failed.includes(clause), `${clause} does not fail`);
  });
}

test('what only an unusual order reveals is found, and breaks exactly its clauses', async (t) => {
  for (const life of Object.values(lives)) {
    for (const { id, violates } of unusualOf(life).slice(0, 2)) {
      await t.test(id, async () => {
        const failed = await failedUnder(life, id, violates);
        deepEqual(
          // What breaks a clause may break a law as well.
          failed.filter((clause) => !clauseOf(clause as ClauseId).isLaw),
          [...violates].sort(),
        );
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
    const input = drawn(life, 0) as Json;
    deepEqual(Object.keys(Object(input))[0], 'acts');
    const first = await lived(life, input, worldReading('nested'));
    const again = await lived(life, stored(input), worldReading('nested'));
    deepEqual(requests(again.trace), requests(first.trace));
    notDeepEqual(stored(input), stored(drawn(life, 1) as Json));
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

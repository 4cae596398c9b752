/** Explaining a refusal finds what the supplier minds, by changing one thing at a time. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { changeSets, type RequestChange } from '../../../../cases/explain/changes.ts';
import { asking, type Explained, explain, oneIn, refusalIn, supplierOf } from '../../../../cases/explain/explain.ts';
import { ageOn } from '../../../../cases/replay/moved-dates.ts';
import { Ends, type SoughtEnding, stepsSought } from '../../../../cases/replay/replay.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import { importedFlow } from '../../../../contracts/imported-trace.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { run, runner } from '../../../../engine/run.ts';
import { walker } from '../../../../engine/walk.ts';
import { flows } from '../../../../flows/flows.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import { type DialectId, dialectIds } from '../../../../sandbox/dialects.ts';
import type { OddityId } from '../../../../sandbox/oddities.ts';
import { startSandbox } from '../../../../sandbox/server.ts';
import { sampled } from '../../../whole.ts';
import { posted, traceOf } from '../case-of.ts';

const change = (name: string): RequestChange => ({ name, apply: (exchange) => exchange });
const [guests, stay, counts] = [
  ['citizenship of guest 1', 'gender of guest 1', 'age of guest 1', 'citizenship of guest 2', 'age of guest 2'],
  ['nights'],
  ['room 2', 'adult 2'],
].map((names) => names.map(change)) as [RequestChange[], RequestChange[], RequestChange[]];
const sets = [guests, stay, counts, guests.concat(stay, counts)];

type Supplier = (changed: ReadonlySet<string>, time: number) => ReturnType<typeof by>;

const explained = (supplier: Supplier): Promise<Explained> => {
  let time = 0;
  return explain({
    sets,
    ask: async (changes) => {
      const names = changes.map(({ name }) => name);
      time += 1;
      return { changes: names, answer: supplier(new Set(names), time), said: `answer ${time}` };
    },
  });
};

const namesOf = ({ changes }: Explained): string[] => changes.map(({ name }) => name);
const by = (isAccepted: boolean): 'accepted' | 'refused' | 'unclear' => (isAccepted ? 'accepted' : 'refused');

const causes: readonly [what: string, accepted: Supplier, cause: readonly string[]][] = [
  ['one guest', (changed) => by(changed.has('citizenship of guest 2')), ['citizenship of guest 2']],
  [
    'two guests at once',
    (changed) => by(changed.has('citizenship of guest 1') && changed.has('citizenship of guest 2')),
    ['citizenship of guest 1', 'citizenship of guest 2'],
  ],
  ['the length of stay', (changed) => by(changed.has('nights')), ['nights']],
  ['how many they are', (changed) => by(changed.has('adult 2')), ['adult 2']],
  [
    'one of which another change is refused for itself',
    (changed) => by(changed.has('age of guest 1') && !changed.has('nights')),
    ['age of guest 1'],
  ],
];

for (const [what, supplier, cause] of causes) {
  test(`a supplier that minds ${what}`, async () => {
    const found = await explained(supplier);
    assert.deepEqual([found.ended, namesOf(found)], ['cause', cause]);
    const proof = found.asked.slice(found.shownFrom).map(({ answer }) => answer);
    assert.deepEqual(proof, ['refused', 'accepted', 'refused', 'accepted', 'refused', 'accepted']);
  });
}

test('no cause is named where none of what was changed counts, nor where it is not refused here', async () => {
  const always = await explained(() => 'refused');
  assert.deepEqual([always.ended, namesOf(always), always.asked.length], ['always', [], 3 + sets.length]);
  assert.equal((await explained(() => 'accepted')).ended, 'accepted');
});

test('a supplier that refuses every second, third, … request is not taken for one that minds something', async () => {
  for (let period = 2; period <= 9; period += 1) {
    for (let phase = 0; phase < period; phase += 1) {
      for (const refused of [true, false]) {
        const { ended, changes } = await explained((_, time) => by((time % period === phase) !== refused));
        assert.notEqual(ended, 'cause', `${period} ${phase} ${changes}`);
      }
    }
  }
});

test('a supplier that refuses at random is blamed for a cause no more often than reported', async () => {
  const runs = 1_000;
  for (const rate of [0.3, 0.5, 0.7, 0.9]) {
    let state = 1;
    const chance = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return ((state >>> 8) % 10_000) / 10_000;
    };
    let blamed = 0;
    for (let run = 0; run < runs; run += 1) {
      const { ended } = await explained(() => by(chance() > rate));
      if (ended === 'cause') blamed += 1;
    }
    assert.ok(blamed / runs <= 1 / oneIn, `${blamed} of ${runs} at ${rate}`);
  }
});

test('a change that does not matter is not named because of one random refusal', async () => {
  const minds: Supplier = (changed) => by(changed.has('age of guest 2'));
  const { asked } = await explained(minds);
  for (let missed = 5; missed <= asked.length; missed += 1) {
    const found = await explained((changed, time) => (time === missed ? 'refused' : minds(changed, time)));
    if (found.ended === 'cause') assert.deepEqual(namesOf(found), ['age of guest 2'], `${missed}`);
  }
});

test('trouble is waited out, an unclear end has its reason, and a spent budget keeps the smallest change', async () => {
  const minds: Supplier = (changed) => by(changed.has('age of guest 2'));
  const found = await explained((changed, time) => (time % 3 === 0 ? 'unclear' : minds(changed, time)));
  assert.deepEqual([found.ended, namesOf(found)], ['cause', ['age of guest 2']]);
  assert.equal((await explained(() => 'unclear')).ended, 'unclear');
  const never = await explained((changed) => (changed.size > 0 ? 'unclear' : 'refused'));
  assert.deepEqual([never.ended, never.reason], ['unclear', `answer ${never.asked.length}`]);

  const spentAfter = (times: number): Promise<Explained> =>
    explained((changed, time) => {
      if (time > times) throw new Ends('spent', 'the budget is used up');
      return minds(changed, time);
    });
  const whole = (await explained(minds)).asked.length;
  for (let times = 0; times < whole; times += 1) {
    const spent = await spentAfter(times);
    assert.deepEqual([spent.ended, spent.reason], ['spent', 'the budget is used up']);
    assert.ok(spent.changes.length === 0 || namesOf(spent).includes('age of guest 2'), `${times}`);
  }
});

const sandbox = await startSandbox();
after(() => sandbox.close());

const seedsMax = 30;
type World = { readonly oddity?: OddityId; readonly dialect?: DialectId };

const opened = ({ oddity, dialect = 'nested' }: World) => {
  const { now, delay } = simulatedTime(() => Date.UTC(2026, 10, 22, 12));
  const { baseUrl } = sandbox.openWorld({ seed: 0, now, dialect, ...(oddity && { oddities: [oddity] }) });
  return { target: targetReading(dialect, baseUrl), transport: { proxy: 'none', now, delay } as const, now };
};

const booking = flows.filter(({ id }) => id === 'book-then-cancel');

/** A refusal that a run has met in such a world, by the supplier that refuses there; without one by the strict one. */
const refused = async (world: World): Promise<SoughtEnding> => {
  const { target, transport } = opened(world);
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    for await (const trace of run(booking, { target, seed, depth: 'full', transport })) {
      for (const each of trace.exchanges.toReversed()) {
        const sought = refusalIn({ traces: [{ ...trace, exchanges: trace.exchanges.slice(0, each.index + 1) }] });
        const isStrict = sought && supplierOf(sought.trace, sought.ended) === target.known.strictSupplier;
        if (sought?.ended === each && isStrict === !world.oddity) return sought;
      }
    }
  }
  return assert.fail('no supplier refused anything');
};

const explainedIn = async (world: World, sought: SoughtEnding, requestsMax = 600) => {
  const { target, transport } = opened(world);
  const running = runner({ target, seed: 1, transport });
  const traces: Trace[] = [];
  const store = async (trace: Trace): Promise<Trace> => {
    traces.push(trace);
    return trace;
  };
  const options = { ...createSharing(), record: running.record, store };
  const ask = asking(sought, {
    replayParts: { walker: walker({ id: 'explain' }, options), isSameTarget: true, seed: 1 },
    requestsMax,
    isInterrupted: () => false,
    onAnswer: () => {},
  });
  const steps = stepsSought(sought).map(({ then }) => then);
  const explained = await explain({ ask, sets: changeSets(sought.trace, steps) });
  await running.close();
  const left = traces.reduce((sum, trace) => sum + (trace.bookings?.left ?? 0), 0);
  if (explained.ended !== 'spent') assert.equal(left, 0);
  return { ...explained, traces };
};

const oddCauses: readonly [oddity: OddityId, cause: RegExp][] = [
  ['refuses-guests-by-citizenship', /^citizenship of guest \d: \w\w instead of KZ$/],
  ['refuses-young-children', /^age of guest \d: \d+ instead of [0-6]$|^without child \d of room \d$/],
  ['refuses-long-stays', /^nights: 1 instead of \d$/],
];

for (const [at, [oddity, cause]] of sampled([...oddCauses.entries()], 3)) {
  const dialect = dialectIds[at % dialectIds.length] ?? 'nested';
  test(`${oddity} on ${dialect}`, async () => {
    const sought = await refused({ oddity, dialect });
    assert.notEqual(supplierOf(sought.trace, sought.ended), undefined);
    const { ended, changes, asked, reason } = await explainedIn({ oddity, dialect }, sought);
    assert.equal(ended, 'cause', `${reason} ${JSON.stringify(asked)}`);
    for (const { name } of changes) assert.match(name, cause);
  });
}

test('what a strict supplier wants to know of every guest is named', async () => {
  const sought = await refused({});
  const { ended, changes } = await explainedIn({}, sought);
  assert.equal(ended, 'cause');
  for (const { name } of changes) assert.match(name, /^(citizenship|gender) of guest \d: \w+ instead of none$/);

  test('a supplier that refuses all, or some of all, is said to do so, and one that refuses nothing', async () => {
    const all = await refused({ oddity: 'refuses-every-booking' });
    assert.equal((await explainedIn({ oddity: 'refuses-every-booking' }, all)).ended, 'always');
    assert.equal((await explainedIn({}, all)).ended, 'accepted');
    const third = await refused({ oddity: 'refuses-every-third-booking' });
    assert.equal((await explainedIn({ oddity: 'refuses-every-third-booking' }, third)).ended, 'chance');
  });

  test('a refusal for another reason than then says nothing of what the supplier minds', async () => {
    const { trace, ended } = await refused({ oddity: 'refuses-every-booking' });
    assert.ok(ended.response);
    const response = { ...ended.response, body: { success: false, error: { code: 'OFFER_NOT_FOUND', message: '' } } };
    const other = { ...ended, response };
    const exchanges = trace.exchanges.map((each) => (each === ended ? other : each));
    const sought = { trace: { ...trace, exchanges }, ended: other };
    const found = await explainedIn({ oddity: 'refuses-every-booking' }, sought);
    assert.deepEqual([found.ended, found.asked.length], ['unclear', 1]);
    assert.equal(found.reason, 'it was refused with SUPPLIER_ERROR, and refused with OFFER_NOT_FOUND then');
  });

  test('a budget ends it in time, and it says so', async () => {
    const sought = await refused({ oddity: 'refuses-guests-by-citizenship' });
    const { ended, reason, traces } = await explainedIn({ oddity: 'refuses-guests-by-citizenship' }, sought, 30);
    assert.deepEqual([ended, reason], ['spent', 'the budget of 30 requests is used up']);
    assert.ok(traces.flatMap(({ exchanges }) => exchanges).length <= 30);
    // What was under way when it ended is reported, too: something may have been booked.
    const little = await explainedIn({ oddity: 'refuses-guests-by-citizenship' }, sought, 5);
    const [only] = little.traces;
    assert.deepEqual([little.asked.length, little.traces.length, only?.bookings?.requested], [0, 1, 1]);
  });
});

const [arrival, departure] = ['2026-10-05', '2026-10-09'];
const guest = (given: string, born: string, more: { nationality: string; sex: string }) => ({
  given,
  surname: 'Garcia-Lopez',
  born,
  ...more,
});
const people = [
  guest('Marat', '1986-04-17', { nationality: 'RU', sex: 'M' }),
  guest('Olga', '1988-09-02', { nationality: 'DE', sex: 'F' }),
  guest('Dana', '2017-06-20', { nationality: 'KZ', sex: 'F' }),
];
type Search = { from: string; until: string; adults: number; ages: number[] };
type Booking = { party: typeof people };

const trace = traceOf(
  importedFlow,
  posted('hotel-search', '/api/hotels/search', { from: arrival, until: departure, adults: 2, ages: [9] }, {}),
  posted('create-booking', '/api/hotels/create_booking', { party: people }, {}),
);
const asked = changeSets(trace, trace.exchanges).map((set) => {
  const [search, booking] = trace.exchanges.map(
    (exchange) => set.reduce((rest, { apply }) => apply(rest), exchange).request.body,
  );
  return { search: search as Search, party: (booking as Booking).party };
});

const ageOf = ({ born }: (typeof people)[number]): number => ageOn(born, arrival);
const nightsOf = ({ from, until }: Search): number => (Date.parse(until) - Date.parse(from)) / 86_400_000;

const minded: readonly [what: string, refuses: (request: (typeof asked)[number]) => boolean][] = [
  ['women', ({ party }) => party.some(({ sex }) => sex === 'F')],
  ['men', ({ party }) => party.some(({ sex }) => sex === 'M')],
  ['whoever is not from Germany', ({ party }) => party.some(({ nationality }) => nationality !== 'DE')],
  ['whoever is from Germany', ({ party }) => party.some(({ nationality }) => nationality === 'DE')],
  ['children of eight and more', ({ party }) => party.some((each) => ageOf(each) > 7 && ageOf(each) < 18)],
  ['all children', ({ party }) => party.some((each) => ageOf(each) < 18)],
  ['three people', ({ party }) => party.length > 2],
  ['two people', ({ party }) => party.length > 1],
  ['a hyphen', ({ party }) => party.some(({ surname }) => surname.includes('-'))],
  ['long stays', ({ search }) => nightsOf(search) > 3],
  ['short stays', ({ search }) => nightsOf(search) < 5],
];

for (const [what, refuses] of minded) {
  test(`a supplier that minds ${what} is asked without`, () => {
    assert.ok(asked.some((request) => !refuses(request)));
  });
}

test('as many are searched for as are booked, and children of their ages', () => {
  for (const { search, party } of asked) {
    const children = party.map(ageOf).filter((age) => age < 18);
    assert.deepEqual([search.adults, search.ages], [party.length - children.length, children]);
  }
});

test('people of an intent are its guests, whatever a service has in its regions and offers', () => {
  const rose = { firstName: 'Rose', lastName: 'Baker', birthDate: '1990-04-02', gender: 'female', isChild: false };
  const search = {
    region: { areas: [{ lastName: 'Bavaria', nationality: 'DE', sex: 'F' }] },
    stay: { checkIn: arrival, checkOut: departure, rooms: [{ adults: 1, childrenAges: [] }] },
  };
  const offer = { at: [], reference: [{ guestName: 'Suite', gender: 'female', birthDate: '1999-01-01' }] };
  const [asked, booked] = [
    posted('hotel-search', '/api/hotels/search', {}, {}),
    posted('create-booking', '/api/hotels/create_booking', {}, {}),
  ];
  const intent = { searchId: 'b010680f', offer, search, guests: [[rose]], upsells: [] };
  const { exchanges, ...rest } = traceOf(importedFlow, { ...asked, intent: search }, { ...booked, intent });
  const names = changeSets({ ...rest, exchanges }, exchanges).flat();
  assert.ok(names.some(({ name }) => name === 'citizenship of guest 1: DE instead of none'));
  assert.ok(
    names.every(({ name }) => !/of guest [^1]/.test(name)),
    names.map(({ name }) => name).join(),
  );
});

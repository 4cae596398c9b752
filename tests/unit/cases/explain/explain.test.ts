/** What turns a refusal is found, shown to be no coincidence, and never claimed of a supplier that refuses by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../../../cases/explain/change.ts';
import { type Answer, type Explained, explain, oneIn } from '../../../../cases/explain/explain.ts';
import { Ends } from '../../../../cases/replay/spent.ts';

const change = (name: string): Change => ({ name, apply: (exchange) => exchange });
const [guests, stay, counts] = [
  ['citizenship of guest 1', 'gender of guest 1', 'age of guest 1', 'citizenship of guest 2', 'age of guest 2'],
  ['nights'],
  ['room 2', 'adult 2'],
].map((names) => names.map(change)) as [Change[], Change[], Change[]];
const sets = [guests, stay, counts, guests.concat(stay, counts)];

type Supplier = (changed: ReadonlySet<string>, time: number) => Answer;

const explained = (supplier: Supplier): Promise<Explained> => {
  let time = 0;
  return explain({
    sets,
    ask: async (changes) => {
      const names = changes.map(({ name }) => name);
      time += 1;
      return { changes: names, answer: supplier(new Set(names), time) };
    },
  });
};

const namesOf = ({ changes }: Explained): string[] => changes.map(({ name }) => name);
const by = (isAccepted: boolean): Answer => (isAccepted ? 'accepted' : 'refused');

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
    assert.deepEqual(
      found.asked.slice(found.shownFrom).map(({ answer }) => answer),
      ['refused', 'accepted', 'refused', 'accepted', 'refused', 'accepted'],
    );
  });
}

test('no cause is named where none of what was changed counts, nor where it is not refused here', async () => {
  const always = await explained(() => 'refused');
  assert.deepEqual([always.ended, namesOf(always), always.asked.length], ['always', [], 3 + sets.length]);
  assert.equal((await explained(() => 'accepted')).ended, 'accepted');
});

test('who refuses every second, third, … request is not taken for one that minds something', async () => {
  for (let period = 2; period <= 9; period += 1) {
    for (let phase = 0; phase < period; phase += 1) {
      for (const refused of [true, false]) {
        const { ended, changes } = await explained((_, time) => by((time % period === phase) !== refused));
        assert.notEqual(ended, 'cause', `${period} ${phase} ${changes}`);
      }
    }
  }
});

test('who refuses by chance is blamed for a cause no more often than is told', async () => {
  const runs = 4_000;
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

test('what nobody minds is not named because the supplier refused once by chance', async () => {
  const minds: Supplier = (changed) => by(changed.has('age of guest 2'));
  const { asked } = await explained(minds);
  for (let missed = 5; missed <= asked.length; missed += 1) {
    const { ended, changes } = await explained((changed, time) => (time === missed ? 'refused' : minds(changed, time)));
    if (ended === 'cause')
      assert.deepEqual(
        changes.map(({ name }) => name),
        ['age of guest 2'],
        `${missed}`,
      );
  }
});

test('a change that makes a request unlawful is asked for once, and turns nothing', async () => {
  let times = 0;
  const found = await explain({
    sets: [guests],
    ask: async (changes) => {
      times += 1;
      if (changes.length === 0) return { changes: [], answer: 'refused' };
      return { changes: ['all'], answer: 'unclear', said: 'it was refused otherwise', isLasting: true };
    },
  });
  assert.deepEqual([found.ended, found.reason, times], ['unclear', 'it was refused otherwise', 4]);
});

test('trouble is waited out, what stays unclear is told, and a budget that ends keeps the smallest so far', async () => {
  const minds: Supplier = (changed) => by(changed.has('age of guest 2'));
  const found = await explained((changed, time) => (time % 3 === 0 ? 'unclear' : minds(changed, time)));
  assert.deepEqual([found.ended, namesOf(found)], ['cause', ['age of guest 2']]);
  assert.equal((await explained(() => 'unclear')).ended, 'unclear');
  const never = await explained((changed) => (changed.size > 0 ? 'unclear' : 'refused'));
  assert.equal(never.ended, 'unclear');

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

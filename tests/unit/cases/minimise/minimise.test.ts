/** A case is made smaller as long as it fails the same way: nothing of what is left can go, and no budget is passed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Minimised, MinimiseProgress } from '../../../../cases/minimise/minimise.ts';
import { fieldsLeft, reducedTrace } from '../../../../cases/minimise/reduced.ts';
import { stepsOf } from '../../../../cases/replay/repeated.ts';
import type { AnyReplayed, SoughtFinding } from '../../../../cases/replay/replay.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts';
import { sampled } from '../../../whole.ts';
import { strangerCase } from '../export/strangers-exported.ts';
import { found, madeSmaller, sentAgain } from '../replay/found-case.ts';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const operationsOf = ({ trace }: SoughtFinding, { smallest }: Minimised): string[] =>
  trace.exchanges.filter(({ index }) => smallest.steps.includes(index)).map(({ operation }) => operation);

/** By fault: the operations of the smallest, and what is left out of their requests. */
const smallest: readonly [fault: FaultId, operations: readonly string[], without: readonly string[]][] = [
  ['swaps-one-pair-deep-in-list', ['cities'], ['accept-language of step 1']],
  [
    'shows-cancelled-flights-as-booked',
    ['avia-search', 'pnr-create', 'pnr-cancel', 'pnr-retrieve'],
    // The story is of an adult and a child.
    ['child 1'],
  ],
  [
    'lists-bookings-a-cent-dearer',
    ['hotel-search', 'hotel-pricing', 'create-booking', 'search-bookings', 'view-booking'],
    ['room 2', 'child 1 of room 1', 'adult 2 of room 1', 'preset', 'upsells of step 4'],
  ],
];

for (const [fault, operations, without] of sampled(smallest, 2)) {
  test(`${fault}: it takes ${operations.join(', ')}, and each of them`, async () => {
    const sought = await found(sandbox, fault);
    const minimal = await madeSmaller(sandbox, sought, { fault });
    assert.equal(minimal.ended, 'minimal', minimal.reason);
    assert.deepEqual(operationsOf(sought, minimal), operations);
    assert.deepEqual(minimal.smallest.without, without);
    const { steps } = minimal.smallest;
    const less = { ...sought, trace: reducedTrace(sought.trace, minimal.smallest) };
    assert.equal((await sentAgain(sandbox, less, { fault, parts: { steps } })).outcome, 'same');
    assert.equal((await sentAgain(sandbox, less, { parts: { steps } })).outcome, 'fixed');
    // That no step can be left out is shown by tests/programs/hands-of-qa.ts.
    for (const { name } of fieldsLeft(sought.trace, minimal.smallest)) {
      const fewer = { steps, without: [...without, name] };
      const trace = reducedTrace(sought.trace, fewer);
      const again = await sentAgain(sandbox, { ...sought, trace }, { fault, parts: { steps } });
      assert.notEqual(again.outcome, 'same', `without ${name}`);
    }
    assert.ok(minimal.oneLess.length >= steps.length - 1);
    assert.ok(minimal.oneLess.every(({ fails }) => !fails));
  });
}

test('a file of a foreign service is made smaller through the intents of its requests', async () => {
  const [dialect, cancelled] = ['14', 'lists-cancelled-without-a-status'] as const;
  const opened = await strangerCase(sandbox, { dialect, fault: cancelled, flow: 'book-then-cancel' });
  const [verdict] = opened?.bundle.verdicts ?? [];
  const [finding] = verdict?.findings ?? [];
  if (!opened || !verdict || !finding) return assert.fail('the file does not show it');
  const sought = { clause: verdict.clause, finding, trace: opened.exact };
  const minimal = await madeSmaller(sandbox, sought, { dialect, fault: cancelled });
  assert.equal(minimal.ended, 'minimal', minimal.reason);
  const operations = ['hotel-search', 'hotel-pricing', 'create-booking', 'cancel-booking', 'search-bookings'];
  assert.deepEqual(operationsOf(sought, minimal), operations);
  const party = ['room 2', 'child 1 of room 1', 'adult 2 of room 1', 'preset', 'upsells of step 4'];
  assert.deepEqual(minimal.smallest.without, [...party, 'createdFrom of step 36', 'createdTo of step 36']);
});

const fault = 'lists-bookings-a-cent-dearer';

/** As small as it gets where nothing disturbs: looked for once. */
let undisturbed: Promise<Minimised> | undefined;
const smallestOf = (sought: SoughtFinding): Promise<Minimised> => {
  undisturbed ??= madeSmaller(sandbox, sought, { fault });
  return undisturbed;
};

test('a budget of requests that is spent keeps the smallest so far, and goes on from there', async () => {
  const sought = await found(sandbox, fault);
  const whole = await smallestOf(sought);
  const kept: MinimiseProgress[] = [];
  const onProgress = async (progress: MinimiseProgress) => {
    kept.push(progress);
  };
  const spent = await madeSmaller(sandbox, sought, { fault, requestsMax: 30, onProgress });
  assert.deepEqual([spent.ended, spent.reason], ['spent', 'the budget of 30 requests is used up']);
  assert.ok(spent.requests <= 30 + 5, `${spent.requests} requests, clean-up counted`);
  assert.ok(spent.smallest.steps.length < stepsOf(sought.trace, sought).length);
  assert.equal(spent.replayed?.outcome, 'same');
  const last = kept.at(-1);
  assert.deepEqual(last?.smallest, spent.smallest);
  const resumed = await madeSmaller(sandbox, sought, { fault, from: last });
  assert.deepEqual([resumed.ended, resumed.smallest], ['minimal', whole.smallest]);
  assert.ok(resumed.requests > spent.requests);
  const tampered = last && { ...last, smallest: { ...last.smallest, without: ['the moon'] } };
  const again = await madeSmaller(sandbox, sought, { fault, from: tampered });
  assert.deepEqual([again.ended, again.smallest], ['minimal', whole.smallest]);
});

test('no more is booked than the target allows', async () => {
  const sought = await found(sandbox, fault);
  const sums = { requested: 0, left: 0 };
  const answered = (replayed: AnyReplayed) => {
    const { requested = 0, left = 0 } = replayed.trace.bookings ?? {};
    sums.requested += requested;
    sums.left += left;
    return replayed;
  };
  const may = { books: { perRun: 3, perDay: 20 } };
  const spent = await madeSmaller(sandbox, sought, { fault, may, answered });
  assert.equal(spent.ended, 'spent');
  assert.match(spent.reason ?? '', /may\.books\.perRun/);
  assert.equal(spent.replayed?.outcome, 'same');
  assert.deepEqual(sums, { requested: 3, left: 0 });
});

test('a service that fails every second time is asked twice, and a flaky one as often as it takes', async () => {
  const flapping = 'nulls-the-search-id-every-second-time';
  const sought = await found(sandbox, flapping);
  const minimal = await madeSmaller(sandbox, sought, { fault: flapping });
  assert.deepEqual([minimal.ended, operationsOf(sought, minimal)], ['minimal', ['hotel-search', 'hotel-search']]);
  let times = 0;
  const everySecondTime = (replayed: AnyReplayed): AnyReplayed => {
    times += 1;
    return times % 2 === 0 && replayed.outcome === 'same' ? { ...replayed, outcome: 'fixed' } : replayed;
  };
  const steady = await found(sandbox, fault);
  const whole = await smallestOf(steady);
  const patient = await madeSmaller(sandbox, steady, { fault, answered: everySecondTime, requestsMax: 2_000 });
  assert.deepEqual([patient.ended, patient.smallest], ['minimal', whole.smallest]);
});

test('what does not fail here is not made smaller, and an interruption keeps what there is', async () => {
  const sought = await found(sandbox, fault);
  const healthy = await madeSmaller(sandbox, sought, {});
  assert.deepEqual([healthy.ended, healthy.replayed?.outcome], ['unshown', 'fixed']);
  let times = 0;
  const isInterrupted = () => times > 3;
  const answered = (replayed: AnyReplayed) => {
    times += 1;
    return replayed;
  };
  const interrupted = await madeSmaller(sandbox, sought, { fault, isInterrupted, answered });
  assert.deepEqual([interrupted.ended, interrupted.replayed?.outcome], ['interrupted', 'same']);
});

test('trouble is waited out, and where it stays nothing is claimed', async () => {
  const sought = await found(sandbox, fault);
  let times = 0;
  const inTrouble = (replayed: AnyReplayed): AnyReplayed => {
    const [first] = replayed.trace.exchanges;
    if (!first?.response) return replayed;
    const answer = { ...first, response: { ...first.response, status: 503, body: undefined } };
    return { ...replayed, outcome: 'unclear', trace: { ...replayed.trace, exchanges: [answer] } };
  };
  const nowAndThen = (replayed: AnyReplayed) => {
    times += 1;
    return times > 2 && times % 2 === 0 ? inTrouble(replayed) : replayed;
  };
  const patient = await madeSmaller(sandbox, sought, { fault, answered: nowAndThen });
  const whole = await smallestOf(sought);
  assert.deepEqual([patient.ended, patient.smallest], ['minimal', whole.smallest]);
  times = 0;
  const atLast = (replayed: AnyReplayed) => {
    times += 1;
    return times > 2 ? inTrouble(replayed) : replayed;
  };
  const untold = await madeSmaller(sandbox, sought, { fault, answered: atLast });
  assert.ok(untold.oneLess.some(({ isTroubled }) => isTroubled));
});

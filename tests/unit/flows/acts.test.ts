/** Acts in any order: what is skipped, what is looked at, and how much is sent. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { Target } from '../../../contracts/target.ts';
import { stop, stopOf } from '../../../engine/session.ts';
import { actOnFlights } from '../../../flows/act-on-flights.ts';
import { actOnStays } from '../../../flows/act-on-stays.ts';
import { actInTurn, type HeldThing } from '../../../flows/steps/acts.ts';
import { type BookingAct, bookingWalk } from '../../../generators/booking-acts.ts';
import { ticketWalk } from '../../../generators/ticket-acts.ts';
import { closeSandbox, placed } from './hotel-world.ts';

after(closeSandbox);

type Made = 'make' | 'end' | 'refused' | 'lacking' | 'trouble' | 'unaffordable';

/** A story in which each act and each look is one request. */
const staged = async (acts: readonly Made[], requestsMax?: number) => {
  const sent: string[] = [];
  const things: (HeldThing & { state: string })[] = [];
  const make = () => {
    const name = `thing ${things.length + 1}`;
    const thing = {
      kind: 'thing',
      state: 'open',
      shares: ['hotel'],
      isEnded: () => thing.state === 'ended',
      look: async () => sent.push(`look at ${name}`),
    };
    things.push(thing);
    return thing;
  };
  const perform = async (act: Made): Promise<HeldThing | undefined> => {
    sent.push(act);
    if (act === 'make') return make();
    if (act === 'refused') return stop('refused', 'no');
    if (act === 'lacking') return stop('needs', 'needs a binding');
    if (act === 'trouble') return stop('trouble', 'no answer');
    const [first] = things;
    if (first) first.state = 'ended';
    return first;
  };
  const ended = await actInTurn(
    { requestsSent: () => sent.length },
    {
      acts,
      perform,
      isPossible: (act) => act !== 'unaffordable',
      things: () => things,
      list: async () => sent.push('list'),
      ...(requestsMax !== undefined && { requestsMax }),
    },
  ).catch((thrown: unknown) => thrown);
  return { sent, ended };
};

const lastCensus = ['look at thing 1', 'look at thing 1', 'look at thing 2', 'list', 'list'];

for (const [what, acts, sent, reason] of [
  [
    'what is refused, lacks something or is not affordable is skipped, and the story goes on',
    ['make', 'refused', 'unaffordable', 'lacking', 'make'],
    ['make', 'refused', 'lacking', 'make', ...lastCensus],
    undefined,
  ],
  [
    'what lacks something before there is anything ends the story with that reason; a refusal does not',
    ['refused', 'lacking', 'make'],
    ['refused', 'lacking'],
    'needs a binding',
  ],
  ['trouble ends the story', ['make', 'trouble', 'make'], ['make', 'trouble'], 'no answer'],
] as const) {
  test(what, async () => {
    const staging = await staged(acts);
    deepEqual([staging.sent, stopOf(staging.ended)?.reason], [sent, reason]);
  });
}

test('after each act the story looks at what was touched, and in turn at kin, at what has ended, and at the list', async () => {
  const { sent } = await staged(['make', 'make', 'end', 'make'], 100);
  deepEqual(sent.slice(0, 3), ['make', 'look at thing 1', 'list']);
  deepEqual(sent.slice(3, 6), ['make', 'look at thing 2', 'list']);
  deepEqual(sent.slice(6, 9), ['end', 'look at thing 1', 'look at thing 2']);
  deepEqual(sent.slice(9, 12), ['make', 'look at thing 3', 'look at thing 2']);
});

test('the last census looks at everything, and at one of each kind twice, whichever acts are dropped', async () => {
  for (const acts of [
    ['make', 'make'],
    ['make', 'refused', 'make'],
  ] as const) {
    for (const requestsMax of [undefined, 60]) {
      const { sent } = await staged(acts, requestsMax);
      deepEqual(sent.slice(-lastCensus.length), lastCensus);
    }
  }
});

test('acts end early enough for the last census', async () => {
  const acts = Array.from({ length: 50 }, (_, at): Made => (at < 2 ? 'make' : 'end'));
  const { sent } = await staged(acts, 40);
  ok(sent.length <= 40, `${sent.length} requests`);
  ok(sent.length > 25, `${sent.length} requests`);
  deepEqual(sent.slice(-lastCensus.length), lastCensus);
});

test('shrinking a walk drops every act that a finding does not need', async () => {
  const isOwn = (act: BookingAct): boolean => act.act === 'cancel' && act.as === 'own';
  const { counterexample } = await fc.check(
    fc.property(bookingWalk, (acts) => !acts.some(isOwn)),
    { seed: 1, numRuns: 1 },
  );
  deepEqual(
    counterexample?.[0].map(({ act }) => act),
    ['cancel'],
  );
  for (const walk of [bookingWalk, ticketWalk]) {
    const [acts = []] = fc.sample<readonly { readonly act: string }[]>(walk, { seed: 1, numRuns: 1 });
    ok(acts.length > 60);
  }
});

const allowed =
  (perDay: number) =>
  ({ may }: Target): Partial<Target> => ({
    may: { ...may, books: { perRun: 40, perDay }, tickets: { perRun: 40, perDay } },
  });

for (const [flow, requestsMax] of [
  [actOnStays, 160],
  [actOnFlights, 165],
] as const) {
  test(`${flow.id} leaves half of a day to other runs, and keeps to its requests`, async () => {
    const { bookings, error, exchanges, stopped } = await placed({}, allowed(6)).record(flow);
    deepEqual([error, stopped], [undefined, undefined]);
    equal(bookings?.requested, 3);
    ok(exchanges.length <= requestsMax && exchanges.length > requestsMax / 2, `${exchanges.length} requests`);
    const none = await placed({}, allowed(3)).record(flow);
    ok((none.bookings?.requested ?? 0) <= 1);
  });
}

test('with nothing but the other half of a day a walk says what it needs', async () => {
  const { exchanges, stopped } = await placed({}, allowed(1)).record(actOnStays);
  equal(exchanges.length, 0);
  deepEqual(stopped, {
    because: 'needs',
    reason: 'needs more of may.books.perDay of the target file: half of a day is left to other runs',
  });
});

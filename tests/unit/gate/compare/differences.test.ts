/** What two rounds on one environment already show is no difference; what every round shows is one. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Difference } from '../../../../contracts/comparison.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { differencesOf, type ShownFlow, shownBy } from '../../../../gate/compare/differences.ts';
import { exchangeOf, traceOf } from '../../cases/case-of.ts';

const answered = (body: Json, rest: Partial<Exchange> = {}): Exchange =>
  exchangeOf({
    operation: 'countries',
    response: { status: 200, headers: { 'content-type': 'application/json' }, bytes: 2, body },
    ...rest,
  });

const round = (...exchanges: Exchange[]): ShownFlow[] => [shownBy(traceOf('list-countries', ...exchanges), [])];

const told = (a: readonly ShownFlow[][], b: readonly ShownFlow[][]): string[] =>
  differencesOf({ a, b }).differences.map(
    ({ kind, place, a: ofA, b: ofB }: Difference) => `${kind} ${place}: ${ofA.join()} then ${ofB.join()}`,
  );

const id = 'success body.id';

test('a field that another type stands in, or that is not there, is one', () => {
  const a = [round(answered({ id: 1, at: 'x' })), round(answered({ id: 2, at: 'y' }))];
  deepEqual(told(a, [round(answered({ id: '3' })), round(answered({ id: '4' }))]), [
    `shape ${id}: number then string`,
    'shape success body.at: string then absent',
  ]);
});

test('what differs from round to round on one of them is none', () => {
  const steady = [round(answered({ id: 1 })), round(answered({ id: 1 }))];
  const unsteady = [round(answered({ id: '1' })), round(answered({ id: 1 }))];
  deepEqual(told(steady, unsteady), []);
  deepEqual(told(unsteady, steady), []);
  const states = ['open', 'shut'].map((state) => round(answered({ id: 1, state })));
  deepEqual(told(states, states.toReversed()), []);
});

test('a code that comes up, and one that goes, are one', () => {
  const of = (state: string) => answered({ state });
  const a = [round(of('OPEN'), of('VOID')), round(of('OPEN'), of('VOID'))];
  const b = [round(of('OPEN'), of('USED')), round(of('OPEN'), of('USED'))];
  deepEqual(told(a, b), [
    'content request 2 body state: ["VOID"] then ["USED"]',
    'value success body.state: OPEN,VOID then OPEN,USED',
  ]);
});

test('what a proxy before the service changes is none', () => {
  const over = (headers: Record<string, string>) =>
    answered({ id: 1 }, { response: { status: 200, headers, bytes: 2, body: { id: 1 } } });
  const plain = round(over({ 'content-type': 'application/json', connection: 'keep-alive', 'content-length': '2' }));
  const way = { 'transfer-encoding': 'chunked', via: '1.1 lb' };
  const chunked = round(over({ 'content-type': 'application/json', ...way }));
  deepEqual(told([plain, plain], [chunked, chunked]), []);
  const bare = round(over({ 'content-type': 'application/json', 'x-request-id': 'a' }));
  deepEqual(told([plain, plain], [bare, bare]), [
    'value headers of a success: content-type then content-type,x-request-id',
  ]);
});

test('a status is held against that of the same request, and not where other requests are sent', () => {
  const refused = exchangeOf({ operation: 'countries', response: { status: 404, headers: {}, bytes: 0 } });
  const a = [round(answered([])), round(answered([]))];
  const lines = told(a, [round(refused), round(refused)]);
  equal(lines[0], 'answer request 1: 200 then 404');
  const longer = [round(refused, refused), round(refused, refused)];
  deepEqual(told(a, longer), ['requests story: 1 requests then 2 requests']);
});

test('an operation is slower only beyond what its rounds differ by themselves', () => {
  const lasting = (...all: number[]) => round(...all.map((durationMs) => answered([], { durationMs })));
  const a = [lasting(100, 110, 120), lasting(90, 100, 130)];
  deepEqual(told(a, [lasting(240, 250, 260), lasting(200, 210, 220)]), [
    'latency median of a round: 110 ms,100 ms then 250 ms,210 ms',
  ]);
  deepEqual(told(a, [lasting(240, 250, 260), lasting(100, 120, 130)]), []);
  deepEqual(told([lasting(1, 1, 1), lasting(1, 1, 1)], [lasting(9, 9, 9), lasting(9, 9, 9)]), [], 'nobody notices');
});

test('trouble that comes and goes keeps a flow from being called the same', () => {
  const broken = exchangeOf({ operation: 'countries', failure: { kind: 'reset', message: 'gone' } });
  const { response: _, ...unanswered } = broken;
  const a = [round(answered([])), round(answered([]))];
  deepEqual(differencesOf({ a, b: [round(unanswered), round(answered([]))] }).troubled, ['list-countries']);
  deepEqual(differencesOf({ a, b: a }).troubled, []);
  const twice = [round(answered([]), answered([])), round(answered([]), answered([]))];
  const half = round(unanswered, answered([]));
  equal(told(twice, [half, half])[0], 'answer request 1: 200 then no answer (reset)');
});

test('an environment that answers nothing cannot be compared, and differs in nothing', () => {
  const broken = exchangeOf({ operation: 'countries', failure: { kind: 'refused', message: 'gone' } });
  const { response: _, ...unanswered } = broken;
  const [a, b] = [
    [round(answered([])), round(answered([]))],
    [round(unanswered), round(unanswered)],
  ];
  for (const rounds of [
    { a, b },
    { a: b, b: a },
  ])
    deepEqual(differencesOf(rounds), { differences: [], compared: 0, troubled: ['list-countries'] });
});

/** Of each difference, the place of the one that it follows from. */
const followsFrom = (a: Json, b: Json): (number | undefined)[] =>
  differencesOf({ a: [round(answered(a)), round(answered(a))], b: [round(answered(b)), round(answered(b))] })
    .differences.filter(({ kind }) => kind === 'content')
    .map((difference) => difference.followsFrom);

test('a value that became the same other one, and a sum that moved by as much, follow from the first', () => {
  deepEqual(followsFrom({ price: 100, again: 100, sum: 350.5 }, { price: 112.34, again: 112.34, sum: 362.84 }), [
    undefined,
    0,
    0,
  ]);
  deepEqual(followsFrom({ net: 100, tax: 10.5, sum: 110.5 }, { net: 101, tax: 12.5, sum: 113.5 }), [
    undefined,
    undefined,
    0,
  ]);
});

test('a list in the order of a value that changed follows from it', () => {
  const of = (...rows: readonly [number, string][]) => rows.map(([price, name]) => ({ price, name }));
  deepEqual(followsFrom(of([100, 'east'], [110, 'west']), of([110, 'west'], [120, 'east'])), [undefined, 0]);
});

test('what changed by itself, or by chance to as short a value, follows from nothing', () => {
  deepEqual(followsFrom({ price: 100, name: 'east' }, { price: 120, name: 'west' }), [undefined, undefined]);
  deepEqual(followsFrom({ isOpen: true, isFull: true }, { isOpen: false, isFull: false }), [undefined, undefined]);
  deepEqual(followsFrom({ stars: 3, level: 3 }, { stars: 4, level: 4 }), [undefined, undefined]);
});

/** docs/bindings.md is run: its example is loaded and reads what it says, and no word of facts or intents is missing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Binding } from '../../../contracts/bindings.ts';
import { isClauseId } from '../../../contracts/clauses.ts';
import { bookingFact, facts, hotelFact, money, offerFact, priceDetailFact, upsell } from '../../../contracts/facts.ts';
import { type HotelIntents, type HotelOperation, hotelOperations } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import { factsOf } from '../../../contracts/locate.ts';
import { resolvedTarget } from '../../../targets/target.ts';
import acme from './acme.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = textOf('docs/bindings.md');

const blocks = [...page.matchAll(/```(\w+) ([\w -]+)\n([\s\S]*?)```/g)].map(([, , title = '', body = '']) => ({
  title,
  body,
}));
const block = (title: string): string => {
  const found = blocks.find((each) => each.title === title);
  assert.ok(found, `no block is called ${title}`);
  return found.body;
};

const target = resolvedTarget(
  acme,
  { ACME_URL: 'https://acme.example', ACME_CLIENT_ID: 'a', ACME_CLIENT_SECRET: 'b' },
  'acme',
);

test('the example of the page is the one that is run', () => {
  const [, code = ''] = /^\/\*\*.*\*\/\n\n?([\s\S]*)$/.exec(textOf('tests/unit/targets/acme.ts')) ?? [];
  assert.equal(block('target'), code.replaceAll("'../../../", "'../"));
});

const stay = { checkIn: '2026-12-01', checkOut: '2026-12-03', rooms: [{ adults: 2, childrenAges: [7] }] };
const search = { region: { town: 17 }, stay, preset: 'ranked', timeout: 20 };
const offer = { at: [], offerId: '9f2c41', reference: { key: 'k-77' } };
const guest = { firstName: 'Testina', lastName: 'Sampleton', birthDate: '1990-02-03', citizenship: 'DE' };
const intents: HotelIntents = {
  'hotel-search': search,
  'hotel-pricing': { searchId: 'S-1', hotelId: 42, offer, search },
  'offer-pricing': { searchId: 'S-1', offer, search },
  'create-booking': {
    ...{ searchId: 'S-1', offer, search },
    guests: [[{ ...guest, gender: 'female', isChild: false }]],
    contact: { email: 'a@example.invalid', phone: '+447700900000' },
    upsells: [{ reference: 'late' }],
  },
  'view-booking': {
    booking: { bookingId: 7 },
    details: { includePriceDetails: true, includeResidenceDetails: false },
  },
  'search-bookings': { status: 'completed', createdFrom: '2026-11-01' },
  'cancel-booking': { booking: {} },
};

const bindingOf = <Operation extends HotelOperation>(operation: Operation): Binding<Operation> => {
  const binding = target.bindings[operation] as Binding<Operation> | undefined;
  assert.ok(binding, `no binding of ${operation}`);
  return binding;
};

for (const operation of hotelOperations) {
  test(`the example binds ${operation}: it says what is meant, and takes any answer`, () => {
    const { request, response } = bindingOf(operation);
    const intent = intents[operation] as never;
    assert.ok(Object.keys(request(intent) as object).length > 0);
    const rates = [null, {}, { bedVariants: [null], costOf: [7], early: [null], late: {}, bookWith: null }];
    for (const body of [
      {},
      { bookings: [null, 7] },
      { stays: [null, { rates }], stay: { rates }, rate: rates[2] ?? null },
    ]) {
      assert.doesNotThrow(() => factsOf(operation, body, response?.(body, intent)));
    }
  });
}

test('what is said of an answer is what the example reads of it', () => {
  const answered = blocks.filter(({ title }) => title.startsWith('answer '));
  assert.ok(answered.length > 0);
  for (const { title, body } of answered) {
    const operation = title.slice('answer '.length) as HotelOperation;
    const answer = JSON.parse(body) as Json;
    const read = bindingOf(operation).response?.(answer, intents[operation] as never);
    const told = JSON.parse(block(`facts ${operation}`));
    assert.deepEqual(JSON.parse(JSON.stringify(factsOf(operation, answer, read))), told);
  }
});

/** In code, and as a whole word. */
const isNamed = (name: string): boolean => new RegExp(`\`[^\`\n]*\\b${name}\\b[^\`\n]*\``).test(page);

test('every member of the facts is explained', () => {
  const shapes = [facts, offerFact, hotelFact, bookingFact, money, upsell, priceDetailFact].map(({ shape }) => shape);
  const members = new Set([...shapes.flatMap((shape) => Object.keys(shape)), 'penalty', 'refund', 'score']);
  assert.ok(members.size > 30);
  assert.deepEqual(
    [...members].filter((name) => !isNamed(name)),
    [],
    'explain it in docs/bindings.md',
  );
});

/** Types leave nothing behind to look at, but their text. */
const membersIn = (path: string): string[] =>
  [...textOf(path).matchAll(/^ +(?:readonly )?'?(\w[\w-]*)'?\??: /gm)].flatMap(([, name]) => name ?? []);

test('every member of intents, and every one that a binding may read, is explained', () => {
  for (const path of ['contracts/intents.ts', 'contracts/bindings.ts']) {
    const members = membersIn(path);
    assert.ok(members.length > 5, `${path} was not read`);
    assert.deepEqual(
      members.filter((name) => !isNamed(name)),
      [],
      `explain it in docs/bindings.md`,
    );
  }
});

test('every clause that is named is one', () => {
  const areas = /^(hotel|offer|create|view|search|cancel)-[a-z]+\./;
  const named = [...page.matchAll(/`([a-z-]+\.[a-z-]+)`/g)].flatMap(([, id]) => (id && areas.test(id) ? [id] : []));
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((id) => !isClauseId(id)),
    [],
  );
});

test('every operation and every setting of hotels is named', () => {
  assert.deepEqual(
    [...hotelOperations, ...Object.keys(target.known)].filter((name) => !isNamed(name)),
    [],
  );
});

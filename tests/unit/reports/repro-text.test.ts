/** What a replay says: what it will do, one line of what came of it, and then beside now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared } from '../../../cases/compare.ts';
import type { Exchange } from '../../../contracts/trace.ts';
import { reproText } from '../../../reports/case-text.ts';
import { comparisonText } from '../../../reports/differences-text.ts';
import { caseEffectsLines, runEffectsLine } from '../../../reports/effects-text.ts';
import { cities, ok } from '../contracts/literal-trace.ts';

const finding = {
  fingerprint: 'aaaaaaaaaaaa',
  operation: 'cities' as const,
  place: 'response.body[].id',
  where: 'response.body[3].id',
  exchange: 1,
  expected: '7',
  actual: '"7"',
  count: 1,
};

test('one line says what came of all attempts, the worst first', () => {
  const [same, different, fixed] = [
    { outcome: 'same', finding },
    { outcome: 'different', finding },
    { outcome: 'fixed' },
  ] as const;
  const unclear = { outcome: 'unclear', reason: 'cities is in trouble: HTTP 503' } as const;
  assert.equal(reproText([same]), 'still fails the same way   cities → response.body[3].id');
  assert.equal(
    reproText([fixed, different, unclear]),
    'fails differently, in 1 of 3 attempts   cities → response.body[3].id: expected 7, actual "7"',
  );
  assert.equal(reproText([fixed, fixed]), 'fixed, in 2 of 2 attempts');
  const seen = { failed: 2, sent: 5 };
  assert.equal(
    reproText([fixed, fixed], seen),
    'not seen in 2 attempts   it was seen in 2 of 5 sendings, so fixed needs 6 attempts: add --attempts 6',
  );
  assert.equal(reproText([fixed, fixed, fixed, fixed, fixed, fixed], seen), 'fixed, in 6 of 6 attempts');
  assert.equal(reproText([fixed, unclear]), 'cannot tell, in 1 of 2 attempts   cities is in trouble: HTTP 503');
  assert.equal(reproText([]), 'cannot tell   nothing was sent');
});

test('of a case in which no clause is broken, it is said how its exchange ended', () => {
  const then = 'refused with SUPPLIER_ERROR';
  const ended = { operation: 'create-booking', then };
  assert.equal(
    reproText([{ outcome: 'same', ended: { ...ended, now: then } }]),
    'still refused   create-booking refused with SUPPLIER_ERROR',
  );
  assert.equal(
    reproText([{ outcome: 'fixed', ended: { ...ended, now: 'answered well' } }]),
    'fixed   create-booking answered well now, refused with SUPPLIER_ERROR then',
  );
  assert.equal(
    reproText([{ outcome: 'different', ended: { ...ended, now: 'refused with HTTP 400' } }]),
    'ends differently   create-booking refused with HTTP 400 now, refused with SUPPLIER_ERROR then',
  );
  assert.equal(reproText([{ outcome: 'unclear', ended, reason: 'names nobody' }]), 'cannot tell   names nobody');
});

test('what it does is told before, with what it may cost; of what only reads, the count alone', () => {
  const reads = { requests: 1, stays: 0, flights: 0, tickets: 0, wrongLogins: 0, costs: new Map(), movedMs: 0 };
  assert.deepEqual(caseEffectsLines(reads, 1), ['sends 1 request at least']);
  assert.deepEqual(caseEffectsLines(reads, 3, true), ['sends 1 request at least, up to 3 times']);
  const costs = new Map([['EUR', 120.5]]);
  assert.deepEqual(caseEffectsLines({ ...reads, stays: 1, flights: 2, tickets: 1, costs, movedMs: 5_400_000 }, 3), [
    'sends 1 request at least, 3 times',
    'books 1 stay and 2 flights (120.50 EUR by the prices of then), requests 1 ticket, 3 times: tickets are voided and bookings cancelled again; refunding one that can not be voided may cost a penalty',
    'moves the clock of the service, or of a world of its own, by 1.5 hours, 3 times',
  ]);
  assert.deepEqual(caseEffectsLines({ ...reads, wrongLogins: 2 }, 2), [
    'sends 1 request at least, 2 times',
    'sends 4 wrong logins: too many of them may block the partner',
  ]);
  assert.equal(runEffectsLine({ bookings: 0, tickets: 0 }), undefined);
  assert.match(runEffectsLine({ bookings: 2, tickets: 0 }) ?? '', /^books 2 stays or flights at the most: /);
});

const exchangeOf = (body: Parameters<typeof ok>[0]): Exchange => {
  const [exchange] = [cities('7', ok(body))].flat();
  return { ...(exchange as Exchange), index: 0 };
};

const then = exchangeOf([
  { id: 1, name: 'A long name that no column of half a terminal holds', price: 7, isOpen: true },
]);
const now = exchangeOf([{ id: 2, name: 'B', price: 8, isOpen: true, more: 'x' }]);

const here = { isSameTarget: true, where: 'response.body[0].isOpen' };

test('what differs is apart from what always differs, and what is the same is counted', () => {
  const kinds = Object.fromEntries(compared(then, now, here).map(({ place, kind }) => [place, kind]));
  assert.equal(kinds['response.body[0].id'], 'passing');
  assert.equal(kinds['response.body[0].price'], 'passing');
  assert.equal(kinds['response.body[0].name'], 'differs');
  assert.equal(kinds['response.body[0].more'], 'differs');
  assert.equal(kinds['response.body[0].isOpen'], 'same');
  const ofPrice = compared(then, now, { ...here, where: 'response.body[0].price' });
  assert.equal(ofPrice.find(({ place }) => place === 'response.body[0].price')?.kind, 'differs');
  const short = comparisonText(compared(then, now, here), { isFull: false, width: 80 });
  assert.match(short, /^differs/);
  assert.doesNotMatch(short, /isOpen|price/);
  assert.match(short, /always different, such as ids, times and amounts: 2 places/);
});

test('a table keeps to its terminal, and what was replaced is shown as replaced', () => {
  const replaced = { ...now, replaced: ['response.body[].name'] };
  for (const isFull of [false, true]) {
    const text = comparisonText(compared(then, replaced, here), { isFull, width: 80 });
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line);
    assert.match(text, /name .*\(replaced\)/);
  }
  const narrow = comparisonText(compared(then, replaced, here), { isFull: false, width: 40 });
  assert.match(narrow, /response\.body\[0\]\.name \(replaced\)\n {4}then {2}"A long name .*…\n {4}now {3}"B"/);
});

test('at another target, what was meant and what was read is compared', () => {
  const [one, other] = [then, now].map(
    (each, at): Exchange => ({
      ...each,
      intent: { region: at },
      facts: { searchId: `s-${at}` },
    }),
  );
  assert.ok(one && other);
  const rows = compared(one, other, { ...here, isSameTarget: false });
  assert.deepEqual(
    rows.map(({ place, kind }) => `${kind} ${place}`),
    ['same bearer', 'differs intent.region', 'same response.status', 'passing facts.searchId'],
  );
});

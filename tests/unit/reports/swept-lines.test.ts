/** What a sweep says: done, left to a person, or unknown to everybody. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { forgottenLine, type SweptLines, sweptLines } from '../../../reports/left-behind-text.ts';

const requested = { mark: 'Pfqabcdefghijkl', run: 'r1', begunAt: '2026-08-31T08:00:00.000Z' };
const flight = { ...requested, kind: 'flight', departure: '2026-11-01', route: { from: 'AAA', to: 'BBB' } } as const;
const hotel = { ...requested, checkIn: '2026-11-01' };
const done = { entry: flight, cancelled: 1, ticketsClosed: 0, left: undefined };

const linesOf = (more: Partial<SweptLines>): string =>
  sweptLines({
    target: 'acme',
    source: './acme.ts',
    swept: [],
    unknown: [],
    inUse: 0,
    onPurpose: 0,
    damaged: [],
    ...more,
  });

const about = 'Pfqabcdefghijkl  requested 2026-08-31T08:00:00.000Z by run r1';
const flown = `${about}, flight {"from":"AAA","to":"BBB"} on 2026-11-01`;
const clear = 'nothing of ours is left open at acme';

test('what was ended is told with its tickets', () => {
  equal(linesOf({ swept: [done] }), `cancelled  ${flown}\n${clear}`);
  equal(
    linesOf({ swept: [{ ...done, ticketsClosed: 2 }] }),
    `cancelled  ${flown}, and 2 tickets voided or refunded\n${clear}`,
  );
  equal(linesOf({ swept: [{ ...done, entry: hotel }] }), `cancelled  ${about}, check-in 2026-11-01\n${clear}`);
  equal(linesOf({ swept: [{ ...done, cancelled: 0 }] }), `not there  ${flown}: nothing of it is open\n${clear}`);
});

test('what nobody can look up is left to clear up, with the name by which support finds it and two ways out', () => {
  const unknown = { ...flight, unknown: 'booking', booking: null } as const;
  const ways = [
    "           ask the partner's support for a passenger with the last name Pfqabcdefghijkl, have it cancelled, and then,",
    '           or to give it up:',
    '           npx --no -- preflight sweep --target ./acme.ts --forget Pfqabcdefghijkl',
  ];
  equal(
    linesOf({ unknown: [unknown] }),
    [
      `UNKNOWN    ${flown}`,
      '           unknown whether it was booked: the answer was lost, and no operation can look it up',
      ...ways,
      '1 thing left to clear up at acme',
    ].join('\n'),
  );
  const [, second, ...rest] = linesOf({
    swept: [done],
    unknown: [{ ...unknown, unknown: 'tickets', booking: { bookingId: 'b7' } }],
  })
    .split('\n')
    .slice(1);
  equal(
    second,
    '           unknown whether tickets were issued for booking "b7": the answer was lost, and no operation can look it up',
  );
  deepEqual(rest, [...ways, '1 thing left to clear up at acme']);
});

test('a ledger that was set aside is left to clear up', () => {
  match(
    linesOf({ damaged: ['/l/a.damaged-1'] }),
    /^DAMAGED {4}\/l\/a\.damaged-1\n(?:.|\n)*\n1 thing left to clear up at acme$/,
  );
});

test('what is forgotten is named with all that is known', () => {
  equal(forgottenLine(flight), `forgotten  ${flown}: nobody looks for it any more, and the ledger keeps this`);
});

test('what is left open names who has to be asked for', () => {
  const left = { ...done, cancelled: 0, left: 'ticket "1": voiding it ended with refused' };
  const [, , asks] = linesOf({ swept: [left] }).split('\n');
  equal(asks, '           sweep again later, or cancel it with the partner, whose passenger has that name, and then:');
});

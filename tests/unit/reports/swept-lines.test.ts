/** What a sweep says: done, left to a person, or unknown to everybody. */
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { type SweptLines, sweptLines } from '../../../reports/swept-lines.ts';

const requested = { mark: 'Pfqabcdefghijkl', run: 'r1', begunAt: '2026-08-31T08:00:00.000Z' };
const flight = { ...requested, kind: 'flight', departure: '2026-11-01', route: { from: 'AAA', to: 'BBB' } } as const;
const hotel = { ...requested, checkIn: '2026-11-01' };
const done = { entry: flight, cancelled: 1, ticketsClosed: 0, left: undefined, isBeyondUs: false };

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

test('what nobody can look up is told once with a way out, and then listed', () => {
  equal(
    linesOf({ swept: [{ ...done, cancelled: 0, left: 'unknown whether it was booked', isBeyondUs: true }] }),
    [
      `UNKNOWN    ${flown}`,
      '           unknown whether it was booked',
      '           ask the partner for a passenger of that name; it is named here until its day is over, or until',
      '           npx preflight sweep --target ./acme.ts --forget Pfqabcdefghijkl',
      '1 thing left to clear up at acme',
    ].join('\n'),
  );
  equal(linesOf({ unknown: [flight] }), `unknown    ${flown}: told before, nobody can look it up\n${clear}`);
});

test('what is left open names who has to be asked for', () => {
  const left = { ...done, cancelled: 0, left: 'ticket "1": voiding it ended with refused' };
  const [, , asks] = linesOf({ swept: [left] }).split('\n');
  equal(asks, '           sweep again later, or cancel it with the partner, whose passenger has that name, and then:');
});

/** The line on what became of bookings: silent where there were none, loud where one is left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { bookingsLine } from '../../../reports/run-facts.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { passing, recordOf } from './record-of.ts';

const lineOf = (requested: number, cancelled: number, left: number, repeat = 'gate --target ./acme.ts --seed 1') =>
  bookingsLine({ ...recordOf(), bookings: { requested, cancelled, left }, repeat });

test('nothing is said of no bookings', () => {
  assert.equal(lineOf(0, 0, 0), undefined);
  assert.doesNotMatch(terminalReport(recordOf(passing('token.is-jwt')), { color: false, path: 'p' }), /bookings/);
});

test('it tells what was requested, made and cancelled', () => {
  assert.equal(lineOf(3, 3, 0)?.text, '3 bookings requested, 3 made and cancelled again');
  assert.equal(lineOf(1, 0, 0)?.text, '1 booking requested, none made');
  assert.equal(lineOf(1, 0, 0)?.isWarning, false);
});

test('what is left is a warning with a way out, by the name that the person gave', () => {
  assert.deepEqual(lineOf(3, 2, 1), {
    text: '3 bookings requested, 2 cancelled again, 1 may still be open: npx --no -- preflight sweep --target ./acme.ts',
    isWarning: true,
  });
  assert.match(lineOf(1, 0, 1, "gate --target 'my file.ts' --seed 1")?.text ?? '', /--target 'my file\.ts'$/);
  assert.match(lineOf(1, 0, 1, 'gate')?.text ?? '', /--target sandbox$/);
});

test('tickets are told beside bookings, and what is left of either is a warning', () => {
  const withTickets = (left: number, tickets: { requested: number; closed: number; left: number }) =>
    bookingsLine({
      ...recordOf(),
      bookings: { requested: 2, cancelled: 2, left, tickets },
      repeat: 'gate --target acme',
    });
  const made = '2 bookings requested, 2 made and cancelled again';
  assert.equal(
    withTickets(0, { requested: 3, closed: 2, left: 0 })?.text,
    `${made}; 3 tickets requested, 2 issued and voided, exchanged or refunded again`,
  );
  assert.equal(withTickets(0, { requested: 1, closed: 0, left: 0 })?.text, `${made}; 1 ticket requested, none issued`);
  assert.deepEqual(withTickets(1, { requested: 3, closed: 2, left: 1 }), {
    text: '2 bookings requested, 2 cancelled again, 1 may still be open; 3 tickets requested, 2 ended again, 1 may still be open: npx --no -- preflight sweep --target acme',
    isWarning: true,
  });
});

test('the report of a run has it, in a colour of its own when something is left', () => {
  const record = { ...recordOf(passing('token.is-jwt')), bookings: { requested: 2, cancelled: 1, left: 1 } };
  const coloured = terminalReport(record, { color: true, path: 'p' });
  assert.match(stripVTControlCharacters(coloured), /^bookings {4}2 bookings requested, 1 cancelled again, 1 may/m);
  assert.ok(coloured.includes('\u001b[33m2 bookings requested'));
});

test('what is left behind on purpose is told, and is no warning', () => {
  const withObligations = (requested: number, obligations: { begun: number; ended: number }) =>
    bookingsLine({ ...recordOf(), bookings: { requested, cancelled: requested, left: 0, obligations } });
  assert.deepEqual(withObligations(0, { begun: 0, ended: 2 }), {
    text: '2 of former runs settled or ended',
    isWarning: false,
  });
  assert.deepEqual(withObligations(1, { begun: 1, ended: 1 }), {
    text: '1 booking requested, 1 cancelled again; 1 left behind on purpose, 1 of former runs settled or ended',
    isWarning: false,
  });
  const tickets = { requested: 1, closed: 0, left: 0 };
  const obligations = { begun: 1, ended: 0 };
  assert.equal(
    bookingsLine({ ...recordOf(), bookings: { requested: 1, cancelled: 0, left: 0, tickets, obligations } })?.text,
    '1 booking requested, 0 cancelled again; 1 ticket requested, 0 ended again; 1 left behind on purpose',
  );
});

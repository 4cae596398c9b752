/** Which of the tickets that an answer tells is the one that was asked about. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { ticketReported } from '../../../../engine/effects/ticket-ref.ts';

const wanted = { ticketNumber: '0001234567890' };

test('a ticket is known by its number in either form, and another number is another ticket', () => {
  const other = { at: [], ticketNumber: '0001234567891', isOpen: false };
  equal(ticketReported([other], wanted), undefined, 'also where it is the only one');
  const same = { at: [], ticketNumber: 'AA-1234567890', isOpen: true };
  deepEqual(ticketReported([other, same], wanted), same);
});

test('the only one need not repeat its number, and of several none is picked', () => {
  const nameless = { at: [], isOpen: false };
  deepEqual(ticketReported([nameless], wanted), nameless);
  equal(ticketReported([nameless, nameless], wanted), undefined);
  equal(ticketReported(undefined, wanted), undefined);
});

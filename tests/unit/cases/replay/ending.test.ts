/** How an exchange ended: a booking that is answered with success and a status of refusal was refused. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { endingNow, endingText, lastFailed } from '../../../../cases/replay/ending.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { emptyTrace } from '../../../../engine/run-folder.ts';

const booked = (status: string): Exchange => ({
  index: 0,
  operation: 'create-booking',
  bearer: 'own',
  tokenSerial: 1,
  request: { method: 'POST', path: '/api/hotels/create_booking', query: [], headers: {}, body: {} },
  sentAt: '2026-09-01T12:00:00.000Z',
  durationMs: 5,
  response: { status: 200, headers: {}, bytes: 2, body: {} },
  facts: { booking: { status } } as NonNullable<Exchange['facts']>,
});

test('a booking is refused by its status, and fixed once it is accepted', () => {
  const [rejected, completed] = [booked('rejected'), booked('completed')];
  deepEqual([rejected, completed].map(endingText), ['refused with status rejected', 'answered well']);
  equal(endingNow(rejected, rejected), 'same');
  equal(endingNow(rejected, completed), 'fixed');
  equal(endingNow(completed, rejected), 'different');
  for (const status of ['failed', 'Rejected', 'Error'])
    equal(endingText(booked(status)), `refused with status ${status}`);
  const exchanges = [rejected, { ...completed, index: 1, operation: 'search-bookings' as const }];
  equal(lastFailed({ ...emptyTrace('imported', rejected.sentAt), exchanges })?.index, 0);
});

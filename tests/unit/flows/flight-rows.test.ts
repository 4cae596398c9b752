/** That stories about flights are walked for every row of circumstances, as far as the budget reaches. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { bookThenVoid } from '../../../flows/book-then-void.ts';
import { exchangeTicket } from '../../../flows/exchange-ticket.ts';
import { refundTicket } from '../../../flows/refund-ticket.ts';
import { flightRows } from '../../../generators/flight-rows.ts';
import { type Heard, played, targetWith } from '../engine/story.ts';
import { service, whole } from './healthy-flights.ts';

/** Each booking begins anew, and is of the partner who made it. */
const renewed = () => {
  let hears = service();
  let owner = 'own';
  return (operation: OperationId, intent: Json, bearer = 'own'): Heard => {
    if (operation === 'pnr-create') [hears, owner] = [service(), bearer];
    const isForAll = operation.startsWith('avia-') || operation === 'fare-rules';
    return hears(operation, intent, isForAll || bearer === owner ? undefined : 'other');
  };
};
test('with much of the budget left a story is walked for every row, on the ticket and for the partner of that row', async () => {
  const ample = { perRun: 90, perDay: 90 };
  const rich = targetWith({ ...whole, may: { books: ample, tickets: ample } });
  for (const flow of [bookThenVoid, exchangeTicket, refundTicket]) {
    const { said, stopped } = await played(flow, { target: rich, bookingsLeft: 90, ticketsLeft: 90, hears: renewed() });
    equal(stopped, undefined, flow.id);
    // That in which a ticket of the first is voided in vain is booked twice.
    const booked = said
      .filter(({ operation }) => operation === 'pnr-create')
      .filter(({ what }, at, all) => JSON.stringify(what) !== JSON.stringify(all[at - 1]?.what));
    const created = booked.map(({ what }) => (what as { search: Record<string, Json> }).search);
    equal(created.length, flightRows.length, flow.id);
    deepEqual(
      created.map(({ adults, children, return: back }) => [adults, children, back !== undefined]),
      flightRows.map(({ party, trip }) => [
        party === 'two adults' ? 2 : 1,
        party === 'an adult with a child' ? 1 : 0,
        trip === 'there and back',
      ]),
    );
    deepEqual(
      booked.map(({ bearer }) => bearer ?? 'own'),
      flightRows.map(({ partner }) => partner),
    );
  }
});

/** How a ticket and its booking are ended at services that answer in their own way. */
import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { type FlightEntry, memoryLedger } from '../../../../client/ledgers/booking-ledger.ts';
import type { Facts } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { OperationId } from '../../../../contracts/operations.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { closeFlight } from '../../../../engine/clean-up/close-flight.ts';
import { aviaOperations } from '../../../../flows/steps/token-asks.ts';

const at = '2026-09-01T12:00:00.000Z';
const booking = { bookingId: '3f0c2a44-92f1-4a5f-9a58-1f1f5d8a7a11' };
const ticketNumber = '0001234567890';
const entry = {
  ...({ kind: 'flight', mark: 'Pfqabcdefghijk', run: 'r', partner: 'own', owner: null } as const),
  begunAt: at,
  settledBy: at,
  createdAt: at,
  route: 'AAA-BBB',
  departure: '2026-10-01',
  booking,
  isCancelled: false,
  tickets: [{ ticketNumber, issuedAt: at }],
  unknown: null,
};

/** Each operation hears its answers one after the other, and the last from then on: a text is the code of a refusal. */
type Answers = Partial<Record<OperationId, readonly (Facts | string)[]>>;

const closed = async (answers: Answers, about: Partial<FlightEntry> = {}) => {
  const sent: OperationId[] = [];
  const hear = (operation: OperationId) => {
    const heard = answers[operation] ?? [{}];
    const answer = heard[Math.min(sent.filter((each) => each === operation).length, heard.length - 1)] ?? {};
    sent.push(operation);
    const isRefused = typeof answer === 'string';
    const body: Json = isRefused ? { error: { code: answer, message: 'no' } } : {};
    const exchange: Exchange = {
      index: sent.length,
      operation,
      bearer: 'own',
      tokenSerial: 1,
      sentAt: at,
      durationMs: 1,
      request: { method: 'POST', path: '/', query: [], headers: {} },
      response: { status: isRefused ? 409 : 200, headers: {}, body, bytes: 2 },
    };
    return { exchange, facts: isRefused ? {} : answer };
  };
  const result = await closeFlight(
    {
      ask: async (operation) => hear(operation),
      voidTicket: async () => hear('ticket-cancel').exchange,
      bindings: Object.fromEntries(aviaOperations.map((operation) => [operation, { request: () => ({}) }])),
      voidWindowMs: 86_400_000,
      settleMs: 0,
      foreignBookings: new Set<string>(),
      now: () => Date.parse(at),
      pause: async () => {},
      ledger: memoryLedger(() => Date.parse(at)),
    },
    { ...entry, ...about },
  );
  return { ...result, sent };
};

const open = { tickets: [{ at: [], ticketNumber, isOpen: true }] };

test('a ticket whose void is refused, and that is not there any more, is gone; and so is its booking', async () => {
  const { left, cancelled } = await closed({
    'ticket-cancel': ['INVALID_TICKET_STATE'],
    'ticket-info': ['TICKET_NOT_FOUND'],
    'pnr-cancel': ['BOOKING_NOT_FOUND'],
    'pnr-retrieve': ['BOOKING_NOT_FOUND'],
  });
  equal(left, undefined);
  equal(cancelled, 1);
});

test('a ticket that is too late to be voided is refunded, though no look finds it', async () => {
  const { left, sent } = await closed({ 'ticket-cancel': ['VOID_TIME_EXPIRED'], 'ticket-info': ['TICKET_NOT_FOUND'] });
  equal(left, undefined);
  equal(sent.includes('ticket-refund'), true);
});

test('a void or a refund that is shown to have done nothing leaves the ticket and its booking open', async () => {
  const { left, sent, ticketsClosed } = await closed({ 'ticket-info': [open] });
  match(left ?? '', /it was voided, and is still open/);
  deepEqual([ticketsClosed, sent.includes('pnr-cancel')], [0, false]);
});

test('a void that the supplier refuses is asked for once more, and then the ticket is refunded', async () => {
  const once = await closed({ 'ticket-cancel': ['SUPPLIER_ERROR', {}], 'ticket-info': [open, {}] });
  deepEqual([once.left, once.sent.includes('ticket-refund')], [undefined, false]);
  const ever = await closed({ 'ticket-cancel': ['SUPPLIER_ERROR'], 'ticket-info': [open, open, {}] });
  equal(ever.left, undefined);
  deepEqual(
    ever.sent.filter((operation) => operation === 'ticket-cancel' || operation === 'ticket-refund'),
    ['ticket-cancel', 'ticket-cancel', 'ticket-refund'],
  );
  const lasting = await closed({ 'ticket-cancel': ['TICKET_USED'], 'ticket-info': [open] });
  deepEqual([lasting.sent.filter((operation) => operation === 'ticket-cancel').length, lasting.ticketsClosed], [1, 0]);
});

test('tickets of an invented booking whose answer was lost are none where the booking is not there', async () => {
  const invented: Partial<FlightEntry> = { route: null, isCancelled: true, tickets: [], unknown: 'tickets' };
  const { left } = await closed({ 'pnr-retrieve': ['BOOKING_NOT_FOUND'] }, invented);
  equal(left, undefined);
  const { left: kept } = await closed({ 'pnr-retrieve': ['BOOKING_NOT_FOUND'] }, { ...invented, route: 'AAA-BBB' });
  match(kept ?? '', /unknown whether tickets were issued/);
});

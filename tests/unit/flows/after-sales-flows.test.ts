/** What the stories about exchanges and refunds say, to whom and in which order. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../contracts/json.ts';
import { BindingBroke } from '../../../engine/bound-call.ts';
import { exchangeTicket } from '../../../flows/exchange-ticket.ts';
import { refundTicket } from '../../../flows/refund-ticket.ts';
import type { Heard, Said } from '../engine/story.ts';
import { about, old, order, play, service } from './healthy-flights.ts';

test('an exchange that nobody calculated is asked for before the one that was', async () => {
  const { said } = await play(exchangeTicket);
  const exchanges = about(said, 'ticket-exchange').map(({ what }) => what as { exchangeId: string; offer: string });
  deepEqual(
    exchanges.map(({ exchangeId }) => exchangeId === 'x-1'),
    [false, true, true, true, true],
  );
  equal(exchanges[1]?.offer, 'way');
  deepEqual(
    about(said, 'ticket-exchange').map(({ what, bearer }) => [
      bearer ?? 'own',
      (what as { ticket: { ticketNumber: string } }).ticket.ticketNumber,
    ]),
    [
      ['own', old],
      ['other', old],
      ['own', '0001234567891'],
      ['own', old],
      ['own', old],
    ],
    'by another partner, for another ticket, and again',
  );
  const [, ...looks] = about(said, 'ticket-info').map(
    ({ what }) => (what as { ticket: { ticketNumber: string } }).ticket,
  );
  deepEqual(looks, [
    { ticketNumber: '0009' },
    { ticketNumber: old },
    { ticketNumber: '0001234567891' },
    { ticketNumber: old },
  ]);
});

const calculationsIn = (said: readonly Said[]) =>
  about(said, 'ticket-refund').map(({ what }) => (what as { calculation?: string }).calculation);

test('a refund is asked for before it is calculated; then it names its calculation, and is asked for twice', async () => {
  const { said } = await play(refundTicket);
  deepEqual(calculationsIn(said), [undefined, 'quote', 'quote', 'quote']);
  deepEqual(
    about(said, 'ticket-refund').map(({ bearer }) => bearer ?? 'own'),
    ['own', 'other', 'own', 'own'],
  );
  ok(order(said).indexOf('ticket-refund') < order(said).indexOf('ticket-refund-calculation'));
  equal(about(said, 'ticket-issue').length, 1, 'no ticket more');
});

test('a ticket that was refunded before it was calculated shows nothing more: another one is calculated first', async () => {
  const { said } = await play(refundTicket, { hears: service({ 'ticket-refund': () => ({}) }) });
  deepEqual(calculationsIn(said), [undefined, 'quote', 'quote', 'quote']);
  equal(about(said, 'ticket-issue').length, 2);
});

test('a calculation that a wrong request may have used up is made again', async () => {
  for (const [flow, of] of [
    [refundTicket, 'refund'],
    [exchangeTicket, 'exchange'],
  ] as const) {
    const healthy = service();
    const hears: typeof healthy = (operation, intent, bearer) =>
      bearer === 'other' && operation === `ticket-${of}` ? 503 : healthy(operation, intent, bearer);
    const { said } = await play(flow, { hears });
    const steps = said.flatMap(({ operation = '', bearer = 'own' }) =>
      operation.startsWith(`ticket-${of}`) ? `${operation.slice(`ticket-${of}`.length)} ${bearer}` : [],
    );
    const lost = steps.indexOf(' other');
    ok(steps.indexOf('-calculation own', lost) < steps.lastIndexOf(' own'), of);
    ok(steps.indexOf('-calculation own', lost) > lost, of);
  }
});

test('a binding that builds a refund from its calculation alone is spared the refund without one', async () => {
  const refund = (what: Json): Heard => {
    if ((what as { calculation?: Json }).calculation === undefined) throw new BindingBroke('no calculation');
    return {};
  };
  const { said } = await play(refundTicket, { hears: service({ 'ticket-refund': refund }) });
  ok(calculationsIn(said).includes('quote'), 'the calculated refund is asked for');
  equal(about(said, 'ticket-issue').length, 1, 'no ticket more');
});

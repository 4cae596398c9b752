/** Tickets: issue, void, exchange and refund. */
import { expect, test } from '../playwright/test.ts';

test('an unused ticket is voided inside its window, once', {
  tag: ['@tickets', '@ticket-cancel', '@standard'],
}, async ({ walk }) => {
  // Search, book and issue a ticket, try to void it wrongly, void it, void it again, and cancel the booking.
  await walk('book-then-void', async (walked) => {
    await expect(walked).toKeepClause('ticket-cancel.unused-ticket-is-voided-inside-window');
    await expect(walked).toKeepClause('ticket-cancel.voided-ticket-is-not-open');
    await expect(walked).toKeepClause('ticket-cancel.second-void-is-refused');
    await expect(walked).toKeepClause('ticket-cancel.refused-void-changes-nothing');
  });
});

test('an exchange and a refund cost what was calculated, once', {
  tag: ['@tickets', '@ticket-exchange', '@ticket-refund', '@standard'],
}, async ({ walk }) => {
  // Issue two tickets and book beside them, exchange one as calculated, refund the other, ask for both again, and look
  // at what was not touched.
  await walk('exchange-then-refund', async (walked) => {
    await expect(walked).toKeepClause('ticket-exchange.costs-what-was-calculated');
    await expect(walked).toKeepClause('ticket-exchange.new-ticket-has-another-number');
    await expect(walked).toKeepClause('ticket-refund.amount-is-the-calculated-one');
    await expect(walked).toKeepClause('ticket-refund.refunded-ticket-is-not-refunded-again');
    await expect(walked).toKeepClause('ticket-info.acts-elsewhere-change-nothing');
  });
});

test('a used ticket cannot be voided', { tag: ['@tickets', '@ticket-cancel', '@standard'] }, async ({ walk }) => {
  // Let a passenger fly, then ask for the void of that ticket, and of one that others must not touch.
  await walk('void-used-ticket', async (walked) => {
    await expect(walked).toKeepClause('ticket-cancel.used-ticket-is-refused');
    await expect(walked).toKeepClause('ticket-cancel.lack-of-rights-is-access-denied');
  });
});

test('a void comes too late once its window is over', { tag: ['@tickets', '@ticket-cancel', '@standard'] }, async ({
  walk,
}) => {
  // Book, wait, issue two tickets, void one as its window ends and the other when it has.
  await walk('outlive-void-window', async (walked) => {
    await expect(walked).toKeepClause('ticket-cancel.late-void-is-expired');
    await expect(walked).toKeepClause('ticket-cancel.unused-ticket-is-voided-inside-window');
  });
});

test('acts on flights and tickets in any order change nothing elsewhere', {
  tag: ['@tickets', '@ticket-info', '@ticket-cancel', '@full'],
}, async ({ walk }) => {
  // Book flights for both partners, issue tickets, and act on them in an order that is drawn.
  await walk('act-on-flights', async (walked) => {
    await expect(walked).toKeepClause('ticket-info.acts-elsewhere-change-nothing');
    await expect(walked).toKeepClause('ticket-cancel.refused-void-changes-nothing');
  });
});

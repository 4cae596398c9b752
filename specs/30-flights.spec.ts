/** Flights: search, price, book, retrieve and cancel. */
import { expect, test } from '../playwright/test.ts';

test('an offer keeps its price while nothing changes', { tag: ['@flights', '@avia-search', '@standard'] }, async ({
  walk,
}) => {
  // Read the schedule and the seats of some flights, search twice, and read price and rules of some offers.
  await walk('search-flights', async (walked) => {
    await expect(walked).toKeepClause('avia-offer-price.unchanged-offer-keeps-its-price');
    await expect(walked).toKeepClause('avia-schedule.carries-no-price');
    await expect(walked).toKeepClause('fare-rules.rules-are-told');
  });
});

test('a flight is booked for the passengers named, and cancelled', {
  tag: ['@flights', '@pnr-create', '@pnr-retrieve', '@pnr-cancel', '@standard'],
}, async ({ walk }) => {
  // Book two flights, retrieve and reprice them, cancel them, retrieve them again, and ask for a ticket.
  await walk('book-then-cancel-flight', async (walked) => {
    await expect(walked).toKeepClause('pnr-retrieve.passengers-are-those-booked');
    await expect(walked).toKeepClause('pnr-retrieve.flights-are-those-chosen');
    await expect(walked).toKeepClause('pnr-retrieve.cancelled-stays-cancelled');
    await expect(walked).toKeepClause('ticket-issue.cancelled-booking-is-refused');
  });
});

test('a flight booking that does not exist is refused with a code', {
  tag: ['@flights', '@avia-refusal', '@standard'],
}, async ({ walk }) => {
  // Ask flight operations with empty bodies, and about bookings that do not exist or have no possible id.
  await walk('ask-flights-badly', async (walked) => {
    await expect(walked).toKeepClause('avia-booking.unknown-booking-is-refused');
    await expect(walked).toKeepClause('avia-booking.malformed-booking-id-is-refused');
  });
});

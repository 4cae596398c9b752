/** Hotels: search, price, book, view, list and cancel. */
import { expect, test } from '../playwright/test.ts';

test('a search that is repeated keeps the ids of its offers', {
  tag: ['@hotels', '@hotel-search', '@standard'],
}, async ({ walk }) => {
  // Search the same hotels twice, by each preset and with a timeout, and open the cards of some of them.
  await walk('search-hotels', async (walked) => {
    await expect(walked).toKeepClause('hotel-search.equal-search-keeps-offer-ids');
    await expect(walked).toKeepClause('hotel-search.presets-keep-offer-ids');
    await expect(walked).toKeepClause('hotel-search.minimum-price-is-the-lowest');
  });
});

test('an offer keeps its id from the search to its price', { tag: ['@hotels', '@hotel-pricing', '@standard'] }, async ({
  walk,
}) => {
  // Read the bed and meal types, search, price some hotels and some of their offers, and search again.
  await walk('price-hotels', async (walked) => {
    await expect(walked).toKeepClause('hotel-pricing.keeps-offer-ids-of-search');
    await expect(walked).toKeepClause('offer-pricing.offer-id-is-the-one-asked-for');
    await expect(walked).toKeepClause('hotel-pricing.price-parts-add-up');
  });
});

test('a booking is as it was asked for until it is cancelled', {
  tag: ['@hotels', '@view-booking', '@cancel-booking', '@standard'],
}, async ({ walk }) => {
  // Book an offer that can be cancelled free of charge, view and list it, cancel it, and look again.
  await walk('book-then-cancel', async (walked) => {
    await expect(walked).toKeepClause('view-booking.stay-is-the-one-booked');
    await expect(walked).toKeepClause('view-booking.guests-are-those-booked');
    await expect(walked).toKeepClause('cancel-booking.free-cancellation-costs-nothing');
    await expect(walked).toKeepClause('view-booking.cancelled-stays-cancelled');
  });
});

test('a supplier that needs citizenship and gender says so', {
  tag: ['@hotels', '@create-booking', '@standard'],
}, async ({ walk }) => {
  // Book with the strict supplier for guests without citizenship, without gender, and then with both.
  await walk('book-with-incomplete-guests', async (walked) => {
    await expect(walked).toKeepClause('create-booking.guest-without-citizenship-is-refused');
    await expect(walked).toKeepClause('create-booking.guest-without-gender-is-refused');
    await expect(walked).toKeepClause('create-booking.complete-guests-are-accepted');
  });
});

test('a list of bookings holds what its filter asks for', {
  tag: ['@hotels', '@search-bookings', '@standard'],
}, async ({ walk }) => {
  // List the bookings there are, by every status, and created of late, long ago, and in days to come.
  await walk('list-bookings', async (walked) => {
    await expect(walked).toKeepClause('search-bookings.status-filter-holds');
    await expect(walked).toKeepClause('search-bookings.creation-date-filter-holds');
  });
});

test('a booking that does not exist is refused with a code', {
  tag: ['@hotels', '@hotel-refusal', '@standard'],
}, async ({ walk }) => {
  // Ask hotel operations with empty bodies, and about searches, offers and bookings that do not exist.
  await walk('ask-hotels-badly', async (walked) => {
    await expect(walked).toKeepClause('view-booking.unknown-booking-is-refused');
    await expect(walked).toKeepClause('cancel-booking.unknown-booking-is-refused');
    await expect(walked).toKeepClause('hotel-refusal.carries-code-and-message');
  });
});

test('acts on stays in any order change nothing elsewhere', {
  tag: ['@hotels', '@view-booking', '@cancel-booking', '@full'],
}, async ({ walk }) => {
  // Book stays for both partners, and act on them in an order that is drawn.
  await walk('act-on-stays', async (walked) => {
    await expect(walked).toKeepClause('view-booking.acts-elsewhere-change-nothing');
    await expect(walked).toKeepClause('view-booking.other-partner-sees-nothing');
  });
});

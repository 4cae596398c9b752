/** Unusual inputs and orders of calls: each test walks one that the seed draws, and only at depth full. */
import { expect, test } from '../playwright/test.ts';

test('unusual country ids are answered as the interface says', {
  tag: ['@explorations', '@dictionaries', '@cities', '@full'],
}, async ({ walk }) => {
  // Read the countries, then ask for cities by ids that are known, unknown, huge, no number, missing or repeated.
  await walk('explore-country-ids', async (walked) => {
    await expect(walked).toKeepClause('cities.valid-request-is-answered');
    await expect(walked).toKeepClause('cities.non-numeric-country-id-is-bad-request');
  });
});

test('rare languages and headers change no list of cities', {
  tag: ['@explorations', '@dictionaries', '@cities', '@full'],
}, async ({ walk }) => {
  // Read the countries, then the cities of some, in rare languages and with other harmless headers.
  await walk('explore-cities', async (walked) => {
    await expect(walked).toKeepClause('cities.belong-to-the-country-asked');
    await expect(walked).toKeepClause('cities.sorted-by-id');
  });
});

test('rare languages and headers change no hotel card', {
  tag: ['@explorations', '@dictionaries', '@hotel-card', '@full'],
}, async ({ walk }) => {
  // Ask for the cards of known hotels, in rare languages and with rare headers.
  await walk('explore-hotel-cards', async (walked) => {
    await expect(walked).toKeepClause('hotel-card.id-is-the-one-asked-for');
  });
});

test('no hotel has an id at the edges of numbers', {
  tag: ['@explorations', '@dictionaries', '@hotel-card', '@full'],
}, async ({ walk }) => {
  // Ask for the cards of hotels whose ids are 0, negative, or beyond 31, 32, 53 or 64 bits.
  await walk('explore-unknown-hotels', async (walked) => {
    await expect(walked).toKeepClause('hotel-card.unknown-hotel-is-not-found');
  });
});

test('a token that is nearly valid is refused', {
  tag: ['@explorations', '@token', '@bearer', '@full'],
}, async ({ walk }) => {
  // Ask for some reference data with a valid token, and then with tokens that must be refused.
  await walk('explore-bad-tokens', async (walked) => {
    await expect(walked).toKeepClause('bearer.tampered-claims-are-unauthorized');
    await expect(walked).toKeepClause('bearer.unsigned-token-is-unauthorized');
  });
});

test('unusual stays are searched and priced alike', {
  tag: ['@explorations', '@hotels', '@hotel-search', '@full'],
}, async ({ walk }) => {
  // Search stays over a year's end or a leap day, long, far ahead or of many guests, and price some.
  await walk('explore-stays', async (walked) => {
    await expect(walked).toKeepClause('hotel-search.equal-search-keeps-offer-ids');
    await expect(walked).toKeepClause('hotel-pricing.keeps-offer-ids-of-search');
  });
});

test('combinations of stays that were never seen together have offers', {
  tag: ['@explorations', '@hotels', '@hotel-search', '@full'],
}, async ({ walk }) => {
  // Search for guests, rooms, nights, regions and presets that were not seen together; price some offers.
  await walk('explore-hotel-domain', async (walked) => {
    await expect(walked).toKeepClause('hotel-search.minimum-price-is-the-lowest');
    await expect(walked).toKeepClause('offer-pricing.offer-id-is-the-one-asked-for');
  });
});

test('what is asked in two ways has one answer', {
  tag: ['@explorations', '@hotels', '@search-bookings', '@full'],
}, async ({ walk }) => {
  // Read amenities in two languages, search twice alike, list bookings with filters, view one with details.
  await walk('explore-relations', async (walked) => {
    await expect(walked).toKeepClause('amenities.same-in-every-language');
    await expect(walked).toKeepClause('search-bookings.filter-adds-nothing');
    await expect(walked).toKeepClause('view-booking.price-details-change-nothing-else');
  });
});

test('bookings keep their state in any order of acts', {
  tag: ['@explorations', '@hotels', '@view-booking', '@full'],
}, async ({ walk }) => {
  // Book one offer up to three times; view, list and cancel the bookings in any order, either partner.
  await walk('explore-booking-life', async (walked) => {
    await expect(walked).toKeepClause('view-booking.acts-elsewhere-change-nothing');
    await expect(walked).toKeepClause('view-booking.cancelled-stays-cancelled');
  });
});

test('details of a booking are shown when they are asked for', {
  tag: ['@explorations', '@hotels', '@view-booking', '@full'],
}, async ({ walk }) => {
  // Book an offer that can be cancelled free of charge, and view it with details in any combination.
  await walk('explore-view-details', async (walked) => {
    await expect(walked).toKeepClause('view-booking.price-details-when-asked-for');
    await expect(walked).toKeepClause('view-booking.no-price-details-unless-asked-for');
  });
});

test('any filter of bookings holds', {
  tag: ['@explorations', '@hotels', '@search-bookings', '@full'],
}, async ({ walk }) => {
  // Book an offer that can be cancelled free of charge, and list bookings with any filter and without.
  await walk('explore-booking-filters', async (walked) => {
    await expect(walked).toKeepClause('search-bookings.new-booking-is-listed');
    await expect(walked).toKeepClause('search-bookings.filter-adds-nothing');
  });
});

test('guests with rare names and birthdays are booked as they are', {
  tag: ['@explorations', '@hotels', '@create-booking', '@full'],
}, async ({ walk }) => {
  // Book for guests with rare names, with the strict supplier where they lack something, and view it.
  await walk('explore-guests', async (walked) => {
    await expect(walked).toKeepClause('view-booking.guests-are-those-booked');
  });
});

test('unusual flights are searched and priced alike', {
  tag: ['@explorations', '@flights', '@avia-search', '@full'],
}, async ({ walk }) => {
  // Ask for flights there and back in a day, over a leap day, far ahead or of large parties.
  await walk('explore-journeys', async (walked) => {
    await expect(walked).toKeepClause('avia-offer-price.unchanged-offer-keeps-its-price');
    await expect(walked).toKeepClause('avia-schedule.carries-no-price');
  });
});

test('combinations of flights that were never seen together have offers', {
  tag: ['@explorations', '@flights', '@avia-search', '@full'],
}, async ({ walk }) => {
  // Search for passengers, trips, routes and days ahead that were not seen together; price some.
  await walk('explore-flight-domain', async (walked) => {
    await expect(walked).toKeepClause('avia-search.offers-have-prices');
    await expect(walked).toKeepClause('fare-rules.rules-are-told');
  });
});

test('tickets keep their state in any order of acts', {
  tag: ['@explorations', '@tickets', '@ticket-info', '@full'],
}, async ({ walk }) => {
  // Book and issue tickets; void, use, exchange, refund and cancel them in any order, either partner.
  await walk('explore-ticket-life', async (walked) => {
    await expect(walked).toKeepClause('ticket-info.stays-as-it-was');
    await expect(walked).toKeepClause('ticket-info.ended-stays-ended');
  });
});

test('a void that is wrong in one way changes nothing', {
  tag: ['@explorations', '@tickets', '@ticket-cancel', '@full'],
}, async ({ walk }) => {
  // Issue a ticket, ask for voids of it and of others that are wrong in one way each, and void it.
  await walk('explore-voids', async (walked) => {
    await expect(walked).toKeepClause('ticket-cancel.refused-void-changes-nothing');
    await expect(walked).toKeepClause('ticket-cancel.unused-ticket-is-voided-inside-window');
  });
});

/** What the answers on the way to a booking can show, whatever the booking itself is about. */
import { type ClauseId, clausesOf } from '../../contracts/clauses.ts';

export const shownOnTheWay = [
  'hotel-search.search-id-is-returned',
  'hotel-search.offers-carry-offer-id',
  'hotel-search.offers-carry-ai-score',
  'hotel-search.ai-score-is-null-or-zero-to-one',
  'hotel-search.hotel-id-is-integer',
  'hotel-search.offer-id-tells-offers-apart',
  'hotel-search.minimum-price-is-shown',
  'hotel-pricing.offers-carry-offer-id',
  'hotel-pricing.offers-carry-ai-score',
  'hotel-pricing.ai-score-is-null-or-zero-to-one',
  'hotel-pricing.keeps-offer-ids-of-search',
  'hotel-pricing.offer-id-tells-offers-apart',
  'hotel-pricing.hotel-id-is-integer',
  'hotel-pricing.offers-are-of-the-hotel-asked-for',
  'hotel-pricing.bed-variants-is-an-array',
  'hotel-pricing.price-breakdown-is-shown',
  'hotel-pricing.price-parts-add-up',
  'offer-pricing.offer-id-is-returned',
  'offer-pricing.offer-id-is-the-one-asked-for',
  'offer-pricing.hotel-id-is-integer',
] as const satisfies readonly ClauseId[];

/** What views of a booking of ours can show, with details and without. */
export const shownInViews = clausesOf(['view-booking'], {
  except: [
    'view-booking.each-of-two-bookings-is-its-own',
    // Rare names may lawfully be written in another way.
    'view-booking.every-guest-is-shown',
    'view-booking.price-details-change-nothing-else',
    'view-booking.unknown-booking-is-refused',
    'view-booking.other-partner-sees-nothing',
  ],
});

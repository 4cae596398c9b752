/** What the answers on the way to a booking can show, whatever the booking itself is about. */
import type { ClauseId } from '../../contracts/clauses.ts';

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
export const shownInViews = [
  'view-booking.status-is-documented',
  'view-booking.booking-id-is-shown',
  'view-booking.booking-id-is-the-one-asked-for',
  'view-booking.stay-times-are-shown',
  'view-booking.check-in-is-before-check-out',
  'view-booking.stay-is-the-one-booked',
  'view-booking.guests-are-those-booked',
  'view-booking.price-is-told-alike',
  'view-booking.booked-upsells-are-shown',
  'view-booking.supplier-is-shown',
  'view-booking.room-is-shown',
  'view-booking.preset-names-are-shown',
  'view-booking.upsells-are-a-list',
  'view-booking.price-details-when-asked-for',
  'view-booking.price-details-have-every-group',
  'view-booking.no-price-details-unless-asked-for',
  'view-booking.upsells-have-price-details-when-asked-for',
  'view-booking.upsells-have-no-price-details-unless-asked-for',
  'view-booking.residence-details-are-accepted',
  'view-booking.price-parts-add-up',
] as const satisfies readonly ClauseId[];

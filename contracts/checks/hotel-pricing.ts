/** Checks of the pricing of one hotel and of one offer (parts 2.4 and 4.5). */

import { type Check, check, type Two, unshown } from '../check.ts';
import type { Json } from '../json.ts';
import { type Mismatch, mismatch, shown } from '../mismatch.ts';
import { isTroubled } from '../outcome.ts';
import { bodyOf, field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { idsAreDecoded } from './decoded-ids.ts';
import {
  aiScoreIsInRange,
  hotelIdIsInteger,
  isNamingText,
  noOffer,
  noScoreWhereRankingIsOff,
  ofEveryAnswer,
  offersCarryAiScore,
  offersCarryOfferId,
  offersOf,
  readAnswers,
  wrongField,
  wrongFields,
} from './offers.ts';
import { pricePartsChecks } from './price-parts.ts';
import { highestScoreFirst, rankedByAiScore } from './ranking.ts';
import { readFacts, showsNone } from './read-facts.ts';
import { offerIdTellsOffersApart, sameOfferIds } from './real-offers.ts';
import { otherPartnerIsRefused } from './refused-asks.ts';
import { isOfAnothersSearch } from './search-behind.ts';
import { searchBefore } from './searches.ts';

const hotelAsked = ({ intent }: Exchange): string | undefined => idText(field(intent, 'hotelId'));

/** A pricing, and the search that led to it. */
const pairs = (trace: Trace): Two[] =>
  readAnswers(trace, 'hotel-pricing').flatMap((pricing) => {
    const search = searchBefore(trace, pricing);
    return search ? [{ exchanges: [search, pricing] as const }] : [];
  });

/** The offers of a search that are of the hotel priced, or do not say of which they are. */
const offersOfHotel = (search: Exchange, pricing: Exchange) =>
  offersOf(search).filter(({ hotelId }) => (idText(hotelId) ?? hotelAsked(pricing)) === hotelAsked(pricing));

const offerAsked = ({ intent }: Exchange): Json | undefined => field(field(intent, 'offer'), 'offerId');

const tellsPrice = (exchange: Exchange): boolean => offersOf(exchange).some(({ price }) => price !== undefined);

const namedOffers = (exchange: Exchange) => offersOf(exchange).filter(({ offerId }) => isNamingText(offerId));

/** A search that was told to the other partner alone. */
const isOfAnother = (trace: Trace, pricing: Exchange): boolean => isOfAnothersSearch(trace, 'hotel-search', pricing);

/** Empty lists, null and flags alone: the offer may be sold out. */
const saysNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || typeof value === 'boolean'
    ? true
    : typeof value === 'object' && Object.values(value).every(saysNothing);

export const hotelPricingChecks: readonly Check[] = [
  offersCarryOfferId('hotel-pricing.offers-carry-offer-id', 'hotel-pricing'),
  offersCarryAiScore('hotel-pricing.offers-carry-ai-score', 'hotel-pricing'),
  aiScoreIsInRange('hotel-pricing.ai-score-is-null-or-zero-to-one', 'hotel-pricing'),
  noScoreWhereRankingIsOff('hotel-pricing.no-score-where-ranking-is-off', 'hotel-pricing'),
  rankedByAiScore('hotel-pricing.ranked-by-ai-score', 'hotel-pricing'),
  highestScoreFirst('hotel-pricing.highest-score-first', 'hotel-pricing'),

  check('hotel-pricing.keeps-offer-ids-of-search', {
    given: pairs,
    then: ({ exchanges: [search, pricing] }, trace) =>
      sameOfferIds(trace, {
        first: { exchange: search, offers: offersOfHotel(search, pricing) },
        second: { exchange: pricing, offers: offersOf(pricing) },
        before: 'the search before',
      }),
  }),

  offerIdTellsOffersApart('hotel-pricing.offer-id-tells-offers-apart', 'hotel-pricing'),

  hotelIdIsInteger('hotel-pricing.hotel-id-is-integer', 'hotel-pricing'),

  ofEveryAnswer('hotel-pricing.offers-are-of-the-hotel-asked-for', 'hotel-pricing', (exchange) => {
    const asked = hotelAsked(exchange);
    const naming = offersOf(exchange).filter(({ hotelId }) => idText(hotelId) !== undefined);
    if (asked === undefined || naming.length === 0)
      return unshown(
        "no answer names the hotel of an offer: where it has one under another name, bindings['hotel-pricing'] can read hotelId",
      );
    return naming.flatMap(({ at, hotelId }): Mismatch[] =>
      idText(hotelId) === asked
        ? []
        : [wrongField(exchange, { at, value: hotelId }, 'hotelId', `${asked}, the hotel asked for`)],
    );
  }),

  ofEveryAnswer('hotel-pricing.bed-variants-is-an-array', 'hotel-pricing', (exchange) =>
    wrongFields(exchange, 'bedVariants', Array.isArray, 'an array'),
  ),

  idsAreDecoded('hotel-pricing.bed-ids-are-bed-types', {
    dictionary: 'bed-types',
    inside: 'bedVariants',
    read: 'bedTypeIds',
    expected: 'the id of a bed type',
    idsOf: ({ bedTypeIds, bedVariants }) => {
      if (bedTypeIds) return bedTypeIds;
      const own = Array.isArray(bedVariants) ? bedVariants.filter((element) => Number.isInteger(element)) : [];
      return own.length > 0 ? own : undefined;
    },
  }),

  idsAreDecoded('hotel-pricing.meal-ids-are-meal-types', {
    dictionary: 'meal-types',
    read: 'mealTypeId',
    expected: 'the id of a meal type',
    // Null says that there is no meal.
    idsOf: ({ mealTypeId }) => (mealTypeId === undefined ? undefined : [mealTypeId].filter((id) => id !== null)),
  }),

  ...pricePartsChecks,

  check('offer-pricing.offer-id-is-returned', {
    given: (trace) => readAnswers(trace, 'offer-pricing'),
    then: (exchange) => {
      if (namedOffers(exchange).length > 0) return undefined;
      const [offer] = offersOf(exchange);
      const expected = 'text that is not empty';
      if (offer) return wrongField(exchange, { at: offer.at, value: offer.offerId }, 'offerId', expected);
      return saysNothing(bodyOf(exchange)) ? noOffer : mismatch(exchange, ['response', 'body', 'offerId'], expected);
    },
  }),

  check('offer-pricing.offer-id-is-the-one-asked-for', {
    given: (trace) =>
      readAnswers(trace, 'offer-pricing').filter(
        (exchange) => isTroubled(exchange) || (isNamingText(offerAsked(exchange)) && namedOffers(exchange).length > 0),
      ),
    then: (exchange) => {
      const [first, ...more] = namedOffers(exchange);
      const asked = offerAsked(exchange);
      if (!first || [first, ...more].some(({ offerId }) => offerId === asked)) return undefined;
      return wrongField(
        exchange,
        { at: first.at, value: first.offerId },
        'offerId',
        `${shown(asked)}, the offer asked for`,
      );
    },
  }),

  hotelIdIsInteger('offer-pricing.hotel-id-is-integer', 'offer-pricing'),

  ofEveryAnswer('offer-pricing.price-is-told', 'offer-pricing', (exchange, trace) => {
    readFacts(exchange);
    if (tellsPrice(exchange)) return undefined;
    if (!readAnswers(trace, 'offer-pricing').some(tellsPrice)) return showsNone(exchange, 'price');
    const [offer] = offersOf(exchange);
    const path = ['response', 'body', ...(offer?.at ?? [])];
    return { exchange, path, expected: 'the current price', actual: 'none that the binding finds' };
  }),

  otherPartnerIsRefused('hotel-pricing.other-partner-sees-nothing', 'hotel-pricing', isOfAnother),
  otherPartnerIsRefused('offer-pricing.other-partner-sees-nothing', 'offer-pricing', isOfAnother),
];

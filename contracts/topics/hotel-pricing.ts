/** What the prices of a hotel and of one offer promise. */

import { type Check, check, type Mismatch, mismatch, mismatchAt, shown, type Two, unshown } from '../check.ts';
import {
  aiScoreIsInRange,
  highestScoreFirst,
  hotelIdIsInteger,
  isNamingText,
  noOffer,
  noScoreWhereRankingIsOff,
  ofEveryAnswer,
  offersCarryAiScore,
  offersCarryOfferId,
  offersOf,
  rankedByAiScore,
  readAnswers,
  wrongField,
  wrongFields,
} from '../checks/offers.ts';
import { areEqual, doesNotRead, moneyText, readFacts, showsNone, sumOf, unfound } from '../checks/reads.ts';
import { otherPartnerIsRefused } from '../checks/refused-asks.ts';
import { isOfAnothersSearch, offerIdSeparatesOffers, sameOfferIds, searchBefore } from '../checks/searches.ts';
import { readDimensions, stayDimensions } from '../dimensions.ts';
import type { OfferFact } from '../facts.ts';
import type { Json } from '../json.ts';
import { offersAgree } from '../laws/agreement.ts';
import { unknownOfferIsNotServed } from '../laws/asked-for.ts';
import { isTroubled } from '../outcome.ts';
import { answered, bodyOf, field, idText, recordsOf } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import { agreeing, emptyAnswer, openHotelId, openOrder, othersSearch, realOffer, unrankedPreset } from './readings.ts';

const since = '2026-08-31';

/** A list with records that lack an id is broken itself and refutes no offer. */
const showsEveryId = (list: Exchange): boolean =>
  recordsOf(list).length > 0 && recordsOf(list).every((record) => idText(field(record, 'id')) !== undefined);

type Decoded = {
  readonly dictionary: 'bed-types' | 'meal-types';
  /** Undefined when nothing shows which values are ids. */
  readonly idsOf: (offer: OfferFact) => readonly Json[] | undefined;
  /** Where they stand on an offer, if that has a documented name. */
  readonly inside?: 'bedVariants';
  /** What a binding must read for that. */
  readonly read: string;
  readonly expected: string;
};

const pricingsWithDictionary = (trace: Trace, dictionary: Decoded['dictionary']): Two[] => {
  const lists = answered(trace, dictionary);
  const list = lists.findLast(showsEveryId) ?? lists.findLast(isTroubled);
  return list ? readAnswers(trace, 'hotel-pricing').map((pricing) => ({ exchanges: [pricing, list] })) : [];
};

const idsAreDecoded = ({ dictionary, idsOf, inside, read, expected }: Decoded): Check =>
  check({
    given: (trace) => pricingsWithDictionary(trace, dictionary),
    then: ({ exchanges: [pricing, list] }) => {
      readFacts(pricing);
      const offers = offersOf(pricing);
      if (offers.length === 0) return noOffer;
      if (offers.every((offer) => idsOf(offer) === undefined)) return doesNotRead(pricing, read);
      const named = offers.flatMap((offer) => (idsOf(offer) ?? []).map((id) => ({ at: offer.at, id })));
      if (named.length === 0) return unshown('the offers name none');
      const known = new Set(recordsOf(list).map((record) => idText(field(record, 'id'))));
      return named.flatMap(({ at, id }): Mismatch[] => {
        // The type of an id inside an offer is not shown, and "3" leads to the record of 3.
        if (known.has(idText(id) ?? '')) return [];
        if (inside) return [wrongField(pricing, { at, value: id }, inside, expected)];
        return [mismatchAt(pricing, at, { expected, actual: shown(id) })];
      });
    },
  });

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

const reportsPrice = (exchange: Exchange): boolean => offersOf(exchange).some(({ price }) => price !== undefined);

const namedOffers = (exchange: Exchange) => offersOf(exchange).filter(({ offerId }) => isNamingText(offerId));

/** A search that only the other partner received. */
const isOfAnother = (trace: Trace, pricing: Exchange): boolean => isOfAnothersSearch(trace, 'hotel-search', pricing);

/** Empty lists, null and flags alone: the offer may be sold out. */
const saysNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || typeof value === 'boolean'
    ? true
    : typeof value === 'object' && Object.values(value).every(saysNothing);

type Fact = 'priceParts' | 'earlyCheckIns' | 'lateCheckOuts';

const pricedOffers = ({ exchanges }: Trace): OfferFact[] =>
  exchanges.filter(({ operation }) => operation === 'hotel-pricing').flatMap((exchange) => [...offersOf(exchange)]);

/** Without one in the whole trace, it is the binding that does not read it. */
const isRead = (trace: Trace, fact: Fact): boolean => pricedOffers(trace).some((offer) => offer[fact] !== undefined);

const onOffer = (exchange: Exchange, { at }: OfferFact, reported: { expected: string; actual: string }): Mismatch => ({
  exchange,
  path: ['response', 'body', ...at],
  ...reported,
});

export const hotelPricingTopic = topic('hotel-pricing', {
  area: 'hotels',
  dimensions: [...stayDimensions, ...readDimensions],
  clauses: {
    'hotel-pricing.offers-carry-offer-id': documented('2.4', {
      text: 'Every offer of a hotel has an offerId that is text.',
      ...offersCarryOfferId('hotel-pricing'),
    }),

    'hotel-pricing.offers-carry-ai-score': documented('2.4', {
      since,
      text: 'Every offer of a hotel has an aiScore, if only null.',
      ...offersCarryAiScore('hotel-pricing'),
    }),

    'hotel-pricing.ai-score-is-null-or-zero-to-one': documented('2.4', {
      since,
      text: 'An aiScore of hotel_pricing is null or a number from 0 to 1.',
      ...aiScoreIsInRange('hotel-pricing'),
    }),

    'hotel-pricing.no-score-where-ranking-is-off': documented('2.4', {
      since,
      text: 'An offer of a hotel has no score where the preset has AI ranking switched off.',
      reading: unrankedPreset,
      dimensions: { without: ['preset'], because: 'its presets are named by the target' },
      ...noScoreWhereRankingIsOff('hotel-pricing'),
    }),

    'hotel-pricing.ranked-by-ai-score': reading('2.4', {
      severity: 'minor',
      since,
      text: 'Where offers of a hotel carry scores, the list is in their order.',
      reading: openOrder,
      ...rankedByAiScore('hotel-pricing'),
    }),

    'hotel-pricing.highest-score-first': derived('2.4', {
      since,
      text: 'The ranked offers of a hotel begin with the highest score.',
      ...highestScoreFirst('hotel-pricing'),
    }),

    'hotel-pricing.offers-agree': law('2.4', {
      severity: 'critical',
      text: 'What one operation says of an offer, the others say too.',
      reading: agreeing,
      ...offersAgree('hotel-search', 'hotel-pricing', 'offer-pricing'),
    }),

    'hotel-pricing.keeps-offer-ids-of-search': documented('2.4', {
      since,
      text: 'A real offer has the same offerId in search and in the hotel_pricing that follows.',
      reading: `${realOffer} Judged where it identifies one offer on both sides.`,
      given: pairs,
      then: ({ exchanges: [search, pricing] }, trace) =>
        sameOfferIds(trace, {
          first: { exchange: search, offers: offersOfHotel(search, pricing) },
          second: { exchange: pricing, offers: offersOf(pricing) },
          before: 'the search before',
        }),
    }),

    'hotel-pricing.offer-id-tells-offers-apart': derived('2.4', {
      text: 'Two different real offers of a hotel have different offerIds.',
      reading: realOffer,
      ...offerIdSeparatesOffers('hotel-pricing'),
    }),

    'hotel-pricing.hotel-id-is-integer': documented('2.4', {
      text: 'Where an offer of a hotel names it by hotelId, that is an integer.',
      reading: openHotelId,
      ...hotelIdIsInteger('hotel-pricing'),
    }),

    'hotel-pricing.offers-are-of-the-hotel-asked-for': derived('4.5', {
      severity: 'major',
      text: 'Where an offer names its hotel, it is the one asked for.',
      reading: 'Where no offer does and the answer names one hotel alone, that is the hotel of its offers.',
      ...ofEveryAnswer('hotel-pricing', (exchange) => {
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
    }),

    'hotel-pricing.bed-variants-is-an-array': reading('2.4', {
      text: 'Every offer of a hotel has its bedVariants, an array.',
      reading:
        'That each has them is not said in so many words; an offer of which no beds are known has an empty array, for null is said of scores alone. They may stand on the offer, inside it, or on the room that encloses it.',
      ...ofEveryAnswer('hotel-pricing', (exchange) => wrongFields(exchange, 'bedVariants', Array.isArray, 'an array')),
    }),

    'hotel-pricing.bed-ids-are-bed-types': documented('2.4', {
      since: '2026-08-11',
      text: 'The ids in bedVariants are those of bed types.',
      reading:
        'The form of an element is not shown: its ids are what the binding says, else elements that are integers themselves.',
      ...idsAreDecoded({
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
    }),

    'hotel-pricing.meal-ids-are-meal-types': derived('2.6', {
      since: '2026-08-11',
      text: 'The meal of an offer is one of the meal types.',
      reading:
        'Which field it is, the binding says. Whether deleted meal types are listed is not confirmed, and an offer may still name one: so it only warns.',
      ...idsAreDecoded({
        dictionary: 'meal-types',
        read: 'mealTypeId',
        expected: 'the id of a meal type',
        // Null says that there is no meal.
        idsOf: ({ mealTypeId }) => (mealTypeId === undefined ? undefined : [mealTypeId].filter((id) => id !== null)),
      }),
    }),

    'hotel-pricing.price-breakdown-is-shown': documented('4.5', {
      text: 'Every offer of a hotel reports what its price is made of.',
      reading: 'Its place and form are what the binding says.',
      ...ofEveryAnswer('hotel-pricing', (exchange, trace) => {
        readFacts(exchange);
        if (!isRead(trace, 'priceParts')) return showsNone(exchange, 'priceParts');
        return offersOf(exchange)
          .filter(({ priceParts = [] }) => priceParts.length === 0)
          .map((offer) => onOffer(exchange, offer, { expected: 'what the price is made of', actual: unfound }));
      }),
    }),

    'hotel-pricing.price-parts-add-up': derived('4.5', {
      severity: 'critical',
      text: 'The parts of a price add up to it.',
      reading: 'To the hundredth for each part.',
      ...ofEveryAnswer('hotel-pricing', (exchange) => {
        readFacts(exchange);
        const offers = offersOf(exchange).filter(({ priceParts = [] }) => priceParts.length > 0);
        if (offers.length === 0) return doesNotRead(exchange, 'priceParts');
        const added = offers.flatMap((offer) => {
          const { price, priceParts = [] } = offer;
          const sum = sumOf(priceParts);
          const isEqual = price && sum && areEqual(sum, price, priceParts.length);
          return isEqual === undefined ? [] : [{ offer, sum, price, isEqual }];
        });
        if (added.length === 0) return unshown('no offer has a price in the currency of its parts');
        return added
          .filter(({ isEqual }) => !isEqual)
          .map(({ offer, sum, price }) =>
            onOffer(exchange, offer, {
              expected: `parts that add up to the price, ${price ? moneyText(price) : ''}`,
              actual: sum ? moneyText(sum) : '',
            }),
          );
      }),
    }),

    'hotel-pricing.stay-options-are-shown': documented('4.5', {
      text: 'The offers of a hotel report their options of early check-in and late check-out.',
      reading: 'A hotel may have none: it is enough that one offer of the run has the place for both.',
      given: (trace) => {
        const exchanges = readAnswers(trace, 'hotel-pricing');
        return exchanges.length === 0 ? [] : [{ exchanges }];
      },
      then: ({ exchanges }, trace) => {
        for (const exchange of exchanges) readFacts(exchange);
        const offered = exchanges.find((exchange) => offersOf(exchange).length > 0);
        if (!offered) return noOffer;
        const [isEarlyRead, isLateRead] = [isRead(trace, 'earlyCheckIns'), isRead(trace, 'lateCheckOuts')];
        if (isEarlyRead && isLateRead) return undefined;
        if (!isEarlyRead && !isLateRead) return showsNone(offered, 'earlyCheckIns', 'lateCheckOuts');
        // A binding that reads one of the two knows the place of both.
        const missing = isEarlyRead ? 'late check-out' : 'early check-in';
        return offersOf(offered).map((offer) =>
          onOffer(offered, offer, { expected: `options of ${missing}`, actual: unfound }),
        );
      },
    }),

    'hotel-pricing.other-partner-sees-nothing': derived('4.5', {
      severity: 'critical',
      text: 'Pricing a hotel of a search of another partner does not succeed.',
      reading: othersSearch,
      ...otherPartnerIsRefused('hotel-pricing', isOfAnother),
    }),
  },
});

export const offerPricingTopic = topic('offer-pricing', {
  area: 'hotels',
  dimensions: [...stayDimensions, ...readDimensions],
  clauses: {
    'offer-pricing.offer-id-is-returned': documented('2.4', {
      text: 'The pricing of one offer carries an offerId that is text.',
      reading: 'Its place is open.',
      given: (trace) => readAnswers(trace, 'offer-pricing'),
      then: (exchange) => {
        if (namedOffers(exchange).length > 0) return undefined;
        const [offer] = offersOf(exchange);
        const expected = 'text that is not empty';
        if (offer) return wrongField(exchange, { at: offer.at, value: offer.offerId }, 'offerId', expected);
        return saysNothing(bodyOf(exchange)) ? noOffer : mismatch(exchange, ['response', 'body', 'offerId'], expected);
      },
    }),

    'offer-pricing.offer-id-is-the-one-asked-for': reading('4.5', {
      text: 'The pricing of one offer carries the offerId of the offer asked for.',
      reading: 'Where several offers are answered, it is enough that the one asked for is among them.',
      given: (trace) =>
        readAnswers(trace, 'offer-pricing').filter(
          (exchange) =>
            isTroubled(exchange) || (isNamingText(offerAsked(exchange)) && namedOffers(exchange).length > 0),
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

    'offer-pricing.hotel-id-is-integer': documented('2.4', {
      text: 'Where the pricing of one offer names the hotel by hotelId, that is an integer.',
      reading: openHotelId,
      ...hotelIdIsInteger('offer-pricing'),
    }),

    'offer-pricing.price-is-told': documented('4.5', {
      text: 'The pricing of one offer reports its current price.',
      reading: 'Its place and form are what the binding says; it may be another than before.',
      ...ofEveryAnswer('offer-pricing', (exchange, trace) => {
        readFacts(exchange);
        if (reportsPrice(exchange)) return undefined;
        if (!readAnswers(trace, 'offer-pricing').some(reportsPrice)) return showsNone(exchange, 'price');
        const [offer] = offersOf(exchange);
        const path = ['response', 'body', ...(offer?.at ?? [])];
        return { exchange, path, expected: 'the current price', actual: 'none that the binding finds' };
      }),
    }),

    'offer-pricing.unknown-offer-is-not-served': law('2.4', {
      text: 'An offer that no answer has named is not priced.',
      reading: emptyAnswer,
      ...unknownOfferIsNotServed('offer-pricing'),
    }),

    'offer-pricing.other-partner-sees-nothing': derived('4.5', {
      severity: 'critical',
      text: 'Pricing an offer of a search of another partner does not succeed.',
      reading: othersSearch,
      ...otherPartnerIsRefused('offer-pricing', isOfAnother),
    }),
  },
});

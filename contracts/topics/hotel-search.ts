/** What a search of hotels promises, and the flow that begins with it. */

import {
  type Mismatch,
  mismatchAt,
  type Opinion,
  type Path,
  type Three,
  type Two,
  type Unshown,
  unshown,
} from '../check.ts';
import { isAnswered, mustBeAnswered } from '../checks/answers.ts';
import {
  aiScoreIsInRange,
  highestScoreFirst,
  hotelIdIsInteger,
  noScoreWhereRankingIsOff,
  offersCarryAiScore,
  offersCarryOfferId,
  offersOf,
  rankedByAiScore,
  readAnswers,
  reportsSearchId,
} from '../checks/offers.ts';
import { asksUnknownBookings, isIncomplete } from '../checks/own-bookings.ts';
import { doesNotRead, moneyText, readFacts, roundingMax, showsNone, unfound } from '../checks/reads.ts';
import {
  askedFor,
  equalSearches,
  offerIdSeparatesOffers,
  sameOfferIds,
  searchAfter,
  searchBefore,
  searchBehind,
  searchesByPreset,
} from '../checks/searches.ts';
import { isWalkable, type WalkedStep, walked } from '../checks/tried.ts';
import { bookingDimensions, nothingOwn, readDimensions, stayDimensions } from '../dimensions.ts';
import type { HotelFact, Money } from '../facts.ts';
import { amountsKeepTheirCurrency } from '../laws/currency.ts';
import { incompleteShowsNoOffer } from '../laws/lacking.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, field, idText, isAboutRights, perTrace } from '../subjects.ts';
import { derived, documented, law, reading, topic } from '../topic.ts';
import type { Exchange, Trace } from '../trace.ts';
import {
  emptyAnswer,
  oneCurrency,
  openHotelId,
  openOrder,
  realOffer,
  unavailable,
  unrankedPreset,
} from './readings.ts';

const since = '2026-08-31';

const hotelText = ({ intent }: Exchange): string => JSON.stringify(field(intent, 'hotelId') ?? null);

const offerText = ({ intent }: Exchange): string => {
  const offer = field(intent, 'offer');
  return JSON.stringify([field(offer, 'offerId') ?? null, field(offer, 'reference') ?? null]);
};

const hasIntent = ({ intent }: Exchange): boolean => intent !== undefined;

const steps = [
  ['hotel-pricing', hotelText],
  ['offer-pricing', offerText],
  ['create-booking', offerText],
] as const;

const stepsOf = perTrace((trace): readonly WalkedStep[] => {
  const isWellAsked = (exchange: Exchange): boolean =>
    searchBehind(trace, 'hotel-search', exchange) !== undefined && !isIncomplete(exchange);
  return [
    ...walked('hotel-search', asked(trace, 'hotel-search').filter(hasIntent), ({ intent }) => JSON.stringify(intent)),
    ...steps.flatMap(([operation, thingOf]) => walked(operation, asked(trace, operation).filter(isWellAsked), thingOf)),
  ];
});

/** Hotels by the id that a search of the trace reported, each with that search. */
const searchesByHotel = (trace: Trace): Map<string, Exchange> => {
  const found = new Map<string, Exchange>();
  for (const search of readAnswers(trace, 'hotel-search')) {
    for (const { hotelId } of [...offersOf(search), ...(search.facts?.hotels ?? [])]) {
      // Another clause judges a hotelId of another type.
      if (Number.isInteger(hotelId) && !found.has(String(hotelId))) found.set(String(hotelId), search);
    }
  }
  return found;
};

const cardOf = ({ request }: Exchange): string | undefined =>
  /^\/api\/dictionary\/hotels\/(-?\d+)\/static$/.exec(request.path)?.[1];

const timeoutOf = ({ intent }: Exchange): unknown => field(intent, 'timeout') ?? undefined;

/** Each search with a timeout beside an equal one without, which was answered. */
const timeoutPairs = (trace: Trace): Two[] => {
  const searches = Map.groupBy(asked(trace, 'hotel-search'), (search) => askedFor(search, search.intent));
  return [...searches.values()].flatMap((equal) => {
    const without = equal.filter((search) => timeoutOf(search) === undefined && search.intent !== undefined);
    const one = without.find(succeeded) ?? without.find(isTroubled);
    if (!one) return [];
    const limited = equal.filter((search) => timeoutOf(search) !== undefined && !isAboutRights(search));
    return limited.map((search) => ({ exchanges: [one, search] as const }));
  });
};

/** What is asked for, with any preset. */
const stayAsked = ({ bearer, intent }: Exchange): string =>
  JSON.stringify([bearer, field(intent, 'region') ?? null, field(intent, 'stay') ?? null]);

/** When every search for one stay with a timeout failed, suppliers that are too slow for others prove nothing. */
const isExcused = (trace: Trace, limited: Exchange): boolean => {
  const all = timeoutPairs(trace).map(({ exchanges: [, each] }) => each);
  const alike = all.filter((each) => stayAsked(each) === stayAsked(limited));
  return (alike.length > 1 ? alike : all).some(isAnswered);
};

/** For every kind of mistake, the same is expected. */
const mustBe = (exchange: Exchange, expected: string): Opinion => mustBeAnswered(exchange, expected, expected);

const sameIds = (trace: Trace, { exchanges: [first, second] }: Two, before: string) =>
  sameOfferIds(trace, {
    first: { exchange: first, offers: offersOf(first) },
    second: { exchange: second, offers: offersOf(second) },
    before,
  });

/** Another clause judges ids that change from one search to the next. */
const keepsNoIds = (trace: Trace): boolean =>
  equalSearches(trace).some((equal) => [sameIds(trace, equal, '') ?? []].flat().some((each) => 'exchange' in each));

/** Without one minimum price in the whole trace, it is the binding that does not read it. */
const readsMinPrice = ({ exchanges }: Trace): boolean =>
  exchanges.some(({ facts }) => facts?.hotels?.some(({ minPrice }) => minPrice !== undefined));

/** A search that shows offers itself, for whose prices nothing has to be read twice. */
type Alone = { readonly exchanges: readonly [Exchange] };

/** A search, a pricing of one of its hotels, and the same search again. */
const sandwiches = (trace: Trace): Three[] =>
  readAnswers(trace, 'hotel-pricing').flatMap((pricing) => {
    const [before, after] = [searchBefore(trace, pricing), searchAfter(trace, pricing)];
    return before && after ? [{ exchanges: [before, pricing, after] }] : [];
  });

const isOf =
  (hotelId: string) =>
  (hotel: HotelFact): boolean =>
    idText(hotel.hotelId) === hotelId;

const areOneCurrency = (one: Money, other: Money): boolean => (one.currency ?? null) === (other.currency ?? null);

/** Of several entries of one hotel the lowest; undefined without any price or in two currencies. */
const lowestOf = (reported: readonly Money[]): Money | undefined => {
  const [first] = reported;
  if (!first || !reported.every((each) => areOneCurrency(each, first))) return undefined;
  return reported.reduce((lowest, each) => (each.amount < lowest.amount ? each : lowest));
};

const pricesOf = (hotels: readonly HotelFact[]): Money[] => hotels.flatMap(({ minPrice }) => minPrice ?? []);

/** What a search reports of a hotel, which it may list more than once. */
const minimumIn = (search: Exchange, hotelId: string): Money | undefined =>
  lowestOf(pricesOf((readFacts(search).hotels ?? []).filter(isOf(hotelId))));

type ComparedOffer = { readonly at: Path; readonly price: Money; readonly minimum: Money };

/** The offers of a search whose hotel has a minimum price in the same answer, in the same currency. */
const pricedIn = (search: Exchange): ComparedOffer[] => {
  const hotels = Map.groupBy(readFacts(search).hotels ?? [], ({ hotelId }) => idText(hotelId));
  const minimums = new Map([...hotels].map(([id, entries]) => [id, lowestOf(pricesOf(entries))]));
  return offersOf(search).flatMap(({ at, hotelId, price }): ComparedOffer[] => {
    const id = idText(hotelId);
    const minimum = id === undefined ? undefined : minimums.get(id);
    return price && minimum && areOneCurrency(price, minimum) ? [{ at, price, minimum }] : [];
  });
};

const alone = (trace: Trace): Alone[] =>
  readAnswers(trace, 'hotel-search')
    // What could not be read may have shown some.
    .filter((search) => search.unread !== undefined || offersOf(search).length > 0)
    .map((search) => ({ exchanges: [search] }));

const belowTheMinimum = (exchange: Exchange, priced: readonly ComparedOffer[]): Mismatch[] =>
  priced
    .filter(({ price, minimum }) => price.amount < minimum.amount - roundingMax)
    .map(({ at, price, minimum }) =>
      mismatchAt(exchange, at, {
        expected: `no price below ${moneyText(minimum)}, the minimum of the hotel in the search`,
        actual: moneyText(price),
      }),
    );

const minimumAround = ({ exchanges: [before, pricing, after] }: Three): Money | Unshown => {
  const hotelId = idText(field(pricing.intent, 'hotelId'));
  if (hotelId === undefined) return unshown('the hotel that was priced is not known');
  const [first, second] = [minimumIn(before, hotelId), minimumIn(after, hotelId)];
  if (!first || !second) return unshown(`hotel ${hotelId} has no minimum price in the searches around its pricing`);
  const isUnmoved = first.amount === second.amount && areOneCurrency(first, second);
  return isUnmoved ? first : unshown('prices changed while they were read');
};

export const hotelFlowTopic = topic('hotel-flow', {
  area: 'hotels',
  dimensions: [...bookingDimensions, 'partner'],
  clauses: {
    'hotel-flow.incomplete-request-is-not-served': law('4.5', {
      severity: 'major',
      text: 'Prices that are asked for without a hotel, or without an offer, are not given.',
      reading: `It is left out, null or empty, where a request shows that this service names it. Of a search alone nothing is judged: an offer may say which it was found by. ${emptyAnswer}`,
      dimensions: nothingOwn,
      ...incompleteShowsNoOffer({ 'hotel-pricing': ['hotelId'], 'offer-pricing': ['offer'] }),
    }),

    'hotel-flow.typical-flow-can-be-walked': reading('1', {
      text: 'The typical flow from a search to a booking can be walked, each step with what the steps before it reported.',
      reading: `Any one search, hotel or offer may be refused for a reason of its own. ${unavailable} The flow is broken where a step is refused otherwise for two things at least, each for one or two adults in one room. A booking for guests of whom something is missing is another matter.`,
      given: (trace) => (asksUnknownBookings(trace) ? [] : stepsOf(trace)),
      then: (step: WalkedStep, trace) => isWalkable(step, stepsOf(trace)),
    }),

    'hotel-flow.amounts-keep-their-currency': law('1', {
      text: 'All amounts of an offer, and all of a booking, are in one currency, and so is a minimum price beside the offers of its hotel.',
      reading: oneCurrency,
      ...amountsKeepTheirCurrency('hotels'),
    }),
  },
});

export const hotelSearchTopic = topic('hotel-search', {
  area: 'hotels',
  dimensions: [...stayDimensions, ...readDimensions],
  clauses: {
    'hotel-search.search-id-is-returned': documented('4.5', {
      text: 'A search answers with a searchId that is text.',
      reading: 'Its place is open; a search that finds nothing may lack it.',
      given: (trace) => readAnswers(trace, 'hotel-search'),
      then: reportsSearchId(({ offers = [], hotels = [] }) => offers.length + hotels.length === 0),
    }),

    'hotel-search.offers-carry-offer-id': documented('2.4', {
      since,
      text: 'Every offer of a search has an offerId that is text.',
      reading: 'Where offers stand is open: they are what the binding says, else what has an offerId or an aiScore.',
      ...offersCarryOfferId('hotel-search'),
    }),

    'hotel-search.offers-carry-ai-score': documented('2.4', {
      since,
      text: 'Every offer of a search has an aiScore, if only null.',
      ...offersCarryAiScore('hotel-search'),
    }),

    'hotel-search.ai-score-is-null-or-zero-to-one': documented('2.4', {
      since,
      text: 'An aiScore of a search is null or a number from 0 to 1.',
      ...aiScoreIsInRange('hotel-search'),
    }),

    'hotel-search.hotel-id-is-integer': documented('2.4', {
      text: 'The hotelId of an offer is an integer.',
      reading: openHotelId,
      ...hotelIdIsInteger('hotel-search'),
    }),

    'hotel-search.hotel-id-opens-the-card': documented<Two>('2.4', {
      since: '2026-08-11',
      text: 'The hotelId of a search leads to the static card of a hotel.',
      given: (trace) => {
        const searches = searchesByHotel(trace);
        return asked(trace, 'hotel-static').flatMap((card) => {
          const search = searches.get(cardOf(card) ?? '');
          return search && search.index < card.index && !isAboutRights(card) ? [{ exchanges: [search, card] }] : [];
        });
      },
      // A hotel may be deleted since: its card is still a card.
      then: ({ exchanges: [, card] }) => mustBe(card, 'the card of a hotel that a search found'),
    }),

    'hotel-search.no-score-where-ranking-is-off': documented('2.4', {
      since,
      text: 'An offer of a search has no score where the preset has AI ranking switched off.',
      reading: unrankedPreset,
      dimensions: { without: ['preset'], because: 'its presets are named by the target' },
      ...noScoreWhereRankingIsOff('hotel-search'),
    }),

    'hotel-search.ranked-by-ai-score': reading('2.4', {
      severity: 'minor',
      since,
      text: 'Where offers of a search carry scores, the list is in their order.',
      reading: openOrder,
      ...rankedByAiScore('hotel-search'),
    }),

    'hotel-search.highest-score-first': derived('2.4', {
      since,
      text: 'A ranked search begins with the highest score.',
      ...highestScoreFirst('hotel-search'),
    }),

    'hotel-search.equal-search-keeps-offer-ids': documented('2.4', {
      since,
      text: 'Two equal searches give one real offer the same offerId.',
      reading: realOffer,
      given: equalSearches,
      then: (pair, trace) => sameIds(trace, pair, 'the equal search before'),
    }),

    'hotel-search.presets-keep-offer-ids': derived('2.4', {
      severity: 'major',
      since,
      text: 'Two searches that differ in their preset alone give one real offer the same offerId.',
      reading: realOffer,
      dimensions: { without: ['preset'], because: 'its presets are named by the target' },
      given: searchesByPreset,
      then: (pair, trace) =>
        keepsNoIds(trace)
          ? unshown('equal searches differ already')
          : sameIds(trace, pair, 'the search with another preset before'),
    }),

    'hotel-search.offer-id-tells-offers-apart': derived('2.4', {
      since,
      text: 'Two different real offers of one search have different offerIds.',
      reading: realOffer,
      ...offerIdSeparatesOffers('hotel-search'),
    }),

    'hotel-search.minimum-price-is-shown': reading('4.5', {
      text: 'A search reports a minimum price for every hotel.',
      reading:
        'Hotels are said to come with minimum prices, which is taken to mean each of them: what has no price is not found. Its place and form are what the binding says.',
      given: (trace) => readAnswers(trace, 'hotel-search'),
      then: (exchange, trace) => {
        const { hotels } = readFacts(exchange);
        if (!hotels) return showsNone(exchange, 'hotels');
        if (hotels.length === 0) return unshown('no hotel was found');
        if (!readsMinPrice(trace)) return showsNone(exchange, 'minPrice');
        return hotels
          .filter(({ minPrice }) => minPrice === undefined)
          .map(({ at }) => mismatchAt(exchange, at, { expected: 'a minimum price', actual: unfound }));
      },
    }),

    'hotel-search.minimum-price-is-the-lowest': derived('4.5', {
      severity: 'critical',
      text: 'No offer of a hotel is cheaper than its minimum price in the search.',
      reading:
        'Of offers that the search itself shows, judged by that answer alone; of those of hotel_pricing, only where a search before and one after report the same minimum. In one currency.',
      given: (trace) => [...sandwiches(trace), ...alone(trace)],
      then: ({ exchanges }, trace) => {
        const [search, pricing, after] = exchanges;
        if (!pricing || !after) {
          const shown = pricedIn(search);
          return shown.length > 0 ? belowTheMinimum(search, shown) : unshown('no offer stands beside a minimum price');
        }
        readFacts(pricing);
        if (!readsMinPrice(trace)) return doesNotRead(search, 'minPrice');
        const minimum = minimumAround({ exchanges: [search, pricing, after] });
        if ('unshown' in minimum) return minimum;
        const priced = offersOf(pricing).flatMap(({ at, price }) => (price ? [{ at, price }] : []));
        if (priced.length === 0) return doesNotRead(pricing, 'price');
        const comparable = priced.filter(({ price }) => areOneCurrency(price, minimum));
        if (comparable.length === 0) return unshown('search and pricing report prices in different currencies');
        return belowTheMinimum(
          pricing,
          comparable.map((each) => ({ ...each, minimum })),
        );
      },
    }),

    'hotel-search.timeout-is-accepted': documented('4.5', {
      text: 'A search with a timeout is answered where one without it is.',
      reading:
        'How late the answer comes is open: it exceeds the timeout by several seconds. Suppliers may be too slow for it: one answer is enough, but not for a stay that was asked for with it twice or more, each time in vain.',
      given: timeoutPairs,
      then: ({ exchanges: [, limited] }, trace) => {
        if (isAnswered(limited)) return undefined;
        return isExcused(trace, limited)
          ? unshown('another search with a timeout was answered')
          : mustBe(limited, 'an answer, as without the timeout');
      },
    }),
  },
});

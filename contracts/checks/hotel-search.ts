/** Checks of the search of hotels (parts 2.4, 4.5 and 8). */
import { type Check, check, type Opinion, type Two, unshown } from '../check.ts';
import { objectsWith, pathOf } from '../locate/walk.ts';
import { mismatch } from '../mismatch.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { asked, bodyOf, field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { isAnswered, mustBeAnswered } from './answers.ts';
import { minimumPriceChecks } from './minimum-price.ts';
import {
  aiScoreIsInRange,
  hotelIdIsInteger,
  isNamingText,
  noScoreWhereRankingIsOff,
  offersCarryAiScore,
  offersCarryOfferId,
  offersOf,
  readAnswers,
} from './offers.ts';
import { highestScoreFirst, rankedByAiScore } from './ranking.ts';
import { offerIdTellsOffersApart, sameOfferIds } from './real-offers.ts';
import { askedFor, equalSearches, searchesByPreset } from './searches.ts';

const searchIdsMax = 100;

const foundNothing = ({ facts }: Exchange): boolean =>
  (facts?.offers ?? []).length === 0 && (facts?.hotels ?? []).length === 0;

/** Hotels by the id that a search of the trace reported, each with that search. */
const searchesByHotel = (trace: Trace): Map<string, Exchange> => {
  const found = new Map<string, Exchange>();
  for (const search of readAnswers(trace, 'hotel-search')) {
    for (const { hotelId } of [...offersOf(search), ...(search.facts?.hotels ?? [])]) {
      // Of another type it is the matter of another clause.
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

/** What is asked for, whatever the preset. */
const stayAsked = ({ bearer, intent }: Exchange): string =>
  JSON.stringify([bearer, field(intent, 'region') ?? null, field(intent, 'stay') ?? null]);

/** Where each of several with a timeout that ask for one stay failed, suppliers that are too slow for others tell nothing. */
const isExcused = (trace: Trace, limited: Exchange): boolean => {
  const all = timeoutPairs(trace).map(({ exchanges: [, each] }) => each);
  const alike = all.filter((each) => stayAsked(each) === stayAsked(limited));
  return (alike.length > 1 ? alike : all).some(isAnswered);
};

/** Whatever is wrong with it, the same is expected. */
const mustBe = (exchange: Exchange, expected: string): Opinion => mustBeAnswered(exchange, expected, expected);

const sameIds = (trace: Trace, { exchanges: [first, second] }: Two, before: string) =>
  sameOfferIds(trace, {
    first: { exchange: first, offers: offersOf(first) },
    second: { exchange: second, offers: offersOf(second) },
    before,
  });

/** Ids that change from one search to the next are the matter of another clause. */
const keepsNoIds = (trace: Trace): boolean =>
  equalSearches(trace).some((equal) => [sameIds(trace, equal, '') ?? []].flat().some((each) => 'exchange' in each));

export const hotelSearchChecks: readonly Check[] = [
  check('hotel-search.search-id-is-returned', {
    given: (trace) => readAnswers(trace, 'hotel-search'),
    then: (exchange) => {
      // In the body: a binding may know other words for it, and the documented one must be there.
      const found = [...objectsWith(bodyOf(exchange), 'searchId').take(searchIdsMax)];
      if (found.some(({ value }) => isNamingText(value.searchId))) return undefined;
      const [first] = found.filter(({ value }) => value.searchId !== null);
      if (!first && foundNothing(exchange)) return unshown('the search found nothing');
      const place = first ? pathOf(first) : [];
      return mismatch(exchange, ['response', 'body', ...place, 'searchId'], 'text that is not empty');
    },
  }),

  offersCarryOfferId('hotel-search.offers-carry-offer-id', 'hotel-search'),
  offersCarryAiScore('hotel-search.offers-carry-ai-score', 'hotel-search'),
  aiScoreIsInRange('hotel-search.ai-score-is-null-or-zero-to-one', 'hotel-search'),
  noScoreWhereRankingIsOff('hotel-search.no-score-where-ranking-is-off', 'hotel-search'),

  hotelIdIsInteger('hotel-search.hotel-id-is-integer', 'hotel-search'),

  check<Two>('hotel-search.hotel-id-opens-the-card', {
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

  rankedByAiScore('hotel-search.ranked-by-ai-score', 'hotel-search'),
  highestScoreFirst('hotel-search.highest-score-first', 'hotel-search'),

  check('hotel-search.equal-search-keeps-offer-ids', {
    given: equalSearches,
    then: (pair, trace) => sameIds(trace, pair, 'the equal search before'),
  }),

  check('hotel-search.presets-keep-offer-ids', {
    given: searchesByPreset,
    then: (pair, trace) =>
      keepsNoIds(trace)
        ? unshown('equal searches differ already')
        : sameIds(trace, pair, 'the search with another preset before'),
  }),

  offerIdTellsOffersApart('hotel-search.offer-id-tells-offers-apart', 'hotel-search'),
  ...minimumPriceChecks,

  check('hotel-search.timeout-is-accepted', {
    given: timeoutPairs,
    then: ({ exchanges: [, limited] }, trace) => {
      if (isAnswered(limited)) return undefined;
      return isExcused(trace, limited)
        ? unshown('another search with a timeout was answered')
        : mustBe(limited, 'an answer, as without the timeout');
    },
  }),
];

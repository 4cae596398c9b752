/** What holds for every offer of an answer, whichever operation answered with it: one builder per rule (part 2.4). */
import {
  type Check,
  check,
  inBody,
  type Mismatch,
  mismatch,
  type Opinion,
  type Path,
  shown,
  type Unshown,
  unshown,
  valueAt,
} from '../check.ts';
import type { Facts, OfferFact, RankedFact } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import type { Json } from '../json.ts';
import { objectsWith, pathOf } from '../locate/walk.ts';
import { isTroubled } from '../outcome.ts';
import { answered, bodyOf, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { turns } from './lists.ts';
import { doesNotRead, readFacts } from './reads.ts';

type ScoredFact = RankedFact & { readonly score: number };

/** The scores of each list; null among them is lawful, and has no place in their order. */
const scoredLists = (exchange: Exchange): ScoredFact[][] | undefined =>
  readFacts(exchange).ranked?.map((list) => list.filter((each): each is ScoredFact => each.score !== null));

const wrongSteps = (list: readonly ScoredFact[]) => turns(list.map(({ score }, at) => ({ at, id: score })));

const differ = (list: readonly ScoredFact[]): boolean => list.some(({ score }) => score !== list[0]?.score);

/** The lists that can show an order; else why there are none. */
const comparableLists = (exchange: Exchange, scoresMin: number): ScoredFact[][] | Unshown => {
  const lists = scoredLists(exchange);
  if (!lists) return doesNotRead(exchange, 'ranked, and the offers stand in several lists');
  const comparable = lists.filter((list) => list.length >= scoresMin && differ(list));
  return comparable.length > 0 ? comparable : unshown(`no list has ${scoresMin} scores that are not all equal`);
};

/** Of two scores any order rises or falls; the third can break it. */
export const rankedByAiScore = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    const lists = comparableLists(exchange, 3);
    if ('unshown' in lists) return lists;
    return lists.flatMap((list) =>
      wrongSteps(list).flatMap(({ at, before }) => {
        const entry = list[at];
        const expected = `in the order of the scores, and the one before it is ${before}`;
        return entry ? [wrongField(exchange, { at: entry.at, value: entry.score }, 'aiScore', expected)] : [];
      }),
    );
  });

/** Whether the lists that ranking orders are in the order of their scores (part 2.4). */
export const highestScoreFirst = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => {
    const lists = comparableLists(exchange, 2);
    if ('unshown' in lists) return lists;
    const ordered = lists.filter((list) => wrongSteps(list).length === 0);
    if (ordered.length === 0) return unshown('no list is in the order of its scores');
    return ordered.flatMap(([first, ...more]) => {
      const last = more.at(-1);
      if (!first || !last || first.score > last.score) return [];
      const expected = `the highest score, which is ${last.score}`;
      return [wrongField(exchange, { at: first.at, value: first.score }, 'aiScore', expected)];
    });
  });

/** The answers whose facts were read, and the trouble in place of them. */
export const readAnswers = (trace: Trace, operation: BoundOperation): Exchange[] =>
  answered(trace, operation).filter((exchange) => exchange.facts !== undefined || isTroubled(exchange));

export const offersOf = ({ facts }: Exchange): readonly OfferFact[] => facts?.offers ?? [];

export const noOffer = unshown('no offer was found');

const noScores = unshown('no offer carries an aiScore');

/** A check of every answer that has offers; one without them is lawful, and shows nothing. */
export const ofEveryAnswer = (operation: BoundOperation, then: (exchange: Exchange, trace: Trace) => Opinion): Check =>
  check({
    given: (trace) => readAnswers(trace, operation),
    then: (exchange, trace) => {
      if (offersOf(exchange).length > 0) return then(exchange, trace);
      // No offer was found by name: only the binding could have reported where the offers are.
      readFacts(exchange);
      return noOffer;
    },
  });

type OfferField = 'offerId' | 'aiScore' | 'hotelId' | 'bedVariants';

/** Where a field of an offer stands: on it, inside it, or around it. What is nowhere is missed on the offer. */
const placeOf = (exchange: Exchange, at: Path, field: OfferField): Path => {
  const offer: Path = ['response', 'body', ...at];
  const [inside] = objectsWith(valueAt(exchange, offer), field, { depthMax: 4, nodesMax: 200 }).take(1);
  if (inside) return [...offer, ...pathOf(inside), field];
  const mayStandAround = field === 'hotelId' || field === 'bedVariants';
  for (let length = offer.length - 1; mayStandAround && length >= 2; length -= 1) {
    const place = [...offer.slice(0, length), field];
    if ((valueAt(exchange, place) ?? null) !== null) return place;
  }
  return [...offer, field];
};

/** The actual value comes from the facts: redaction may have put a placeholder in the body. */
export const wrongField = (
  exchange: Exchange,
  { at, value }: { readonly at: Path; readonly value: Json | undefined },
  field: OfferField,
  expected: string,
): Mismatch => ({ exchange, path: placeOf(exchange, at, field), expected, actual: shown(value) });

export const wrongFields = (
  exchange: Exchange,
  field: OfferField,
  isRight: (value: Json | undefined) => boolean,
  expected: string,
): Mismatch[] =>
  offersOf(exchange).flatMap((offer) =>
    isRight(offer[field]) ? [] : [wrongField(exchange, { at: offer.at, value: offer[field] }, field, expected)],
  );

/** An empty text names nothing. */
export const isNamingText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';

const searchIdsMax = 100;

/** In the body: a binding may know other words for it, and the documented one must be there. */
export const reportsSearchId =
  (foundNothing: (facts: Facts) => boolean) =>
  (exchange: Exchange): Opinion => {
    const found = [...objectsWith(bodyOf(exchange), 'searchId').take(searchIdsMax)];
    if (found.some(({ value }) => isNamingText(value.searchId))) return undefined;
    const [first] = found.filter(({ value }) => value.searchId !== null);
    if (!first && foundNothing(exchange.facts ?? {})) return unshown('the search found nothing');
    return mismatch(exchange, [...inBody, ...(first ? pathOf(first) : []), 'searchId'], 'text that is not empty');
  };

export const offersCarryOfferId = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) => wrongFields(exchange, 'offerId', isNamingText, 'text that is not empty'));

/** The next check judges its value. */
export const offersCarryAiScore = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) =>
    wrongFields(exchange, 'aiScore', (score) => score !== undefined, 'a score, or null'),
  );

const isInRange = (score: Json | undefined): boolean =>
  score === undefined || score === null || (typeof score === 'number' && score >= 0 && score <= 1);

const isOfPreset = ({ intent }: Exchange, presets: readonly string[]): boolean =>
  [intent, field(intent, 'search')].some((search) => presets.some((preset) => preset === field(search, 'preset')));

/** Of the presets that the target calls unranked; another clause judges a value that is no score at all. */
export const noScoreWhereRankingIsOff = (operation: BoundOperation): Check =>
  check({
    given: (trace) =>
      readAnswers(trace, operation).filter((exchange) => isOfPreset(exchange, trace.unrankedPresets ?? [])),
    then: (exchange) => {
      if (offersOf(exchange).length === 0) return noOffer;
      if (offersOf(exchange).every(({ aiScore }) => aiScore === undefined)) return noScores;
      const isUnscored = (score: Json | undefined): boolean => typeof score !== 'number' || !isInRange(score);
      return wrongFields(exchange, 'aiScore', isUnscored, 'null, as the preset has ranking switched off');
    },
  });

/** Where it is reported at all. */
export const hotelIdIsInteger = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) =>
    offersOf(exchange).every(({ hotelId = null }) => hotelId === null)
      ? unshown(
          `no answer names the hotel of an offer: where it has one under another name, bindings['${operation}'] can read hotelId`,
        )
      : wrongFields(exchange, 'hotelId', (id = null) => id === null || Number.isInteger(id), 'an integer'),
  );

export const aiScoreIsInRange = (operation: BoundOperation): Check =>
  ofEveryAnswer(operation, (exchange) =>
    offersOf(exchange).every(({ aiScore }) => aiScore === undefined)
      ? noScores
      : wrongFields(exchange, 'aiScore', isInRange, 'null, or a number from 0 to 1'),
  );

/** Which thing of the answer of now stands for one of the answer of then. */
import { isDeepStrictEqual } from 'node:util';
import type { FlightOfferFact, OfferFact } from '../../contracts/facts.ts';
import { isSameSupplier } from '../../contracts/name-words.ts';
import { idText } from '../../contracts/subjects.ts';

/** What two things have in common, the weightiest first in sum. */
type Likeness<Fact> = (then: Fact, now: Fact) => number;

const points = (isAlike: boolean, weight: number): number => (isAlike ? weight : 0);

/** Whether it can be cancelled free of charge, as far as it is said. */
const cancelling = ({ freeCancellationUntil: until }: OfferFact): string =>
  until === undefined ? 'unsaid' : until === null ? 'never' : 'until';

const upsellCount = ({ earlyCheckIns = [], lateCheckOuts = [] }: OfferFact): number =>
  Math.min(earlyCheckIns.length, 1) + Math.min(lateCheckOuts.length, 1);

const areSameId = (one: OfferFact, other: OfferFact): boolean =>
  idText(one.offerId) !== undefined && idText(one.offerId) === idText(other.offerId);

export const likenessOfOffers: Likeness<OfferFact> = (then, now) =>
  points(areSameId(then, now), 100) +
  points(cancelling(then) === cancelling(now), 60) +
  points(then.identity !== undefined && isDeepStrictEqual(then.identity, now.identity), 40) +
  points(isSameSupplier(then.supplier, now.supplier), 30) +
  points(isDeepStrictEqual(then.hotelId, now.hotelId), 12) +
  points(upsellCount(then) === upsellCount(now), 6) +
  points(isDeepStrictEqual(then.mealTypeId, now.mealTypeId), 4) +
  points(isDeepStrictEqual(then.bedTypeIds, now.bedTypeIds), 2);

export const likenessOfFlights: Likeness<FlightOfferFact> = (then, now) =>
  points(then.isRefundable === now.isRefundable, 60) +
  points(then.isExchangeable === now.isExchangeable, 60) +
  points(isSameSupplier(then.supplier, now.supplier), 30) +
  points(then.legs !== undefined && isDeepStrictEqual(then.legs, now.legs), 8) +
  points(then.legs?.length === now.legs?.length, 4);

/**
 * The likest; of several that are as like, the one in the same place of its list, else the first.
 *
 * @param at The place of the thing in the list of then.
 * @param taken Stand for other things already, and are taken last.
 */
export const corresponding = <Fact>(
  then: Fact,
  all: readonly Fact[],
  parts: { readonly likeness: Likeness<Fact>; readonly at: number; readonly taken: ReadonlySet<Fact> },
): Fact | undefined => {
  const free = all.filter((each) => !parts.taken.has(each));
  const open = free.length > 0 ? free : all;
  let best: { readonly fact: Fact; readonly score: number } | undefined;
  for (const fact of open) {
    const score = 2 * parts.likeness(then, fact) + points(all[parts.at] === fact, 1);
    if (!best || score > best.score) best = { fact, score };
  }
  return best?.fact;
};

/** Reports offers as the rules of a world say: their ids, scores, prices and order. */
import type { CanonicalOffer, PricedOffer } from './canonical.ts';
import type { Telling } from './rules.ts';
import type { Offer } from './state.ts';

/** Remembers under which id the offer was reported, so that it is found again. */
export const toldOffer = (offer: Offer, telling: Telling): CanonicalOffer => {
  const { rules } = telling.world;
  const offerId = rules.offerIdOf(offer, telling);
  telling.search.reported.set(offerId, offer);
  const { roomId, roomName, rateName, mealTypeId, bedVariants, supplier, freeUntilMs } = offer;
  return {
    offerId,
    aiScore: rules.scoreOf(offer, telling),
    roomId,
    roomName,
    rateName,
    mealTypeId,
    bedVariants,
    supplier,
    price: rules.priceOf(offer, telling),
    freeUntilMs,
  };
};

export const pricedOffer = (offer: Offer, telling: Telling): PricedOffer => {
  const { parts, earlyCheckIns, lateCheckOuts } = offer;
  return { ...toldOffer(offer, telling), parts, earlyCheckIns, lateCheckOuts };
};

/** In the order of scores when there are any, else in the order given. */
export const ranked = <Reported>(
  reported: readonly Reported[],
  scoreOf: (one: Reported) => number | null,
  { world }: Telling,
) =>
  reported.some((one) => scoreOf(one) !== null)
    ? reported.toSorted((one, other) => world.rules.ranks({ aiScore: scoreOf(one) }, { aiScore: scoreOf(other) }))
    : reported;

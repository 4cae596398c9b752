/** Reports offers as the rules of a world say: their ids, scores, prices and order. */
import type { CanonicalOffer, PricedOffer } from './canonical.ts';
import type { Reporting } from './rules.ts';
import type { Offer } from './state.ts';

/** Remembers under which id the offer was reported, so that it is found again. */
export const reportedOffer = (offer: Offer, reporting: Reporting): CanonicalOffer => {
  const { rules } = reporting.world;
  const offerId = rules.offerIdOf(offer, reporting);
  reporting.search.reported.set(offerId, offer);
  const { roomId, roomName, rateName, mealTypeId, bedVariants, supplier, freeUntilMs } = offer;
  return {
    offerId,
    aiScore: rules.scoreOf(offer, reporting),
    roomId,
    roomName,
    rateName,
    mealTypeId,
    bedVariants,
    supplier,
    price: rules.priceOf(offer, reporting),
    freeUntilMs,
  };
};

export const pricedOffer = (offer: Offer, reporting: Reporting): PricedOffer => {
  const { parts, earlyCheckIns, lateCheckOuts } = offer;
  return { ...reportedOffer(offer, reporting), parts, earlyCheckIns, lateCheckOuts };
};

/** In the order of scores when there are any, else in the order given. */
export const ranked = <Reported>(
  reported: readonly Reported[],
  scoreOf: (one: Reported) => number | null,
  { world }: Reporting,
) =>
  reported.some((one) => scoreOf(one) !== null)
    ? reported.toSorted((one, other) => world.rules.ranks({ aiScore: scoreOf(one) }, { aiScore: scoreOf(other) }))
    : reported;

/** The options of a stay that a booking can be made with. */
import type { OfferFact, Upsell } from '../../contracts/facts.ts';

/** One early check-in and one late check-out, as far as the offer has them and tells how to name them. */
export const upsellsOf = ({ earlyCheckIns = [], lateCheckOuts = [] }: OfferFact): Upsell[] =>
  [earlyCheckIns, lateCheckOuts].flatMap((options) => {
    const named = options.find(({ reference = null }) => reference !== null);
    return named ? [named] : [];
  });

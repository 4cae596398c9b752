/** POST /api/avia/offer_price and …/fare_rules: what an offer of a search costs now, and the rules of its fare. */
import type { FlightReplies } from '../avia/canonical.ts';
import { faresOf, partsOf } from '../avia/fares.ts';
import { offerAsked } from '../avia/lookup.ts';
import type { Within } from '../avia/rules.ts';
import { toldFlightOffer } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';

export const aviaOfferPrice: SalesHandler<'avia-offer-price'> = (asked, asking) => {
  const { world } = asking;
  const within: Within = { operation: 'avia-offer-price', world };
  const found = offerAsked(asked, within.operation, asking);
  if (found.refused) return found.refused;
  const { offer, search, price: before } = found;
  const reported = toldFlightOffer(offer, search, within);
  const body: FlightReplies['avia-offer-price'] = {
    offer: { ...reported, parts: partsOf(faresOf(offer, world.now())) },
    isPriceChanged: world.rules.saysPriceChanged(before, reported.price, within),
  };
  return answer(200, body);
};

export const fareRules: SalesHandler<'fare-rules'> = (asked, asking) => {
  const found = offerAsked(asked, 'fare-rules', asking);
  if (found.refused) return found.refused;
  const body: FlightReplies['fare-rules'] = {
    fareFamily: found.offer.family.name,
    fareRules: asking.world.rules.fareRulesOf(found.offer, asking.world),
  };
  return answer(200, body);
};

/** Checks of what the price of an offer is made of, and of the options of a stay that it is sold with (part 4.5). */
import { type Check, check, unshown } from '../check.ts';
import type { OfferFact } from '../facts.ts';
import type { Mismatch } from '../mismatch.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areEqual, moneyText, sumOf } from './amounts.ts';
import { noOffer, ofEveryAnswer, offersOf, readAnswers } from './offers.ts';
import { doesNotRead, readFacts, showsNone } from './read-facts.ts';

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

const unfound = 'none that the binding finds';

export const pricePartsChecks: readonly Check[] = [
  ofEveryAnswer('hotel-pricing.price-breakdown-is-shown', 'hotel-pricing', (exchange, trace) => {
    readFacts(exchange);
    if (!isRead(trace, 'priceParts')) return showsNone(exchange, 'priceParts');
    return offersOf(exchange)
      .filter(({ priceParts = [] }) => priceParts.length === 0)
      .map((offer) => onOffer(exchange, offer, { expected: 'what the price is made of', actual: unfound }));
  }),

  ofEveryAnswer('hotel-pricing.price-parts-add-up', 'hotel-pricing', (exchange) => {
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

  check('hotel-pricing.stay-options-are-shown', {
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
];

/** Checks of the minimum price that a search reports of each hotel (part 4.5). */
import { type Check, check, type Three, type Unshown, unshown } from '../check.ts';
import type { HotelFact, Money } from '../facts.ts';
import type { Mismatch, Path } from '../mismatch.ts';
import { field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { moneyText } from './amounts.ts';
import { offersOf, readAnswers } from './offers.ts';
import { doesNotRead, readFacts, showsNone } from './read-facts.ts';
import { searchAfter, searchBefore } from './searches.ts';

/** Half a hundredth, and what binary fractions lose. */
const roundingMax = 0.005 + 1e-6;

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

type Priced = { readonly at: Path; readonly price: Money; readonly minimum: Money };

/** The offers of a search whose hotel has a minimum price in the same answer, in the same currency. */
const pricedIn = (search: Exchange): Priced[] => {
  const hotels = Map.groupBy(readFacts(search).hotels ?? [], ({ hotelId }) => idText(hotelId));
  const minimums = new Map([...hotels].map(([id, entries]) => [id, lowestOf(pricesOf(entries))]));
  return offersOf(search).flatMap(({ at, hotelId, price }): Priced[] => {
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

const belowTheMinimum = (exchange: Exchange, priced: readonly Priced[]): Mismatch[] =>
  priced
    .filter(({ price, minimum }) => price.amount < minimum.amount - roundingMax)
    .map(({ at, price, minimum }) => ({
      exchange,
      path: ['response', 'body', ...at],
      expected: `no price below ${moneyText(minimum)}, the minimum of the hotel in the search`,
      actual: moneyText(price),
    }));

const minimumAround = ({ exchanges: [before, pricing, after] }: Three): Money | Unshown => {
  const hotelId = idText(field(pricing.intent, 'hotelId'));
  if (hotelId === undefined) return unshown('the hotel that was priced is not known');
  const [first, second] = [minimumIn(before, hotelId), minimumIn(after, hotelId)];
  if (!first || !second) return unshown(`hotel ${hotelId} has no minimum price in the searches around its pricing`);
  const isUnmoved = first.amount === second.amount && areOneCurrency(first, second);
  return isUnmoved ? first : unshown('prices changed while they were read');
};

export const minimumPriceChecks: readonly Check[] = [
  check('hotel-search.minimum-price-is-shown', {
    given: (trace) => readAnswers(trace, 'hotel-search'),
    then: (exchange, trace) => {
      const { hotels } = readFacts(exchange);
      if (!hotels) return showsNone(exchange, 'hotels');
      if (hotels.length === 0) return unshown('no hotel was found');
      if (!readsMinPrice(trace)) return showsNone(exchange, 'minPrice');
      return hotels
        .filter(({ minPrice }) => minPrice === undefined)
        .map(({ at }) => ({
          exchange,
          path: ['response', 'body', ...at],
          expected: 'a minimum price',
          actual: 'none that the binding finds',
        }));
    },
  }),

  check('hotel-search.minimum-price-is-the-lowest', {
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
];

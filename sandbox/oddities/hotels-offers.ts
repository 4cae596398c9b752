/** Lawful oddities of searching and pricing hotels. */
import { foundHotels, pricedOffers } from '../altering/hotels.ts';
import { answers, listOf, refusals } from '../altering/sold.ts';
import { odditiesOf } from '../deviation.ts';
import type { HotelRules } from '../hotels/rules.ts';
import type { Offer } from '../hotels/state.ts';
import { euro, percentOf } from '../sales/money.ts';

const scored = ['hotel-search', 'hotel-pricing', 'offer-pricing'] as const;

/** Gives what is ranked other scores. */
const scores = (scoreOf: (offer: Offer, score: number) => number | null) => ({
  touches: scored,
  rules: (before: HotelRules): Pick<HotelRules, 'scoreOf'> => ({
    scoreOf: (offer, telling) => {
      const score = before.scoreOf(offer, telling);
      return score === null ? null : scoreOf(offer, score);
    },
  }),
});

/** One in some offers, the same ones in every answer. */
const isOneIn =
  (count: number) =>
  ({ hotelId, place }: Offer): boolean =>
    (hotelId + place) % count === 0;

const scoreOddities = odditiesOf({
  'scores-with-zero-and-one': scores(({ hotelId }) => hotelId % 2),
  'scores-some-offers-with-null': scores((offer, score) => (isOneIn(3)(offer) ? null : score)),
  'scores-nothing': scores(() => null),
  'scores-hotels-and-no-offers-of-pricing': {
    touches: ['hotel-pricing'],
    rules: ({ scoreOf }) => ({
      scoreOf: (offer, telling) => (telling.operation === 'hotel-pricing' ? null : scoreOf(offer, telling)),
    }),
  },
});

const offerOddities = odditiesOf({
  'shows-no-offers-of-some-hotels': {
    touches: ['hotel-search'],
    rules: ({ searchShows }) => ({
      searchShows: (offers, telling) => ((offers[0]?.hotelId ?? 0) % 2 === 0 ? searchShows(offers, telling) : []),
    }),
  },
  'drops-offers-between-searches': {
    touches: ['hotel-search'],
    rules: ({ searchShows }) => ({
      searchShows: (offers, telling) => {
        const shown = searchShows(offers, telling);
        return shown.slice(0, Math.max(1, shown.length - (telling.search.number % 3)));
      },
    }),
  },
  'sells-out-between-search-and-pricing': answers('hotel-pricing', (body) => {
    const cheapest = listOf(body.offers).reduce((lowest, { price }) => Math.min(lowest, price.minor), Infinity);
    return { ...body, offers: listOf(body.offers).filter(({ price }) => price.minor > cheapest) };
  }),
  'finds-fewer-hotels-every-time': answers('hotel-search', (body, { world }) => {
    const left = world.count('searches that leave out a hotel');
    return { ...body, hotels: listOf(body.hotels).filter((_, at) => at === 0 || (at + left) % 5 !== 0) };
  }),
  'moves-prices-between-searches': {
    summary: 'Every search makes all offers one percent dearer.',
    touches: [...scored, 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
    rules: ({ priceOf }) => ({
      priceOf: (offer, telling) => {
        const { minor } = priceOf(offer, telling);
        return euro(minor + percentOf(minor, telling.search.number));
      },
    }),
    reply: pricedOffers(
      () => true,
      ({ parts, ...offer }) => ({
        ...offer,
        parts: { ...parts, base: euro(offer.price.minor - parts.tax.minor - parts.fee.minor) },
      }),
    ),
  },
  'sells-the-first-offers-dearer': {
    summary: 'The first offer of every hotel costs 12.34 euros more, wherever it is shown.',
    touches: [...scored, 'create-booking', 'view-booking', 'search-bookings', 'cancel-booking'],
    rules: ({ priceOf }) => ({
      priceOf: (offer, telling) => euro(priceOf(offer, telling).minor + (offer.place === 0 ? 12_34 : 0)),
    }),
    reply: pricedOffers(
      () => true,
      ({ parts, ...offer }) => ({
        ...offer,
        parts: { ...parts, base: euro(offer.price.minor - parts.tax.minor - parts.fee.minor) },
      }),
    ),
  },
  'rounds-minimum-prices-down': foundHotels(
    () => true,
    (hotel) => ({ ...hotel, minPrice: euro(Math.floor(hotel.minPrice.minor / 100) * 100) }),
  ),
  'sells-no-options': {
    summary: 'No hotel offers early check-in or late check-out.',
    reply: {
      ...pricedOffers(
        () => true,
        (offer) => ({ ...offer, earlyCheckIns: [], lateCheckOuts: [] }),
      ),
      ...answers('offer-pricing', (body) => ({
        ...body,
        offer: { ...body.offer, earlyCheckIns: [], lateCheckOuts: [] },
      })),
    },
  },
  'names-no-beds': pricedOffers(
    () => true,
    (offer) => ({ ...offer, bedVariants: [] }),
  ),
  'writes-meals-as-text': pricedOffers(
    () => true,
    (offer) => ({ ...offer, mealTypeId: String(offer.mealTypeId) }),
  ),
  'repeats-the-search-in-its-answer': answers('hotel-search', (body, { asked }) => ({
    ...body,
    asked: { ...asked, searchId: null },
  })),
  'forgets-unknown-searches-politely': {
    summary: 'A search that is not known is refused with 410.',
    reply: Object.assign(
      {},
      ...(['hotel-pricing', 'offer-pricing'] as const).map((operation) =>
        refusals(operation, (reply) => (reply.status === 404 ? { ...reply, status: 410 } : reply)),
      ),
    ),
  },
});

export const hotelOfferOddities = [...scoreOddities, ...offerOddities];

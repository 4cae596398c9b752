/** Faults in what a search of flights, the price of an offer and the rules of a fare tell. */
import { answers, deep, last, listOf, type Spot, without } from '../altering/sold.ts';
import type { CanonicalFlightOffer } from '../avia/canonical.ts';
import { fault } from '../deviation.ts';
import type { Rules } from '../rules.ts';
import { euro, percentOf } from '../sales/money.ts';

type Picks = (offer: CanonicalFlightOffer, spot: Spot) => boolean;

/** Changes offers of a search. */
const foundFlights = (picks: Picks, change: (offer: CanonicalFlightOffer) => unknown) =>
  answers('avia-search', (body) => {
    const offers = listOf(body.offers);
    return {
      ...body,
      offers: offers.map((offer, at) => (picks(offer, { at, count: offers.length }) ? change(offer) : offer)),
    };
  });

const isFlexible = ({ fareFamily }: CanonicalFlightOffer): boolean => fareFamily === 'Flex';
const first: Picks = (_, { at }) => at === 0;
const third: Picks = (_, { at }) => at === 2;

/** Whether an answer is the one of this place among those of its kind. */
const isEvery = (count: number, of: number): boolean => count % of === 0;

const searchIdFaults = [
  fault('numbers-flight-searches', {
    violates: ['avia-search.search-id-is-told'],
    summary: 'The searchId of a flight search is a number.',
    touches: ['avia-search'],
    rules: { flightSearchIdOf: (number) => String(number) },
    reply: answers('avia-search', (body) => ({ ...body, searchId: Number(body.searchId) })),
  }),
  fault('tells-no-id-of-flight-searches', {
    violates: ['avia-search.search-id-is-told'],
    summary: 'A flight search has no searchId.',
    reply: answers('avia-search', (body) => without('searchId', body)),
  }),
  fault('forgets-the-id-of-an-equal-flight-search', {
    violates: ['avia-search.search-id-is-told'],
    summary: 'Every second of equal flight searches has null for its searchId.',
    reply: answers('avia-search', (body, { asked, world }) =>
      isEvery(world.count(`flights searched ${JSON.stringify(asked)}`), 2) ? { ...body, searchId: null } : body,
    ),
  }),
];

const searchPriceFaults = [
  fault('tells-no-price-of-the-third-flight-offer', {
    violates: ['avia-search.offers-have-prices'],
    summary: 'The third offer of a flight search has no price.',
    reply: foundFlights(third, (offer) => without('price', offer)),
  }),
  fault('nulls-the-price-of-the-last-flight-offer', {
    violates: ['avia-search.offers-have-prices'],
    summary: 'The price of the last offer of a flight search is null.',
    reply: foundFlights(last, (offer) => ({ ...offer, price: null })),
  }),
  fault('tells-no-price-of-flexible-offers', {
    violates: ['avia-search.offers-have-prices'],
    summary: 'Flight offers that give all back have no price.',
    reply: foundFlights(isFlexible, (offer) => without('price', offer)),
  }),
  fault('empties-one-price-deep-in-a-flight-search', {
    violates: ['avia-search.offers-have-prices'],
    summary: 'The price of one offer deep in a flight search is an empty object.',
    reply: foundFlights(deep, (offer) => ({ ...offer, price: {} })),
  }),
];

/** Changes some of the prices that are told of one search, counted from 1. */
const pricesOfSearch = (isMeant: (count: number) => boolean, price: null | undefined) =>
  answers('avia-offer-price', (body, { asked, world }) =>
    isMeant(world.count(`prices told of ${asked?.searchId}`)) ? { ...body, offer: { ...body.offer, price } } : body,
  );

const priceToldFaults = [
  fault('tells-no-price-of-the-first-offer-asked-for', {
    violates: ['avia-offer-price.price-is-told'],
    summary: 'The first offer of a search whose price is asked for has none.',
    reply: pricesOfSearch((count) => count === 1, undefined),
  }),
  fault('nulls-every-second-price-of-an-offer', {
    violates: ['avia-offer-price.price-is-told'],
    summary: 'Every second price that is asked for in a search is null.',
    reply: pricesOfSearch((count) => isEvery(count, 2), null),
  }),
  fault('tells-no-third-price-of-a-search', {
    violates: ['avia-offer-price.price-is-told'],
    summary: 'The third offer of a search whose price is asked for has none.',
    reply: pricesOfSearch((count) => count === 3, undefined),
  }),
];

const changes = 'avia-offer-price.unchanged-offer-keeps-its-price';

/** What offer_price makes of a price, without a word of it. */
const silently = (change: (minor: number) => number) => ({
  touches: ['avia-offer-price'] as const,
  rules: ({ flightPriceOf, saysPriceChanged }: Rules): Pick<Rules, 'flightPriceOf' | 'saysPriceChanged'> => ({
    flightPriceOf: (offer, within) => {
      const price = flightPriceOf(offer, within);
      return within.operation === 'avia-offer-price' ? euro(change(price.minor)) : price;
    },
    saysPriceChanged: (before, now, within) =>
      within.operation !== 'avia-offer-price' && saysPriceChanged(before, now, within),
  }),
});

const keptPriceFaults = [
  fault('adds-a-cent-to-the-price-of-an-offer', {
    violates: [changes],
    summary: 'The price of an offer is a cent more than in the search, and said to be unchanged.',
    ...silently((minor) => minor + 1),
  }),
  fault('rounds-the-price-of-an-offer-up', {
    violates: [changes],
    summary: 'The price of an offer is rounded up to the next whole ten, and said to be unchanged.',
    ...silently((minor) => (Math.floor(minor / 1_000) + 1) * 1_000),
  }),
  fault('teases-with-the-first-flight-offer', {
    violates: [changes],
    summary: 'A search tells of its first offer nine tenths of the price, and its price is said to be unchanged.',
    touches: ['avia-search', 'avia-offer-price'],
    reply: foundFlights(first, (offer) =>
      offer.price ? { ...offer, price: euro(percentOf(offer.price.minor, 90)) } : offer,
    ),
  }),
  fault('tells-prices-of-offers-without-taxes', {
    violates: [changes],
    summary: 'The price of an offer is what is left without taxes.',
    reply: answers('avia-offer-price', (body) => ({ ...body, offer: { ...body.offer, price: body.offer.parts.base } })),
  }),
  fault('says-nothing-of-a-changed-price', {
    violates: [changes],
    summary: 'The price of the second offer of a search that is asked for has risen, and nothing says so.',
    reply: answers('avia-offer-price', (body, { asked, world }) => {
      const { price } = body.offer;
      if (!price || !isEvery(world.count(`prices of ${asked?.searchId}`), 2)) return body;
      return without('isPriceChanged', { ...body, offer: { ...body.offer, price: euro(price.minor + 700) } });
    }),
  }),
];

const ruleFaults = [
  fault('tells-no-rules-of-fares', {
    violates: ['fare-rules.rules-are-told'],
    summary: 'The rules of every fare are an empty list.',
    touches: ['fare-rules'],
    rules: { fareRulesOf: () => [] },
  }),
  fault('names-rules-of-fares-without-a-text', {
    violates: ['fare-rules.rules-are-told'],
    summary: 'The rules of a fare have a topic and no text.',
    reply: answers('fare-rules', (body) => ({
      ...body,
      fareRules: listOf(body.fareRules).map((rule) => without('text', rule)),
    })),
  }),
  fault('blanks-the-rules-of-the-second-fare', {
    violates: ['fare-rules.rules-are-told'],
    summary: 'The second fare of a search whose rules are asked for has blanks for their texts.',
    reply: answers('fare-rules', (body, { asked, world }) =>
      world.count(`rules told of ${asked?.searchId}`) === 2
        ? { ...body, fareRules: listOf(body.fareRules).map((rule) => ({ ...rule, text: ' ' })) }
        : body,
    ),
  }),
];

export const flightSearchFaults = [
  ...searchIdFaults,
  ...searchPriceFaults,
  ...priceToldFaults,
  ...keptPriceFaults,
  ...ruleFaults,
];

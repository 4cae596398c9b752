/** Faults of what an avia search, the price of an offer, the rules of a fare, a schedule and the free seats report. */
import type { AvailableFlight, CanonicalFlight, CanonicalFlightOffer } from '../../avia/canonical.ts';
import { flightOf } from '../../avia/flights.ts';
import { faultsOf, type Rules } from '../../deviation.ts';
import { refusal } from '../../reply.ts';
import { euro, percentOf } from '../../sales.ts';
import {
  answers,
  deep,
  eachOf,
  every,
  lacking,
  last,
  listOf,
  type Met,
  nulled,
  type Spot,
  successes,
  without,
  written,
} from '../changes.ts';

type FlightPicks = (offer: CanonicalFlightOffer, spot: Spot) => boolean;

const foundFlights = (picks: FlightPicks, change: (offer: CanonicalFlightOffer) => unknown) =>
  eachOf('avia-search', 'offers', (offer, _, spot) => (picks(offer, spot) ? change(offer) : offer));

const isFlexible = ({ fareFamily }: CanonicalFlightOffer): boolean => fareFamily === 'Flex';
const first: FlightPicks = (_, { at }) => at === 0;
const third: FlightPicks = (_, { at }) => at === 2;

/** Whether an answer is the one of this place among those of its kind. */
const isEvery = (count: number, of: number): boolean => count % of === 0;

/** Changes some of the prices that one search reports, counted from 1. */
const pricesOfSearch = (isMeant: (count: number) => boolean, price: null | undefined) =>
  answers('avia-offer-price', (body, { asked, world }) =>
    isMeant(world.count(`prices reported of ${asked?.searchId}`)) ? { ...body, offer: { ...body.offer, price } } : body,
  );

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

export const flightSearchFaults = [
  ...faultsOf('avia-search.search-id-is-told', {
    'numbers-flight-searches': {
      touches: ['avia-search'],
      rules: { flightSearchIdOf: (number) => String(number) },
      reply: answers('avia-search', (body) => ({ ...body, searchId: Number(body.searchId) })),
    },
    'tells-no-id-of-flight-searches': answers('avia-search', lacking('searchId')),
    'forgets-the-id-of-an-equal-flight-search': answers('avia-search', (body, { asked, world }) =>
      isEvery(world.count(`flights searched ${JSON.stringify(asked)}`), 2) ? { ...body, searchId: null } : body,
    ),
  }),
  ...faultsOf('avia-search.offers-have-prices', {
    'tells-no-price-of-the-third-flight-offer': foundFlights(third, lacking('price')),
    'nulls-the-price-of-the-last-flight-offer': foundFlights(last, nulled('price')),
    'tells-no-price-of-flexible-offers': foundFlights(isFlexible, lacking('price')),
    'empties-one-price-deep-in-a-flight-search': foundFlights(deep, (offer) => ({ ...offer, price: {} })),
  }),
  ...faultsOf('avia-offer-price.price-is-told', {
    'tells-no-price-of-the-first-offer-asked-for': pricesOfSearch((count) => count === 1, undefined),
    'nulls-every-second-price-of-an-offer': pricesOfSearch((count) => isEvery(count, 2), null),
    'tells-no-third-price-of-a-search': pricesOfSearch((count) => count === 3, undefined),
  }),
  ...faultsOf('avia-offer-price.unchanged-offer-keeps-its-price', {
    'adds-a-cent-to-the-price-of-an-offer': silently((minor) => minor + 1),
    'rounds-the-price-of-an-offer-up': silently((minor) => (Math.floor(minor / 1_000) + 1) * 1_000),
    'teases-with-the-first-flight-offer': {
      summary:
        'A search reports nine tenths of the price of its first offer, and offer_price says that the price is unchanged.',
      touches: ['avia-search', 'avia-offer-price'],
      reply: foundFlights(first, (offer) =>
        offer.price ? { ...offer, price: euro(percentOf(offer.price.minor, 90)) } : offer,
      ),
    },
    'tells-prices-of-offers-without-taxes': written('avia-offer-price', 'offer', (offer) => ({
      ...offer,
      price: offer.parts.base,
    })),
    'says-nothing-of-a-changed-price': {
      summary: 'The price of the second offer of a search that is asked for has risen, and nothing says so.',
      reply: answers('avia-offer-price', (body, { asked, world }) => {
        const { price } = body.offer;
        if (!price || !isEvery(world.count(`prices of ${asked?.searchId}`), 2)) return body;
        return without('isPriceChanged', { ...body, offer: { ...body.offer, price: euro(price.minor + 700) } });
      }),
    },
  }),
  ...faultsOf('fare-rules.rules-are-told', {
    'names-rules-of-fares-without-a-text': eachOf('fare-rules', 'fareRules', lacking('text')),
    'blanks-the-rules-of-the-second-fare': answers('fare-rules', (body, { asked, world }) =>
      world.count(`rules reported of ${asked?.searchId}`) === 2
        ? { ...body, fareRules: listOf(body.fareRules).map((rule) => ({ ...rule, text: ' ' })) }
        : body,
    ),
  }),
];

type AskedSchedule = 'avia-schedule' | 'avia-availability';

const searchFirst = { code: 'SEARCH_REQUIRED', message: 'Search first.' };

const refusing = <Operation extends AskedSchedule>(
  operation: Operation,
  isMeant: (met: Met<Operation>) => boolean = every,
) => successes(operation, (reply, met) => (isMeant(met) ? refusal(400, searchFirst) : reply));

/** The first requests for the same, and no later one. */
const isAmongFirst =
  (many: number) =>
  ({ asked, world }: Met<AskedSchedule>): boolean =>
    world.count(`flights asked for: ${JSON.stringify(asked)}`) <= many;

const availableFlights = (
  picks: (flight: AvailableFlight, spot: Spot) => boolean,
  change: (flight: AvailableFlight) => unknown,
) => eachOf('avia-availability', 'flights', (flight, _, spot) => (picks(flight, spot) ? change(flight) : flight));

const largeSeats = 200;

const pricedSchedule = (picks: (flight: CanonicalFlight, spot: Spot) => boolean, minor: number) =>
  eachOf('avia-schedule', 'flights', (flight, _, spot) =>
    picks(flight, spot) ? { ...flight, price: euro(minor) } : flight,
  );

export const flightScheduleFaults = [
  ...faultsOf('avia-availability.answers-without-search', {
    'tells-no-seats-without-a-search': refusing('avia-availability'),
    'tells-seats-at-the-tenth-request': refusing('avia-availability', isAmongFirst(9)),
  }),
  ...faultsOf('avia-schedule.answers-without-search', {
    'tells-no-schedule-without-a-search': refusing('avia-schedule'),
    'tells-schedules-at-the-fourth-request': refusing('avia-schedule', isAmongFirst(3)),
  }),
  ...faultsOf('avia-availability.seats-are-told', {
    'nulls-the-seats-of-the-last-flight': availableFlights(last, nulled('seats')),
    'tells-the-seats-of-the-first-flight-only': availableFlights((_, { at }) => at > 0, lacking('seats')),
    'tells-no-seats-of-large-aircraft': availableFlights(
      (flight) => (flightOf(flight)?.capacity ?? 0) > largeSeats,
      lacking('seats'),
    ),
  }),
  ...faultsOf('avia-schedule.carries-no-price', {
    'prices-the-schedule': pricedSchedule(every, 12_900),
    'prices-the-last-flight-of-a-schedule': pricedSchedule(last, 8_450),
    'prices-one-flight-of-a-schedule-at-zero': pricedSchedule(deep, 0),
  }),
];

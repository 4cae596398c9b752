/** Lawful oddities of what is searched, scheduled and offered. */
import { answers, listOf, successes, without } from '../altering/sold.ts';
import { odditiesOf } from '../deviation.ts';
import { refusal } from '../reply.ts';
import { euro } from '../sales/money.ts';

const nobodyFlies = refusal(422, { code: 'NO_FLIGHTS', message: 'Nobody flies on that day.' });

const scheduleOddities = odditiesOf({
  'flies-on-every-second-day-only': {
    summary: 'Every second schedule has no flights.',
    reply: answers('avia-schedule', (body, { world }) =>
      world.count('schedules') % 2 === 1 ? { ...body, flights: [] } : body,
    ),
  },
  'refuses-every-second-schedule': successes('avia-schedule', (reply, { world }) =>
    world.count('schedules asked for') % 2 === 1 ? nobodyFlies : reply,
  ),
  'nulls-prices-of-schedules': answers('avia-schedule', (body) => ({
    ...body,
    flights: listOf(body.flights).map((flight) => ({ ...flight, price: null })),
  })),
});

const seatsMax = 9;

const seatOddities = odditiesOf({
  'sells-seats-while-one-looks': {
    touches: ['avia-availability'],
    rules: ({ seatsOf }) => ({
      seatsOf: (flight, within) => {
        const seats = seatsOf(flight, within);
        return within.operation === 'avia-availability'
          ? Math.max(0, seats - 40 * within.world.count('looks at seats'))
          : seats;
      },
    }),
  },
  'tells-nine-seats-at-most': answers('avia-availability', (body) => ({
    ...body,
    flights: listOf(body.flights).map((flight) => ({ ...flight, seats: Math.min(seatsMax, flight.seats) })),
  })),
  'tells-of-seats-backwards': {
    summary: 'The flights whose seats are told come in another order, and each one twice.',
    reply: answers('avia-availability', (body) => {
      const backwards = listOf(body.flights).toReversed();
      return { ...body, flights: [...backwards, ...backwards] };
    }),
  },
});

const rise = 1_290;

const offerOddities = odditiesOf({
  'sells-out-every-second-flight-search': answers('avia-search', (body, { world }) =>
    world.count('flight searches answered') % 2 === 1 ? { ...body, offers: [] } : body,
  ),
  'refuses-every-second-flight-search': successes('avia-search', (reply, { world }) =>
    world.count('flight searches asked for') % 2 === 1 ? nobodyFlies : reply,
  ),
  'sells-one-flight-offer': answers('avia-search', (body) => ({ ...body, offers: listOf(body.offers).slice(0, 1) })),
  'offers-the-dearest-flights-first': answers('avia-search', (body) => ({
    ...body,
    offers: listOf(body.offers).toReversed(),
  })),
  'sells-out-what-is-booked-first': {
    summary: 'Every second request for a flight booking is refused, as the offer is gone.',
    touches: ['pnr-create'],
    rules: ({ knowsFlightSearch }) => ({
      knowsFlightSearch: (search, clientId, within) =>
        knowsFlightSearch(search, clientId, within) &&
        (within.operation !== 'pnr-create' || within.world.count('flights to book') % 2 === 0),
    }),
  },
});

const priceOddities = odditiesOf({
  'prices-offers-higher-and-says-so': {
    touches: ['avia-offer-price'],
    rules: ({ flightPriceOf }) => ({
      flightPriceOf: (offer, within) => {
        const price = flightPriceOf(offer, within);
        if (within.operation !== 'avia-offer-price') return price;
        return euro(price.minor + rise * within.world.count('rises of prices'));
      },
    }),
  },
  'says-nothing-of-unchanged-prices': answers('avia-offer-price', (body) =>
    body.isPriceChanged ? body : without('isPriceChanged', body),
  ),
  'loses-every-second-offer-before-its-price': successes('avia-offer-price', (reply, { world }) =>
    world.count('prices asked for') % 2 === 1 ? refusal(410, { code: 'OFFER_GONE', message: 'It is gone.' }) : reply,
  ),
  'heads-rules-of-fares-without-a-text': answers('fare-rules', (body) => ({
    ...body,
    fareRules: [{ topic: 'general' }, ...listOf(body.fareRules), { topic: 'end', text: '' }],
  })),
});

export const flightOfferOddities = [...scheduleOddities, ...seatOddities, ...offerOddities, ...priceOddities];

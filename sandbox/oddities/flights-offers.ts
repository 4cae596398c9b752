/** Lawful oddities of what is searched, scheduled and offered. */
import { answers, listOf, successes, without } from '../altering/sold.ts';
import { oddity } from '../deviation.ts';
import { refusal } from '../reply.ts';
import { euro } from '../sales/money.ts';

const nobodyFlies = refusal(422, { code: 'NO_FLIGHTS', message: 'Nobody flies on that day.' });

const scheduleOddities = [
  oddity('flies-on-every-second-day-only', {
    summary: 'Every second schedule has no flights.',
    reply: answers('avia-schedule', (body, { world }) =>
      world.count('schedules') % 2 === 1 ? { ...body, flights: [] } : body,
    ),
  }),
  oddity('refuses-every-second-schedule', {
    summary: 'Every second schedule is refused.',
    reply: successes('avia-schedule', (reply, { world }) =>
      world.count('schedules asked for') % 2 === 1 ? nobodyFlies : reply,
    ),
  }),
  oddity('nulls-prices-of-schedules', {
    summary: 'The price of every flight of a schedule is null.',
    reply: answers('avia-schedule', (body) => ({
      ...body,
      flights: listOf(body.flights).map((flight) => ({ ...flight, price: null })),
    })),
  }),
];

const seatsMax = 9;

const seatOddities = [
  oddity('sells-seats-while-one-looks', {
    summary: 'Every look at seats finds fewer, until there are none.',
    touches: ['avia-availability'],
    rules: ({ seatsOf }) => ({
      seatsOf: (flight, within) => {
        const seats = seatsOf(flight, within);
        return within.operation === 'avia-availability'
          ? Math.max(0, seats - 40 * within.world.count('looks at seats'))
          : seats;
      },
    }),
  }),
  oddity('tells-nine-seats-at-most', {
    summary: 'No flight tells more than nine seats.',
    reply: answers('avia-availability', (body) => ({
      ...body,
      flights: listOf(body.flights).map((flight) => ({ ...flight, seats: Math.min(seatsMax, flight.seats) })),
    })),
  }),
  oddity('tells-of-seats-backwards', {
    summary: 'The flights whose seats are told come in another order, and each one twice.',
    reply: answers('avia-availability', (body) => {
      const backwards = listOf(body.flights).toReversed();
      return { ...body, flights: [...backwards, ...backwards] };
    }),
  }),
];

const rise = 1_290;

const offerOddities = [
  oddity('sells-out-every-second-flight-search', {
    summary: 'Every second flight search finds no offer.',
    reply: answers('avia-search', (body, { world }) =>
      world.count('flight searches answered') % 2 === 1 ? { ...body, offers: [] } : body,
    ),
  }),
  oddity('refuses-every-second-flight-search', {
    summary: 'Every second flight search is refused.',
    reply: successes('avia-search', (reply, { world }) =>
      world.count('flight searches asked for') % 2 === 1 ? nobodyFlies : reply,
    ),
  }),
  oddity('sells-one-flight-offer', {
    summary: 'A flight search has one offer.',
    reply: answers('avia-search', (body) => ({ ...body, offers: listOf(body.offers).slice(0, 1) })),
  }),
  oddity('offers-the-dearest-flights-first', {
    summary: 'The offers of a flight search begin with the dearest.',
    reply: answers('avia-search', (body) => ({ ...body, offers: listOf(body.offers).toReversed() })),
  }),
  oddity('sells-out-what-is-booked-first', {
    summary: 'Every second request for a flight booking is refused, as the offer is gone.',
    touches: ['pnr-create'],
    rules: ({ knowsFlightSearch }) => ({
      knowsFlightSearch: (search, clientId, within) =>
        knowsFlightSearch(search, clientId, within) &&
        (within.operation !== 'pnr-create' || within.world.count('flights to book') % 2 === 0),
    }),
  }),
];

const priceOddities = [
  oddity('prices-offers-higher-and-says-so', {
    summary: 'The price of an offer has risen since it was told last, and the answer says so.',
    touches: ['avia-offer-price'],
    rules: ({ flightPriceOf }) => ({
      flightPriceOf: (offer, within) => {
        const price = flightPriceOf(offer, within);
        if (within.operation !== 'avia-offer-price') return price;
        return euro(price.minor + rise * within.world.count('rises of prices'));
      },
    }),
  }),
  oddity('says-nothing-of-unchanged-prices', {
    summary: 'Where the price of an offer is what it was, the answer does not say whether it changed.',
    reply: answers('avia-offer-price', (body) => (body.isPriceChanged ? body : without('isPriceChanged', body))),
  }),
  oddity('loses-every-second-offer-before-its-price', {
    summary: 'Every second request for the price of an offer is refused.',
    reply: successes('avia-offer-price', (reply, { world }) =>
      world.count('prices asked for') % 2 === 1 ? refusal(410, { code: 'OFFER_GONE', message: 'It is gone.' }) : reply,
    ),
  }),
  oddity('heads-rules-of-fares-without-a-text', {
    summary: 'The rules of a fare begin with one that has no text.',
    reply: answers('fare-rules', (body) => ({
      ...body,
      fareRules: [{ topic: 'general' }, ...listOf(body.fareRules), { topic: 'end', text: '' }],
    })),
  }),
];

export const flightOfferOddities = [...scheduleOddities, ...seatOddities, ...offerOddities, ...priceOddities];

/** Lawful oddities of flights: search, schedule, offers, and bookings. */
import { odditiesOf, ruled } from '../../deviation.ts';
import { bookingNotFound } from '../../refusals.ts';
import { answer, codeOf, type Reply, refusal } from '../../reply.ts';
import { euro } from '../../sales.ts';
import { answers, eachOf, field, lacking, listOf, nulled, refusals, successes, without, written } from '../changes.ts';

const withoutPassengers = refusal(422, { code: 'NO_FLIGHTS', message: 'Nobody flies on that day.' });

const scheduleOddities = odditiesOf({
  'flies-on-every-second-day-only': {
    summary: 'Every second schedule has no flights.',
    reply: answers('avia-schedule', (body, { world }) =>
      world.count('schedules') % 2 === 1 ? { ...body, flights: [] } : body,
    ),
  },
  'refuses-every-second-schedule': successes('avia-schedule', (reply, { world }) =>
    world.count('schedules asked for') % 2 === 1 ? withoutPassengers : reply,
  ),
  'nulls-prices-of-schedules': eachOf('avia-schedule', 'flights', nulled('price')),
});

const seatsMax = 9;

const seatOddities = odditiesOf({
  'sells-seats-while-one-looks': ruled(['avia-availability'], 'seatsOf', (before, flight, within) => {
    const seats = before(flight, within);
    return within.operation === 'avia-availability'
      ? Math.max(0, seats - 40 * within.world.count('looks at seats'))
      : seats;
  }),
  'tells-nine-seats-at-most': eachOf(
    'avia-availability',
    'flights',
    field('seats', (seats) => Math.min(seatsMax, seats)),
  ),
  'tells-of-seats-backwards': {
    summary: 'The flights with seats come in another order, and each one twice.',
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
    world.count('flight searches asked for') % 2 === 1 ? withoutPassengers : reply,
  ),
  'sells-one-flight-offer': answers('avia-search', (body) => ({ ...body, offers: listOf(body.offers).slice(0, 1) })),
  'offers-the-dearest-flights-first': written('avia-search', 'offers', (offers) => listOf(offers).toReversed()),
  'sells-out-what-is-booked-first': {
    summary: 'Every second request for a flight booking is refused, as the offer is gone.',
    ...ruled(
      ['pnr-create'],
      'knowsFlightSearch',
      (before, search, clientId, within) =>
        before(search, clientId, within) &&
        (within.operation !== 'pnr-create' || within.world.count('flights to book') % 2 === 0),
    ),
  },
});

const priceOddities = odditiesOf({
  'prices-offers-higher-and-says-so': ruled(['avia-offer-price'], 'flightPriceOf', (before, offer, within) => {
    const price = before(offer, within);
    if (within.operation !== 'avia-offer-price') return price;
    return euro(price.minor + rise * within.world.count('rises of prices'));
  }),
  'says-nothing-of-unchanged-prices': answers('avia-offer-price', (body) =>
    body.isPriceChanged ? body : without('isPriceChanged', body),
  ),
  'loses-every-second-offer-before-its-price': successes('avia-offer-price', (reply, { world }) =>
    world.count('prices asked for') % 2 === 1 ? refusal(410, { code: 'OFFER_GONE', message: 'It is gone.' }) : reply,
  ),
  'heads-rules-of-fares-without-a-text': written('fare-rules', 'fareRules', (fareRules) => [
    { topic: 'general' },
    ...listOf(fareRules),
    { topic: 'end', text: '' },
  ]),
});

export const flightOfferOddities = [...scheduleOddities, ...seatOddities, ...offerOddities, ...priceOddities];

/** Another oddity may have taken the name away. */
const capital = <Body extends { readonly bookingId?: string }>(body: Body): Body =>
  body.bookingId === undefined ? body : { ...body, bookingId: String(body.bookingId).toUpperCase() };

const ofSupplier = <Body extends object>(body: Body) => ({ supplier: { bookingId: 'S-17' }, ...body });

const nameOddities = odditiesOf({
  'writes-ids-of-flights-in-capitals': {
    ...answers('pnr-create', capital),
    ...answers('pnr-retrieve', capital),
    ...answers('pnr-cancel', capital),
    ...answers('pnr-reprice', capital),
    ...answers('ticket-issue', capital),
  },
  'retrieves-ids-of-flights-in-capitals': {
    summary: 'pnr_retrieve alone has the bookingId in capital letters.',
    reply: answers('pnr-retrieve', capital),
  },
  'tells-what-suppliers-call-flights': {
    summary:
      'pnr_create and pnr_retrieve report the bookingId of a supplier, which is no UUID, before that of the service.',
    reply: { ...answers('pnr-create', ofSupplier), ...answers('pnr-retrieve', ofSupplier) },
  },
  'retrieves-no-ids-of-flights': answers('pnr-retrieve', lacking('bookingId')),
});

/** Shorter than any flow waits for a change. */
const lagMs = 600;

/** As if it had not been cancelled, while the condition holds. */
const showing = (isStillThere: (cancelledAtMs: number, now: number) => boolean) =>
  ruled(['pnr-retrieve'], 'pnrStatusOf', (before, booking, within) => {
    const { cancelledAtMs } = booking;
    const isMeant = within.operation === 'pnr-retrieve' && cancelledAtMs !== undefined;
    return isMeant && isStillThere(cancelledAtMs, within.world.now()) ? 'booked' : before(booking, within);
  });

const cancelOddities = odditiesOf({
  'shows-cancellations-of-flights-late': showing((cancelledAtMs, now) => now < cancelledAtMs + lagMs),
  'retrieves-no-cancelled-flights': ruled(['pnr-retrieve'], 'findsFlightBooking', (before, bookingId, within) => {
    const found = before(bookingId, within);
    return within.operation === 'pnr-retrieve' && found?.cancelledAtMs !== undefined ? undefined : found;
  }),
  'says-that-flights-expired-when-cancelled': {
    summary: 'pnr_cancel and pnr_retrieve call a cancelled booking expired.',
    ...ruled(['pnr-cancel', 'pnr-retrieve'], 'pnrStatusOf', (before, booking, within) => {
      const status = before(booking, within);
      return status === 'cancelled' ? 'expired' : status;
    }),
  },
  'cancels-flights-when-their-tickets-are-void': {
    summary: 'pnr_cancel takes a booking with open tickets, which stays active until they are closed.',
    touches: ['pnr-cancel', 'pnr-retrieve'],
    rules: ({ pnrStatusOf }) => ({
      pnrCancelRefusalOf: () => undefined,
      pnrStatusOf: (booking, within) => {
        const { cancelledAtMs, ...before } = booking;
        if (cancelledAtMs === undefined) return pnrStatusOf(booking, within);
        return pnrStatusOf(before, within) === 'ticketed' ? 'ticketed' : pnrStatusOf(booking, within);
      },
    }),
  },
});

const changeMs = 35 * 60_000;

const carrierOddities = odditiesOf({
  'changes-flights-after-booking': {
    summary: 'Once a flight is booked, its carrier gives it another number, and another time.',
    touches: ['pnr-create', 'pnr-retrieve', 'ticket-issue', 'ticket-info', 'ticket-exchange'],
    reply: answers('pnr-create', (body, { world }) => {
      const booking = world.flights.pnrs.find(body.bookingId);
      const [first, ...others] = booking?.offer.flights ?? [];
      if (!booking || !first) return body;
      const { flightNumber, departsAtMs, arrivesAtMs } = first;
      const changed = {
        ...first,
        flightNumber: `${flightNumber}9`,
        departsAtMs: departsAtMs + changeMs,
        arrivesAtMs: arrivesAtMs + changeMs,
      };
      world.flights.pnrs.put({ ...booking, offer: { ...booking.offer, flights: [changed, ...others] } });
      return body;
    }),
  },
  'gives-bookings-up-with-their-last-void': ruled(
    ['pnr-retrieve', 'pnr-cancel', 'pnr-reprice', 'ticket-issue'],
    'pnrStatusOf',
    (before, booking, within) =>
      booking.tickets.length > 0 &&
      booking.tickets.every(({ coupons }) => coupons.every(({ status }) => status === 'void'))
        ? 'cancelled'
        : before(booking, within),
  ),
});

const pricingOddities = odditiesOf({
  'prices-bookings-higher-and-says-so': ruled(['pnr-reprice'], 'flightPriceOf', (before, offer, within) => {
    const price = before(offer, within);
    if (within.operation !== 'pnr-reprice') return price;
    return euro(price.minor + rise * within.world.count('rises of prices of bookings'));
  }),
  'creates-flights-without-a-price': answers('pnr-create', lacking('price')),
  'prices-every-second-booking-only': {
    summary: 'Every second repricing is refused, and changes nothing.',
    ...ruled(['pnr-reprice'], 'pnrStatusOf', (before, booking, within) =>
      within.operation === 'pnr-reprice' && within.world.count('repricings') % 2 === 1
        ? 'expired'
        : before(booking, within),
    ),
  },
});

const isNotFound = (reply: Reply): boolean => codeOf(reply) === bookingNotFound.code;

const otherPartnerOddities = odditiesOf({
  'denies-flights-of-other-partners': {
    summary: 'What is asked about a booking of another partner is refused with ACCESS_DENIED.',
    ...ruled(
      [
        'pnr-retrieve',
        'pnr-cancel',
        'ticket-cancel',
        'ticket-info',
        'ticket-exchange-calculation',
        'ticket-refund-calculation',
      ],
      'flightAccessOf',
      (before, ...asked) => (before(...asked) === 'hidden' ? 'denied' : before(...asked)),
    ),
  },
  'retrieves-nothing-where-nothing-is-seen': {
    summary: 'pnr_retrieve and ticket_info answer with an empty object where they would refuse.',
    reply: { ...refusals('pnr-retrieve', () => answer(200, {})), ...refusals('ticket-info', () => answer(200, {})) },
  },
  'retrieves-null-where-nothing-is-seen': {
    summary: 'pnr_retrieve and ticket_info answer with null where they would refuse.',
    reply: {
      ...refusals('pnr-retrieve', () => answer(200, null)),
      ...refusals('ticket-info', () => answer(200, null)),
    },
  },
  'calculates-nothing-where-nothing-is-seen': {
    summary:
      'Of a ticket whose booking is not found, the calculation of an exchange or a refund is an object with nothing in it.',
    reply: {
      ...refusals('ticket-exchange-calculation', (reply) => (isNotFound(reply) ? answer(200, { offers: [] }) : reply)),
      ...refusals('ticket-refund-calculation', (reply) => (isNotFound(reply) ? answer(200, { refund: null }) : reply)),
    },
  },
  'refuses-retrievals-with-200': refusals('pnr-retrieve', (reply) => ({ ...reply, status: 200 })),
});

export const flightBookingOddities = [
  ...nameOddities,
  ...cancelOddities,
  ...carrierOddities,
  ...pricingOddities,
  ...otherPartnerOddities,
];

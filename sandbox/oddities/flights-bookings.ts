/** Lawful oddities of flight bookings: how they are named, shown, cancelled and priced. */
import { answers, refusals, without } from '../altering/sold.ts';
import { odditiesOf } from '../deviation.ts';
import { answer, type Reply } from '../reply.ts';
import type { Rules } from '../rules.ts';
import { euro } from '../sales/money.ts';
import { bookingNotFound } from '../sales/refusals.ts';

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
      'pnr_create and pnr_retrieve tell the bookingId of a supplier, which is no UUID, before that of the service.',
    reply: { ...answers('pnr-create', ofSupplier), ...answers('pnr-retrieve', ofSupplier) },
  },
  'retrieves-no-ids-of-flights': answers('pnr-retrieve', (body) => without('bookingId', body)),
});

/** Shorter than anybody waits for a change. */
const lagMs = 600;

/** As if it had not been cancelled, while the condition holds. */
const showing = (isStillThere: (cancelledAtMs: number, now: number) => boolean) => ({
  touches: ['pnr-retrieve'] as const,
  rules: ({ pnrStatusOf }: Rules): Pick<Rules, 'pnrStatusOf'> => ({
    pnrStatusOf: (booking, within) => {
      const { cancelledAtMs } = booking;
      const isMeant = within.operation === 'pnr-retrieve' && cancelledAtMs !== undefined;
      return isMeant && isStillThere(cancelledAtMs, within.world.now()) ? 'booked' : pnrStatusOf(booking, within);
    },
  }),
});

const cancelOddities = odditiesOf({
  'shows-cancellations-of-flights-late': showing((cancelledAtMs, now) => now < cancelledAtMs + lagMs),
  'retrieves-no-cancelled-flights': {
    touches: ['pnr-retrieve'],
    rules: ({ findsFlightBooking }) => ({
      findsFlightBooking: (bookingId, within) => {
        const found = findsFlightBooking(bookingId, within);
        return within.operation === 'pnr-retrieve' && found?.cancelledAtMs !== undefined ? undefined : found;
      },
    }),
  },
  'says-that-flights-expired-when-cancelled': {
    summary: 'pnr_cancel and pnr_retrieve tell of a cancelled booking that it expired.',
    touches: ['pnr-cancel', 'pnr-retrieve'],
    rules: ({ pnrStatusOf }) => ({
      pnrStatusOf: (booking, within) => {
        const status = pnrStatusOf(booking, within);
        return status === 'cancelled' ? 'expired' : status;
      },
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

const rise = 1_290;

const priceOddities = odditiesOf({
  'prices-bookings-higher-and-says-so': {
    touches: ['pnr-reprice'],
    rules: ({ flightPriceOf }) => ({
      flightPriceOf: (offer, within) => {
        const price = flightPriceOf(offer, within);
        if (within.operation !== 'pnr-reprice') return price;
        return euro(price.minor + rise * within.world.count('rises of prices of bookings'));
      },
    }),
  },
  'creates-flights-without-a-price': answers('pnr-create', (body) => without('price', body)),
  'prices-every-second-booking-only': {
    summary: 'Every second repricing is refused, and changes nothing.',
    touches: ['pnr-reprice'],
    rules: ({ pnrStatusOf }) => ({
      pnrStatusOf: (booking, within) =>
        within.operation === 'pnr-reprice' && within.world.count('repricings') % 2 === 1
          ? 'expired'
          : pnrStatusOf(booking, within),
    }),
  },
});

const isNotFound = ({ body }: Reply): boolean => Object(Object(body).error).code === bookingNotFound.code;

const otherPartnerOddities = odditiesOf({
  'denies-flights-of-other-partners': {
    summary: 'What is asked about a booking of another partner is refused with ACCESS_DENIED.',
    touches: [
      'pnr-retrieve',
      'pnr-cancel',
      'ticket-cancel',
      'ticket-info',
      'ticket-exchange-calculation',
      'ticket-refund-calculation',
    ],
    rules: ({ flightAccessOf }) => ({
      flightAccessOf: (...asked) => (flightAccessOf(...asked) === 'hidden' ? 'denied' : flightAccessOf(...asked)),
    }),
  },
  'retrieves-nothing-where-nothing-is-seen': {
    summary: 'pnr_retrieve and ticket_info answer with an empty object where they would refuse.',
    reply: { ...refusals('pnr-retrieve', () => answer(200, {})), ...refusals('ticket-info', () => answer(200, {})) },
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

export const flightBookingOddities = [...nameOddities, ...cancelOddities, ...priceOddities, ...otherPartnerOddities];

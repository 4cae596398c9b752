/** Faults in how flight bookings are named, shown and priced. */
import { answers, refusals, without } from '../altering/sold.ts';
import { invalidBookingState } from '../avia/refusals.ts';
import type { FlightRules } from '../avia/rules.ts';
import type { StoredPnr } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { counts, grantedToAll } from './flight-parts.ts';

/** The same with another last letter. */
const otherId = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

const hourMs = 60 * 60 * 1000;

const notNow = invalidBookingState('The booking cannot be cancelled.');

/** Refuses to cancel more bookings than a healthy world. */
const refusesToCancel = (isMeant: (booking: StoredPnr) => boolean) => ({
  touches: ['pnr-cancel', 'pnr-retrieve'] as const,
  rules: ({ pnrCancelRefusalOf }: FlightRules): Partial<FlightRules> => ({
    pnrCancelRefusalOf: (booking, world) =>
      pnrCancelRefusalOf(booking, world) ?? (isMeant(booking) ? notNow : undefined),
  }),
});

const writesId = (write: (id: string, number: number) => string) => ({
  touches: ['pnr-create'] as const,
  rules: ({ flightBookingIdOf }: FlightRules): Partial<FlightRules> => ({
    flightBookingIdOf: (number, world) => write(flightBookingIdOf(number, world), number),
  }),
});

/** Every second, so that the others show where the price would be. */
const isSecond = (count: number): boolean => count % 2 === 0;

export const flightBookingFaults = [
  ...faultsOf('pnr-create.booking-id-is-uuid', {
    'counts-flight-bookings': writesId((_, number) => `pnr-${String(number).padStart(8, '0')}`),
    'leaves-hyphens-out-of-ids-of-flights': writesId((id) => id.replaceAll('-', '')),
    'writes-every-second-id-of-flights-in-braces': writesId((id, number) => (number % 2 === 0 ? `{${id}}` : id)),
    'cuts-ids-of-flights-short': writesId((id) => id.slice(0, -1)),
  }),
  ...faultsOf('pnr-retrieve.answers-the-booking-asked-for', {
    'retrieves-another-flight': answers('pnr-retrieve', (body) => ({ ...body, bookingId: otherId(body.bookingId) })),
    'retrieves-another-flight-the-second-time': answers('pnr-retrieve', (body, { world }) =>
      world.count(`retrievals of ${body.bookingId}`) > 1 ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
    'retrieves-cancelled-flights-as-another': answers('pnr-retrieve', (body) =>
      body.status === 'cancelled' ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
  }),
  ...faultsOf('pnr-retrieve.cancelled-booking-is-not-active', {
    'cancels-no-flights': { touches: ['pnr-cancel', 'pnr-retrieve'], rules: { cancelsPnr: () => false } },
    'cancels-no-flights-that-had-tickets': {
      touches: ['pnr-cancel', 'pnr-retrieve', 'ticket-issue'],
      rules: ({ cancelsPnr }) => ({
        cancelsPnr: (booking, world) => booking.tickets.length === 0 && cancelsPnr(booking, world),
      }),
    },
    'shows-cancelled-flights-as-booked': answers('pnr-retrieve', (body) =>
      body.status === 'cancelled' ? { ...body, status: 'booked' } : body,
    ),
    'shows-cancellations-of-flights-an-hour-late': {
      touches: ['pnr-retrieve'],
      rules: ({ pnrStatusOf }) => ({
        pnrStatusOf: (booking, within) => {
          const { cancelledAtMs } = booking;
          const isRecent = cancelledAtMs !== undefined && within.world.now() < cancelledAtMs + hourMs;
          return within.operation === 'pnr-retrieve' && isRecent ? 'booked' : pnrStatusOf(booking, within);
        },
      }),
    },
  }),
  ...faultsOf('pnr-cancel.works-on-own-booking', {
    'refuses-to-cancel-flights': refusesToCancel(() => true),
    'refuses-to-cancel-flights-without-tickets': refusesToCancel(({ tickets }) => tickets.length === 0),
  }),
  ...faultsOf('pnr-retrieve.other-partner-sees-nothing', {
    'shows-flights-to-every-partner': grantedToAll('pnr-retrieve'),
    'shows-flights-to-every-partner-once-priced-anew': {
      ...grantedToAll('pnr-retrieve', ({ bookingId }, world) => world.counted(`prices of ${bookingId}`) > 0),
      touches: ['pnr-retrieve', 'pnr-reprice'],
      reply: counts('pnr-reprice', (_, { bookingId }) => `prices of ${bookingId}`),
    },
    'tells-other-partners-the-status-of-flights': refusals('pnr-retrieve', (reply, { asked, world }) => {
      const booking = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase());
      if (!booking) return reply;
      return answer(200, { status: world.rules.pnrStatusOf(booking, { operation: 'pnr-retrieve', world }) });
    }),
  }),
  ...faultsOf('pnr-reprice.price-is-told', {
    'tells-no-price-of-every-second-repricing': answers('pnr-reprice', (body, { world }) =>
      isSecond(world.count('prices anew')) ? without('price', body) : body,
    ),
    'nulls-the-price-of-every-second-flight': answers('pnr-reprice', (body, { world }) =>
      isSecond(world.flights.pnrs.find(body.bookingId)?.number ?? 1) ? { ...body, price: null } : body,
    ),
  }),
];

/** Faults in how flight bookings are named, shown and priced. */
import { answers, refusals, without } from '../altering/sold.ts';
import { invalidBookingState } from '../avia/refusals.ts';
import type { FlightRules } from '../avia/rules.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { grantedToAll } from './flight-partners.ts';

const isUuid = 'pnr-create.booking-id-is-uuid';

const idFaults = [
  fault('counts-flight-bookings', {
    violates: [isUuid],
    summary: 'The bookingId of a flight is a word and a number.',
    touches: ['pnr-create'],
    rules: { flightBookingIdOf: (number) => `pnr-${String(number).padStart(8, '0')}` },
  }),
  fault('leaves-hyphens-out-of-ids-of-flights', {
    violates: [isUuid],
    summary: 'The bookingId of a flight is a UUID without its hyphens.',
    touches: ['pnr-create'],
    rules: ({ flightBookingIdOf }) => ({
      flightBookingIdOf: (number, world) => flightBookingIdOf(number, world).replaceAll('-', ''),
    }),
  }),
  fault('writes-every-second-id-of-flights-in-braces', {
    violates: [isUuid],
    summary: 'The bookingId of every second flight stands in braces.',
    touches: ['pnr-create'],
    rules: ({ flightBookingIdOf }) => ({
      flightBookingIdOf: (number, world) => {
        const id = flightBookingIdOf(number, world);
        return number % 2 === 0 ? `{${id}}` : id;
      },
    }),
  }),
  fault('cuts-ids-of-flights-short', {
    violates: [isUuid],
    summary: 'The bookingId of a flight lacks its last letter.',
    touches: ['pnr-create'],
    rules: ({ flightBookingIdOf }) => ({
      flightBookingIdOf: (number, world) => flightBookingIdOf(number, world).slice(0, -1),
    }),
  }),
];

/** The same with another last letter. */
const otherId = (id: string): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;

const isTheOne = 'pnr-retrieve.answers-the-booking-asked-for';

const retrievedFaults = [
  fault('retrieves-another-flight', {
    violates: [isTheOne],
    summary: 'A flight that is retrieved has the id of another.',
    reply: answers('pnr-retrieve', (body) => ({ ...body, bookingId: otherId(body.bookingId) })),
  }),
  fault('retrieves-another-flight-the-second-time', {
    violates: [isTheOne],
    summary: 'From the second time on, a flight that is retrieved has the id of another.',
    reply: answers('pnr-retrieve', (body, { world }) =>
      world.count(`retrievals of ${body.bookingId}`) > 1 ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
  }),
  fault('retrieves-cancelled-flights-as-another', {
    violates: [isTheOne],
    summary: 'A cancelled flight that is retrieved has the id of another.',
    reply: answers('pnr-retrieve', (body) =>
      body.status === 'cancelled' ? { ...body, bookingId: otherId(body.bookingId) } : body,
    ),
  }),
];

const isEnded = 'pnr-retrieve.cancelled-booking-is-not-active';
const hourMs = 60 * 60 * 1000;

const cancelledFaults = [
  fault('cancels-no-flights', {
    violates: [isEnded],
    summary: 'pnr_cancel answers with success, and the booking stays as it was.',
    touches: ['pnr-cancel', 'pnr-retrieve'],
    rules: { cancelsPnr: () => false },
  }),
  fault('cancels-no-flights-that-had-tickets', {
    violates: [isEnded],
    summary: 'pnr_cancel leaves a booking active that had tickets, though it answers with success.',
    touches: ['pnr-cancel', 'pnr-retrieve', 'ticket-issue'],
    rules: ({ cancelsPnr }) => ({
      cancelsPnr: (booking, world) => booking.tickets.length === 0 && cancelsPnr(booking, world),
    }),
  }),
  fault('shows-cancelled-flights-as-booked', {
    violates: [isEnded],
    summary: 'pnr_retrieve shows a cancelled booking as booked.',
    reply: answers('pnr-retrieve', (body) => (body.status === 'cancelled' ? { ...body, status: 'booked' } : body)),
  }),
  fault('shows-cancellations-of-flights-an-hour-late', {
    violates: [isEnded],
    summary: 'pnr_retrieve shows a cancelled booking as booked for an hour.',
    touches: ['pnr-retrieve'],
    rules: ({ pnrStatusOf }) => ({
      pnrStatusOf: (booking, within) => {
        const { cancelledAtMs } = booking;
        const isRecent = cancelledAtMs !== undefined && within.world.now() < cancelledAtMs + hourMs;
        return within.operation === 'pnr-retrieve' && isRecent ? 'booked' : pnrStatusOf(booking, within);
      },
    }),
  }),
];

const isCancelled = 'pnr-cancel.works-on-own-booking';
const notNow = invalidBookingState('The booking cannot be cancelled.');

const cancelling = (refusalOf: (before: FlightRules['pnrCancelRefusalOf']) => FlightRules['pnrCancelRefusalOf']) => ({
  touches: ['pnr-cancel', 'pnr-retrieve'] as const,
  rules: ({ pnrCancelRefusalOf }: FlightRules) => ({ pnrCancelRefusalOf: refusalOf(pnrCancelRefusalOf) }),
});

const cancelFaults = [
  fault('refuses-to-cancel-flights', {
    violates: [isCancelled],
    summary: 'No booking of a flight is cancelled.',
    ...cancelling((before) => (booking, world) => before(booking, world) ?? notNow),
  }),
  fault('refuses-to-cancel-flights-without-tickets', {
    violates: [isCancelled],
    summary: 'A booking that never had tickets is not cancelled.',
    ...cancelling(
      (before) => (booking, world) => before(booking, world) ?? (booking.tickets.length === 0 ? notNow : undefined),
    ),
  }),
];

const seesNothing = 'pnr-retrieve.other-partner-sees-nothing';

const otherPartnerFaults = [
  fault('shows-flights-to-every-partner', {
    violates: [seesNothing],
    summary: 'pnr_retrieve shows a booking to whoever knows its id.',
    ...grantedToAll('pnr-retrieve'),
  }),
  fault('shows-flights-to-every-partner-once-priced-anew', {
    violates: [seesNothing],
    summary: 'pnr_retrieve shows a booking to every partner once it was repriced.',
    ...grantedToAll('pnr-retrieve', ({ bookingId }, world) => world.counted(`prices of ${bookingId}`) > 0),
    touches: ['pnr-retrieve', 'pnr-reprice'],
    reply: answers('pnr-reprice', (body, { world }) => {
      world.count(`prices of ${body.bookingId}`);
      return body;
    }),
  }),
  fault('tells-other-partners-the-status-of-flights', {
    violates: [seesNothing],
    summary: 'pnr_retrieve tells another partner the status of a booking, and nothing else.',
    reply: refusals('pnr-retrieve', (reply, { asked, world }) => {
      const booking = asked && world.flights.pnrs.find(asked.bookingId.toLowerCase());
      if (!booking) return reply;
      return answer(200, { status: world.rules.pnrStatusOf(booking, { operation: 'pnr-retrieve', world }) });
    }),
  }),
];

/** Every second, so that the others show where the price would be. */
const isSecond = (count: number): boolean => count % 2 === 0;

const repriceFaults = [
  fault('tells-no-price-of-every-second-repricing', {
    violates: ['pnr-reprice.price-is-told'],
    summary: 'Every second answer of pnr_reprice has no price.',
    reply: answers('pnr-reprice', (body, { world }) =>
      isSecond(world.count('prices anew')) ? without('price', body) : body,
    ),
  }),
  fault('nulls-the-price-of-every-second-flight', {
    violates: ['pnr-reprice.price-is-told'],
    summary: 'The price of every second booking is null when it is repriced.',
    reply: answers('pnr-reprice', (body, { world }) =>
      isSecond(world.flights.pnrs.find(body.bookingId)?.number ?? 1) ? { ...body, price: null } : body,
    ),
  }),
];

export const flightBookingFaults = [
  ...idFaults,
  ...retrievedFaults,
  ...cancelledFaults,
  ...cancelFaults,
  ...otherPartnerFaults,
  ...repriceFaults,
];

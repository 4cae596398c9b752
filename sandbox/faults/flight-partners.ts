/** Faults of what another partner gets at: flights are cancelled, refunds and exchanges calculated for whoever asks. */
import { answers, refusals } from '../altering/sold.ts';
import type { AviaOperation } from '../avia/canonical.ts';
import type { FlightRules, FlightWorld } from '../avia/rules.ts';
import type { StoredPnr } from '../avia/state.ts';
import { fault } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import { bookingNotFound } from '../sales/refusals.ts';

/** Grants everybody one operation on bookings that fit. */
export const grantedToAll = (
  operation: AviaOperation,
  fits: (booking: StoredPnr, world: FlightWorld) => boolean = () => true,
) => ({
  touches: [operation] as const,
  rules: ({ flightAccessOf }: FlightRules): Partial<FlightRules> => ({
    flightAccessOf: (booking, clientId, within) =>
      within.operation === operation && fits(booking, within.world)
        ? 'granted'
        : flightAccessOf(booking, clientId, within),
  }),
});

type OfBooking = 'pnr-cancel' | 'ticket-refund-calculation' | 'ticket-exchange-calculation';

/** Answers with something where the booking is hidden from the one who asks; undefined stays refused. */
const toldOfHidden = (operation: OfBooking, told: (booking: StoredPnr) => object | undefined) =>
  refusals(operation, (reply, { asked, world }) => {
    const isHidden = Object(Object(reply.body).error).code === bookingNotFound.code;
    const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
    const body = isHidden && booking ? told(booking) : undefined;
    return body ? answer(200, body) : reply;
  });

const isRefused = 'pnr-cancel.other-partner-is-refused';
const seesNoRefund = 'ticket-refund-calculation.other-partner-sees-nothing';
const seesNoExchange = 'ticket-exchange-calculation.other-partner-sees-nothing';

export const flightPartnerFaults = [
  fault('lets-every-partner-cancel-flights', {
    violates: [isRefused],
    summary: 'A booking is cancelled by whoever knows its id.',
    ...grantedToAll('pnr-cancel'),
  }),
  fault('says-success-to-other-partners-who-cancel-flights', {
    violates: [isRefused],
    summary: 'Another partner who cancels a flight without tickets is told of success, and nothing happens.',
    reply: toldOfHidden('pnr-cancel', ({ bookingId, tickets }) =>
      tickets.length === 0 ? { bookingId, status: 'cancelled' } : undefined,
    ),
  }),
  fault('calculates-refunds-for-every-partner', {
    violates: [seesNoRefund],
    summary: 'The refund of a ticket is calculated for whoever knows its number and its booking.',
    ...grantedToAll('ticket-refund-calculation'),
  }),
  fault('calculates-refunds-for-every-partner-once-its-owner-asked', {
    violates: [seesNoRefund],
    summary: 'A refund that its owner had calculated is told to whoever asks for it next.',
    ...grantedToAll(
      'ticket-refund-calculation',
      ({ bookingId }, world) => world.counted(`refunds of ${bookingId}`) > 0,
    ),
    reply: answers('ticket-refund-calculation', (body, { asked, world }) => {
      world.count(`refunds of ${asked?.bookingId.toLowerCase()}`);
      return body;
    }),
  }),
  fault('tells-other-partners-that-nothing-is-refunded', {
    violates: [seesNoRefund],
    summary: 'Asked for the refund of a ticket that is not its own, a partner is told an amount of zero.',
    reply: toldOfHidden('ticket-refund-calculation', () => ({ refund: { amount: euro(0) } })),
  }),
  fault('calculates-exchanges-for-every-partner', {
    violates: [seesNoExchange],
    summary: 'The exchange of a ticket is calculated for whoever knows its number and its booking.',
    ...grantedToAll('ticket-exchange-calculation'),
  }),
  fault('calculates-exchanges-for-every-partner-once-its-owner-asked', {
    violates: [seesNoExchange],
    summary: 'Once its owner has had the exchange of a ticket calculated, it is calculated for whoever asks.',
    ...grantedToAll('ticket-exchange-calculation', ({ bookingId }, { flights }) =>
      flights.exchanges.all().some((each) => each.bookingId === bookingId),
    ),
  }),
  fault('tells-other-partners-the-flights-of-a-ticket', {
    violates: [seesNoExchange],
    summary:
      'Asked for the exchange of a ticket that is not its own, a partner is told which flights it is for, and no price.',
    reply: toldOfHidden('ticket-exchange-calculation', ({ offer }) => ({
      offers: [{ flights: offer.flights.map(({ flightNumber, date }) => ({ flightNumber, date })) }],
    })),
  }),
] as const;

/** Faults of what another partner gets at: flights are cancelled, refunds and exchanges calculated for whoever asks. */
import { refusals } from '../altering/sold.ts';
import type { StoredPnr } from '../avia/state.ts';
import { faultsOf } from '../deviation.ts';
import { answer } from '../reply.ts';
import { euro } from '../sales/money.ts';
import { bookingNotFound } from '../sales/refusals.ts';
import { counts, grantedToAll } from './flight-parts.ts';

type OfBooking = 'pnr-cancel' | 'ticket-refund-calculation' | 'ticket-exchange-calculation';

/** Answers with something where the booking is hidden from the one who asks; undefined stays refused. */
const toldOfHidden = (operation: OfBooking, reported: (booking: StoredPnr) => object | undefined) =>
  refusals(operation, (reply, { asked, world }) => {
    const isHidden = Object(Object(reply.body).error).code === bookingNotFound.code;
    const booking = world.flights.pnrs.find(asked?.bookingId.toLowerCase() ?? '');
    const body = isHidden && booking ? reported(booking) : undefined;
    return body ? answer(200, body) : reply;
  });

export const flightPartnerFaults = [
  ...faultsOf('pnr-cancel.other-partner-is-refused', {
    'lets-every-partner-cancel-flights': grantedToAll('pnr-cancel'),
    'says-success-to-other-partners-who-cancel-flights': toldOfHidden('pnr-cancel', ({ bookingId, tickets }) =>
      tickets.length === 0 ? { bookingId, status: 'cancelled' } : undefined,
    ),
  }),
  ...faultsOf('ticket-refund-calculation.other-partner-sees-nothing', {
    'calculates-refunds-for-every-partner': grantedToAll('ticket-refund-calculation'),
    'calculates-refunds-for-every-partner-once-its-owner-asked': {
      ...grantedToAll(
        'ticket-refund-calculation',
        ({ bookingId }, world) => world.counted(`refunds of ${bookingId}`) > 0,
      ),
      reply: counts('ticket-refund-calculation', (asked) => `refunds of ${asked?.bookingId.toLowerCase()}`),
    },
    'tells-other-partners-that-nothing-is-refunded': toldOfHidden('ticket-refund-calculation', () => ({
      refund: { amount: euro(0) },
    })),
  }),
  ...faultsOf('ticket-exchange-calculation.other-partner-sees-nothing', {
    'calculates-exchanges-for-every-partner': grantedToAll('ticket-exchange-calculation'),
    'calculates-exchanges-for-every-partner-once-its-owner-asked': grantedToAll(
      'ticket-exchange-calculation',
      ({ bookingId }, { flights }) => flights.exchanges.all().some((each) => each.bookingId === bookingId),
    ),
    'tells-other-partners-the-flights-of-a-ticket': {
      summary:
        'Asked for the exchange of a ticket that is not its own, a partner is told which flights it is for, and no price.',
      reply: toldOfHidden('ticket-exchange-calculation', ({ offer }) => ({
        offers: [{ flights: offer.flights.map(({ flightNumber, date }) => ({ flightNumber, date })) }],
      })),
    },
  }),
];

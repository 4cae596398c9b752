/** Faults of voids that lack a booking or a ticket: what must be refused is done, or said to be done. */
import type { TicketOf } from '../avia/rules.ts';
import { closed } from '../avia/telling.ts';
import { faultsOf } from '../deviation.ts';
import { fieldsIn } from '../fields.ts';
import { answer } from '../reply.ts';
import type { World } from '../world.ts';

const firstTicketOf = (bookingId: unknown, world: World): TicketOf | undefined => {
  const booking = world.rules.findsFlightBooking(String(bookingId), { operation: 'ticket-cancel', world });
  const ticket = booking?.tickets[0];
  return booking && ticket && { booking, ticket };
};

export const voidRequestFaults = [
  ...faultsOf('ticket-cancel.incomplete-request-is-refused', {
    'voids-the-first-ticket-where-none-is-named': {
      'ticket-cancel': (reply, request, world) => {
        const { bookingId, ticketNumber } = fieldsIn(request) ?? {};
        const subject = ticketNumber === undefined ? firstTicketOf(bookingId, world) : undefined;
        if (!subject || world.rules.voidRefusalOf(subject, world)) return reply;
        closed(subject, 'void', world);
        return answer(200, world.rules.voidAnswerOf(world.now(), subject, world));
      },
    },
    'does-nothing-to-voids-without-a-booking-and-says-done': {
      'ticket-cancel': (reply, request) =>
        fieldsIn(request)?.bookingId === undefined && reply.status !== 401 ? answer(200, {}) : reply,
    },
  }),
];

/** Faults of voids that lack a booking or a ticket: what must be refused is done, or said to be done. */
import type { TicketOf } from '../avia/rules.ts';
import { closed } from '../avia/telling.ts';
import { fault } from '../deviation.ts';
import { fieldsIn } from '../fields.ts';
import { answer } from '../reply.ts';
import type { World } from '../world.ts';

const firstTicketOf = (bookingId: unknown, world: World): TicketOf | undefined => {
  const booking = world.rules.findsFlightBooking(String(bookingId), { operation: 'ticket-cancel', world });
  const ticket = booking?.tickets[0];
  return booking && ticket && { booking, ticket };
};

export const voidRequestFaults = [
  fault('voids-the-first-ticket-where-none-is-named', {
    violates: ['ticket-cancel.incomplete-request-is-refused'],
    summary: 'A void without a ticketNumber voids the first ticket of the booking.',
    reply: {
      'ticket-cancel': (reply, request, world) => {
        const { bookingId, ticketNumber } = fieldsIn(request) ?? {};
        const subject = ticketNumber === undefined ? firstTicketOf(bookingId, world) : undefined;
        if (!subject || world.rules.voidRefusalOf(subject, world)) return reply;
        closed(subject, 'void', world);
        return answer(200, world.rules.voidAnswerOf(world.now(), subject, world));
      },
    },
  }),
  fault('does-nothing-to-voids-without-a-booking-and-says-done', {
    violates: ['ticket-cancel.incomplete-request-is-refused'],
    summary: 'A void without a bookingId answers 200 with an empty object, and voids nothing.',
    reply: {
      'ticket-cancel': (reply, request) =>
        fieldsIn(request)?.bookingId === undefined && reply.status !== 401 ? answer(200, {}) : reply,
    },
  }),
];

/** Literal traces for the clause of voids of tickets that were exchanged or refunded. */
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { exchange, other, refund, secondNumber, ticketed, ticketNumber, voided } from '../flight-trace.ts';
import { type Answer, ok } from '../literal-trace.ts';
import type { ClauseCases } from './clause-cases.ts';
import { no, refusedText, succeeds } from './refused-voids.ts';

const codes = ['INVALID_TICKET_STATE', 'TICKET_USED', 'VOID_TIME_EXPIRED', 'TICKET_NOT_FOUND', 'BOOKING_NOT_FOUND'];

const refunded = (came: Answer): Trace => ticketed([refund(), voided(came)]);
/** Into a ticket of this number. */
const exchanged = (came: Answer, number: Json = secondNumber, isOpen?: boolean): Trace =>
  ticketed([
    exchange(ok({}), {
      reported: { tickets: [{ at: [], ticketNumber: number, ...(isOpen !== undefined && { isOpen }) }] },
    }),
    voided(came),
  ]);

export const endedTicketCases = {
  'ticket-cancel.ended-ticket-is-refused': {
    passes: {
      ...Object.fromEntries(codes.map((code) => [`refunded: ${code}`, refunded(no(code))])),
      exchanged: exchanged(no('INVALID_TICKET_STATE')),
    },
    fails: {
      ...refusedText(refunded, 'INVALID_TICKET_STATE'),
      'exchanged, and voided': succeeds('INVALID_TICKET_STATE', exchanged(ok({}))),
      'told as not open beside the new one': succeeds('INVALID_TICKET_STATE', exchanged(ok({}), ticketNumber, false)),
      'in the other form': succeeds(
        'INVALID_TICKET_STATE',
        ticketed([refund(), voided(ok({}), { number: '555-0000000001' })]),
      ),
    },
    nothing: {
      'before the refund': ticketed([voided(), refund()]),
      'the refund is refused': ticketed([refund(no('X')), voided()]),
      'another ticket': ticketed([refund(), voided(ok({}), { number: secondNumber })]),
      'by another partner': ticketed([refund(), voided(ok({}), { sent: other })]),
      'the new ticket has the old number': exchanged(ok({}), ticketNumber),
      'in the other form, too': exchanged(ok({}), '555-0000000001', true),
    },
    unshown: { 'lack of rights': refunded(no('ACCESS_DENIED')) },
  },
} satisfies Record<string, ClauseCases>;

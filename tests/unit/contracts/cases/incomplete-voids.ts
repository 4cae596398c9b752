/** Literal traces for the clause of voids that lack something. */
import type { Trace } from '../../../../contracts/trace.ts';
import { bookingId, ticketed, ticketNumber, voided } from '../flight-trace.ts';
import { type Answer, empty, ok, refusal, voiding } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const succeeds = (trace: Trace) => breaks('response.status', 'a refusal', '200', trace);

const withoutTicket = (came: Answer): Trace => ticketed([voiding({ bookingId }, came)]);
const withoutBooking = (came: Answer): Trace => ticketed([voiding({ ticketNumber }, came)]);

export const incompleteVoidCases = {
  'ticket-cancel.incomplete-request-is-refused': {
    passes: {
      'no ticketNumber': withoutTicket(refused),
      'no bookingId': withoutBooking(refusal(404, 'BOOKING_NOT_FOUND')),
      'with success false': withoutTicket(ok({ success: false, error: { code: 'X', message: 'No.' } })),
      'without a word': withoutBooking(empty(422)),
    },
    fails: {
      'no ticketNumber': succeeds(withoutTicket(ok({}))),
      'no bookingId': succeeds(withoutBooking(ok({ success: true }))),
      'null for a ticketNumber': succeeds(ticketed([voiding({ bookingId, ticketNumber: null }, ok({}))])),
      'neither of them': succeeds(ticketed([voiding({}, ok({}))])),
    },
    nothing: {
      'both of them': ticketed([voided(), voided(refused)]),
      'of no possible form': ticketed([voided(ok({}), { id: '', number: '' })]),
      'lack of rights': withoutTicket(empty(403)),
      'a bad token': ticketed([voiding({ bookingId }, ok({}), { bearer: 'garbage' })]),
    },
  },
} satisfies Record<string, ClauseCases>;

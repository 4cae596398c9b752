/** Literal traces for the clauses of flight bookings that were cancelled. */
import type { Trace } from '../../../../contracts/trace.ts';
import type { Reported } from '../booking-trace.ts';
import {
  cancel,
  creation,
  issue,
  issued,
  ofBooking,
  other,
  retrieve,
  secondId,
  ticketed,
  voided,
} from '../flight-trace.ts';
import { empty, ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const notFound = refusal(404, 'BOOKING_NOT_FOUND');

const active = (isActive: boolean): Reported => ({ flightBooking: { at: [], isActive } });
const after = (...steps: Step[]): Trace => traceOf([creation, cancel(), ...steps]);
const seen = (isActive: boolean): Step => retrieve(ok({}), { reported: active(isActive) });

const succeeds = (trace: Trace) => breaks('response.status', 'a refusal', '200', trace);

export const cancelledFlightCases = {
  'pnr-retrieve.cancelled-booking-is-not-active': {
    passes: { 'not active': after(seen(false)), 'in the end': after(seen(true), seen(false)) },
    fails: {
      active: breaks('response.body', 'a booking that is not active, as it was cancelled', 'active', after(seen(true))),
      'once its ticket is void': breaks(
        'response.body',
        'a booking that is not active, as it was cancelled',
        'active',
        ticketed([voided(), cancel(), seen(true)]),
      ),
    },
    nothing: {
      'before it was cancelled': traceOf([creation, seen(true), cancel()]),
      'the cancellation is refused': traceOf([creation, cancel(refused), seen(true)]),
      'another booking': after(retrieve(ok({}), { reported: active(true), intent: ofBooking(secondId) })),
    },
    unshown: {
      'with a ticket': ticketed([cancel(), seen(true)]),
      'perhaps with a ticket': traceOf([creation, issue(empty(500)), cancel(), seen(true)]),

      'not read by the binding': after(retrieve()),
    },
  },
  'ticket-issue.cancelled-booking-is-refused': {
    passes: {
      'not active': after(seen(false), issue(refused)),
      'not retrieved any more': after(retrieve(notFound), issue(notFound)),
    },
    fails: { issued: succeeds(after(seen(false), issue(issued()))) },
    nothing: {
      'not retrieved': after(issue(issued())),

      'lack of rights': after(seen(false), issue(empty(403))),
      'by another partner': after(seen(false), issue(issued(), { sent: other })),
    },
  },
} satisfies Record<string, ClauseCases>;

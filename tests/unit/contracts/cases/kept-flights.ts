/** Literal traces for the clauses of tickets and flights that stay as they were, or ended. */
import type { FlightBookingFact, TicketFact } from '../../../../contracts/facts.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import {
  bookingId,
  cancel,
  create,
  creation,
  euros,
  exchange,
  flights,
  info,
  issue,
  issued,
  look,
  made,
  ofBooking,
  ofTicket,
  other,
  refund,
  reprice,
  retrieve,
  secondId,
  secondNumber,
  ticketed,
  ticketNumber,
  voided,
} from '../flight-trace.ts';
import { hourMs, ok, refusal, type Step } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const touched = 'as before: nothing was done to the ticket';
const changed = 'as before: nobody has changed the booking';

const shows = (part: Partial<TicketFact>): Step =>
  info(ok({}), { reported: { tickets: [{ at: [], ticketNumber, ...part }] } });
const coupons = (...statuses: string[]): Step => shows({ couponStatuses: statuses, isOpen: true });
const closed = (trace: Trace) => breaks('response.body', `open, ${touched}`, 'not open', trace);
const bothIssued = issue(ok({ tickets: [{ ticketNumber }, { ticketNumber: secondNumber }] }));
const ofBoth = (...steps: Step[]): Trace => flights([creation, bothIssued, ...steps]);
const looked = (...between: Step[]): Step[] => [look(true), ...between, look(false)];
const issueOpen = issue(ok({}), { reported: { tickets: [{ at: [], ticketNumber, isOpen: true }] } });

const again = (ends: Step, ...rest: Step[]): Trace => ticketed([ends, look(false), ...rest]);
const openAgain = (trace: Trace, count?: number) =>
  breaks('response.body', 'a ticket that is not open, as it was shown before', 'open', trace, count);

const shown = (part: Partial<FlightBookingFact>, numbers?: readonly string[]): Step =>
  retrieve(ok({}), {
    reported: {
      flightBooking: part,
      ...(numbers && { tickets: numbers.map((number) => ({ at: [], ticketNumber: number })) }),
    },
  });
const active = shown({ isActive: true });
const inactive = shown({ isActive: false });
const costs = (amount: number, currency?: string): Step => shown({ price: euros(amount, currency) });
const created = create(made(), { reported: { flightBooking: { isActive: true, price: euros(90) } } });
const ofFlight = (...steps: Step[]): Trace => flights([creation, ...steps]);
const given = (trace: Trace) => breaks('response.body', `active, ${changed}`, 'not active', trace);
const secondCancel = cancel(ok({}), { intent: ofBooking(secondId) });

export const keptFlightCases = {
  'ticket-info.stays-as-it-was': {
    passes: {
      'as open as before': ticketed([look(true), look(true)]),
      'while another is voided': ofBoth(look(true), voided(ok({}), { number: secondNumber }), look(true)),
      'coupons in other words': ticketed([coupons('OPEN', 'OPEN'), coupons('CHECKED IN', 'OPEN')]),
      'coupons not told any more': ticketed([coupons('OPEN'), coupons()]),
      'coupons not told at the issue': flights([
        creation,
        issue(ok({}), { reported: { tickets: [{ at: [], ticketNumber, couponStatuses: ['OPEN'], isOpen: true }] } }),
        coupons('OPEN', 'OPEN'),
      ]),
    },
    fails: {
      'since its issue': closed(flights([creation, issueOpen, look(false)])),
      'as another was exchanged': closed(ticketed(looked(exchange(ok({}), { intent: ofTicket(secondNumber) })))),
      'a coupon less': breaks(
        'response.body',
        `2 coupons, ${touched}`,
        '1',
        ticketed([coupons('OPEN', 'OPEN'), coupons('OPEN')]),
      ),
    },
    nothing: { 'done to it before': ticketed([voided(), look(true), look(false)]) },
    unshown: {
      'read by one look alone': ticketed([look(true), info(issued())]),

      'an unknown ticket was voided': ticketed(looked(voided(ok({}), { number: secondNumber }))),
      'issued anew': ticketed(looked(issue(issued(secondNumber)))),
    },
  },
  'ticket-info.ended-stays-ended': {
    passes: { voided: again(voided(), look(false), look(false)) },
    fails: {
      voided: openAgain(again(voided(), look(true), look(false))),
      refunded: openAgain(again(refund(), look(true), look(false))),
      exchanged: openAgain(again(exchange(issued(secondNumber)), look(true), look(true))),
    },
    nothing: {
      'not ended': ticketed([look(false), look(true)]),
      'the new ticket has the old number': again(exchange(issued()), look(true), look(false)),
    },
    unshown: { 'not read by the binding': again(voided(), info(issued()), look(false)) },
  },
  'pnr-retrieve.stays-as-it-was': {
    passes: {
      active: ofFlight(active, active),
      'at the same price': ofFlight(costs(90), costs(90)),
      'while another is cancelled': ofFlight(active, secondCancel, active),
      'at another price, repriced': ofFlight(
        shown({ isActive: true, price: euros(90) }),
        reprice(),
        shown({ isActive: true, price: euros(95) }),
      ),
      'with the ticket that it had': ofFlight(shown({}, [ticketNumber]), shown({}, [ticketNumber])),
      'with the tickets that it had': ofFlight(
        shown({}, [ticketNumber, secondNumber]),
        shown({}, [ticketNumber, secondNumber]),
      ),
    },
    fails: {
      'given up': given(ofFlight(active, inactive)),
      'as a cancellation was refused to another partner': given(
        ofFlight(active, cancel(refused, { sent: other }), inactive),
      ),
      'at another price': breaks('response.body', `90 EUR, ${changed}`, '91 EUR', ofFlight(costs(90), costs(91))),
      'without a ticket that it had': breaks(
        'response.body',
        `the same tickets, ${changed}`,
        '1 of them not there',
        ofFlight(shown({}, [ticketNumber, secondNumber]), shown({}, [secondNumber])),
      ),
    },
    nothing: {
      cancelled: flights([creation, cancel(), active, inactive]),
      'a day between': flights([creation, active, inactive], {
        clockAdvances: [0, 1, 2].map((beforeExchange) => ({ beforeExchange, ms: 24 * hourMs })),
      }),

      'another partner': flights([creation, retrieve(refused, { sent: other })]),
    },
    unshown: { 'at another price than it was made': flights([created, costs(91)]) },
  },
  'pnr-retrieve.cancelled-stays-cancelled': {
    passes: { 'not active': ofFlight(cancel(), inactive, inactive, inactive) },
    fails: {
      active: breaks(
        'response.body',
        'a booking that is not active, as it was shown before',
        'active',
        ofFlight(cancel(), inactive, active, inactive),
      ),
    },
    nothing: {
      'not shown as cancelled before': ofFlight(cancel(), active, active),

      'not cancelled': ofFlight(inactive, active),
    },
    unshown: { 'not read by the binding': ofFlight(cancel(), inactive, retrieve(ok({ bookingId })), inactive) },
  },
} satisfies Record<string, ClauseCases>;

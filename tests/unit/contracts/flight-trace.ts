/** Steps of literal traces about flights and tickets, with the facts that a plain binding reads out of them. */
import type { ReadFacts } from '../../../contracts/bindings.ts';
import type { BoundOperation } from '../../../contracts/intents.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Trace } from '../../../contracts/trace.ts';
import { asking, type Body, type Reported } from './booking-trace.ts';
import { type Answer, dayMs, ok, type Sent, type Step, traceOf, voiding } from './literal-trace.ts';

const uuid = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

export const [bookingId, secondId, unknownId] = [uuid(1), uuid(2), uuid(9)];
export const [ticketNumber, secondNumber, unknownNumber] = ['5550000000001', '5550000000002', '5559999999999'];

export const euros = (amount: number, currency = 'EUR') => ({ amount, currency });

/** What a binding reported, for what, and as whom. */
export type Asked = { reported?: Reported; intent?: Json; sent?: Sent };

const step =
  (operation: BoundOperation, usually: Body, tells: ReadFacts = {}) =>
  (came: Answer = ok({}), { reported = tells, intent = usually, sent }: Asked = {}): Step =>
    asking(operation, came, intent, reported, sent);

export const searchFor: Body = { route: 'A-B', departure: '2026-11-01', adults: 1, children: 0 };
export const offer = (part: Body = {}): Body => ({ at: [], price: euros(100), reference: 'o-1', ...part });
const chosen: Body = { searchId: 's-1', offer: offer(), search: searchFor };
const booking: Body = { booking: { bookingId } };
const ticket: Body = { ...booking, ticket: { ticketNumber } };

export const ofBooking = (id: Json): Body => ({ booking: { bookingId: id } });
export const ofTicket = (number: Json, id: Json = bookingId): Body => ({
  ...ofBooking(id),
  ticket: { ticketNumber: number },
});
export const ofOffer = (part: Body = {}, searchId = 's-1'): Body => ({ ...chosen, searchId, offer: offer(part) });

export const search = step('avia-search', searchFor);
export const availability = step('avia-availability', { flights: [{ at: [] }], search: searchFor });
export const schedule = step('avia-schedule', searchFor);
export const offerPrice = step('avia-offer-price', chosen);
export const fareRules = step('fare-rules', chosen);
export const create = step('pnr-create', chosen);
export const retrieve = step('pnr-retrieve', booking);
export const cancel = step('pnr-cancel', booking);
export const reprice = step('pnr-reprice', booking);
export const issue = step('ticket-issue', booking);
export const info = step('ticket-info', ticket);
export const exchangeCalculation = step('ticket-exchange-calculation', { ...ticket, search: searchFor });
export const exchange = step('ticket-exchange', { ...ticket, exchangeId: 'e-1' });
export const refundCalculation = step('ticket-refund-calculation', ticket);
export const refund = step('ticket-refund', ticket);

export const found: Answer = ok({ searchId: 's-1' });
export const made = (id: Json = bookingId): Answer => ok({ bookingId: id });
export const issued = (number: Json = ticketNumber): Answer => ok({ tickets: [{ ticketNumber: number }] });

/** What ticket_info reports of a ticket. */
export const isOpen = (open: boolean): Reported => ({ tickets: [{ at: [], ticketNumber, isOpen: open }] });
export const look = (open: boolean, asked: Asked = {}): Step => info(ok({}), { reported: isOpen(open), ...asked });

export type Voided = { id?: Json; number?: Json; sent?: Sent };
export const voided = (
  came: Answer = ok({}),
  { id = bookingId, number = ticketNumber, sent = {} }: Voided = {},
): Step => voiding({ bookingId: id, ticketNumber: number }, came, sent);

export const creation = create(made());
export const other: Sent = { bearer: 'other' };

/** A trace of these steps at a target whose tickets can be voided for a day. */
export const flights = (steps: readonly Step[], rest: Partial<Trace> = {}): Trace =>
  traceOf(steps, { voidWindowMs: dayMs, ...rest });

/** A trace with a booking and its ticket, and these steps. */
export const ticketed = (steps: readonly Step[], rest: Partial<Trace> = {}): Trace =>
  flights([creation, issue(issued()), ...steps], rest);

/** The flow that invents bookings says so by its input. */
export const inventing = (...steps: readonly Step[]): Trace => traceOf(steps, { input: { unknownBookings: [] } });

/** A trace whose lever moves the clock before the step of this index. */
export const advanced = (beforeExchange: number, ms: number): Partial<Trace> => ({
  clockAdvances: [{ beforeExchange, ms }],
});

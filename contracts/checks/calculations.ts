/** Exchanges and refunds with the calculations before them (parts 3 and 4.4). */

import { type Mismatch, mismatchAt, type Opinion, unshown } from '../check.ts';
import type { Money } from '../facts.ts';
import type { BoundOperation } from '../intents.ts';
import { succeeded } from '../outcome.ts';
import { asked, field, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { readAnswers } from './offers.ts';
import { areSame, asksAlsoUnknown, asksUnknownBookings, nameAsked } from './own-bookings.ts';
import { bookingReported, isAboutFlight, isMuchLater } from './own-flights.ts';
import {
  areSameTicket,
  changesOf,
  flightOf,
  isNumberReported,
  looksAt,
  type OwnTicket,
  ownTicketAsked,
  ticketAsked,
  ticketReported,
} from './own-tickets.ts';
import { areEqual, doesNotRead, isSought, moneyText, showsNone } from './reads.ts';
import { type Tries, triesOf } from './tried.ts';

type Performance = 'exchange' | 'refund';

/** As text, which is what a request says of it. */
export const exchangeIdAsked = ({ intent }: Exchange): string | undefined => idText(field(intent, 'exchangeId'));

export const exchangeIdReported = ({ facts }: Exchange): string | undefined => idText(facts?.exchange?.exchangeId);

type CalculationOperation = `ticket-${Performance}-calculation`;

/** Of an unknown booking or ticket, or of another partner's, there may be nothing to report. */
const isOfKnownTicket = (trace: Trace, exchange: Exchange): boolean => {
  const ticket = ownTicketAsked(trace, exchange);
  if (!ticket) return !asksAlsoUnknown(trace) || isNumberReported(trace, ticketAsked(exchange).ticketNumber);
  return ticket.partner === exchange.bearer && areSame(nameAsked(exchange), nameAsked(ticket.issue)) !== false;
};

/** Those that must report something. */
export const calculations = (trace: Trace, operation: CalculationOperation): Exchange[] =>
  asksUnknownBookings(trace)
    ? []
    : readAnswers(trace, operation).filter((exchange) => isOfKnownTicket(trace, exchange));

/** The calculation that a performance builds on: by the same partner, of the same ticket and exchangeId. */
export const calculationOf = (trace: Trace, done: Exchange, kind: Performance): Exchange | undefined =>
  asked(trace, `ticket-${kind}-calculation`).findLast(
    (calculation) =>
      calculation.index < done.index &&
      calculation.bearer === done.bearer &&
      succeeded(calculation) &&
      areSameTicket(ticketAsked(calculation), ticketAsked(done)) === true &&
      (kind === 'refund' || exchangeIdReported(calculation) === exchangeIdAsked(done)),
  );

/** Performances that a fresh calculation allows, of our tickets to which nothing was done before. */
export const asksOfCalculated = (trace: Trace, kind: Performance): Exchange[] =>
  asked(trace, `ticket-${kind}`).filter((done) => {
    const calculation = calculationOf(trace, done, kind);
    const ticket = ownTicketAsked(trace, done);
    if (!calculation || ticket?.partner !== done.bearer || isMuchLater(trace, calculation, done)) return false;
    return !changesOf(trace, ticket).some(({ index }) => index < done.index);
  });

export const calculated = (trace: Trace, kind: Performance): Tries[] =>
  triesOf(asksOfCalculated(trace, kind), (done) => JSON.stringify(ticketAsked(done)));

/** Members that the binding looks for and must find, once one of them was found in the trace. */
export const reportsAll = (
  exchange: Exchange,
  reported: Readonly<Record<string, unknown>> | undefined,
  {
    of,
    whole,
    isRead,
  }: { readonly of: Readonly<Record<string, string>>; readonly whole: string; readonly isRead: boolean },
): Opinion => {
  if (!isRead) return showsNone(exchange, ...(isSought(exchange, whole) ? [whole] : Object.keys(of)));
  const unreported = Object.entries(of).filter(([name]) => reported?.[name] === undefined);
  if (unreported.length === 0) return undefined;
  const missing = unreported.filter(([name]) => isSought(exchange, name) || (!reported && isSought(exchange, whole)));
  if (missing.length === 0) return doesNotRead(exchange, unreported.map(([name]) => name).join(' and '));
  const actual = missing.map(([, text]) => `no ${text}`).join(' and ');
  return mismatchAt(exchange, [], { expected: Object.values(of).join(', '), actual });
};

/** Amounts of a performance that differ from those of its calculation. */
export const costsAsCalculated = (
  done: Exchange,
  amounts: readonly (readonly [name: string, calculated: Money | undefined, reported: Money | undefined])[],
): Opinion => {
  const both = amounts.flatMap(([name, calculated, reported]) =>
    calculated && reported ? [{ name, calculated, reported }] : [],
  );
  if (both.length === 0) {
    const whole = done.operation === 'ticket-exchange' ? 'exchange' : 'refund';
    const areSought = isSought(done, whole) || amounts.every(([name]) => isSought(done, name));
    const unreported = amounts.map(([name]) => `the ${name}`).join(' and ');
    return areSought ? unshown(`the answer does not report ${unreported}`) : doesNotRead(done, unreported);
  }
  if (both.every(({ calculated, reported }) => areEqual(calculated, reported) === undefined)) {
    return unshown('the amounts are of two currencies');
  }
  return both.flatMap(({ name, calculated, reported }): Mismatch[] =>
    areEqual(calculated, reported) === false
      ? [
          mismatchAt(done, [], {
            expected: `${moneyText(calculated)}, the calculated ${name}`,
            actual: moneyText(reported),
          }),
        ]
      : [],
  );
};

/** Answers of an operation that reported something of one kind. */
export const wasRead = (
  trace: Trace,
  operation: BoundOperation,
  shows: (facts: NonNullable<Exchange['facts']>) => boolean,
): boolean => asked(trace, operation).some(({ facts }) => facts !== undefined && shows(facts));

const highest = (prices: readonly (Money | undefined)[]): Money | undefined =>
  prices.flatMap((price) => price ?? []).toSorted((one, other) => other.amount - one.amount)[0];

const ofBooking = ['pnr-create', 'pnr-retrieve', 'pnr-reprice', 'ticket-issue'] as const;

/** What a ticket cost at most: its own price, else that of the whole booking. */
export const paidFor = (trace: Trace, ticket: OwnTicket): Money | undefined => {
  const looks = looksAt(trace, ticket, ticket.partner).map((look) => ticketReported(look)?.price);
  const own = highest([ticket.fact.price, ...looks]);
  const flight = flightOf(trace, ticket);
  if (own || !flight) return own;
  const reported = ofBooking
    .flatMap((operation) => asked(trace, operation))
    .filter((each) => succeeded(each) && (each === flight.create || isAboutFlight(each, flight)));
  return highest(reported.map((each) => bookingReported(each)?.price));
};

/** Whether what is sold of one kind of flight is served of every kind. */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { errorCodeOf, succeeded } from '../outcome.ts';
import { asked } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { asksOfCalculated } from './calculations.ts';
import { firstCancellations } from './flight-booking.ts';
import { stepsAsked } from './flight-flow.ts';
import { kindOfBooked, routeOf } from './flight-kinds.ts';
import { nameAsked } from './names.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { ticketAsked } from './own-tickets.ts';
import { type Asks, oneWorks, type Tries, triesOf } from './tried.ts';

/** Of one kind, with whether the same works for another. */
type OfKind = Tries & { readonly operation: Asks['operation']; readonly worksElsewhere: boolean };

const afterSales = (trace: Trace): Asks[] => {
  const kindOf = (each: Exchange): string => kindOfBooked(trace, each);
  const ticketOf = (each: Exchange): string => JSON.stringify(ticketAsked(each));
  const bookingOf = (each: Exchange): string => JSON.stringify(nameAsked(each));
  return [
    { operation: 'pnr-cancel', asks: firstCancellations(trace), thingOf: bookingOf, kindOf },
    { operation: 'ticket-exchange', asks: asksOfCalculated(trace, 'exchange'), thingOf: ticketOf, kindOf },
    { operation: 'ticket-refund', asks: asksOfCalculated(trace, 'refund'), thingOf: ticketOf, kindOf },
  ];
};

const schedules = (trace: Trace): Asks => ({
  operation: 'avia-schedule',
  asks: asked(trace, 'avia-schedule').filter(({ intent }) => intent !== undefined),
  thingOf: ({ intent }) => JSON.stringify(intent),
  kindOf: ({ intent }) => routeOf(intent),
});

const kindsOf = (trace: Trace): OfKind[] =>
  [...stepsAsked(trace), schedules(trace), ...afterSales(trace)].flatMap(({ operation, asks, thingOf, kindOf }) => {
    const kinds = Object.values(Object.groupBy(asks, kindOf)).map((ofKind = []) => ofKind);
    return kinds.flatMap((ofKind) => {
      const worksElsewhere = kinds.some((other) => other !== ofKind && other.some(succeeded));
      return triesOf(ofKind, thingOf).map((tries) => ({ ...tries, operation, worksElsewhere }));
    });
  });

const isServed = (tries: OfKind): Opinion => {
  const opinion = oneWorks(tries, `${tries.operation} of one kind of flight`);
  if (opinion === undefined || !('exchange' in opinion)) return opinion;
  if (!tries.worksElsewhere) return unshown('no other kind of flight is served, either');
  if (tries.exchanges.some((each) => errorCodeOf(each) === 'SUPPLIER_ERROR'))
    return unshown('a supplier may not sell one kind');
  return mismatch(
    opinion.exchange,
    ['response', 'status'],
    `a success for one of ${tries.things}, as for another kind of flight`,
  );
};

export const eachKindChecks: readonly Check[] = [
  check('avia-flow.each-kind-of-flight-is-served', {
    given: (trace) => (asksUnknownBookings(trace) ? [] : kindsOf(trace)),
    then: isServed,
  }),
];

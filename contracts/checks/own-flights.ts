/** The flight bookings that a trace made itself, and what was asked about them. */

import { mismatchAt, type Opinion } from '../check.ts';
import type { Json } from '../json.ts';
import { isRefusal, succeeded } from '../outcome.ts';
import { asked, idText, perTrace } from '../subjects.ts';
import type { Bearer, Exchange, Trace } from '../trace.ts';
import { areSame, asksAlsoUnknown, isUnnamed, type Name, nameAsked, partnerOf } from './own-bookings.ts';
import { doesNotRead, readFacts } from './reads.ts';

export type OwnFlight = {
  readonly create: Exchange;
  readonly partner: Bearer;
  readonly name: Name;
};

export const bookingReported = ({ facts }: Exchange) => facts?.flightBooking;

/** Those whose creation was answered with a name: no request can be matched to a booking without one. */
export const ownFlights: (trace: Trace) => readonly OwnFlight[] = perTrace((trace) =>
  asked(trace, 'pnr-create').flatMap((create) => {
    const reported = succeeded(create) ? bookingReported(create) : undefined;
    if (!reported || (reported.bookingId ?? reported.reference ?? null) === null) return [];
    const { bookingId, reference } = reported;
    return [{ create, partner: partnerOf(create), name: { bookingId, reference } }];
  }),
);

export const isAboutFlight = (exchange: Exchange, { name }: Pick<OwnFlight, 'name'>): boolean =>
  areSame(name, nameAsked(exchange)) === true;

/** The retrievals that its own partner asked for, with any answer, in order. */
export const retrievalsOf = ({ exchanges }: Trace, { name, partner }: OwnFlight): Exchange[] =>
  exchanges.filter(
    (each) => each.operation === 'pnr-retrieve' && each.bearer === partner && isAboutFlight(each, { name }),
  );

/** Our booking that a request of any partner is about. */
export const flightAsked = (trace: Trace, exchange: Exchange): OwnFlight | undefined =>
  ownFlights(trace).findLast(({ create, name }) => create.index < exchange.index && isAboutFlight(exchange, { name }));

/** Asked by its own partner. */
export const ownFlightAsked = (trace: Trace, exchange: Exchange): OwnFlight | undefined => {
  const flight = flightAsked(trace, exchange);
  return flight?.partner === exchange.bearer ? flight : undefined;
};

/** Asked by the other partner of the target. */
export const isOfAnother = (trace: Trace, exchange: Exchange): boolean => {
  const flight = flightAsked(trace, exchange);
  return flight !== undefined && flight.partner !== exchange.bearer;
};

export const flightCancellations = (trace: Trace, flight: OwnFlight): Exchange[] =>
  asked(trace, 'pnr-cancel').filter((cancel) => succeeded(cancel) && isAboutFlight(cancel, flight));

/** Whether an earlier request may have cancelled it: what was not refused may have had its effect. */
export const isPerhapsCancelled = (trace: Trace, flight: OwnFlight, before: Exchange): boolean =>
  asked(trace, 'pnr-cancel').some(
    (cancel) => cancel.index < before.index && isAboutFlight(cancel, flight) && !isRefusal(cancel),
  );

export const isInactive = (retrieval: Exchange, because: string): Opinion => {
  const { at = [], isActive } = readFacts(retrieval).flightBooking ?? {};
  if (isActive === undefined) return doesNotRead(retrieval, 'isActive of the booking');
  const expected = `a booking that is not active, as ${because}`;
  return isActive ? mismatchAt(retrieval, at, { expected, actual: 'active' }) : undefined;
};

export const isIdReported = (
  { exchanges, usedCoupons = [], withoutRights = [] }: Trace,
  id: Json | undefined,
): boolean => {
  const wanted = idText(id)?.toLowerCase();
  // An operation that answers for an invented id would vouch for that id: only the making counts.
  const reported = exchanges.flatMap((exchange) =>
    exchange.operation === 'pnr-create' ? (bookingReported(exchange)?.bookingId ?? []) : [],
  );
  const named = [...usedCoupons, ...withoutRights].map(({ bookingId }) => bookingId);
  return wanted !== undefined && [...reported, ...named].some((each) => idText(each)?.toLowerCase() === wanted);
};

/** A lawful answer to such an ask may be a success with nothing in it. */
export const isOfNoFlight = (trace: Trace, exchange: Exchange): boolean =>
  isUnnamed(exchange) || (asksAlsoUnknown(trace) && !isIdReported(trace, nameAsked(exchange).bookingId));

/** Whether a lever moved the clock of the target between two exchanges: what was offered may have run out. */
export const isMuchLater = ({ clockAdvances }: Trace, first: Exchange, second: Exchange): boolean =>
  clockAdvances.some(({ beforeExchange }) => beforeExchange > first.index && beforeExchange <= second.index);

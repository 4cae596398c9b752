/** Walks a story about flights once for each row of circumstances that a run takes. */

import type { BookingRef } from '../../contracts/intents.ts';
import { errorCodeOf, succeeded } from '../../contracts/outcome.ts';
import { asOther, type ReadExchange, type Session, stopOf } from '../../engine/session.ts';
import {
  type FlightRow,
  type FlightsToBook,
  type FlightToBook,
  flightRows,
  journeyOf,
  withOneAdult,
} from '../../generators/flights.ts';
import {
  type ActedOn,
  actedOn,
  type BookedFlight,
  bookOffer,
  type FlightWish,
  type Ticketed,
  ticketedFlight,
} from './book-flight.ts';

/** What the stories of a run want of its budget with one row each; a row more is walked only beyond it. */
const keptFree = { tickets: 24, books: 12 };

/** Two tickets in one booking. */
const keptForLast: typeof keptFree = { tickets: 2, books: 1 };

const isAmple = async ({ ticketsLeft, bookingsLeft }: Session, free: typeof keptFree): Promise<boolean> =>
  (await ticketsLeft()) >= free.tickets && (await bookingsLeft()) >= free.books;

/** In whose hands a story is, and who must not get at its subject: undefined where the target has one partner. */
export type Hands = { readonly session: Session; readonly stranger: Session | undefined };

const handsOf = (session: Session, { partner }: FlightRow): Hands => {
  const other = session.target.otherPartner && asOther(session);
  // A second partner may lack the rights to book: what a sample shows does not depend on it.
  return other && partner === 'other' && session.sample.depth === 'full'
    ? { session: other, stranger: session }
    : { session, stranger: other };
};

/**
 * With little left of the budget it is one row, for one adult. A story that ends early ends the whole flow in its first
 * row alone, or when the environment is in trouble.
 *
 * @param offset Another for each flow, so that those of one run differ.
 * @param isLast No story after it needs anything of the budget.
 */
export const walkRows = async (
  session: Session,
  {
    offset,
    rows = flightRows,
    isLast = false,
  }: { readonly offset: number; readonly rows?: readonly FlightRow[]; readonly isLast?: boolean },
  story: (hands: Hands, row: FlightRow, at: number) => Promise<void>,
): Promise<void> => {
  const sampled = session.sample.some(rows, { standard: 1 }, offset);
  for (const [at, row] of sampled.entries()) {
    const isFirst = at === 0;
    const hasAmple = await isAmple(session, isLast ? keptForLast : keptFree);
    if (!isFirst && !hasAmple) return;
    try {
      await story(handsOf(session, row), hasAmple ? row : withOneAdult(row), at);
    } catch (thrown) {
      if (isFirst || !['needs', 'refused'].includes(stopOf(thrown)?.because ?? '')) throw thrown;
    }
  }
};

/**
 * Books the same offer once more, as company of a booking that something is done to. Undefined where the budget is needed
 * elsewhere, or it is refused.
 */
export const bookKin = async (
  { session }: Hands,
  { chosen }: BookedFlight,
  journey: FlightToBook,
): Promise<BookingRef | undefined> => {
  if (!session.target.bindings['pnr-retrieve'] || (await session.bookingsLeft()) < keptFree.books) return undefined;
  return (await bookOffer(session, chosen, journey)).booking;
};

/**
 * Where a void came too late: a supplier may have no window at all, which a fresh ticket of it shows, and one of another
 * supplier.
 */
export const voidFreshIfLate = async (
  session: Session,
  { exchange }: ReadExchange,
  { row, input }: { readonly row: FlightRow; readonly input: FlightsToBook },
): Promise<void> => {
  if (errorCodeOf(exchange) !== 'VOID_TIME_EXPIRED') return;
  const journey = journeyOf(input, withOneAdult(row));
  for (const seller of ['the first', 'another'] as const) {
    if ((await session.ticketsLeft()) === 0 || (await session.bookingsLeft()) === 0) return;
    const { named } = await ticketedFlight(session, { ...journey, seller });
    const again = await session.voidTicket(named);
    // The one that came too late cannot show a second void.
    if (succeeded(again.exchange)) await session.voidTicket(named);
  }
};

/** Any one ticket may be refused for a reason that concerns it alone. */
const triesMax = 2;

/**
 * Acts on a ticket of a row, and on another where the first is refused and may show less.
 *
 * @param ticketsMin With fewer left no other is issued.
 * @param begun A ticket that is there already, and is acted on first.
 * @param act Whether another ticket may show more.
 */
export const actOnTickets = async (
  { session }: Hands,
  {
    row,
    input,
    fits,
    ticketsMin,
    begun,
  }: FlightWish & {
    readonly row: FlightRow;
    readonly input: FlightsToBook;
    readonly ticketsMin: number;
    readonly begun?: (Ticketed & ActedOn) | undefined;
  },
  act: (subject: Ticketed & ActedOn, time: number) => Promise<boolean>,
): Promise<void> => {
  const journey = journeyOf(input, row);
  for (let time = 0; time < triesMax; time += 1) {
    if (time === 0 && begun) {
      if (!(await act(begun, time))) return;
      continue;
    }
    const mayTry = (await session.ticketsLeft()) >= ticketsMin && (await session.bookingsLeft()) > 0;
    if (time > 0 && !mayTry) return;
    const ticketed = await ticketedFlight(
      session,
      { ...journey, seed: journey.seed + time },
      { ...(fits && { fits }) },
    );
    if (!(await act({ ...ticketed, ...actedOn(ticketed, row) }, time))) return;
  }
};

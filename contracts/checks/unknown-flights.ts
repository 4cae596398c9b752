/** Checks of what is asked about flight bookings that do not exist, or cannot (parts 2.3, 3 and 4.3). */

import { isUuid } from '../locate/flights.ts';
import type { OperationId } from '../operations.ts';
import { asked, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { nameAsked } from './names.ts';
import { asksUnknownBookings } from './own-bookings.ts';
import { isIdReported } from './own-flights.ts';

export const withoutEffect: readonly OperationId[] = [
  'pnr-retrieve',
  'pnr-cancel',
  'pnr-reprice',
  'ticket-info',
  'ticket-exchange-calculation',
  'ticket-refund-calculation',
];

const withAnyEffect: readonly OperationId[] = [...withoutEffect, 'ticket-issue', 'ticket-cancel'];

/** What names no booking that this trace has heard of; a lack of rights tells nothing of it. */
const asksOfUnreported = (trace: Trace, operations: readonly OperationId[]): Exchange[] =>
  operations
    .flatMap((operation) => asked(trace, operation))
    .filter((exchange) => !isAboutRights(exchange) && !isIdReported(trace, nameAsked(exchange).bookingId));

export const asksOfUnknown = (trace: Trace, operations: readonly OperationId[]): Exchange[] =>
  asksUnknownBookings(trace)
    ? asksOfUnreported(trace, operations).filter((exchange) => isUuid(nameAsked(exchange).bookingId))
    : [];

/** A request that names a booking by something else says nothing of its id. */
export const asksOfMalformed = (trace: Trace): Exchange[] =>
  asksOfUnreported(trace, withAnyEffect).filter((exchange) => {
    const { bookingId } = nameAsked(exchange);
    return bookingId !== undefined && !isUuid(bookingId);
  });

/** Requests about a booking that the one who asks must not get at, because it does not exist or is another partner's. */
import type { Opinion } from '../check.ts';
import { mismatch } from '../mismatch.ts';
import { succeeded } from '../outcome.ts';
import { asked, field, isAboutRights } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { asksUnknownBookings, isAbout, ownBookings } from './own-bookings.ts';

/** An empty body is about no booking, and its refusal shows nothing of one. */
const isAboutOne = ({ intent, request }: Exchange): boolean =>
  intent !== undefined || field(request.body, 'bookingId') !== undefined;

/** Every ask of a flow that invents bookings, but for those about one that it made. */
export const unknownAsks = (trace: Trace, operation: 'view-booking' | 'cancel-booking'): Exchange[] =>
  asksUnknownBookings(trace)
    ? asked(trace, operation).filter(
        (exchange) =>
          isAboutOne(exchange) &&
          !isAboutRights(exchange) &&
          !ownBookings(trace).some((booking) => isAbout(exchange, booking)),
      )
    : [];

export const isRefused = (exchange: Exchange): Opinion =>
  succeeded(exchange) ? mismatch(exchange, ['response', 'status'], 'a refusal') : undefined;

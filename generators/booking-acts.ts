/** What can be done with hotel bookings (part 4.6), in any order and by either partner. */
import fc from 'fast-check';
import { type BookingStatus, bookingStatuses } from '../contracts/facts.ts';
import type { Details } from '../contracts/intents.ts';
import type { Asker } from './ticket-acts.ts';

/** How a list is filtered: by a state, or by the one that the booking used last was seen in. */
export type StatusFilter = BookingStatus | 'its own' | 'none';

/** `booking` counts back from the one that something was done with last; all are plain JSON. */
export type BookingAct =
  | { readonly act: 'book' }
  | { readonly act: 'view'; readonly booking: number; readonly as: Asker; readonly details: Details }
  | { readonly act: 'cancel'; readonly booking: number; readonly as: Asker }
  | { readonly act: 'list'; readonly as: Asker; readonly status: StatusFilter; readonly isOfToday: boolean };

const recent = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });

const eitherPartner: fc.Arbitrary<Asker> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.constant('other' as const) },
);

const details: fc.Arbitrary<Details> = fc.record({
  includePriceDetails: fc.boolean(),
  includeResidenceDetails: fc.boolean(),
});

const status: fc.Arbitrary<StatusFilter> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('none' as const, 'its own' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...bookingStatuses) },
);

const bookingActs: fc.Arbitrary<BookingAct> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('view' as const), booking: recent, as: eitherPartner, details }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('list' as const), as: eitherPartner, status, isOfToday: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('cancel' as const), booking: recent, as: eitherPartner }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('book' as const) }) },
);

/** Several stretches are rarely all short. */
export const bookingLives = Array.from({ length: 3 }, () => ({ acts: bookingActs, max: 12 }));

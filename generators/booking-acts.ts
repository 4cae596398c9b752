/** What can be done with hotel bookings (part 4.6), in any order and by either partner. */
import fc from 'fast-check';
import { type BookingStatus, bookingStatuses } from '../contracts/facts.ts';
import type { Details } from '../contracts/intents.ts';
import { inAnyOrder, inGroups, inTurn, only, type Stretch } from './draws.ts';
import { spoken } from './headers.ts';
import { type Asker, other, own } from './ticket-acts.ts';

/** How a list is filtered: by a state, or by the one that the newest booking was last seen in. */
export type StatusFilter = BookingStatus | 'its own' | 'none';

/**
 * `booking` counts back from the newest; all are plain JSON. `by` is the partner who books, the first where nothing else
 * is said; `as` is the partner who asks, seen from the booking. What is not `elsewhere` is of one offer.
 */
export type BookingAct =
  | { readonly act: 'book'; readonly by?: Asker; readonly isElsewhere?: boolean }
  | { readonly act: 'book-incomplete' }
  | { readonly act: 'price' | 'price-unknown'; readonly booking: number; readonly as?: Asker }
  | {
      readonly act: 'view';
      readonly booking: number;
      readonly as: Asker;
      readonly details: Details;
      readonly language?: string;
    }
  | { readonly act: 'cancel'; readonly booking: number; readonly as: Asker }
  | { readonly act: 'list'; readonly as: Asker; readonly status: StatusFilter; readonly isOfToday: boolean };

const newest = fc.constant(0);
const any = fc.nat(2);
const anyOfMany = fc.nat(7);

const either = fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: other });

const details: fc.Arbitrary<Details> = fc.record({
  includePriceDetails: fc.boolean(),
  includeResidenceDetails: fc.boolean(),
});

const anyStatus: fc.Arbitrary<StatusFilter> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('none' as const, 'its own' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...bookingStatuses) },
);

const viewBy = (as: fc.Arbitrary<Asker>, booking: fc.Arbitrary<number>) =>
  fc.record({ act: fc.constant('view' as const), booking, as, details });
const cancelBy = (as: fc.Arbitrary<Asker>, booking: fc.Arbitrary<number>) =>
  fc.record({ act: fc.constant('cancel' as const), booking, as });
const listBy = (as: fc.Arbitrary<Asker>, status: fc.Arbitrary<StatusFilter>) =>
  fc.record({ act: fc.constant('list' as const), as, status, isOfToday: fc.boolean() });

type BookingPart = Stretch<BookingAct>;

const book: BookingPart = only(fc.constant({ act: 'book' as const }));
const list: BookingPart = only(listBy(either, anyStatus));
const viewed = only(viewBy(own, newest));

/** What ends nothing. */
const asides: readonly BookingPart[] = [only(viewBy(either, any)), list, only(cancelBy(other, any))];

/** Of one that is cancelled: again, by its partner and by the other one. */
const again = (booking: fc.Arbitrary<number>): BookingPart =>
  inAnyOrder([only(cancelBy(own, booking)), only(cancelBy(other, booking)), only(viewBy(other, booking)), list]);

/** One of the older is cancelled, and the newest is looked at meanwhile; then it is its turn. */
const livesOf = (first: number): BookingPart => {
  const older = fc.constant(first);
  return inTurn(
    inTurn(book, book, book),
    inAnyOrder(asides),
    only(cancelBy(own, older)),
    again(older),
    viewed,
    only(listBy(own, fc.constant('none' as const))),
    viewed,
    only(cancelBy(own, older)),
    only(cancelBy(own, newest)),
    again(newest),
  );
};

/** Some bookings of one offer, whose lives are mixed. */
export const bookingLives: BookingPart = fc.constantFrom(1, 2).chain(livesOf);

const viewInAnyWay = fc.record({
  act: fc.constant('view' as const),
  booking: anyOfMany,
  as: either,
  details,
  language: fc.constantFrom(...spoken),
});

const walked: fc.Arbitrary<BookingAct> = fc.oneof(
  { weight: 3, arbitrary: cancelBy(own, anyOfMany) },
  { weight: 3, arbitrary: cancelBy(other, anyOfMany) },
  { weight: 3, arbitrary: viewInAnyWay },
  { weight: 2, arbitrary: listBy(either, anyStatus) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('price' as const), booking: anyOfMany }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('price-unknown' as const), booking: anyOfMany, as: either }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('book-incomplete' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('book' as const), by: either, isElsewhere: fc.boolean() }),
  },
);

/** In any order, with company from the beginning: two of one offer, and one of the second partner. */
export const bookingWalk: BookingPart = inTurn(
  inAnyOrder([
    book,
    book,
    only(fc.record({ act: fc.constant('book' as const), by: other })),
    only(fc.record({ act: fc.constant('book' as const), isElsewhere: fc.constant(true) })),
  ]),
  inGroups(walked),
);

/** Anything there is to ask for; what was cancelled last stays so. */
export const bookingActs: fc.Arbitrary<BookingAct> = fc.oneof(
  viewBy(either, any),
  listBy(either, anyStatus),
  cancelBy(other, any),
);

/** What can be done with booked flights and issued tickets (part 4), in any order and by either partner. */
import fc from 'fast-check';
import { inAnyOrder, inGroups, inTurn, only, type Stretch } from './draws.ts';

/** Who asks: the partner whose booking it is, or the second one, who must not get at it. */
export type Asker = 'own' | 'other';

/**
 * `ticket` and `flight` count back from the newest; all are plain JSON. `by` is the partner who books, the first where
 * nothing else is said, and what is booked `again` is of the offer that was booked last; `as` is the partner who asks, seen from the booking, and its owner where nothing is said. An
 * exchange or a refund of what was not calculated is calculated first; where there is no flight yet, one is booked.
 */
export type TicketAct =
  | { readonly act: 'book'; readonly adults: number; readonly by?: Asker; readonly isAgain?: boolean }
  | { readonly act: 'issue' | 'price'; readonly flight: number; readonly as?: Asker }
  | { readonly act: 'retrieve' | 'cancel' | 'reprice'; readonly flight: number; readonly as: Asker }
  | { readonly act: 'look' | 'void' | 'calculate-refund'; readonly ticket: number; readonly as: Asker }
  | { readonly act: 'use' | 'void-unknown' | 'exchange-unknown'; readonly ticket: number }
  | { readonly act: 'exchange' | 'refund'; readonly ticket: number; readonly as?: Asker }
  | { readonly act: 'calculate-exchange'; readonly ticket: number; readonly daysLater: number; readonly as: Asker }
  | { readonly act: 'wait'; readonly hours: number };

const newest: fc.Arbitrary<number> = fc.constant(0);
const older = fc.integer({ min: 1, max: 4 });
const anyOfMany = fc.nat(7);
const any = fc.oneof({ weight: 3, arbitrary: newest }, { weight: 2, arbitrary: older });

export const own = fc.constant<Asker>('own');
export const other = fc.constant<Asker>('other');
const either = fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: other });

/** Both sides of a day, alone and added up, and never near its end. */
const hoursOfDay = fc.constantFrom(1, 11);
const hoursOfDays = fc.constantFrom(23, 25, 49);

/** Days on which the same flights go, and a day after which they may not. */
const daysLater = fc.constantFrom(7, 14, 1);

const ofTicket = <Act extends string>(act: Act, ticket = newest) => fc.record({ act: fc.constant(act), ticket });
const ofTicketBy = <Act extends string>(act: Act, as: fc.Arbitrary<Asker>, ticket = newest) =>
  fc.record({ act: fc.constant(act), ticket, as });
const ofFlight = <Act extends string>(act: Act, flight = newest) => fc.record({ act: fc.constant(act), flight });
const ofFlightBy = <Act extends string>(act: Act, as: fc.Arbitrary<Asker>, flight = newest) =>
  fc.record({ act: fc.constant(act), flight, as });
const calculatedExchangeBy = (as: fc.Arbitrary<Asker>, ticket = newest) =>
  fc.record({ act: fc.constant('calculate-exchange' as const), ticket, daysLater, as });
const wait = (hours: fc.Arbitrary<number>) => fc.record({ act: fc.constant('wait' as const), hours });

type TicketPart = Stretch<TicketAct>;

const book = (adults: number): TicketPart => only(fc.constant({ act: 'book' as const, adults }));
const issue: TicketPart = only(ofFlight('issue'));
const voids: TicketPart = only(ofTicketBy('void', own));
const exchange: TicketPart = only(ofTicket('exchange'));
const refund: TicketPart = only(ofTicket('refund'));
const use: TicketPart = only(ofTicket('use'));
const cancel: TicketPart = only(ofFlightBy('cancel', own));
/** Of that for which an exchange gave the newest. */
const voidOfOld: TicketPart = only(ofTicketBy('void', own, fc.constant(1)));
const lookOfOther: TicketPart = only(ofTicketBy('look', other));
const calculationOfOther: TicketPart = only(
  fc.oneof(ofTicketBy('calculate-refund', other), calculatedExchangeBy(other)),
);
const calculations: readonly TicketPart[] = [
  only(calculatedExchangeBy(own)),
  only(ofTicketBy('calculate-refund', own)),
];

/** What ends nothing. */
const aside: TicketPart = only(
  fc.oneof(
    ofTicketBy('look', either, any),
    ofTicketBy('void', other, any),
    ofFlightBy('retrieve', either, any),
    ofFlightBy('cancel', other, any),
    wait(hoursOfDay),
  ),
);

/** What must not be possible any more, or not again, and what was done to older ones. */
const late: TicketPart = only(
  fc.oneof(
    ofTicket('exchange', any),
    ofTicketBy('void', either, older),
    ofTicket('refund', older),
    calculatedExchangeBy(either, any),
    ofTicketBy('calculate-refund', either, any),
    ofFlight('issue', older),
    ofTicketBy('look', either, any),
    ofFlightBy('retrieve', other, any),
    ofFlightBy('cancel', other, any),
  ),
);

const issued = inTurn(book(1), issue);
const before = inAnyOrder([...calculations, aside]);
const after = inAnyOrder([voids, refund, cancel, issue, late]);

/** Twice over, each time in another order: so each act comes once after each other one. */
const longAfter = inTurn(inAnyOrder([voids, refund, cancel]), after);

/** Each is about separate tickets, and one for each way in which a ticket can end. */
const lives: readonly TicketPart[] = [
  inTurn(issued, before, voids, after),
  inTurn(issued, before, refund, longAfter),
  inTurn(
    issued,
    inAnyOrder(calculations),
    exchange,
    inAnyOrder([lookOfOther, calculationOfOther, voidOfOld]),
    voids,
    longAfter,
  ),
  inTurn(
    book(2),
    issue,
    aside,
    fc.oneof(cancel, use, only(wait(hoursOfDays))),
    inAnyOrder([voids, refund, cancel, late]),
  ),
];

/** Some lives one after the other. */
export const ticketLives: TicketPart = inAnyOrder(lives);

/** Anything there is to ask for; what was cancelled last stays so. */
export const ticketActs: fc.Arbitrary<TicketAct> = fc.oneof(
  ofTicketBy('void', either, any),
  ofTicket('exchange', any),
  ofTicket('refund', any),
  calculatedExchangeBy(either, any),
  ofTicketBy('calculate-refund', either, any),
  ofTicketBy('look', either, any),
  ofTicket('use', any),
  ofFlightBy('cancel', other, any),
  ofFlight('issue', any),
  ofFlightBy('retrieve', either, any),
  wait(fc.oneof(hoursOfDay, hoursOfDays)),
);

const bookedBy = (by: fc.Arbitrary<Asker>, adults: fc.Arbitrary<number> = fc.constantFrom(1, 2)) =>
  fc.record({ act: fc.constant('book' as const), adults, by });
const bookBy = (by: fc.Arbitrary<Asker>, adults: number): TicketPart => only(bookedBy(by, fc.constant(adults)));
const bookAgain: TicketPart = only(fc.constant({ act: 'book' as const, adults: 1, isAgain: true }));

const walked: fc.Arbitrary<TicketAct> = fc.oneof(
  { weight: 2, arbitrary: ofTicketBy('void', either, anyOfMany) },
  { weight: 1, arbitrary: ofTicket('void-unknown', anyOfMany) },
  { weight: 1, arbitrary: ofTicket('exchange-unknown', anyOfMany) },
  { weight: 1, arbitrary: ofTicketBy('look', own, anyOfMany) },
  { weight: 2, arbitrary: ofTicketBy('exchange', either, anyOfMany) },
  { weight: 2, arbitrary: ofTicketBy('refund', either, anyOfMany) },
  { weight: 2, arbitrary: calculatedExchangeBy(either, anyOfMany) },
  { weight: 2, arbitrary: ofTicketBy('calculate-refund', either, anyOfMany) },
  { weight: 1, arbitrary: ofTicketBy('look', other, anyOfMany) },
  { weight: 1, arbitrary: ofFlightBy('cancel', own, anyOfMany) },
  { weight: 1, arbitrary: ofFlightBy('cancel', other, anyOfMany) },
  { weight: 2, arbitrary: ofFlightBy('reprice', either, anyOfMany) },
  { weight: 1, arbitrary: ofFlightBy('retrieve', other, anyOfMany) },
  { weight: 1, arbitrary: ofFlightBy('issue', either, anyOfMany) },
  { weight: 1, arbitrary: ofFlightBy('price', either, anyOfMany) },
  { weight: 1, arbitrary: bookedBy(either) },
);

/** In any order, with company from the beginning: two bookings of one offer, one of two tickets, and one of another partner. */
export const ticketWalk: TicketPart = inTurn(
  inAnyOrder([inTurn(bookBy(other, 1), issue), inTurn(bookBy(own, 2), issue), inTurn(book(1), issue, bookAgain)]),
  inGroups(walked),
);

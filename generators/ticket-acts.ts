/** What can be done with flights that are booked and tickets that are issued (part 4), in any order and by either partner. */
import fc from 'fast-check';

/** Who asks: the partner whose booking it is, or the second one, who must not get at it. */
export type Asker = 'own' | 'other';

/** `ticket` and `flight` count back from the one that something was done with last; all are plain JSON. */
export type TicketAct =
  | { readonly act: 'book' }
  | { readonly act: 'issue'; readonly flight: number }
  | { readonly act: 'retrieve' | 'cancel'; readonly flight: number; readonly as: Asker }
  | { readonly act: 'look' | 'void'; readonly ticket: number; readonly as: Asker }
  | { readonly act: 'use' | 'exchange' | 'calculate-refund' | 'refund'; readonly ticket: number }
  | { readonly act: 'calculate-exchange'; readonly ticket: number; readonly daysLater: number }
  | { readonly act: 'wait'; readonly hours: number };

export const ticketActNames = [
  ...(['book', 'issue', 'retrieve', 'cancel', 'look', 'void', 'use'] as const),
  ...(['calculate-exchange', 'exchange', 'calculate-refund', 'refund', 'wait'] as const),
] as const satisfies readonly TicketAct['act'][];

/** The last one twice as often as any other: what is unusual is mostly an order of acts on one thing. */
const recent = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });

const mostlyOwn: fc.Arbitrary<Asker> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own' as const) },
  { weight: 1, arbitrary: fc.constant('other' as const) },
);

const ofTicket = <Act extends string>(act: Act) => fc.record({ act: fc.constant(act), ticket: recent });
const ofTicketBy = <Act extends string>(act: Act) =>
  fc.record({ act: fc.constant(act), ticket: recent, as: mostlyOwn });
const ofFlightBy = <Act extends string>(act: Act) =>
  fc.record({ act: fc.constant(act), flight: recent, as: mostlyOwn });

/** Both sides of a day, alone and added up, and never near its end. */
const hours = fc.constantFrom(1, 11, 23, 25, 49);

/** Days on which the same flights go, and a day after which they may not. */
const daysLater = fc.constantFrom(7, 14, 1);

export const ticketActs: fc.Arbitrary<TicketAct> = fc.oneof(
  { weight: 5, arbitrary: ofTicketBy('void') },
  { weight: 3, arbitrary: ofTicketBy('look') },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('calculate-exchange' as const), ticket: recent, daysLater }),
  },
  { weight: 4, arbitrary: ofTicket('exchange') },
  { weight: 4, arbitrary: ofTicket('calculate-refund') },
  { weight: 4, arbitrary: ofTicket('refund') },
  { weight: 2, arbitrary: ofFlightBy('cancel') },
  { weight: 1, arbitrary: ofFlightBy('retrieve') },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('issue' as const), flight: recent }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('book' as const) }) },
  { weight: 1, arbitrary: ofTicket('use') },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), hours }) },
);

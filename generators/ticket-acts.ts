/** What can be done with flights that are booked and tickets that are issued (part 4), in any order and by either partner. */
import fc from 'fast-check';

/** Who asks: the partner whose booking it is, or the second one, who must not get at it. */
export type Asker = 'own' | 'other';

/**
 * `ticket` and `flight` count back from the one that something was done with last; all are plain JSON. An exchange or a
 * refund of what was not calculated is calculated first; where no tickets can be issued for a flight, another is booked.
 */
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

/** The last one most often: what is unusual is mostly an order of acts on one thing. */
const recent = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) });

const own = fc.constant('own' as const);
const other = fc.constant('other' as const);
const mostlyOwn: fc.Arbitrary<Asker> = fc.oneof({ weight: 5, arbitrary: own }, { weight: 1, arbitrary: other });
/** After each act its own partner looks anyway. */
const mostlyOther: fc.Arbitrary<Asker> = fc.oneof({ weight: 1, arbitrary: own }, { weight: 4, arbitrary: other });

const ofTicket = <Act extends string>(act: Act) => fc.record({ act: fc.constant(act), ticket: recent });
const ofTicketBy = <Act extends string>(act: Act, as: fc.Arbitrary<Asker>) =>
  fc.record({ act: fc.constant(act), ticket: recent, as });
const ofFlight = <Act extends string>(act: Act) => fc.record({ act: fc.constant(act), flight: recent });
const ofFlightBy = <Act extends string>(act: Act, as: fc.Arbitrary<Asker>) =>
  fc.record({ act: fc.constant(act), flight: recent, as });

/** Both sides of a day, alone and added up, and never near its end. */
const hours = fc.constantFrom(1, 11, 23, 25, 49);

/** Days on which the same flights go, and a day after which they may not. */
const daysLater = fc.constantFrom(7, 14, 1);

type Weighted = fc.WeightedArbitrary<TicketAct>;

const issue: Weighted = { weight: 3, arbitrary: ofFlight('issue') };
const voids: Weighted = { weight: 6, arbitrary: ofTicketBy('void', mostlyOwn) };
const exchange: Weighted = { weight: 5, arbitrary: ofTicket('exchange') };
const refund: Weighted = { weight: 5, arbitrary: ofTicket('refund') };
const calculateRefund: Weighted = { weight: 4, arbitrary: ofTicket('calculate-refund') };
const calculateExchange: Weighted = {
  weight: 4,
  arbitrary: fc.record({ act: fc.constant('calculate-exchange' as const), ticket: recent, daysLater }),
};
const look: Weighted = { weight: 3, arbitrary: ofTicketBy('look', mostlyOther) };
const cancel: Weighted = { weight: 4, arbitrary: ofFlightBy('cancel', mostlyOwn) };
const retrieve: Weighted = { weight: 1, arbitrary: ofFlightBy('retrieve', mostlyOther) };
const book: Weighted = { weight: 1, arbitrary: fc.record({ act: fc.constant('book' as const) }) };
const use: Weighted = { weight: 1, arbitrary: ofTicket('use') };
const wait: Weighted = { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), hours }) };

/** A ticket, what may be done with it first, what ends it, and what must not be possible any more. */
const life = [
  { acts: fc.oneof(issue), max: 1 },
  { acts: fc.oneof(calculateExchange, calculateRefund, look, wait, book), max: 3 },
  { acts: fc.oneof(voids, exchange, refund, use), max: 2 },
  { acts: fc.oneof(voids, voids, exchange, refund, look, cancel, cancel, issue, retrieve), max: 8 },
];

/** Some lives, each about a ticket of its own for the most part, and then whatever there is. */
export const ticketLives = [
  ...[...life, ...life, ...life],
  {
    acts: fc.oneof(voids, exchange, refund, calculateExchange, calculateRefund, look, cancel, issue, retrieve, wait),
    max: 6,
  },
] as const satisfies readonly { readonly acts: fc.Arbitrary<TicketAct>; readonly max: number }[];

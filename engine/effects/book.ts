/** What is the same for a booking of a stay and of a flight. */
import type { IntendedFlight, IntendedHotel } from '../../client/ledgers/ledger-state.ts';
import type { BookingRef, BoundOperation, Intents } from '../../contracts/intents.ts';
import type { Target } from '../../contracts/target.ts';
import type { Attempt } from '../../contracts/trace.ts';
import { boundCall } from '../bound-call.ts';
import { type Booked, type CallOptions, type ReadExchange, stop } from '../session.ts';
import { budgetLeft, type EffectParts, haveEffect, timesOf } from './effect.ts';
import { newGuestMark } from './refs.ts';

type BookingOperation = 'create-booking' | 'pnr-create';

export type RequestedBooking<Operation extends BookingOperation> = {
  readonly intent: Intents[Operation];
  readonly times: ReturnType<typeof timesOf>;
  readonly callOptions: CallOptions;
  /** The earliest that it may have been on the clock of the service, in ms since the epoch. */
  readonly from: number;
};

type BookingOutcome = Pick<Attempt, 'found' | 'lookedUpBy'> & {
  readonly booking: BookingRef | undefined;
  /** Writes it down, for the clean-up. */
  readonly note?: () => Promise<void>;
};

export type Bookable<Operation extends BookingOperation> = {
  readonly operation: Operation;
  /** Without these bindings nothing is booked. */
  readonly needs: readonly BoundOperation[];
  readonly whyNeeded: string;
  readonly reasonNotTo?: (intent: Intents[Operation]) => string | undefined;
  readonly marked: (intent: Intents[Operation], mark: string) => Intents[Operation];
  readonly whyMarked: string;
  readonly intended: (
    intent: Intents[Operation],
  ) => Pick<IntendedHotel, 'checkIn'> | Pick<IntendedFlight, 'kind' | 'route' | 'departure'>;
  readonly became: (asked: ReadExchange, requested: RequestedBooking<Operation>) => Promise<BookingOutcome>;
};

type BookingBudget = NonNullable<Target['may']['books']>;

/** Everything that can be known before a request is allowed to have an effect. */
const assertMayBook = <Operation extends BookingOperation>(
  { bindings, may }: Target,
  { needs, whyNeeded, reasonNotTo }: Bookable<Operation>,
  intent: Intents[Operation],
): BookingBudget => {
  for (const operation of needs) {
    if (!bindings[operation]) stop('needs', `needs bindings['${operation}'] in the target file: ${whyNeeded}`);
  }
  const reason = reasonNotTo?.(intent);
  if (reason !== undefined) stop('needs', reason);
  return may.books ?? stop('needs', 'needs may.books, how many bookings may be requested, in the target file');
};

const usedUp = async (parts: EffectParts, budget: BookingBudget): Promise<never> => {
  await budgetLeft(parts, 'booking', budget);
  const { ofRun } = await parts.ledger.left('booking', parts.run, budget);
  const spent = ofRun <= 0 ? `perRun (${budget.perRun})` : `perDay (${budget.perDay})`;
  return stop('needs', `needs more of may.books.${spent} in the target file: all of it is used up`);
};

/** Books once; what came about is found again by a mark in the name of the first person. */
export const book =
  <Operation extends BookingOperation>(parts: EffectParts, bookable: Bookable<Operation>) =>
  async (
    given: Intents[Operation],
    { spelled, unlike, isLacking, lacks, markLetters, ...options }: CallOptions = {},
  ): Promise<Booked> => {
    const { target, ledger, attempts, tally } = parts;
    const { operation } = bookable;
    const budget = assertMayBook(target, bookable, given);
    const mark = newGuestMark(markLetters);
    const intent = bookable.marked(given, mark);
    const others = unlike?.map((other) => bookable.marked(other as Intents[Operation], mark));
    const callOptions: CallOptions = { ...options, lacks, ...(others && { unlike: others, isLacking }) };
    const whole = boundCall(target, operation, intent, { spelled });
    if (!JSON.stringify(whole.call.body).toLowerCase().includes(mark.toLowerCase())) {
      stop('needs', `needs ${spelled ? 'a request' : `bindings['${operation}']`} to send ${bookable.whyMarked}`);
    }
    const call = lacks ? boundCall(target, operation, intent, { lacks }) : whole;
    const { from } = parts.targetNow();
    const times = timesOf(parts, mark, callOptions);
    const attempted = ({ exchange }: ReadExchange, { found, lookedUpBy, booking }: BookingOutcome) => {
      const attempt: Attempt = { exchange: exchange.index, mark, found, lookedUpBy };
      attempts.push(attempt);
      return { attempt, booking };
    };
    return haveEffect(
      parts,
      {
        mark,
        call,
        intend: () => ledger.begin({ ...times, ...bookable.intended(intent) }, budget),
        usedUp: () => usedUp(parts, budget),
        withdraw: () => ledger.withdraw(mark),
        unsent: (asked) => attempted(asked, { found: 'not', lookedUpBy: [], booking: undefined }),
        settle: async (asked) => {
          tally.requested += 1;
          const became = await bookable.became(asked, { intent, times, callOptions, from });
          const came = attempted(asked, became);
          await became.note?.();
          return came;
        },
      },
      callOptions,
    );
  };

/** Books stays and cancels them: the only way from a flow to create_booking and cancel_booking. */

import { anyZoneMs, momentOf } from '../../contracts/checks/own-tickets.ts';
import { dayMs } from '../../contracts/durations.ts';
import type { OfferFact } from '../../contracts/facts.ts';
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { isTroubled, succeeded } from '../../contracts/outcome.ts';
import type { Attempt } from '../../contracts/trace.ts';
import { briefly, type LookResult, lookUp } from '../clean-up/close-stay.ts';
import { type CallOptions, type ReadExchange, type StayActs, stop } from '../session.ts';
import { type Bookable, book, type RequestedBooking } from './book.ts';
import {
  askForEnd,
  assertUnknown,
  budgetLeft,
  type EffectParts,
  isBelieved,
  isRefused,
  lookUntil,
  ownerOptions,
} from './effect.ts';
import { areSame, distinct, refOf } from './refs.ts';

/** Time enough for a person to cancel by hand what we could not. */
const marginMs = dayMs;

const otherwise = 'set known.stayDaysAhead higher, or another known.region, in the target file';

/** Why the offer is not booked, with a way out; undefined when it may be. */
export const reasonNotToBook = (
  { freeCancellationUntil: until }: OfferFact,
  targetNowMs: number,
): string | undefined => {
  if (until === undefined) {
    return "needs bindings['hotel-pricing'] (or bindings['offer-pricing']) to read freeCancellationUntil: only offers that can be cancelled free of charge are booked";
  }
  if (until === null)
    return `needs an offer that can be cancelled free of charge, and cancelling it always costs: ${otherwise}`;
  const moment = momentOf(until);
  if (!moment) return `needs freeCancellationUntil as an ISO 8601 moment, and it is ${JSON.stringify(until)}`;
  // Without a zone it may be meant in any.
  const atLeastMs = moment.ms - (moment.hasZone ? 0 : anyZoneMs) - targetNowMs;
  if (atLeastMs >= marginMs) return undefined;
  return `needs an offer that can be cancelled free of charge for ${marginMs / 3_600_000} hours from now, and this one can until ${until}: ${otherwise}`;
};

const marked = (intent: Intents['create-booking'], mark: string): Intents['create-booking'] => {
  const [[guest, ...others] = [], ...rooms] = intent.guests;
  if (!guest) throw new TypeError('a booking needs a guest');
  return { ...intent, guests: [[{ ...guest, lastName: mark }, ...others], ...rooms] };
};

const foundIn = ({ found, doubt }: LookResult): Attempt['found'] => {
  if (found.length > 1) return 'twice';
  if (found.length === 1) return 'once';
  return doubt === undefined ? 'not' : 'unknown';
};

type BookedStay = {
  readonly mark: string;
  readonly callOptions: CallOptions;
  readonly refs: readonly BookingRef[];
  open: BookingRef[];
  /** There may be others: the look-up was in trouble. */
  readonly isDoubtful: boolean;
};

/** Looks once where the answer is clear, and for as long as an effect may take to show where it was lost. */
const lookedUp = async (
  parts: EffectParts,
  { exchange, facts }: ReadExchange,
  { times: { mark }, callOptions, from }: RequestedBooking<'create-booking'>,
): Promise<LookResult> => {
  const { ask, target, foreignBookings } = parts;
  const looking = {
    ask,
    bindings: target.bindings,
    callOptions: ownerOptions(callOptions),
    foreignBookings,
    reach: briefly,
  };
  const reported = refOf(facts.booking);
  const exchanges: number[] = [];
  const once = async (): Promise<LookResult> => {
    const look = await lookUp(looking, { mark, from, to: parts.targetNow().to, reported });
    exchanges.push(...look.exchanges);
    return look;
  };
  const isLost = isTroubled(exchange) && !isRefused(exchange);
  const last = isLost ? await lookUntil(parts, once, ({ found }) => found.length > 0) : await once();
  return { ...last, exchanges };
};

export const stayEffects = (parts: EffectParts): StayActs => {
  const { target, ledger, ask, tally } = parts;
  const { books } = target.may;
  /** All that was booked, and what still has to be cancelled. */
  const made: BookedStay[] = [];

  const write = ({ isDoubtful, mark, open }: BookedStay): Promise<void> =>
    (isDoubtful ? ledger.know : ledger.settle)(mark, open);

  const stay: Bookable<'create-booking'> = {
    operation: 'create-booking',
    needs: ['create-booking', 'search-bookings', 'cancel-booking'],
    whyNeeded: 'what cannot be found and cancelled is not booked',
    reasonNotTo: ({ offer }) => reasonNotToBook(offer, parts.targetNow().to),
    marked,
    whyMarked: 'the lastName of the first guest: a booking whose answer is lost is found again by it',
    intended: ({ search }) => ({ checkIn: search.stay.checkIn }),
    became: async (asked, requested) => {
      const { exchange, facts } = asked;
      const { mark } = requested.times;
      const reported = succeeded(exchange) ? refOf(facts.booking) : undefined;
      // Already before it is looked up: the process may end meanwhile.
      if (reported) await ledger.know(mark, [reported]);
      if (isRefused(exchange)) {
        await ledger.refuse(mark);
        // It may have had no guests, and then no mark to be found by: its refusal is believed.
        if (requested.callOptions.lacks) {
          return { found: 'not', lookedUpBy: [], booking: undefined, note: () => ledger.settle(mark, []) };
        }
      }
      const look = await lookedUp(parts, asked, requested);
      const named = look.found.filter((ref) => ref !== undefined);
      const refs = distinct(reported ? [reported, ...named] : named);
      // Of two with the mark, one that cannot be named must not be forgotten with the other.
      const nameless = look.found.length > 1 || refs.length === 0 ? look.found.filter((ref) => ref === undefined) : [];
      const open: BookingRef[] = [...refs, ...nameless.map(() => ({}))];
      const found = foundIn(look);
      const note = async (): Promise<void> => {
        const item: BookedStay = { mark, callOptions: requested.callOptions, refs, open, isDoubtful: look.isTroubled };
        made.push(item);
        const isClosed = isRefused(exchange) && !look.isTroubled;
        if (open.length > 0 || isClosed) await write(item);
      };
      return { found, lookedUpBy: [...look.exchanges], booking: refs[0], note };
    },
  };

  const cancel: StayActs['cancel'] = async (booking, callOptions = {}) => {
    const item = made.find(({ refs }) => refs.some((ref) => areSame(ref, booking)));
    if (!item) {
      if (!books) stop('needs', 'needs may.books in the target file: a faulty service may cancel what it must not');
      await assertUnknown(parts, 'view-booking', booking, callOptions);
    }
    const isEnded = item && isBelieved(item, callOptions) && item.open.some((ref) => areSame(ref, booking));
    return askForEnd(parts, {
      by: 'cancel-booking',
      ask: (permit) => ask('cancel-booking', { booking }, { ...callOptions, permit }),
      note: isEnded
        ? async () => {
            item.open = item.open.filter((ref) => !areSame(ref, booking));
            tally.cancelled += 1;
            await write(item);
          }
        : undefined,
    });
  };

  return {
    bookingsLeft: (...wanted) => budgetLeft(parts, 'booking', books, ...wanted),
    book: book(parts, stay),
    cancel,
  };
};

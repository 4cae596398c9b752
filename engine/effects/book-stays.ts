/** Books stays and cancels them: the only way from a flow to create_booking and cancel_booking. */
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Intents } from '../../contracts/intents.ts';
import { isTroubled, succeeded } from '../../contracts/outcome.ts';
import type { Attempt } from '../../contracts/trace.ts';
import type { Asked, CallOptions } from '../asked.ts';
import { briefly, type Look, lookUp } from '../clean-up/look-up.ts';
import type { Session } from '../session.ts';
import { stop } from '../stop.ts';
import { type Bookable, book, type Requested } from './book.ts';
import { areSame, distinct, refOf } from './booking-ref.ts';
import { reasonNotToBook } from './cancellable.ts';
import { askForEnd, assertUnknown, budgetLeft } from './effect.ts';
import type { EffectParts } from './effect-parts.ts';
import { lookUntil } from './look-until.ts';
import { isBelieved, isRefused, ownerOptions } from './requested.ts';

const marked = (intent: Intents['create-booking'], mark: string): Intents['create-booking'] => {
  const [[guest, ...others] = [], ...rooms] = intent.guests;
  if (!guest) throw new TypeError('a booking needs a guest');
  return { ...intent, guests: [[{ ...guest, lastName: mark }, ...others], ...rooms] };
};

const foundIn = ({ found, doubt }: Look): Attempt['found'] => {
  if (found.length > 1) return 'twice';
  if (found.length === 1) return 'once';
  return doubt === undefined ? 'not' : 'unknown';
};

/** What one request came to. */
type Made = {
  readonly mark: string;
  /** Whose it is. */
  readonly callOptions: CallOptions;
  readonly refs: readonly BookingRef[];
  open: BookingRef[];
  /** There may be others: the look-up was in trouble. */
  readonly isDoubtful: boolean;
};

/** Looks once where the answer is clear, and for as long as an effect may take to show where it was lost. */
const lookedUp = async (
  parts: EffectParts,
  { exchange, facts }: Asked,
  { times: { mark }, callOptions, from }: Requested<'create-booking'>,
): Promise<Look> => {
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
  const once = async (): Promise<Look> => {
    const look = await lookUp(looking, { mark, from, to: parts.targetNow().to, reported });
    exchanges.push(...look.exchanges);
    return look;
  };
  const isLost = isTroubled(exchange) && !isRefused(exchange);
  const last = isLost ? await lookUntil(parts, once, ({ found }) => found.length > 0) : await once();
  return { ...last, exchanges };
};

export const stayEffects = (parts: EffectParts): Pick<Session, 'bookingsLeft' | 'book' | 'cancel'> => {
  const { target, ledger, ask, tally } = parts;
  const { books } = target.may;
  /** Everything that came about, and what of it still has to be cancelled. */
  const made: Made[] = [];

  const write = ({ isDoubtful, mark, open }: Made): Promise<void> =>
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
      if (isRefused(exchange)) await ledger.refuse(mark);
      const look = await lookedUp(parts, asked, requested);
      const named = look.found.filter((ref) => ref !== undefined);
      const refs = distinct(reported ? [reported, ...named] : named);
      // Of two with the mark, one that cannot be named must not be forgotten with the other.
      const nameless = look.found.length > 1 || refs.length === 0 ? look.found.filter((ref) => ref === undefined) : [];
      const open: BookingRef[] = [...refs, ...nameless.map(() => ({}))];
      const found = foundIn(look);
      const note = async (): Promise<void> => {
        const item: Made = { mark, callOptions: requested.callOptions, refs, open, isDoubtful: look.isTroubled };
        made.push(item);
        const isClosed = isRefused(exchange) && !look.isTroubled;
        if (open.length > 0 || isClosed) await write(item);
      };
      return { found, lookedUpBy: [...look.exchanges], booking: refs[0], note };
    },
  };

  const cancel: Session['cancel'] = async (booking, callOptions = {}) => {
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

  return { bookingsLeft: (wanted) => budgetLeft(parts, 'booking', books, wanted), book: book(parts, stay), cancel };
};

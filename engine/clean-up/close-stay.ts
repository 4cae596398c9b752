/** Closes one entry about a stay: looks up what was booked where that is unknown, and cancels it. */

import type { HotelEntry } from '../../client/ledgers/booking-ledger.ts';
import { permitToCancel } from '../../client/permit.ts';
import { type BookingFact, cancelledStatuses, refusedStatuses } from '../../contracts/facts.ts';
import type { BookingRef, Intents } from '../../contracts/intents.ts';
import { bookingsMax } from '../../contracts/locate/bookings.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import { dayAfter } from '../../generators/calendar.ts';
import { areSame, distinct, inBrief, refOf } from '../effects/refs.ts';
import type { CallOptions } from '../session.ts';
import { type Closed, type Closing, closedWith, type LeftOpen, leftBy } from './closing-parts.ts';

type LookUp = Pick<Closing, 'ask' | 'bindings' | 'foreignBookings'> & {
  readonly callOptions: CallOptions;
  readonly reach: Reach;
};

/** How many pages and views one look takes at the most. */
type Reach = { readonly pages: number; readonly views: number };

/** Of a story, which has more to send. */
export const briefly: Reach = { pages: 20, views: 20 };
/** Of what ends bookings: the account may have a long history. */
const thoroughly: Reach = { pages: 250, views: 100 };

type SoughtBooking = {
  readonly mark: string;
  /** On the clock of the service, ms since the epoch; it was created between them. */
  readonly from: number;
  readonly to: number;
  /** Known as ours already: it is looked at although it is shown as ended. */
  readonly reported?: BookingRef | undefined;
};

export type LookResult = {
  /** One for each booking with the mark; undefined where no answer names it. */
  readonly found: readonly (BookingRef | undefined)[];
  /** Why it may not be all; undefined when it is. */
  readonly doubt: string | undefined;
  /** The service was in trouble: another look may show more. */
  readonly isTroubled: boolean;
  readonly exchanges: readonly number[];
};

type ListFilters = Omit<Intents['search-bookings'], 'page'>;
type Window = { readonly createdFrom: string; readonly createdTo: string };

const createdMs = ({ createdAt }: BookingFact): number => Date.parse(createdAt ?? '');

/** True, too, where the list does not show when it was created. */
const isWithin =
  ({ createdFrom, createdTo }: Window) =>
  (entry: BookingFact): boolean => {
    const ms = createdMs(entry);
    return Number.isNaN(ms) || (ms >= Date.parse(createdFrom) && ms < Date.parse(dayAfter(createdTo, 1)));
  };

/** All that follows in a list of the newest first is older. */
const isPast = (entries: readonly BookingFact[], page: readonly BookingFact[], { createdFrom }: Window): boolean =>
  page.length > 0 &&
  page.every((entry) => createdMs(entry) < Date.parse(createdFrom)) &&
  entries.every((entry, at) => at === 0 || createdMs(entry) <= createdMs(entries[at - 1] ?? entry));

type BookingsRead = Omit<LookResult, 'found' | 'isTroubled'> & {
  readonly entries: readonly BookingFact[];
  readonly ended: Outcome['kind'];
};

const listed = async (
  { ask, callOptions, reach }: LookUp,
  window: Window,
  filters: ListFilters,
): Promise<BookingsRead> => {
  const entries: BookingFact[] = [];
  const exchanges: number[] = [];
  let intent: Intents['search-bookings'] = filters;
  for (let page = 1; page <= reach.pages; page += 1) {
    const { exchange, facts } = await ask('search-bookings', intent, callOptions);
    exchanges.push(exchange.index);
    const { kind } = outcomeOf(exchange);
    const doubt = kind === 'success' ? exchange.unread : `search-bookings ended in ${kind}`;
    if (doubt !== undefined) return { entries, exchanges, doubt, ended: kind };
    const { bookings = [], nextPage = null } = facts;
    entries.push(...bookings);
    if (bookings.length >= bookingsMax.count) {
      const doubt = `the list has more than ${bookingsMax.count} bookings on one page`;
      return { entries, exchanges, doubt, ended: kind };
    }
    if (nextPage === null || isPast(entries, bookings, window))
      return { entries, exchanges, doubt: undefined, ended: kind };
    intent = { ...filters, page: nextPage };
  }
  return { entries, exchanges, doubt: `the list has more than ${reach.pages} pages`, ended: 'success' };
};

const bears = ({ marks = [] }: Pick<BookingFact, 'marks'>, mark: string): boolean =>
  marks.some((each) => each.toLowerCase().includes(mark.toLowerCase()));

/** The one created nearest to the moment first; where a list shows no moments, from both of its ends in turns. */
const likeliestFirst = (entries: readonly BookingFact[], moment: number): BookingFact[] => {
  const distance = (entry: BookingFact): number => Math.abs(createdMs(entry) - moment);
  const [dated, undated] = [false, true].map((isUndated) =>
    entries.filter((entry) => Number.isNaN(createdMs(entry)) === isUndated),
  ) as [BookingFact[], BookingFact[]];
  const inTurns = undated.map((_, at) => undated.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2) as BookingFact);
  return [...dated.toSorted((one, other) => distance(one) - distance(other)), ...inTurns];
};

const hasEnded = ({ status }: BookingFact): boolean => [...cancelledStatuses, ...refusedStatuses].includes(status);

/** Looks into bookings of which the list reported no names: those of the time that have not ended. */
const viewed = async (
  { ask, bindings, callOptions, foreignBookings, reach }: LookUp,
  { mark, from, reported }: SoughtBooking,
  nameless: readonly BookingFact[],
) => {
  const found: BookingRef[] = [];
  const exchanges: number[] = [];
  const doubts = new Set<string>();
  let isTroubled = false;
  if (nameless.length > 0 && !bindings['view-booking']) {
    doubts.add("neither bindings['search-bookings'] nor bindings['view-booking'] reads guestNames");
    return { found, exchanges, doubts, isTroubled };
  }
  const isOurs = (booking: BookingRef | undefined) => reported && booking && areSame(booking, reported);
  const unseen = nameless
    .filter((entry) => !hasEnded(entry) || isOurs(refOf(entry)))
    .filter((entry) => !foreignBookings.has(JSON.stringify(refOf(entry))));
  if (unseen.length > reach.views) doubts.add(`more than ${reach.views} bookings would have to be viewed`);
  for (const entry of likeliestFirst(unseen, from).slice(0, reach.views)) {
    const booking = refOf(entry);
    if (!booking) doubts.add('the list names neither guests nor bookings');
    if (!booking) continue;
    const { exchange, facts } = await ask('view-booking', { booking, details: inBrief }, callOptions);
    exchanges.push(exchange.index);
    isTroubled ||= outcomeOf(exchange).kind === 'trouble';
    if (!facts.booking?.marks) doubts.add(exchange.unread ?? 'a view shows no guest names');
    else if (bears(facts.booking, mark)) found.push({ ...refOf(facts.booking), ...booking });
    else foreignBookings.add(JSON.stringify(booking));
  }
  return { found, exchanges, doubts, isTroubled };
};

/** One look. It never throws for what the service does. */
export const lookUp = async (looking: LookUp, wanted: SoughtBooking): Promise<LookResult> => {
  const { mark, from, to } = wanted;
  // Time zones are not said, so a day before and a day after count.
  const window = { createdFrom: dayAfter(from, -1), createdTo: dayAfter(to, 1) };
  const first = await listed(looking, window, window);
  const list = first.ended === 'refusal' ? await listed(looking, window, {}) : first;
  const named = list.entries.filter(({ marks }) => marks !== undefined);
  // A binding may leave the filter out.
  const nameless = list.entries.filter(({ marks }) => marks === undefined).filter(isWithin(window));
  const views = await viewed(looking, wanted, nameless);
  const direct = named.filter((entry) => bears(entry, mark)).map((entry) => refOf(entry));
  // One booking may stand on two pages of a list that moves meanwhile.
  const keys = new Map([...direct, ...views.found].map((ref, i) => [ref ? JSON.stringify(ref) : i, ref]));
  return {
    found: [...keys.values()],
    doubt: list.doubt ?? [...views.doubts][0],
    isTroubled: list.ended === 'trouble' || views.isTroubled,
    exchanges: [...new Set([...first.exchanges, ...list.exchanges, ...views.exchanges])],
  };
};

/** A cancellation that was refused, or whose answer was lost, counts as a success when nothing is left to cancel. */
const cancel = async (
  { ask, bindings }: Closing,
  booking: BookingRef,
  callOptions: CallOptions,
): Promise<'cancelled' | 'over' | LeftOpen> => {
  const name = booking.bookingId ?? booking.reference;
  if (name === undefined) {
    return { left: 'it exists, and no answer names it: cancel it by hand', isTroubled: false };
  }
  const { exchange } = await ask('cancel-booking', { booking }, { ...callOptions, permit: permitToCancel() });
  const why = leftBy(exchange, `booking ${JSON.stringify(name)}: cancelling ended with`);
  if (!why) return 'cancelled';
  if (isAboutRights(exchange) || !bindings['view-booking']) return why;
  const view = await ask('view-booking', { booking, details: inBrief }, callOptions);
  const status = view.facts.booking?.status;
  if (cancelledStatuses.includes(status)) return 'cancelled';
  if (refusedStatuses.includes(status)) return 'over';
  return { left: `${why.left}, and it is ${JSON.stringify(status) ?? 'not shown'}`, isTroubled: true };
};

type FoundBookings = {
  readonly open: readonly BookingRef[];
  readonly doubt?: LeftOpen;
};

/** All bookings of a request that was not looked up before. */
const found = async (closing: Closing, entry: HotelEntry, callOptions: CallOptions): Promise<FoundBookings> => {
  const { mark, begunAt, settledBy, bookings, isRefused } = entry;
  const from = Date.parse(entry.createdAt);
  const to = from + Date.parse(settledBy) - Date.parse(begunAt);
  const [reported] = bookings;
  const look = await lookUp({ ...closing, callOptions, reach: thoroughly }, { mark, from, to, reported });
  const named = look.found.filter((ref) => ref !== undefined);
  // One that cannot be named is kept without a name, unless it is the one that the answer named.
  const nameless = look.found.length > 1 || bookings.length === 0 ? look.found.length - named.length : 0;
  const open = [...distinct([...bookings, ...named]), ...Array.from({ length: nameless }, () => ({}))];
  if (isRefused && open.length === 0 && !look.isTroubled) return { open };
  if (look.isTroubled || (look.doubt !== undefined && open.length === 0)) {
    return { open, doubt: { left: `unknown what became of it: ${look.doubt}`, isTroubled: true } };
  }
  if (open.length > 0 || closing.now() > Date.parse(settledBy)) return { open };
  return { open, doubt: { left: `not found, and the service may work on it until ${settledBy}`, isTroubled: false } };
};

export const closeStay = async (closing: Closing, entry: HotelEntry): Promise<Closed> => {
  const { mark } = entry;
  const callOptions: CallOptions = { bearer: entry.partner };
  const { open, doubt }: FoundBookings = entry.isLookedUp
    ? { open: entry.bookings }
    : await found(closing, entry, callOptions);
  const write = doubt ? closing.ledger.know : closing.ledger.settle;
  let left = open;
  await write(mark, left);
  let cancelled = 0;
  const lefts: LeftOpen[] = [];
  for (const booking of open.toReversed()) {
    const result = await cancel(closing, booking, callOptions);
    if (typeof result === 'object') lefts.push(result);
    else left = left.filter((each) => each !== booking);
    if (result === 'cancelled') cancelled += 1;
    await write(mark, left);
  }
  return closedWith(doubt ? [...lefts, doubt] : lefts, { cancelled });
};

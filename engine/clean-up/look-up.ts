/** Looks up which bookings carry a guest mark: in the lists of the days around, and in views where lists tell no names. */
import { type BookingFact, cancelledStatuses, refusedStatuses } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Intents } from '../../contracts/intents.ts';
import { bookingsMax } from '../../contracts/locate/bookings.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import { dayAfter } from '../../generators/calendar.ts';
import type { CallOptions, PermittedAsk } from '../asked.ts';
import { areSame, refOf } from '../effects/booking-ref.ts';

/** Who looks. */
export type Looking = {
  readonly ask: PermittedAsk;
  readonly bindings: Target['bindings'];
  /** The token to look with. */
  readonly callOptions: CallOptions;
  /** Bookings that were seen to be somebody else's, so that each is viewed once. */
  readonly foreignBookings: Set<string>;
  readonly reach: Reach;
};

/** How many pages and views one look takes at the most. */
export type Reach = { readonly pages: number; readonly views: number };

/** Of a story, which has more to send. */
export const briefly: Reach = { pages: 20, views: 20 };
/** Of what ends bookings: the account may have a long history. */
export const thoroughly: Reach = { pages: 250, views: 100 };

export type Wanted = {
  readonly mark: string;
  /** On the clock of the service, ms since the epoch; it was created between them. */
  readonly from: number;
  readonly to: number;
  /** Known as ours already: it is looked at although it is shown as ended. */
  readonly reported?: BookingRef | undefined;
};

export type Look = {
  /** One for each booking with the mark; undefined where nothing tells how to name it. */
  readonly found: readonly (BookingRef | undefined)[];
  /** Why it may not be all; undefined when it is. */
  readonly doubt: string | undefined;
  /** The service was in trouble: another look may tell more. */
  readonly isTroubled: boolean;
  /** Its exchanges. */
  readonly exchanges: readonly number[];
};

type Filters = Omit<Intents['search-bookings'], 'page'>;
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

type Listed = Omit<Look, 'found' | 'isTroubled'> & {
  readonly entries: readonly BookingFact[];
  readonly ended: Outcome['kind'];
};

const listed = async ({ ask, callOptions, reach }: Looking, window: Window, filters: Filters): Promise<Listed> => {
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

const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

/** Looks into bookings of which the list reported no names: those of the time that have not ended. */
const viewed = async (
  { ask, bindings, callOptions, foreignBookings, reach }: Looking,
  { mark, from, reported }: Wanted,
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
    if (!facts.booking?.marks) doubts.add(exchange.unread ?? 'a view tells no guest names');
    else if (bears(facts.booking, mark)) found.push({ ...refOf(facts.booking), ...booking });
    else foreignBookings.add(JSON.stringify(booking));
  }
  return { found, exchanges, doubts, isTroubled };
};

/** One look. It never throws for what the service does. */
export const lookUp = async (looking: Looking, wanted: Wanted): Promise<Look> => {
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

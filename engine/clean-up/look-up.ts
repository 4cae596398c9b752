/** Looks up which bookings carry a guest mark: in the lists of the days around, and in views where lists tell no names. */
import type { BookingFact } from '../../contracts/facts.ts';
import type { BookingRef } from '../../contracts/intent-parts.ts';
import type { Intents } from '../../contracts/intents.ts';
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts';
import type { Target } from '../../contracts/target.ts';
import { dayAfter } from '../../generators/calendar.ts';
import type { CallOptions, PermittedAsk } from '../asked.ts';
import { refOf } from '../effects/booking-ref.ts';

/** Who looks. */
export type Looking = {
  readonly ask: PermittedAsk;
  readonly bindings: Target['bindings'];
  /** The token to look with. */
  readonly callOptions: CallOptions;
  /** Bookings that were seen to be somebody else's, so that each is viewed once. */
  readonly foreignBookings: Set<string>;
};

export type Wanted = {
  readonly mark: string;
  /** On the clock of the service, ms since the epoch; it was created between them. */
  readonly from: number;
  readonly to: number;
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

const pagesMax = 20;
const viewsMax = 20;

type Filters = Omit<Intents['search-bookings'], 'page'>;
type Listed = Omit<Look, 'found' | 'isTroubled'> & {
  readonly entries: readonly BookingFact[];
  readonly ended: Outcome['kind'];
};

const listed = async ({ ask, callOptions }: Looking, filters: Filters): Promise<Listed> => {
  const entries: BookingFact[] = [];
  const exchanges: number[] = [];
  let intent: Intents['search-bookings'] = filters;
  for (let page = 1; page <= pagesMax; page += 1) {
    const { exchange, facts } = await ask('search-bookings', intent, callOptions);
    exchanges.push(exchange.index);
    const { kind } = outcomeOf(exchange);
    const doubt = kind === 'success' ? exchange.unread : `search-bookings ended in ${kind}`;
    if (doubt !== undefined) return { entries, exchanges, doubt, ended: kind };
    entries.push(...(facts.bookings ?? []));
    const { nextPage = null } = facts;
    if (nextPage === null) return { entries, exchanges, doubt: undefined, ended: kind };
    intent = { ...filters, page: nextPage };
  }
  return { entries, exchanges, doubt: `the list has more than ${pagesMax} pages`, ended: 'success' };
};

const bears = ({ marks = [] }: Pick<BookingFact, 'marks'>, mark: string): boolean =>
  marks.some((each) => each.toLowerCase().includes(mark.toLowerCase()));

const newestFirst = (entries: readonly BookingFact[]): BookingFact[] =>
  entries.toSorted((one, other) => Date.parse(other.createdAt ?? '') - Date.parse(one.createdAt ?? '') || 0);

const inBrief = { includePriceDetails: false, includeResidenceDetails: false };

/** Looks into bookings of which the list reported no names. */
const viewed = async (
  { ask, bindings, callOptions, foreignBookings }: Looking,
  mark: string,
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
  if (nameless.length > viewsMax) doubts.add(`more than ${viewsMax} bookings would have to be viewed`);
  for (const entry of newestFirst(nameless).slice(0, viewsMax)) {
    const booking = refOf(entry);
    if (!booking) doubts.add('the list names neither guests nor bookings');
    if (!booking || foreignBookings.has(JSON.stringify(booking))) continue;
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
export const lookUp = async (looking: Looking, { mark, from, to }: Wanted): Promise<Look> => {
  // Time zones are not said, so a day before and a day after count.
  const first = await listed(looking, { createdFrom: dayAfter(from, -1), createdTo: dayAfter(to, 1) });
  const list = first.ended === 'refusal' ? await listed(looking, {}) : first;
  const named = list.entries.filter(({ marks }) => marks !== undefined);
  const nameless = list.entries.filter(({ marks }) => marks === undefined);
  const views = await viewed(looking, mark, nameless);
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

/** Lists bookings page by page, and looks for one among them. */
import type { BookingFact } from '../../contracts/facts.ts';
import type { Intents } from '../../contracts/intents.ts';
import type { CallOptions } from '../../engine/asked.ts';
import type { Session } from '../../engine/session.ts';
import { dayAfter } from '../../generators/calendar.ts';

const pagesMax = 4;

export type Filters = Omit<Intents['search-bookings'], 'page'>;

export type Listed = {
  readonly entries: readonly BookingFact[];
  /** There are more pages than were read. */
  readonly hasMore: boolean;
};

/** Reads a list up to the page that has what is looked for. */
export const listedBookings = async (
  { ask }: Pick<Session, 'ask'>,
  filters: Filters,
  { isEnough, ...callOptions }: CallOptions & { isEnough?: (entry: BookingFact) => boolean } = {},
): Promise<Listed> => {
  const entries: BookingFact[] = [];
  let intent: Intents['search-bookings'] = filters;
  for (let page = 1; page <= pagesMax; page += 1) {
    const { bookings = [], nextPage = null } = (await ask('search-bookings', intent, callOptions)).facts;
    entries.push(...bookings);
    if (nextPage === null || (isEnough && bookings.some(isEnough))) return { entries, hasMore: nextPage !== null };
    intent = { ...filters, page: nextPage };
  }
  return { entries, hasMore: true };
};

/** The days around today: the time zone of the service is not said. */
export const aroundToday = (nowMs: number): Filters => ({
  createdFrom: dayAfter(nowMs, -1),
  createdTo: dayAfter(nowMs, 1),
});

/** Ranges in which nothing of today was created, as near as the edges allow, which may be a day and a time zone off. */
export const notToday = (nowMs: number): readonly Filters[] => [
  { createdFrom: dayAfter(nowMs, -10), createdTo: dayAfter(nowMs, -3) },
  { createdFrom: dayAfter(nowMs, 3), createdTo: dayAfter(nowMs, 10) },
];

/** Checks that a filter shows no booking that the list without it, read before and after, does not show (part 4.6). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { BookingFact } from '../facts.ts';
import type { Mismatch } from '../mismatch.ts';
import { isRefusal } from '../outcome.ts';
import { idText } from '../subjects.ts';
import type { Trace } from '../trace.ts';
import { filterNames, filterOf, isWhole, type ListRead, listReads, saysFilters } from './booking-lists.ts';
import { type Moment, momentOf } from './moments.ts';
import { areSame } from './names.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

/** A filtered list between two without a filter. */
type Enclosed = ListRead & { readonly filtered: ListRead; readonly around: readonly [ListRead, ListRead] };

const filtersOf = ({ exchanges: [list] }: ListRead) => filterNames.filter((name) => filterOf(list, name) !== undefined);

const lastOf = ({ exchanges }: ListRead): number => exchanges.at(-1)?.index ?? 0;

const enclosedLists = (trace: Trace): Enclosed[] => {
  const reads = listReads(trace).filter(({ exchanges }) => exchanges.every((page) => !isRefusal(page)));
  return reads.flatMap((filtered): Enclosed[] => {
    const [list] = filtered.exchanges;
    if (filtersOf(filtered).length === 0) return [];
    const open = reads.filter((read) => read.exchanges[0].bearer === list.bearer && filtersOf(read).length === 0);
    const before = open.findLast((read) => lastOf(read) < list.index);
    const after = open.find(({ exchanges: [first] }) => first.index > lastOf(filtered));
    if (!before || !after) return [];
    const exchanges = [...before.exchanges, ...filtered.exchanges, ...after.exchanges] as const;
    return [{ exchanges, filtered, around: [before, after] }];
  });
};

const entriesOf = ({ exchanges }: ListRead): BookingFact[] =>
  exchanges.flatMap((page) => readFacts(page).bookings ?? []);

/** A day says less than a moment, with which it is not compared: what was created on the same one may be of either side. */
const isNoLater = (one: Moment, other: Moment): boolean =>
  one.hasTime === other.hasTime && (one.hasTime ? one.ms <= other.ms : one.ms < other.ms);

const createdIn = (entries: readonly BookingFact[]): Moment[] =>
  entries.flatMap(({ createdAt }) => momentOf(createdAt) ?? []);

/** What lists without a filter showed, read once however many entries are looked for in it. */
const knownFrom = (before: readonly BookingFact[], after: readonly BookingFact[]) => {
  const shown = [...before, ...after];
  const named = shown.flatMap(({ bookingId }) => idText(bookingId)?.toLowerCase() ?? []);
  return {
    shown,
    ids: new Set(named),
    unnamed: shown.filter(({ bookingId }) => idText(bookingId) === undefined),
    statuses: new Set(shown.flatMap(({ status }) => (status === undefined ? [] : [status]))),
    createdBefore: createdIn(before),
    created: createdIn(shown),
  };
};
type Known = ReturnType<typeof knownFrom>;

/** Undefined where one cannot be named in the words of the other. */
const isIn = (entry: BookingFact, { shown, ids, unnamed }: Known): boolean | undefined => {
  const id = idText(entry.bookingId)?.toLowerCase();
  if (id !== undefined && ids.has(id)) return true;
  const same = (id === undefined ? shown : unnamed).map((other) => areSame(entry, other));
  if (same.includes(true)) return true;
  return same.includes(undefined) ? undefined : false;
};

/** A list without a filter may leave out a status, or old bookings: only what stands between those it shows is blamed. */
const isLeftOutForNothing = (entry: BookingFact, { statuses, created, createdBefore }: Known): boolean => {
  const moment = momentOf(entry.createdAt);
  return (
    moment !== undefined &&
    entry.status !== undefined &&
    statuses.has(entry.status) &&
    created.some((other) => isNoLater(other, moment)) &&
    // What came about in the meantime may be gone again: it was there, if something newer was.
    createdBefore.some((other) => isNoLater(moment, other))
  );
};

const addsNothing = ({ filtered, around: [before, after] }: Enclosed, trace: Trace): Opinion => {
  const [list] = filtered.exchanges;
  if (!saysFilters(trace, list, filtersOf(filtered))) {
    return unshown("bindings['search-bookings'] in the target file sends the same body without this filter");
  }
  const pages = filtered.exchanges.map((page) => ({ page, entries: readFacts(page).bookings ?? [] }));
  if (pages.every(({ entries }) => entries.length === 0)) return unshown('the list is empty');
  const known = knownFrom(entriesOf(before), entriesOf(after));
  const added = pages.flatMap(({ page, entries }) =>
    entries.flatMap((entry) => {
      const is = isIn(entry, known);
      return is === true ? [] : [{ page, entry, is }];
    }),
  );
  if (added.length === 0) return undefined;
  if (added.some(({ is }) => is === undefined)) return doesNotRead(list, 'what names a booking');
  if (![before, after].every((read) => isWhole(trace, read)))
    return unshown('there are more pages than were asked for');
  const blamed = added.filter(({ entry }) => isLeftOutForNothing(entry, known));
  if (blamed.length === 0) return unshown('the list without a filter may leave such bookings out');
  return blamed.map(
    ({ page, entry }): Mismatch => ({
      exchange: page,
      path: ['response', 'body', ...entry.at],
      expected: 'a booking that the list without a filter shows too',
      actual: 'one that it did not show, before and after',
    }),
  );
};

export const filteredListChecks: readonly Check[] = [
  check('search-bookings.filter-adds-nothing', { given: enclosedLists, then: addsNothing }),
];

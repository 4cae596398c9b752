/** Checks that a filter shows no booking that the list without it, read before and after, does not show (part 4.6). */
import { type Check, check, type Opinion, unshown } from '../check.ts';
import type { BookingFact } from '../facts.ts';
import type { Mismatch } from '../mismatch.ts';
import { outcomeOf } from '../outcome.ts';
import type { Trace } from '../trace.ts';
import { filterNames, filterOf, isWhole, type ListRead, listReads, saysFilters } from './booking-lists.ts';
import { momentOf } from './moments.ts';
import { areSame } from './names.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

/** A filtered list between two without a filter. */
type Enclosed = ListRead & { readonly filtered: ListRead; readonly around: readonly [ListRead, ListRead] };

const filtersOf = ({ exchanges: [list] }: ListRead) => filterNames.filter((name) => filterOf(list, name) !== undefined);

const lastOf = ({ exchanges }: ListRead): number => exchanges.at(-1)?.index ?? 0;

const enclosedLists = (trace: Trace): Enclosed[] => {
  const reads = listReads(trace).filter(({ exchanges }) =>
    exchanges.every((page) => outcomeOf(page).kind !== 'refusal'),
  );
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

/** A day says less than a moment: what was created on the same one may have been created on either side. */
const isCreatedBy = (one: BookingFact, other: BookingFact): boolean => {
  const [earlier, later] = [momentOf(one.createdAt), momentOf(other.createdAt)];
  if (!earlier || !later) return false;
  return earlier.hasTime && later.hasTime ? earlier.ms <= later.ms : earlier.ms < later.ms;
};

/** Undefined where one cannot be named in the words of the other. */
const isIn = (entry: BookingFact, among: readonly BookingFact[]): boolean | undefined => {
  const same = among.map((other) => areSame(entry, other));
  if (same.includes(true)) return true;
  return same.includes(undefined) ? undefined : false;
};

/** A list without a filter may leave out a status, or old bookings: only what stands between those it shows is blamed. */
const isLeftOutForNothing = (
  entry: BookingFact,
  { before, shown }: { readonly before: readonly BookingFact[]; readonly shown: readonly BookingFact[] },
): boolean =>
  shown.some(({ status }) => status !== undefined && status === entry.status) &&
  shown.some((other) => isCreatedBy(other, entry)) &&
  // What came about in the meantime may be gone again: it was there, if something newer was.
  before.some((other) => isCreatedBy(entry, other));

const addsNothing = ({ filtered, around: [before, after] }: Enclosed, trace: Trace): Opinion => {
  const [list] = filtered.exchanges;
  if (!saysFilters(trace, list, filtersOf(filtered))) {
    return unshown("bindings['search-bookings'] in the target file sends the same body without this filter");
  }
  const pages = filtered.exchanges.map((page) => ({ page, entries: readFacts(page).bookings ?? [] }));
  if (pages.every(({ entries }) => entries.length === 0)) return unshown('the list is empty');
  const known = { before: entriesOf(before), shown: [...entriesOf(before), ...entriesOf(after)] };
  const added = pages.flatMap(({ page, entries }) =>
    entries.flatMap((entry) => {
      const is = isIn(entry, known.shown);
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
      ...{ exchange: page, path: ['response', 'body', ...entry.at] },
      ...{
        expected: 'a booking that the list without a filter shows too',
        actual: 'one that it did not show, before and after',
      },
    }),
  );
};

export const filteredListChecks: readonly Check[] = [
  check<Enclosed>('search-bookings.filter-adds-nothing', {
    given: ({ trace }) => enclosedLists(trace),
    then: (enclosed, { trace }) => addsNothing(enclosed, trace),
  }),
];

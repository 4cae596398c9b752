/** The law of unique and complete, in lists: an entry stands once, and where others carry their key, it does too. */
import { inBody, type Mismatch, type Opinion, type Path, shown, unshown } from '../check.ts';
import type { BookingFact, Facts } from '../facts.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** Of less, such as two amounts, several may lawfully be alike. */
const fieldsMin = 3;
const depthMax = 12;
const shownMax = 20;

/** The places of entries that stand in their list once more, key by key. */
const repeatedIn = (value: Json, path: Path = []): Path[] => {
  if (path.length > depthMax) return [];
  if (!Array.isArray(value)) {
    return isJsonObject(value) ? Object.entries(value).flatMap(([key, each]) => repeatedIn(each, [...path, key])) : [];
  }
  const seen = new Set<string>();
  return value.flatMap((entry, i) => {
    if (!isJsonObject(entry)) return repeatedIn(entry, [...path, i]);
    const text = Object.keys(entry).length < fieldsMin ? undefined : JSON.stringify(entry);
    if (text !== undefined && seen.has(text)) return [[...path, i]];
    if (text !== undefined) seen.add(text);
    return repeatedIn(entry, [...path, i]);
  });
};

export const noEntryTwice = {
  given: ({ exchanges }: Trace): Exchange[] =>
    // An answer about seats says what was asked, entry by entry, and that may be one flight twice.
    exchanges.filter(
      (each) => each.operation !== 'avia-availability' && !isRefusal(each) && each.response?.body !== undefined,
    ),
  then: (exchange: Exchange): Opinion =>
    repeatedIn(exchange.response?.body ?? null)
      .slice(0, shownMax)
      .map(
        (path): Mismatch => ({
          exchange,
          path: [...inBody, ...path],
          expected: 'each entry once',
          actual: 'an entry that stands before it, too',
        }),
      ),
};

type KeyedEntry = { readonly at: Path; readonly key: Json | undefined };

/** @param entriesOf The entries of the list, each with what later requests name it by. */
export const eachCarriesItsKey = (operation: OperationId, entriesOf: (facts: Facts) => readonly KeyedEntry[]) => ({
  given: (trace: Trace): Exchange[] => asked(trace, operation).filter((each) => succeeded(each) || isTroubled(each)),
  then: (exchange: Exchange): Opinion => {
    const entries = exchange.facts ? entriesOf(exchange.facts) : [];
    const isMissing = ({ key = null }: KeyedEntry): boolean => key === null || key === '';
    if (entries.every(isMissing)) return unshown('no entry carries a key');
    return entries.filter(isMissing).map(
      ({ at, key }): Mismatch => ({
        exchange,
        path: [...inBody, ...at],
        expected: 'what later requests name it by, as the others have',
        actual: shown(key ?? null),
      }),
    );
  },
});

/** One page: a booking that is made meanwhile moves others to the next. */
export const noBookingTwice = {
  given: (trace: Trace): Exchange[] => asked(trace, 'search-bookings').filter((each) => !isRefusal(each)),
  then: (page: Exchange): Opinion => {
    const entries: readonly BookingFact[] = page.facts?.bookings ?? [];
    const ids = entries.map(({ bookingId }) => idText(bookingId)?.toLowerCase());
    if (ids.every((id) => id === undefined)) return unshown('no entry has an id');
    return entries.flatMap(({ at, bookingId }, i): Mismatch[] =>
      ids[i] === undefined || ids.indexOf(ids[i]) === i
        ? []
        : [{ exchange: page, path: [...inBody, ...at], expected: 'each booking once', actual: shown(bookingId) }],
    );
  },
};

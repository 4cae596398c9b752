/** The law of unique and complete, in lists: an entry stands once, and where others carry their key, it does too. */
import { type Mismatch, mismatchAt, type Opinion, type Path, shown, unshown } from '../check.ts';
import type { BookingFact, Facts } from '../facts.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { isRefusal, isTroubled, succeeded } from '../outcome.ts';
import { asked, idText } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** Of less, such as two amounts, several may lawfully be alike. */
const fieldsMin = 3;
const depthMax = 12;
const shownMax = 20;

/** Only entries that begin alike are compared as a whole. */
const beginning = (entry: JsonObject): string | undefined => {
  let text = '';
  let count = 0;
  for (const key in entry) {
    const value = entry[key];
    text += typeof value === 'object' ? ';' : `${value};`;
    count += 1;
    if (count === fieldsMin) return text;
  }
  return undefined;
};

/** The places of entries that stand in their list once more, key by key. */
const repeatedIn = (root: Json): Path[] => {
  const found: Path[] = [];
  const path: (string | number)[] = [];
  const within = (key: string | number, value: Json): void => {
    if (typeof value !== 'object' || value === null || path.length >= depthMax) return;
    path.push(key);
    walk(value);
    path.pop();
  };
  const walk = (value: Json): void => {
    if (isJsonObject(value)) {
      for (const key in value) within(key, value[key] ?? null);
      return;
    }
    if (!Array.isArray(value)) return;
    const alike = new Map<string, Set<string> | JsonObject>();
    for (const [i, entry] of value.entries()) {
      const text = isJsonObject(entry) ? beginning(entry) : undefined;
      const before = text === undefined ? undefined : alike.get(text);
      if (text !== undefined && !before) alike.set(text, entry as JsonObject);
      if (text !== undefined && before) {
        const seen = before instanceof Set ? before : new Set([JSON.stringify(before)]);
        alike.set(text, seen);
        const whole = JSON.stringify(entry);
        if (seen.has(whole)) {
          found.push([...path, i]);
          continue;
        }
        seen.add(whole);
      }
      within(i, entry);
    }
  };
  walk(root);
  return found;
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
        (path): Mismatch =>
          mismatchAt(exchange, path, { expected: 'each entry once', actual: 'an entry that stands before it, too' }),
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
      ({ at, key }): Mismatch =>
        mismatchAt(exchange, at, {
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
        : [mismatchAt(page, at, { expected: 'each booking once', actual: shown(bookingId) })],
    );
  },
};

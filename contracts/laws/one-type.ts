/** The law of one type: what an operation writes as a number at a place, it writes as a number there each time. */
import { type Mismatch, mismatchAt, type Opinion, type Path } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { OperationId } from '../operations.ts';
import { succeeded } from '../outcome.ts';
import { perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

const depthMax = 12;
const shownMax = 20;

/** Of fewer values nothing is learnt. */
const valuesMin = 3;

/** A number in quotes. What begins with a zero is a code, and one of many digits may be too large for a number. */
const numeral = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/** What has stood at a place of the answers of an operation, at any position in lists. */
type TypedPlace = { numbers: number; numerals: number; words: number; readonly inner: Map<string, TypedPlace> };

const place = (): TypedPlace => ({ numbers: 0, numerals: 0, words: 0, inner: new Map() });

const within = (at: TypedPlace, key: string): TypedPlace => {
  const known = at.inner.get(key);
  if (known) return known;
  const made = place();
  at.inner.set(key, made);
  return made;
};

const isNumeral = (value: Json): boolean => typeof value === 'string' && numeral.test(value);

const learn = (at: TypedPlace, value: Json, depth = 0): void => {
  if (depth > depthMax || value === null || value === '') return;
  if (Array.isArray(value)) {
    const entries = within(at, '[]');
    for (const entry of value) learn(entries, entry, depth + 1);
  } else if (isJsonObject(value)) {
    for (const key in value) learn(within(at, `.${key}`), value[key] ?? null, depth + 1);
  } else if (typeof value === 'number') at.numbers += 1;
  else if (isNumeral(value)) at.numerals += 1;
  else at.words += 1;
};

/** A place that has words too may lawfully have values of any type. */
const isMixed = ({ numbers, numerals, words }: TypedPlace): boolean =>
  words === 0 && numbers > 0 && numerals > 0 && numbers + numerals >= valuesMin;

const hasMixed = (at: TypedPlace): boolean => isMixed(at) || [...at.inner.values()].some(hasMixed);

const answersOf = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter((each) => succeeded(each) && each.response?.body !== undefined);

const placesOf = perTrace((trace: Trace): ReadonlyMap<OperationId, TypedPlace> => {
  const places = new Map<OperationId, TypedPlace>();
  for (const { operation, response } of answersOf(trace)) {
    const at = places.get(operation) ?? place();
    places.set(operation, at);
    learn(at, response?.body ?? null);
  }
  return places;
});

/** The places of an answer whose type is the rarer one there; of two that are as frequent it is the text. */
const rarerIn = (root: Json, at: TypedPlace): { readonly path: Path; readonly value: Json }[] => {
  const found: { path: Path; value: Json }[] = [];
  const walk = (value: Json, here: TypedPlace | undefined, path: Path): void => {
    if (!here || value === null) return;
    if (Array.isArray(value)) for (const [i, entry] of value.entries()) walk(entry, here.inner.get('[]'), [...path, i]);
    else if (isJsonObject(value)) {
      for (const key in value) walk(value[key] ?? null, here.inner.get(`.${key}`), [...path, key]);
    } else if (isMixed(here) && isNumeral(value) === here.numerals <= here.numbers) found.push({ path, value });
  };
  walk(root, at, []);
  return found;
};

export const onePlaceOneType = {
  given: answersOf,
  then: (exchange: Exchange, trace: Trace): Opinion => {
    const at = placesOf(trace).get(exchange.operation);
    if (!at || !hasMixed(at)) return undefined;
    return rarerIn(exchange.response?.body ?? null, at)
      .slice(0, shownMax)
      .map(
        ({ path, value }): Mismatch =>
          mismatchAt(exchange, path, {
            expected: `a ${typeof value === 'number' ? 'text' : 'number'}, as at this place otherwise`,
            actual: JSON.stringify(value),
          }),
      );
  },
};

/** The law of one type: what stands at one place of the answers of an operation is of one type (part 2). */
import { inBody, type Mismatch, type Opinion, type Path } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

type TypeName = 'text' | 'a number' | 'true or false' | 'a list' | 'an object';

/** A place of an operation's answers, over all that the trace has of them. */
type TypedPlace = { seen: Map<TypeName, number>; readonly inner: Map<string, TypedPlace> };

const newPlace = (): TypedPlace => ({ seen: new Map(), inner: new Map() });

const typeOf = (value: Json): TypeName | undefined => {
  if (value === null) return undefined;
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
};

const depthMax = 12;

/** Of a list all entries stand at one place; its first entries show what the others are. */
const entriesMax = 200;

const element = '[]';

const visit = (
  value: Json,
  place: TypedPlace,
  path: Path,
  see: (type: TypeName, place: TypedPlace, path: Path) => void,
): void => {
  const type = typeOf(value);
  if (type === undefined || path.length > depthMax) return;
  see(type, place, path);
  const enter = (name: string): TypedPlace => {
    const known = place.inner.get(name) ?? newPlace();
    place.inner.set(name, known);
    return known;
  };
  if (Array.isArray(value)) {
    for (const [i, each] of value.slice(0, entriesMax).entries()) visit(each, enter(element), [...path, i], see);
  } else if (isJsonObject(value)) {
    for (const [key, each] of Object.entries(value)) visit(each, enter(key), [...path, key], see);
  }
};

const isTyped = (exchange: Exchange): boolean => succeeded(exchange) && exchange.response?.body !== undefined;

/** Trouble in place of an answer is a subject, too. */
const typed = ({ exchanges }: Trace): Exchange[] => exchanges.filter((each) => isTroubled(each) || isTyped(each));

/** By operation, as far as the answers of the trace show it. */
const placesOf = perTrace((trace: Trace): ReadonlyMap<string, TypedPlace> => {
  const roots = new Map<string, TypedPlace>();
  for (const { operation, response } of trace.exchanges.filter(isTyped)) {
    const root = roots.get(operation) ?? newPlace();
    roots.set(operation, root);
    visit(response?.body ?? null, root, [], (type, place) => place.seen.set(type, (place.seen.get(type) ?? 0) + 1));
  }
  return roots;
});

/** The type that a place has most often. */
const usualOf = ({ seen }: TypedPlace): TypeName | undefined =>
  [...seen].toSorted(([, one], [, other]) => other - one)[0]?.[0];

const keepsTypes = (exchange: Exchange, trace: Trace): Opinion => {
  const root = placesOf(trace).get(exchange.operation);
  const found: Mismatch[] = [];
  if (root)
    visit(exchange.response?.body ?? null, root, [], (type, place, path) => {
      if (place.seen.size < 2 || type === usualOf(place)) return;
      const expected = `${usualOf(place)}, as elsewhere at this place`;
      found.push({ exchange, path: [...inBody, ...path], expected, actual: type });
    });
  return found;
};

/** Null says that there is nothing, and is of any type. */
export const onePlaceOneType = { given: typed, then: keepsTypes };

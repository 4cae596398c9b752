/** What a check is: a pure function from a trace to what it finds about one clause. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from './json.ts';
import type { Exchange, Trace } from './trace.ts';

/** Where an answer departs from a clause: a place, what was expected there and what stood there. */
export type Path = readonly (string | number)[];

export type Mismatch = {
  readonly exchange: Exchange;
  /** From the exchange down: `['response', 'body', 17, 'id']`. */
  readonly path: Path;
  readonly expected: string;
  readonly actual: string;
};

export const inBody: Path = ['response', 'body'];

const shownCharactersMax = 200;

/** A value as a person reads it: JSON, cut when long, `absent` when there is none. */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > shownCharactersMax ? `${text.slice(0, shownCharactersMax)}… (${text.length} characters)` : text;
};

/** `response.body[17].id` */
export const pathText = (path: Path): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');

/** The keys of such a text. A name with a dot or a bracket in it cannot be distinguished from two names. */
export const pathOf = (text: string): Path =>
  text.split('.').flatMap((part) => {
    const [name = '', ...indices] = part.split('[');
    return [...(name === '' ? [] : [name]), ...indices.map((index) => Number.parseInt(index, 10))];
  });

/** `response.body[].id`: the same for every record, so that fifty broken records are one finding. */
export const placeText = (path: Path): string => pathText(path).replace(/\[\d+\]/g, '[]');

/** Ends a place of `replaced`: the name of this field stands for another. */
export const nameMark = ' (its name)';

/** The same of exact evidence, in which the name stands as it was. */
export const leavingNameMark = ' (its name, where it leaves)';

const drawnNames = new WeakMap<readonly string[], ReadonlySet<string>>();

const drawnIn = (replaced: readonly string[]): ReadonlySet<string> => {
  const known = drawnNames.get(replaced);
  if (known) return known;
  const made = new Set(
    [nameMark, leavingNameMark].flatMap((mark) =>
      replaced.filter((place) => place.endsWith(mark)).map((place) => place.slice(0, -mark.length)),
    ),
  );
  drawnNames.set(replaced, made);
  return made;
};

const opaque = /^(?:\d+|(?=(?:\D*\d){4})[\w-]{16,})$/;

/** Whether a key is an id, as in a map of offers by id: another one in each run. */
const isId = (key: string, value: unknown): boolean =>
  opaque.test(key) || (isJsonObject(value) && Object.values(value).includes(key));

/** The keys of a path that differ in each run: ids, and names that stand for others. */
const passingKeys = ({ exchange, path }: Pick<Mismatch, 'exchange' | 'path'>): boolean[] => {
  const drawn = exchange.replaced && drawnIn(exchange.replaced);
  let value: unknown = exchange;
  return path.map((key, i) => {
    value = Object(value)[key];
    return typeof key !== 'number' && (drawn?.has(placeText(path.slice(0, i + 1))) || isId(key, value));
  });
};

/** `response.body.*.id`: the place of a mismatch without keys that differ in each run. */
export const lastingPlace = (of: Pick<Mismatch, 'exchange' | 'path'>): string => {
  const passing = passingKeys(of);
  return placeText(of.path.map((key, i) => (passing[i] ? '*' : key)));
};

/** Stands in a path for whichever entry of an object whose keys are ids. */
export const anyEntry = -1;

/** The path in another run, without keys that differ in each. */
export const openPath = (of: Pick<Mismatch, 'exchange' | 'path'>): Path => {
  const passing = passingKeys(of);
  return of.path.map((key, i) => (passing[i] ? anyEntry : key));
};

/** What stands at a path of an exchange; undefined when nothing does. */
export const valueAt = (exchange: Exchange, path: Path): Json | undefined => {
  let value: unknown = exchange;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isJsonObject(value) && typeof key === 'string' && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value as Json | undefined;
};

/** A mismatch at a path whose actual value is read from the exchange itself. */
export const mismatch = (exchange: Exchange, path: Path, expected: string): Mismatch => ({
  exchange,
  path,
  expected,
  actual: shown(valueAt(exchange, path)),
});

/** The same at a place of the body, of what was read there. */
export const mismatchAt = (
  exchange: Exchange,
  at: Path,
  reported: Pick<Mismatch, 'expected' | 'actual'>,
): Mismatch => ({ exchange, path: [...inBody, ...at], ...reported });

/** Nothing when the value at the path is the expected one. */
export const same = (exchange: Exchange, path: Path, expected: Json): Mismatch | undefined =>
  isDeepStrictEqual(valueAt(exchange, path), expected) ? undefined : mismatch(exchange, path, shown(expected));

/** What a check looks at, one at a time: an exchange, or several that belong together. */
export type Subject = Exchange | { readonly exchanges: readonly Exchange[] };

/** Subjects of exchanges that belong together, in the order in which the check takes them. */
export type Two = { readonly exchanges: readonly [Exchange, Exchange] };
export type Three = { readonly exchanges: readonly [Exchange, Exchange, Exchange] };

/** Said of a subject that lawfully does not show what the clause needs. */
export type Unshown = {
  readonly unshown: string;
  /** It should have been shown: too little evidence for a gate. */
  readonly isMissed?: true;
};

export const unshown = (reason: string): Unshown => ({ unshown: reason });

export type Opinion = undefined | Mismatch | readonly Mismatch[] | Unshown;

export type Check<S extends Subject = Subject> = {
  /**
   * The subjects of the clause in this trace. Subjects that ran into trouble are included: the judge takes them out and
   * names the trouble. Without a subject the verdict is inconclusive.
   */
  given(trace: Trace): readonly S[];
  /** Whether the trouble of a subject is what the clause is about: then the judge leaves it in. */
  isAboutTrouble?(subject: S): boolean;
  /** Nothing when the subject keeps the clause. Throwing makes the verdict `error`. */
  then(subject: S, trace: Trace): Opinion;
};

export const check = <S extends Subject>(rest: Check<S>): Check => rest as unknown as Check;

export const exchangesOf = (subject: Subject): readonly Exchange[] =>
  'exchanges' in subject ? subject.exchanges : [subject];

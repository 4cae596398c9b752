/** The law of meaning: texts are whole, and what is named in two languages has each name in its own (parts 2.6 and 2.7). */
import { inBody, type Mismatch, type Opinion, type Path, pathOf, pathText } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { isDictionary } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** Where reference data has names. Another key may be a value of a person, and must not stand in what is kept. */
const documented: ReadonlySet<string> = new Set(['nameRu', 'nameEn', 'name', 'ru', 'en', 'group', 'country', 'hotel']);

const walk = (value: Json, path: Path, see: (value: Json, path: Path) => void): void => {
  see(value, path);
  if (Array.isArray(value) && path.length === 0) for (const [i, each] of value.entries()) walk(each, [i], see);
  else if (isJsonObject(value))
    for (const [key, each] of Object.entries(value))
      if (documented.has(key) && path.length < 4) walk(each, [...path, key], see);
};

/** UTF-8 that was read in an encoding of single bytes; a sign in place of what could not be read; an escape written out. */
const damage = /[\u00d0\u00d1][^\sA-Za-z]{1,2}[\u00d0\u00d1]|\u00c3[\u0080-\u00bf]|\ufffd|\\u[0-9a-f]{4}/iu;

/** The members that are documented to name one thing in Russian and in English. */
const pairs = [
  ['nameRu', 'nameEn'],
  ['ru', 'en'],
] as const;

const hasCyrillic = (value: Json | undefined): boolean =>
  typeof value === 'string' && /\p{Script=Cyrillic}/u.test(value);
const isLatin = (value: Json | undefined): boolean =>
  typeof value === 'string' && /\p{Script=Latin}/u.test(value) && !hasCyrillic(value);

/** A brand may be written in Latin letters in both: only the two together show that they stand in the wrong place. */
const exchangedIn = (value: Json): readonly string[] =>
  isJsonObject(value)
    ? pairs.flatMap(([russian, english]) => (isLatin(value[russian]) && hasCyrillic(value[english]) ? [russian] : []))
    : [];

export type TextFlaws = NonNullable<Exchange['flaws']>;

/** What is wrong with the names of reference data; undefined where nothing is. */
export const flawsIn = (exchange: Exchange): TextFlaws | undefined => {
  const { response } = exchange;
  if (response?.body === undefined || !isDictionary(exchange)) return undefined;
  const [damaged, exchanged]: [string[], string[]] = [[], []];
  walk(response.body, [], (value, path) => {
    if (typeof value === 'string' && damage.test(value)) damaged.push(pathText([...inBody, ...path]));
    for (const name of exchangedIn(value)) exchanged.push(pathText([...inBody, ...path, name]));
  });
  return damaged.length + exchanged.length > 0 ? { damaged, exchanged } : undefined;
};

/** Sent in a success. Texts are looked at before they are replaced, and what was found is kept with the exchange. */
const meaning = (flaw: keyof TextFlaws, expected: string, actual: string) => ({
  given: ({ exchanges }: Trace): Exchange[] =>
    exchanges.filter(
      (each) => isDictionary(each) && (isTroubled(each) || (succeeded(each) && each.response?.body !== undefined)),
    ),
  then: (exchange: Exchange): Opinion =>
    ((exchange.flaws ?? flawsIn(exchange))?.[flaw] ?? []).map(
      (place): Mismatch => ({ exchange, path: pathOf(place), expected, actual }),
    ),
});

export const textsAreWhole = meaning('damaged', 'text as a person reads it', 'damaged text');

export const languagesAreNotExchanged = meaning(
  'exchanged',
  'the Russian name in its place, and the English one in its own',
  'the two exchanged',
);

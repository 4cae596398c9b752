/** The law of meaning: texts are whole, and what is named in two languages has each name in its own (parts 2.6 and 2.7). */
import { inBody, type Mismatch, type Opinion, type Path, shown } from '../check.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import type { Exchange, Trace } from '../trace.ts';

const depthMax = 12;

const walk = (value: Json, path: Path, see: (value: Json, path: Path) => void): void => {
  if (path.length > depthMax) return;
  see(value, path);
  if (Array.isArray(value)) for (const [i, each] of value.entries()) walk(each, [...path, i], see);
  else if (isJsonObject(value)) for (const [key, each] of Object.entries(value)) walk(each, [...path, key], see);
};

/** UTF-8 that was read in an encoding of single bytes; a sign in place of what could not be read; an escape written out. */
const damages: readonly RegExp[] = [
  /[\u00d0\u00d1][^\sA-Za-z]{1,2}[\u00d0\u00d1]/u,
  /\u00c3[\u0080-\u00bf]/u,
  /\ufffd/u,
  /\\u[0-9a-f]{4}/i,
];

const isDamaged = (text: string): boolean => damages.some((damage) => damage.test(text));

/** Sent in a success, and not merely given back: what a request says may be damaged on purpose. */
const answers = ({ exchanges }: Trace): Exchange[] =>
  exchanges.filter((each) => isTroubled(each) || (succeeded(each) && each.response?.body !== undefined));

export const textsAreWhole = {
  given: answers,
  then: (exchange: Exchange): Opinion => {
    const found: Mismatch[] = [];
    const sent = JSON.stringify([exchange.request.body ?? null, exchange.request.query]);
    walk(exchange.response?.body ?? null, [], (value, path) => {
      if (typeof value !== 'string' || !isDamaged(value) || sent.includes(value)) return;
      const expected = 'text as a person reads it';
      found.push({ exchange, path: [...inBody, ...path], expected, actual: shown(value) });
    });
    return found;
  },
};

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
export const languagesAreNotExchanged = {
  given: answers,
  then: (exchange: Exchange): Opinion => {
    const found: Mismatch[] = [];
    walk(exchange.response?.body ?? null, [], (value, path) => {
      if (!isJsonObject(value)) return;
      for (const [russian, english] of pairs) {
        if (!isLatin(value[russian]) || !hasCyrillic(value[english])) continue;
        const expected = `the Russian name in ${russian}, the English one in ${english}`;
        const actual = `${shown(value[russian])} and ${shown(value[english])}`;
        found.push({ exchange, path: [...inBody, ...path, russian], expected, actual });
      }
    });
    return found;
  },
};

/** Of a text for persons: our values, names and codes of the interface, and words that say nothing about a person. */
import { documentedCodes, documentedNames } from './allow-list.ts';
import { isMadeOfWords, isWord } from './dictionary.ts';
import { digitsOf, type OwnValues } from './own-values.ts';
import { namesPerson } from './people.ts';
import type { Placeholders } from './placeholder.ts';
import { once } from './remembered.ts';

/** A day in words, as of a birth, in English and in Russian. */
const monthsIn = (locale: string): string[] =>
  Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(2001, i, 17))).flatMap((day) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = (options: Intl.DateTimeFormatOptions): string =>
        new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day).replace('.', '');
      // As it stands alone and after a number: `апрель`, `17 апреля`.
      return [format({ month }), format({ month, day: 'numeric' }).replace(/[\d\s]/g, '')];
    }),
  );

const months = (): string =>
  [...new Set([...monthsIn('en'), ...monthsIn('ru')].map((name) => name.toLowerCase()))]
    .filter((name) => name !== 'may')
    .sort((one, other) => other.length - one.length)
    .join('|');

const between = String.raw`[\s.,/_'’-]*`;
const number = String.raw`(?<!\p{N})\p{N}{1,2}(?!\p{N})(?:st|nd|rd|th|-?го|-?е)?`;
const year = String.raw`(?:\p{N}{4}|\p{N}{2})(?!\p{N})`;
/** Source of a regular expression with the flags `iu`. Naming the months takes long, so it is made when needed. */
const spelledDay = (): string => {
  const all = months();
  // May is a month where a year follows: guests under 7 may not stay, and that is no day.
  const beforeYear = `(?:${all}|may(?=${between}${year}))(?!\\p{L})`;
  const beforeDay = `(?<!\\p{L})(?:${all}|may(?=${between}${number}${between}${year}))(?!\\p{L})`;
  return `${number}${between}(?:(?:day\\s+)?of\\s+)?${beforeYear}(?:${between}${year})?|${beforeDay}${between}${number}(?:${between}${year})?`;
};

/** From where to where of the text something else stands than was said. */
type Replaced = readonly [from: number, to: number];

type SharedMessage = { readonly text: string; readonly replaced: readonly Replaced[] };

/** What is known of a trace, whose texts are shared. */
export type TraceWords = {
  readonly own: OwnValues;
  /** Fields that were sent. */
  readonly names: ReadonlySet<string>;
  /** Which names of fields may leave, of those that were met where no schema shows them. */
  readonly shownNames: Map<string, boolean>;
  /** Names of people in its answers. */
  readonly people: () => ReadonlySet<string>;
  /** Words and numbers of what its answers say and may not leave. */
  readonly answerWords: () => ReadonlySet<string>;
  /** What stands for a part of a message: equal ones have equal ones. */
  readonly block: (part: string) => string;
};

/** A longer one is no message. */
const charactersMax = 4_000;

/** Any signs may join them; a list of numbers is none. */
const digitGroups = String.raw`\+?\p{N}(?:[^\p{L},;]|[,;](?=\p{N}))*\p{N}(?=$|[^\p{L}\p{N}])`;
const words = String.raw`[\p{L}\p{M}\p{N}_]+`;
/** What belongs together: an e-mail address, a URL, digits of a telephone or a card with what joins them, or a word. */
const parts = once(
  () => new RegExp(String.raw`\S+@\S+|[a-z][a-z0-9+.-]*:\/\/\S+|${spelledDay()}|${digitGroups}|${words}`, 'giu'),
);
/** In what we say ourselves, a value is quoted as code and JSON quote it. */
const quotedParts = new RegExp(String.raw`\\[nrtbf]|${digitGroups}|${words}`, 'giu');
const digit = /\p{N}/u;
const digitsMax = 3;
/** Formats that our own messages name: a page that says the same word makes it no value. */
const formats: ReadonlySet<string> = new Set(['HTML', 'HTTP', 'JSON', 'JWT', 'TLS', 'URL', 'UTC']);
/** A title ends no sentence. */
const sentenceEnd = /(?:^|(?:[\p{L}\p{N}]{4}|[\d)»"'])[.!?…]+\s+|\n\s*)["'«([]*$/u;

/** Of blocks there is one kind; from the second on they are numbered, so that others stay others. */
export const createBlocks = (): TraceWords['block'] => {
  const known = new Map<string, string>();
  return (part) => {
    const number = known.size + 1;
    const subscript = [...String(number)].map((each) => String.fromCharCode(0x2080 + Number(each))).join('');
    const block = known.get(part) ?? (number === 1 ? '▮▮▮' : `▮▮▮${subscript}`);
    known.set(part, block);
    return block;
  };
};

const blocked = (
  text: string,
  { of, isShown, block }: { of: RegExp; isShown: (part: string, at: number) => boolean; block: TraceWords['block'] },
): SharedMessage => {
  const replaced: Replaced[] = [];
  let longer = 0;
  const made = text.replace(of, (part, at: number) => {
    if (isShown(part, at)) return part;
    const stands = block(part);
    replaced.push([at + longer, at + longer + stands.length]);
    longer += stands.length - part.length;
    return stands;
  });
  return { text: made, replaced };
};

/** The digits of a group without our own days: a range of two of our days says nothing about a person. */
const othersDigits = (group: string, own: OwnValues): string =>
  digitsOf(
    group
      .split(/[\s\u2013\u2014…]+/)
      .filter((each) => digitsOf(each).length <= digitsMax || !own.hasText(each))
      .join(' '),
  );

/** In mid-sentence what begins with a capital is a name. */
const isPlainWord = (part: string, before: string): boolean => {
  const lower = part.toLowerCase();
  if (part === lower) return isWord(part) || (part.includes('_') && isMadeOfWords(part));
  if (part === 'I') return true;
  return part.slice(1) === lower.slice(1) && isWord(lower) && sentenceEnd.test(before);
};

export const sharedMessage = (text: string, known: TraceWords, placeholders: Placeholders): SharedMessage => {
  if (text.length > charactersMax) return { text: placeholders.text(text), replaced: [[0, text.length]] };
  const { own, names, people, block } = known;
  const isShown = (part: string, at: number): boolean => {
    if (documentedCodes.has(part)) return true;
    if (own.isOfPassport(part) || namesPerson(part, people())) return false;
    if (names.has(part) || documentedNames().has(part) || own.hasText(part)) return true;
    if (/^[\p{L}\p{M}_]+$/u.test(part)) return own.hasWord(part) || isPlainWord(part, text.slice(0, at));
    return !/\p{L}/u.test(part) && (othersDigits(part, own).length <= digitsMax || own.hasNumber(Number(part)));
  };
  return blocked(text, { of: parts(), isShown, block });
};

/** What we say ourselves, or the binding of a target: all of it, but for values of the trace that may not leave. */
export const sharedOwnMessage = (text: string, { own, names, people, answerWords, block }: TraceWords): string => {
  const isShown = (part: string, at: number): boolean => {
    const lower = part.toLowerCase();
    if (part.startsWith('\\') || documentedCodes.has(part) || formats.has(part)) return true;
    if (digit.test(part))
      return digitsOf(part).length <= digitsMax || !(answerWords().has(lower) || answerWords().has(digitsOf(part)));
    if (namesPerson(part, people())) return false;
    if (names.has(part) || documentedNames().has(part) || own.hasWord(part)) return true;
    return !answerWords().has(lower) || isPlainWord(part, text.slice(0, at));
  };
  return blocked(text, { of: quotedParts, isShown, block }).text;
};

/** The words and the numbers in a text, in the spelling in which `sharedOwnMessage` looks for them. */
export const partsIn = (text: string): string[] => {
  const digits = digitsOf(text);
  return [...(text.toLowerCase().match(quotedParts) ?? []), ...(digits.length > digitsMax ? [digits] : [])];
};

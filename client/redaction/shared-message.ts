/** Of a text for persons: our values, names and codes of the interface, and words that say nothing about a person. */
import type { Exchange } from '../../contracts/trace.ts';
import { documentedCodes, documentedNames } from './allow-list.ts';
import { type AnswerValues, digitsMax } from './answer-values.ts';
import { isDayOfMonth, isoDay, spelledDay } from './days.ts';
import { isMadeOfWords, isWord } from './dictionary.ts';
import { digitsOf, type OwnValues } from './own-values.ts';
import { namesPerson } from './people.ts';
import type { Placeholders } from './placeholder.ts';
import { once } from './remembered.ts';

/** From where to where of the text something else stands than was said. */
type Replaced = readonly [from: number, to: number];

type SharedMessage = { readonly text: string; readonly replaced: readonly Replaced[] };

/** What is known of a trace, whose texts are shared. */
export type TraceWords = {
  readonly own: OwnValues;
  /** Places of an exchange, as JSON, whose value says nothing about a person. */
  readonly stays: ReadonlyMap<Exchange, ReadonlySet<string>>;
  /** Fields that we sent. */
  readonly names: ReadonlySet<string>;
  /** Made of words: fields that others sent, and codes of errors. They may hold the name of a person. */
  readonly foreignNames: ReadonlySet<string>;
  /** Which names of fields may leave, of those that were met where no schema shows them. */
  readonly shownNames: Map<string, boolean>;
  /** Names of people in its answers. */
  readonly people: () => ReadonlySet<string>;
  readonly answers: () => AnswerValues;
  /** What stands for a part of a message: equal ones have equal ones. */
  readonly block: (part: string) => string;
};

/** A longer one is no message. */
const charactersMax = 4_000;

/** Any signs may join them; a list of numbers is none. */
const digitGroups = String.raw`\+?\p{N}(?:[^\p{L},;]|[,;](?=\p{N}))*\p{N}(?=$|[^\p{L}\p{N}])`;
const words = String.raw`[\p{L}\p{M}\p{N}_]+`;
/** An e-mail address, also where its sign is spelled: `(at)`. */
const address = String.raw`\S+(?:[@\uff20\ufe6b]|\s*[([{]at[)\]}]\s*)\S*[^\s,;]`;
const joinedParts = (): string => `${isoDay}|${spelledDay()}|${digitGroups}|${words}`;
/** What belongs together: an address, a URL, digits of a telephone or a card with what joins them, or a word. */
const parts = once(() => new RegExp(String.raw`${address}|[a-z][a-z0-9+.-]*:\/\/\S+|${joinedParts()}`, 'giu'));
/** In what we say ourselves, a value is quoted as code and JSON quote it, and a line of a file is named. */
const quotedParts = once(
  () =>
    new RegExp(String.raw`\\[nrtbf]|(?<=\.[cm]?[jt]s):\d+(?::\d+)?|[\w.%+-]+@[\p{L}\p{N}.-]+|${joinedParts()}`, 'giu'),
);
const digit = /\p{N}/u;
/** Formats that our own messages name: a page that says the same word makes it no value. */
const formats: ReadonlySet<string> = new Set(['HTML', 'HTTP', 'JSON', 'JWT', 'TLS', 'URL', 'UTC']);
/** A title ends no sentence. */
const sentenceEnd =
  /(?:^|(?:[\p{L}\p{N}]{4}(?<!(?<!\p{L})(?:[Pp]rof|[Cc]apt|[Пп]асс|[Пп]роф|[Гг]осп))|[\d)»"'])[.!?…]+\s+)["'«([]*$/u;
const lineStart = /\n\s*["'«([]*$/u;
/** Of a line that is one name, or begins with one, the next word is none. */
const goesOn = /^[^\S\n]+\p{Ll}/u;
const apostrophe = /['’]/;

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

/** What stands between spaces and signs around a part of it: `doesn't` around `doesn`. */
const contractionAt = (text: string, from: number, to: number): string => {
  if (apostrophe.test(text.charAt(to))) return text.slice(from, to) + (/^['’]\p{L}+/u.exec(text.slice(to))?.[0] ?? '');
  if (!apostrophe.test(text.charAt(from - 1))) return '';
  return (/\p{L}+['’]$/u.exec(text.slice(0, from))?.[0] ?? '') + text.slice(from, to);
};

/** In mid-sentence what begins with a capital is a name. */
const isPlainWord = (part: string, at: number, text: string): boolean => {
  const lower = part.toLowerCase();
  const end = at + part.length;
  const isKnown = (): boolean => {
    const contraction = contractionAt(text, at, end);
    return isWord(lower) || isWord(contraction) || isWord(contraction.toLowerCase());
  };
  if (part === lower) return isKnown() || (part.includes('_') && isMadeOfWords(part));
  if (part === 'I') return true;
  if (part.slice(1) !== lower.slice(1) || !isKnown()) return false;
  const before = text.slice(0, at);
  return sentenceEnd.test(before) || (lineStart.test(before) && goesOn.test(text.slice(end)));
};

const isNameOfField = (part: string, { names, foreignNames }: TraceWords): boolean =>
  names.has(part) || foreignNames.has(part) || documentedNames().has(part);

export const sharedMessage = (text: string, known: TraceWords, placeholders: Placeholders): SharedMessage => {
  if (text.length > charactersMax) return { text: placeholders.text(text), replaced: [[0, text.length]] };
  const { own, people, block } = known;
  const isShown = (part: string, at: number): boolean => {
    if (documentedCodes.has(part)) return true;
    if (own.isOfPassport(part) || namesPerson(part, people())) return false;
    if (isNameOfField(part, known) || own.hasText(part)) return true;
    if (/^[\p{L}\p{M}_]+$/u.test(part)) return own.hasWord(part) || isPlainWord(part, at, text);
    if (isDayOfMonth(part)) return false;
    return !/\p{L}/u.test(part) && (othersDigits(part, own).length <= digitsMax || own.hasNumber(Number(part)));
  };
  return blocked(text, { of: parts(), isShown, block });
};

const code = /^[A-Z]+(?:_[A-Z]+)+$/;

/** What we say ourselves, or the binding of a target: all of it, but for values of the trace that may not leave. */
export const sharedOwnMessage = (text: string, known: TraceWords): string => {
  const { own, people, answers, foreignNames, block } = known;
  const phrases = once(() => answers().phrasesIn(text));
  /** Of an error, as it stays in its answer. */
  const isErrorCode = (part: string): boolean =>
    code.test(part) && foreignNames.has(part) && !namesPerson(part, people());
  const isShown = (part: string, at: number): boolean => {
    if (/^[\\:]/.test(part) || documentedCodes.has(part) || formats.has(part) || isErrorCode(part)) return true;
    if (phrases().some(([from, to]) => at < to && at + part.length > from)) return false;
    if (part.includes('@'))
      return [...part.matchAll(/[^@.]+/g)].every(({ 0: each, index }) => isShown(each, at + index));
    if (digit.test(part))
      return !answers().hasDay(part) && (digitsOf(part).length <= digitsMax || !answers().hasDigits(part));
    if (namesPerson(part, people())) return false;
    if (isNameOfField(part, known) || own.hasWord(part)) return true;
    return !answers().hasWord(part.toLowerCase()) || isPlainWord(part, at, text);
  };
  return blocked(text, { of: quotedParts(), isShown, block }).text;
};

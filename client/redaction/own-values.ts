/** What is ours of an exchange: what our generators drew and we sent, and what a fact was read as in its form. */
import type { Json } from '../../contracts/json.ts';

/** Longer ones are no names and no dates. */
const wordyCharactersMax = 200;
const wordsMax = 12;
/** An amount may be written as a text. */
const decimal = /^-?\d{1,15}(\.\d{1,6})?$/;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const titles: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'mstr', 'chd', 'inf', 'adt']);

/** The day that a text names, in one of the usual ways to write it, as `2026-12-24`. */
const dayIn = (text: string): string | undefined => {
  if (!/^\d/.test(text)) return undefined;
  const iso = /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ][\d:.,]+(?:[Zz]|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (iso) return iso.slice(1, 4).join('-');
  const turned = /^(\d\d)[./-](\d\d)[./-](\d{4})$/.exec(text);
  return turned ? [turned[3], turned[2], turned[1]].join('-') : undefined;
};

/** Fewer are no number of a person. */
const digitsMax = 6;
/** The digits of a text, in every script and width. */
export const digitsOf = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? text.normalize('NFKC').replace(/\P{N}/gu, '') : text.replace(/\D/g, '');

const base64 = /^[\w+/-]{12,}={0,2}$/;

/** Names of fields of an intent and of usual requests. */
const passport = /birth|born|document|passport/i;

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).filter((each) => !titles.has(each));

export type OwnValues = ReturnType<typeof createOwnValues>;

export const createOwnValues = () => {
  const numbers = new Set<number>();
  const texts = new Set<string>();
  const words = new Set<string>();
  const days = new Set<string>();
  const excluded = new Set<string>();
  const excludedWords = new Set<string>();
  /** As of a telephone, with any signs between them. */
  const excludedDigits = new Set<string>();
  const ofPassports = new Set<string>();

  const comparable = (value: string | number): string => {
    const text = String(value).toLowerCase();
    return dayIn(text) ?? text;
  };

  const ofPassport = (value: Json): void => {
    if (typeof value === 'string' || typeof value === 'number') ofPassports.add(comparable(value));
    else if (value && typeof value === 'object') for (const child of Object.values(value)) ofPassport(child);
  };

  /** Of others, also inside a longer text and in Base64. */
  const repeats = (value: string | number): boolean => {
    if (typeof value === 'number') return !numbers.has(value) && excluded.has(comparable(value));
    if (texts.has(value.toLowerCase())) return false;
    if (excluded.has(comparable(value))) return true;
    const encoded = base64.test(value) ? [Buffer.from(value, 'base64').toString()] : [];
    return [value, ...encoded].some((text) => {
      const digits = digitsOf(text);
      return (
        wordsOf(text).some((each) => excludedWords.has(each)) ||
        excludedDigits.values().some((each) => digits.includes(each))
      );
    });
  };

  /** From now on every text and number in it is ours, but for what an answer said before and no fact has read. */
  const add = (value: Json, isRead = false): void => {
    if (!isRead && excluded.size > 0 && (typeof value === 'string' || typeof value === 'number') && repeats(value))
      return;
    if (typeof value === 'number') numbers.add(value);
    else if (typeof value === 'string') {
      if (texts.has(value.toLowerCase())) return;
      texts.add(value.toLowerCase());
      const day = dayIn(value);
      if (day !== undefined) days.add(day);
      if (value.length <= wordyCharactersMax) for (const each of wordsOf(value)) words.add(each);
    } else if (Array.isArray(value)) for (const item of value) add(item);
    else if (value)
      for (const [name, child] of Object.entries(value)) {
        if (passport.test(name)) ofPassport(child);
        if (child !== undefined) add(child);
      }
  };

  /** The text itself in any case, one of our numbers, another way to write one of our days, or only our words. */
  const hasText = (text: string): boolean => {
    const lower = text.toLowerCase();
    if (texts.has(lower) || (decimal.test(text) && numbers.has(Number(text)))) return true;
    if (text.length > wordyCharactersMax) return false;
    const day = dayIn(text);
    if (day !== undefined) return days.has(day);
    let count = 0;
    // Ends at the first that is not ours, as most are: long lists of texts come here.
    word.lastIndex = 0;
    for (let each = word.exec(lower)?.[0]; each !== undefined; each = word.exec(lower)?.[0]) {
      if (titles.has(each)) continue;
      // Digits alone, such as those of a telephone number, are no words.
      if (!words.has(each) || !/\p{L}/u.test(each) || count === wordsMax) return false;
      count += 1;
    }
    return count > 0;
  };

  return {
    add,
    /** An answer says it, in no form that may leave: nothing that repeats it later is ours. */
    exclude: (value: string | number): void => {
      if (hasText(String(value)) || numbers.has(Number(value))) return;
      excluded.add(comparable(value));
      const digits = digitsOf(String(value));
      if (digits.length > digitsMax) excludedDigits.add(digits);
      for (const each of wordsOf(String(value)))
        if (/\p{L}{2}/u.test(each) && !words.has(each)) excludedWords.add(each);
    },
    isExcluded: (value: string | number): boolean => excluded.has(comparable(value)),
    /** A birth date or a part of a document, of an invented person: it stays in no message. */
    isOfPassport: (text: string): boolean => ofPassports.has(comparable(text)),
    /** The number itself, or our amount in hundredths. */
    hasNumber: (value: number): boolean => numbers.has(value) || (Number.isInteger(value) && numbers.has(value / 100)),
    hasText,
    hasWord: (one: string): boolean => words.has(one.toLowerCase()) || texts.has(one.toLowerCase()),
  };
};

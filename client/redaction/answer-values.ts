/** What the answers of a trace say and may not leave, in each spelling in which a message may repeat it. */
import { daysIn } from './days.ts';
import { digitsOf } from './own-values.ts';

/** Fewer digits are no number of a person. */
export const digitsMax = 3;
/** The number of a subscriber: codes of countries and areas before it are written, or left out. */
const subscriberDigits = 7;
const [phraseWordsMax, phraseCharactersMax] = [12, 200];
/** A longer text is no day. */
const dayCharactersMax = 60;

const words = /[\p{L}\p{M}\p{N}_]+/gu;
const wordsOfPhrases = /\\[nrtbf]|[\p{L}\p{M}\p{N}]+/gu;
const letter = /\p{L}/u;
const between = /[\s,;"<>]+/;

export type AnswerValues = ReturnType<typeof answerValues>;

/** @param isOurs What leaves as it is. @param isReadable A message, whose words are looked up one by one. */
export const answerValues = (
  texts: Iterable<string>,
  { isOurs, isReadable }: { isOurs: (text: string) => boolean; isReadable: (text: string) => boolean },
) => {
  const known = new Set<string>();
  const subscribers = new Set<string>();

  const addDigits = (digits: string): void => {
    if (digits.length > digitsMax) known.add(digits);
    if (digits.length >= subscriberDigits) subscribers.add(digits.slice(-subscriberDigits));
  };

  for (const text of new Set(texts)) {
    const lower = text.toLowerCase();
    for (const word of lower.match(words) ?? []) known.add(word);
    if (isOurs(text)) continue;
    const digits = digitsOf(text);
    if (digits.length >= digitsMax) {
      addDigits(digits);
      if (digits.length > digitsMax && between.test(text))
        for (const piece of text.split(between)) addDigits(digitsOf(piece));
      if (text.length <= dayCharactersMax) for (const day of daysIn(text)) known.add(day).add(`#${day.slice(-4)}`);
    }
    if (text.length > phraseCharactersMax || isReadable(text) || !letter.test(text)) continue;
    const phrase = lower.match(wordsOfPhrases) ?? [];
    if (phrase.length > 1 && phrase.length <= phraseWordsMax) known.add(phrase.join(' '));
  }

  return {
    hasWord: (lower: string): boolean => known.has(lower),
    /** The same digits in other groups, or beside others. */
    hasDigits: (text: string): boolean => {
      const digits = digitsOf(text);
      for (let from = 0; from + subscriberDigits <= digits.length; from += 1)
        if (subscribers.has(digits.slice(from, from + subscriberDigits))) return true;
      return [text, ...text.split(/\s+/)].some((each) => known.has(digitsOf(each)));
    },
    hasDay: (text: string): boolean => daysIn(text).some((day) => known.has(day)),
    /** From where to where in a message the words of a whole value stand in a row. */
    phrasesIn: (text: string): (readonly [from: number, to: number])[] => {
      const all = [...text.matchAll(wordsOfPhrases)].filter(([word]) => !word.startsWith('\\'));
      return all.flatMap(({ index }, i) => {
        let phrase = '';
        let end: number | undefined;
        for (const next of all.slice(i, i + phraseWordsMax)) {
          phrase += phrase === '' ? next[0].toLowerCase() : ` ${next[0].toLowerCase()}`;
          if (phrase.includes(' ') && known.has(phrase)) end = next.index + next[0].length;
        }
        return end === undefined ? [] : [[index, end] as const];
      });
    },
  };
};

/** Deterministic fake people: the same value always gets the same replacement, of the same form. */
import { guestMarkLettersMin, guestMarkPrefix } from '../../contracts/name-words.ts';
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { seedFor } from '../../generators/draws.ts';
import { ageOn, movedBirth } from './moved-dates.ts';
import { type Role, titles } from './people.ts';

/** A year around the birthday on the first day of travel. */
const daysMax = 366;

type Birth = {
  readonly birth: string;
  /** The recorded days of travel, in order, at least one. */
  readonly travel: readonly string[];
  /** The day on which the request was recorded. */
  readonly bornBy: string;
  /** By how many days the case is moved. */
  readonly days: number;
  readonly seed: number;
};

export const inventedBirth = ({ birth, travel, bornBy, days, seed }: Birth): string => {
  const [first = bornBy] = travel;
  const age = ageOn(birth, first);
  const fits = (day: string): boolean =>
    day !== birth &&
    day <= dayAfter(bornBy, days) &&
    travel.every((each) => ageOn(day, dayAfter(each, days)) === ageOn(birth, each));
  const from = yearsBefore(dayAfter(first, days), age);
  const open = Array.from({ length: 2 * daysMax + 1 }, (_, i) => dayAfter(from, i - daysMax)).filter(fits);
  const drawn = open[Math.abs(seedFor(seed, birth)) % open.length];
  // With a leap day no other day may fit.
  return drawn ?? movedBirth(birth, { from: first, to: dayAfter(first, days) });
};

/** Names are written in these; a letter of another alphabet becomes one of its neighbours. */
const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя'].map((each) => [...each]);
const reach = 32;
const neighboursMax = 12;

const tokens = /[\p{L}\p{M}]+|\p{Nd}+/gu;
/** Perhaps the number of a card. */
const cardNumber = /^(\d[ -]?){13,19}$/;
const phone = /^\+[\p{Nd}\s()./-]{7,}$/u;

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

const lowerOf = (letter: string): string => {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 ? lower : letter;
};
const upperOf = (letter: string): string => {
  const upper = letter.toUpperCase();
  return [...upper].length === 1 ? upper : letter;
};
const hasCase = (letter: string): boolean => upperOf(letter) !== letter;
/** Blocks of Unicode begin at such numbers: a letter of ISO 8859-1 becomes another of that. */
const blockOf = (letter: string): number => codeOf(letter) >> 7;
const hasOwnBlock = (letter: string): boolean => blockOf(letter) === blockOf(upperOf(letter));

/** @param letter In lower case, where it has a case. */
const alphabetOf = (letter: string): readonly string[] => {
  const known = alphabets.find((each) => each.includes(letter));
  if (known) return known;
  const block = blockOf(letter);
  const near = Array.from({ length: 2 * reach }, (_, i) => codeOf(letter) + (i % 2 === 0 ? 1 : -1) * (1 + (i >> 1)))
    .map((code) => String.fromCodePoint(code))
    .filter((each) => /\p{L}/u.test(each) && lowerOf(each) === each && hasCase(each) === hasCase(letter))
    .filter((each) => blockOf(each) === block && (hasOwnBlock(each) || !hasOwnBlock(letter)));
  return near.length > 0 ? near.slice(0, neighboursMax) : (alphabets[0] ?? []);
};

/** Of the ten digits among which this one stands: each script has its own. */
const zeroOf = (digit: string): number => {
  let code = codeOf(digit);
  while (codeOf(digit) - code < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1;
  return code;
};
const digitAs = (value: number, like: string): string => String.fromCodePoint(zeroOf(like) + value);

const othersThan = (character: string): readonly string[] => {
  if (/\p{L}/u.test(character)) return alphabetOf(lowerOf(character)).filter((each) => each !== lowerOf(character));
  if (!/\p{Nd}/u.test(character)) return [];
  return Array.from({ length: 10 }, (_, value) => digitAs(value, character)).filter((each) => each !== character);
};

/** Each letter in the case of the one in its place; further letters in the case of the last. */
const casedAs = (word: string, like: string): string => {
  const letters = [...like];
  return [...word]
    .map((each, i) => {
      const place = letters[i] ?? letters.at(-1) ?? '';
      return place === lowerOf(place) ? lowerOf(each) : upperOf(each);
    })
    .join('');
};

/** A guest mark has at least so many letters. */
export const markLettersMin = guestMarkPrefix.length + guestMarkLettersMin;
const markLettersMax = 64;
/** No supplier calls a name of so many letters too short, so a longer mark may stand in its place. */
const nameLettersMin = 4;
const isLikeMark = (word: string): boolean =>
  /^[A-Za-z]+$/.test(word) && word.length >= nameLettersMin && word.length <= markLettersMax;

/** Stand-ins for guest marks, each as long as its mark: no name begins so. */
const standInStart = 'xmarkof';
const standIn = new RegExp(`${standInStart}[a-z]{${markLettersMin - standInStart.length},}`, 'gi');
const standInOf = (count: number, { length }: string): string => {
  const [letters = []] = alphabets;
  const counted = [676, 26, 1].map((weight) => letters[Math.floor(count / weight) % 26]).join('');
  return `${standInStart}${counted}`.padEnd(Math.min(Math.max(length, markLettersMin), markLettersMax), 'x');
};

export const standInsIn = (text: string): readonly string[] =>
  (text.match(standIn) ?? []).map((each) => each.toLowerCase());

/** Puts guest marks in the place of their stand-ins. */
export const withMarks = (text: string, markOf: (standIn: string) => string): string =>
  text.replaceAll(standIn, (found) => casedAs(markOf(found.toLowerCase()), found));

/** Domains that never exist (RFC 2606, and ZZ of ISO 3166), with as many letters where there is one. */
const noDomain = (top: string): string => casedAs({ 2: 'zz', 4: 'test' }[top.length] ?? 'invalid', top);

/**
 * The first digits of numbers that reach no person: those of +1 202 555 01xx and +44 7700 900xxx are set aside for
 * fiction, and within a country no number begins with 100.
 */
const unreachable = (count: number, isInternational: boolean): string => {
  if (!isInternational && count < 11) return '100';
  return count < 12 ? '120255501' : '447700900';
};

export const invention = (seed: number) => {
  const made = new Map<string, string>();
  const taken = new Set<string>();
  /** Stand-ins for words whose form no mark has. */
  const misshapen = new Set<string>();
  let leads = 0;

  /** Replaces each letter and each digit by another of its script; all else stays. */
  const scrambled = (text: string, salt = 0): string => {
    const key = `${text.toLowerCase()} ${salt}`;
    const other = [...text].map((each, i) => {
      const others = othersThan(each);
      return others[Math.abs(seedFor(seed, `${key} ${i}`)) % others.length] ?? each;
    });
    return casedAs(other.join(''), text);
  };

  const nameFor = (word: string): string => {
    // Of a short alphabet all may be taken.
    const salt = Array.from({ length: 40 }, (_, i) => i).find((each) => {
      const name = scrambled(word, each);
      return !taken.has(name) && !made.has(name);
    });
    const name = scrambled(word, salt);
    taken.add(name);
    return name;
  };

  const nameWord = (word: string): string => {
    const key = word.toLowerCase();
    const known = made.get(key) ?? (titles.has(key) ? key : nameFor(key));
    made.set(key, known);
    return casedAs(known, word);
  };

  const phoneFor = (value: string): string => {
    const digits = value.match(/\p{Nd}/gu) ?? [];
    const values = digits.map((each) => codeOf(each) - zeroOf(each));
    const zeros = values.findIndex((each) => each > 0);
    const start = zeros === -1 ? values.length : zeros;
    const isInternational = /^\s*\+/.test(value) || start > 1;
    const first = unreachable(digits.length - start, isInternational);
    let i = 0;
    return value.replaceAll(/[\p{L}\p{M}]+|\p{Nd}/gu, (found) => {
      if (!/\p{Nd}/u.test(found)) return scrambled(found);
      const at = i - start;
      i += 1;
      if (at < 0) return found;
      const drawn = Math.abs(seedFor(seed, `${values.join('')} ${at}`)) % 10;
      return digitAs(Number(first[at] ?? drawn), found);
    });
  };

  const otherOf = (value: string): string => {
    // A name in an address of mail does not become the mark, which is longer.
    if (value.includes('@')) {
      return scrambled(value).replaceAll(
        /(@[^\s@]*\.)([a-z]{2,})/gi,
        (_, at: string, top: string) => at + noDomain(top),
      );
    }
    // Between other words the mark, which is longer, is not needed.
    const other = value.replaceAll(tokens, (word) => {
      const known = madeOf(word);
      return known === undefined || standInsIn(known).length > 0 ? scrambled(word) : known;
    });
    // No card number begins with 0.
    return cardNumber.test(value) ? other.replace(/^\d/, '0') : other;
  };

  const madeOf = (value: string): string | undefined => {
    const whole = made.get(value.toLowerCase());
    return whole === undefined ? undefined : casedAs(whole, value);
  };

  return {
    /** In the form of this text: as many letters and digits of its scripts, capitals and signs in the same places. */
    text: (value: string, role: Role): string => {
      const whole = madeOf(value);
      if (whole !== undefined) return whole;
      const isPhone = phone.test(value) || (role === 'phone' && /\p{Nd}{2}/u.test(value));
      const isName = role !== 'other' && role !== 'phone' && !value.includes('@');
      const named = (): string =>
        value.replaceAll(tokens, (word) => (/\p{Nd}/u.test(word) ? scrambled(word) : nameWord(word)));
      const text = isPhone ? phoneFor(value) : isName ? named() : otherOf(value);
      made.set(value.toLowerCase(), text);
      return text;
    },
    /** The same number of digits. */
    number: (value: number, role: Role): number => {
      const text = String(Math.abs(value));
      const other = role === 'phone' ? phoneFor(text) : scrambled(text).replace(/^0/, text.startsWith('7') ? '8' : '7');
      return Math.sign(value) * Number(other);
    },
    /** The replacement of a text outside of people, where all of its words were replaced before. */
    known: (value: string): string | undefined => {
      const whole = madeOf(value);
      if (whole !== undefined) return whole;
      const all = value.match(/[\p{L}\p{M}]+/gu) ?? [];
      const isNamed = all.length > 0 && !/\p{Nd}/u.test(value) && all.every((word) => made.has(word.toLowerCase()));
      return isNamed ? value.replaceAll(tokens, (word) => madeOf(word) ?? word) : undefined;
    },
    /** Replaces this word by a stand-in, which becomes the guest mark once the engine has made one. */
    lead: (word: string): void => {
      const known = made.get(word.toLowerCase());
      if (known !== undefined && standInsIn(known).length > 0) return;
      const name = standInOf(leads, word);
      made.set(word.toLowerCase(), name);
      if (!isLikeMark(word)) misshapen.add(name);
      leads += 1;
    },
    /** True for a text with a mark that has another form than the word in its place. */
    isMisshapen: (text: string): boolean => standInsIn(text).some((each) => misshapen.has(each)),
  };
};

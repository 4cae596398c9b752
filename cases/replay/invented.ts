/** Deterministic fake people: the same value always gets the same replacement, of the same form. */
import { dayAfter, yearsBefore } from '../../generators/calendar.ts';
import { drawn, seedFor } from '../../generators/draws.ts';
import { contacts, guest } from '../../generators/people.ts';
import { ageOn, movedBirth } from './moved-dates.ts';
import { type Person, type Role, titles } from './people.ts';

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

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const tokens = /[\p{L}\p{M}]+|\d+/gu;
/** Perhaps the number of a card. */
const cardNumber = /^(\d[ -]?){13,19}$/;
const email = /^[^\s@]+@[^\s@]+$/;
const phone = /^\+[\d\s()./-]{7,}$/;

/** Stand-ins for guest marks: no name holds such a word. */
const standIn = /Xmarkof[a-z]{3}/gi;
const standInOf = (count: number): string =>
  `Xmarkof${[676, 26, 1].map((weight) => lower[Math.floor(count / weight) % 26]).join('')}`;

/** In the case of another word: upper, lower or mixed. */
const casedAs = (word: string, like: string): string => {
  if (like.length > 1 && like === like.toUpperCase() && like !== like.toLowerCase()) return word.toUpperCase();
  return like === like.toLowerCase() ? word.toLowerCase() : word;
};

export const standInsIn = (text: string): readonly string[] =>
  (text.match(standIn) ?? []).map((each) => each.toLowerCase());

/** Puts guest marks in the place of their stand-ins. */
export const withMarks = (text: string, markOf: (standIn: string) => string): string =>
  text.replaceAll(standIn, (found) => casedAs(markOf(found.toLowerCase()), found));

export const invention = (seed: number) => {
  const made = new Map<string, string>();
  const taken = new Set<string>();
  let leads = 0;

  /** Replaces each letter and each digit by another. */
  const scrambled = (text: string, salt = 0): string => {
    let i = 0;
    const key = `${text.toLowerCase()} ${salt}`;
    const next = (all: string): string => {
      i += 1;
      return all[Math.abs(seedFor(seed, `${key} ${i}`)) % all.length] ?? '';
    };
    const other = text.replaceAll(/\p{L}|\p{M}|\d/gu, (found) => {
      if (/\d/.test(found)) return next(digits);
      if (/\p{M}/u.test(found)) return '';
      return found === found.toLowerCase() ? next(lower) : next(lower).toUpperCase();
    });
    return other === text && /[\p{L}\d]/u.test(text) && salt < 20 ? scrambled(text, salt + 1) : other;
  };

  /** A name from the generators; with further letters where it is taken. */
  const nameFor = (word: string, role: Role, gender: Person['gender']): string => {
    for (let i = 0; ; i += 1) {
      const draw = drawn(guest, seed, `${word} ${i}`);
      if (gender && draw.gender !== gender && i < 20 && role !== 'last-name') continue;
      const plain = role === 'last-name' ? draw.lastName : draw.firstName;
      const name = i < 40 ? plain : `${plain}${scrambled('aaaa', i)}`;
      if (taken.has(name) || name.toLowerCase() === word) continue;
      taken.add(name);
      return name;
    }
  };

  const nameWord = (word: string, role: Role, gender: Person['gender']): string => {
    const key = word.toLowerCase();
    if (titles.has(key)) return word;
    const known = made.get(key) ?? nameFor(key, role, gender);
    made.set(key, known);
    return casedAs(known, word);
  };

  /** The last word of a full name is mostly the family name; no check depends on that. */
  const nameOf = (value: string, role: Role, gender: Person['gender']): string => {
    const all = value.match(tokens) ?? [];
    let i = 0;
    return value.replaceAll(tokens, (word) => {
      i += 1;
      if (/\d/.test(word)) return scrambled(word);
      return nameWord(word, role === 'name' ? (i === all.length ? 'last-name' : 'first-name') : role, gender);
    });
  };

  /** A number range reserved for fiction: random digits may belong to a real person. */
  const phoneFor = (value: string): string => {
    const fictional = drawn(contacts, seed, value.replaceAll(/\D/g, '')).phone;
    return value.startsWith('+') ? fictional : fictional.slice(1);
  };

  const otherOf = (value: string, role: Role): string => {
    if (email.test(value)) return drawn(contacts, seed, value.toLowerCase()).email;
    if (phone.test(value) || (role === 'phone' && /\d{2}/.test(value))) return phoneFor(value);
    const other = value.replaceAll(tokens, (word) => madeOf(word) ?? casedAs(scrambled(word), word));
    // No card number begins with 0.
    return cardNumber.test(value) ? other.replace(/^\d/, '0') : other;
  };

  const madeOf = (value: string): string | undefined => {
    const whole = made.get(value.toLowerCase());
    return whole === undefined ? undefined : casedAs(whole, value);
  };

  return {
    text: (value: string, role: Role, gender?: Person['gender']): string => {
      const whole = madeOf(value);
      if (whole !== undefined) return whole;
      const isName = role !== 'other' && role !== 'phone' && !email.test(value);
      const text = isName ? nameOf(value, role, gender) : otherOf(value, role);
      made.set(value.toLowerCase(), text);
      return text;
    },
    /** The same number of digits. */
    number: (value: number, role: Role): number => {
      if (role === 'phone') return Number(phoneFor(String(value)));
      const text = String(Math.abs(value));
      const other = scrambled(text).replace(/^0/, '7');
      return Math.sign(value) * Number(other === text ? scrambled(text, 99).replace(/^0/, '8') : other);
    },
    /** The replacement of a text outside of people, where all of its words were replaced before. */
    known: (value: string): string | undefined => {
      const whole = madeOf(value);
      if (whole !== undefined) return whole;
      const all = value.match(/[\p{L}\p{M}]+/gu) ?? [];
      const isNamed = all.length > 0 && !/\d/.test(value) && all.every((word) => made.has(word.toLowerCase()));
      return isNamed ? value.replaceAll(tokens, (word) => madeOf(word) ?? word) : undefined;
    },
    /** Replaces this name by a stand-in, which becomes the guest mark once the engine has made one. */
    lead: (name: string): void => {
      const known = made.get(name.toLowerCase());
      if (known !== undefined && standInsIn(known).length > 0) return;
      made.set(name.toLowerCase(), standInOf(leads));
      leads += 1;
    },
  };
};

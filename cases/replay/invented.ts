/** Invents what stands for a person: the same for the same each time, of the same form, and of nobody. */

import { drawn, seedFor } from '../../generators/draws.ts';
import { contacts, guest } from '../../generators/people.ts';
import { type Role, titles } from './words-of-requests.ts';

export type Invention = {
  text(value: string, role: Role, gender?: 'male' | 'female'): string;
  /** With other digits, as many of them. */
  number(value: number, role: Role): number;
  /** What stands for a text that is not about a person itself, where all of its words were invented before. */
  known(value: string): string | undefined;
  /** From now on this name is the mark of a booking: a word that stands for it until the mark is known. */
  lead(name: string): void;
};

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const tokens = /[\p{L}\p{M}]+|\d+/gu;
/** Of a card, perhaps. */
const cardNumber = /^(\d[ -]?){13,19}$/;
const email = /^[^\s@]+@[^\s@]+$/;
const phone = /^\+[\d\s()./-]{7,}$/;

/** Words that stand for marks; nobody's name has them in it. */
const standIn = /Xmarkof[a-z]{3}/gi;
const standInOf = (count: number): string =>
  `Xmarkof${[676, 26, 1].map((weight) => lower[Math.floor(count / weight) % 26]).join('')}`;

/** As upper, lower or mixed case as another word. */
const casedAs = (word: string, like: string): string => {
  if (like.length > 1 && like === like.toUpperCase() && like !== like.toLowerCase()) return word.toUpperCase();
  return like === like.toLowerCase() ? word.toLowerCase() : word;
};

export const standInsIn = (text: string): readonly string[] =>
  (text.match(standIn) ?? []).map((each) => each.toLowerCase());

/** With the marks in place of the words that stand for them. */
export const withMarks = (text: string, markOf: (standIn: string) => string): string =>
  text.replaceAll(standIn, (found) => casedAs(markOf(found.toLowerCase()), found));

export const invention = (seed: number): Invention => {
  const made = new Map<string, string>();
  const taken = new Set<string>();
  let leads = 0;

  /** Each letter and digit for another, the same each time. */
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

  /** Of the names that our generators draw; with letters of its own where somebody else has it. */
  const nameFor = (word: string, role: Role, gender: 'male' | 'female' | undefined): string => {
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

  const nameWord = (word: string, role: Role, gender: 'male' | 'female' | undefined): string => {
    const key = word.toLowerCase();
    if (titles.has(key)) return word;
    const known = made.get(key) ?? nameFor(key, role, gender);
    made.set(key, known);
    return casedAs(known, word);
  };

  /** The last word of a full name is that of a family, as a rule; nothing leans on it. */
  const nameOf = (value: string, role: Role, gender: 'male' | 'female' | undefined): string => {
    const all = value.match(tokens) ?? [];
    let i = 0;
    return value.replaceAll(tokens, (word) => {
      i += 1;
      if (/\d/.test(word)) return scrambled(word);
      return nameWord(word, role === 'name' ? (i === all.length ? 'last-name' : 'first-name') : role, gender);
    });
  };

  /** A number of digits that were drawn may be somebody's. */
  const phoneFor = (value: string): string => {
    const fictional = drawn(contacts, seed, value.replaceAll(/\D/g, '')).phone;
    return value.startsWith('+') ? fictional : fictional.slice(1);
  };

  const otherOf = (value: string, role: Role): string => {
    if (email.test(value)) return drawn(contacts, seed, value.toLowerCase()).email;
    if (phone.test(value) || (role === 'phone' && /\d{2}/.test(value))) return phoneFor(value);
    const other = value.replaceAll(tokens, (word) => casedAs(made.get(word.toLowerCase()) ?? scrambled(word), word));
    // No card has a number with a nought before it.
    return cardNumber.test(value) ? other.replace(/^\d/, '0') : other;
  };

  return {
    text: (value, role, gender) => {
      const whole = made.get(value.toLowerCase());
      if (whole !== undefined) return casedAs(whole, value);
      const isName = role !== 'other' && role !== 'phone' && !email.test(value);
      const text = isName ? nameOf(value, role, gender) : otherOf(value, role);
      made.set(value.toLowerCase(), text);
      return text;
    },
    number: (value, role) => {
      if (role === 'phone') return Number(phoneFor(String(value)));
      const text = String(Math.abs(value));
      const other = scrambled(text).replace(/^0/, '7');
      return Math.sign(value) * Number(other === text ? scrambled(text, 99).replace(/^0/, '8') : other);
    },
    known: (value) => {
      const whole = made.get(value.toLowerCase());
      if (whole !== undefined) return casedAs(whole, value);
      const all = value.match(/[\p{L}\p{M}]+/gu) ?? [];
      const isNamed = all.length > 0 && !/\d/.test(value) && all.every((word) => made.has(word.toLowerCase()));
      return isNamed
        ? value.replaceAll(tokens, (word) => casedAs(made.get(word.toLowerCase()) ?? word, word))
        : undefined;
    },
    lead: (name) => {
      const known = made.get(name.toLowerCase());
      if (known !== undefined && standInsIn(known).length > 0) return;
      made.set(name.toLowerCase(), standInOf(leads));
      leads += 1;
    },
  };
};

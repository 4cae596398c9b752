/** Ways to write a positive integer that some parsers take for it and others do not: the interface does not say. */
import fc from 'fast-check';
import type { DepthSample } from '../sample.ts';

/** Without the letters that numbers have in some notation: 1d, 1e3, 0x1, 1f, 1l, 1n. */
const alphabet = 'abghjkmpqrstvwyzжщю';
const letters = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 8 });

/** Begins with digits, which a lenient parser takes for the whole. */
const digitsThenLetters = fc
  .tuple(fc.integer({ min: 1, max: 999 }), letters)
  .map(([digits, rest]) => `${digits}${rest}`);

const lettersThenDigits = fc
  .tuple(letters, fc.integer({ min: 1, max: 999 }))
  .map(([start, digits]) => `${start}${digits}`);

export const notNumber: fc.Arbitrary<string> = fc.oneof(
  letters,
  digitsThenLetters,
  lettersThenDigits,
  fc.constantFrom('null', 'undefined', 'true', 'NaN', '--', '1-2', '{}', '[1]'),
);

/** Of one of each kind: what begins with digits, a word that a careless client writes, and another. */
export const sampledNotNumbers = (values: readonly string[], { some }: DepthSample): string[] => {
  const beginsWithDigits = values.filter((value) => /^\d/.test(value));
  const words = values.filter((value) => ['null', 'undefined'].includes(value));
  const others = values.filter((value) => !beginsWithDigits.includes(value) && !words.includes(value));
  return [beginsWithDigits, words, others].flatMap((kind) => some(kind, { standard: 1 }));
};

/** One of each kind, so that a service that forgets one of them is met in every run. */
export const notNumbers: fc.Arbitrary<string[]> = fc.tuple(
  letters,
  digitsThenLetters,
  lettersThenDigits,
  // What a careless client writes when it has no value.
  fc.constant('null'),
  fc.constant('undefined'),
  fc.constantFrom('true', '--', '1-2', '{}'),
);

const zeros = {
  arabic: '٠',
  devanagari: '०',
  fullwidth: '０',
} as const;

const inDigitsFrom = (zero: string, integer: string): string =>
  integer.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

const ways = {
  'space-before': (integer: string) => ` ${integer}`,
  'space-after': (integer: string) => `${integer} `,
  tab: (integer: string) => `\t${integer}`,
  plus: (integer: string) => `+${integer}`,
  exponent: (integer: string) => `${integer}e0`,
  zeros: (integer: string) => `00${integer}`,
  point: (integer: string) => `${integer}.0`,
  hexadecimal: (integer: string) => `0x${Number(integer).toString(16)}`,
  arabic: (integer: string) => inDigitsFrom(zeros.arabic, integer),
  devanagari: (integer: string) => inDigitsFrom(zeros.devanagari, integer),
  fullwidth: (integer: string) => inDigitsFrom(zeros.fullwidth, integer),
} as const satisfies Record<string, (integer: string) => string>;

type Notation = keyof typeof ways;

export const notations = Object.keys(ways) as Notation[];

export const writtenAs = (way: Notation, integer: string): string => ways[way](integer);

/** Ways to write a positive integer that some parsers take for it and others for no number: the interface does not say. */

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

export type Notation = keyof typeof ways;

export const notations = Object.keys(ways) as Notation[];

export const writtenAs = (way: Notation, integer: string): string => ways[way](integer);

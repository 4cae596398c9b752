/** Values of countryId that no notation of numbers allows (part 7: such a value answers 400). */
import fc from 'fast-check';
import type { Sample } from './sample.ts';

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

const lettersAndDigits = new RegExp(`^(\\d{0,3}[${alphabet}]+|[${alphabet}]+\\d{0,3})$`);
const slips: readonly string[] = ['null', 'undefined', 'true', '--', '1-2', '{}', '[1]'];

/** Whether a text is such a value. `NaN` is none: by its own name it is no number, and some parsers take it for one. */
export const isNoNumberAnywhere = (text: string): boolean => lettersAndDigits.test(text) || slips.includes(text);

/** Of one of each kind: what begins with digits, a word that a careless client writes, and another. */
export const sampledNotNumbers = (values: readonly string[], { some }: Sample): string[] => {
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

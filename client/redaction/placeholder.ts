/** Gives every value that may not be written down one stable placeholder, for as long as a client lives. */
import { randomBytes } from 'node:crypto';
import { placeholderCharactersMax } from '../limits.ts';
import { draw } from './draw.ts';
import { likeness, numberLikeness } from './likeness.ts';

export type Placeholders = {
  /** Same length and format; opaque for secrets. Of a very long one the beginning, with the length that it had. */
  text(value: string, options?: { readonly opaque: boolean }): string;
  /** From now on this one stands for the value. */
  name(value: string, placeholder: string): void;
  /** Same sign, number of digits and integer-ness. */
  number(value: number): number;
};

/** Longer values differ by chance alone; shorter ones are remembered, so that two of them never look the same. */
const rememberedCharactersMax = 16;
const rememberedValuesMax = 100_000;
/** Of the longer ones those that come again and again, such as names, are looked up: drawing costs more. */
const [longerCharactersMax, longerValuesMax] = [200, 2_000];
/** Of a value that is longer than any documented one. */
const shownCharacters = 100;
/** A short format can be exhausted (there are ten single digits); then two values share a placeholder. */
const attemptsMax = 64;

export const createPlaceholders = (key: string = randomBytes(32).toString('hex')): Placeholders => {
  const remembered = new Map<string, string>();
  const taken = new Set<string>();
  const longer = new Map<string, string>();

  /** The first candidate that is neither the value itself nor somebody else's placeholder. */
  const distinct = (label: string, size: number, candidateOf: (attempt: number) => string | undefined): string => {
    const known = remembered.get(label) ?? longer.get(label);
    if (known !== undefined) return known;
    const isRemembered = size <= rememberedCharactersMax && remembered.size < rememberedValuesMax;
    let chosen = '';
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const candidate = candidateOf(attempt);
      if (candidate === undefined) continue;
      chosen = candidate;
      if (!isRemembered || !taken.has(`${label.charAt(0)}${candidate}`)) break;
    }
    if (isRemembered) {
      remembered.set(label, chosen);
      taken.add(`${label.charAt(0)}${chosen}`);
    } else if (size <= longerCharactersMax && longer.size < longerValuesMax) longer.set(label, chosen);
    return chosen;
  };

  const text: Placeholders['text'] = (value, { opaque } = { opaque: false }) => {
    if (value.trim() === '') return ' '.repeat(Math.min(value.length, placeholderCharactersMax));
    if (value.length > placeholderCharactersMax) {
      // Drawn by the whole of it, so that equal ones stay equal and others differ.
      const beginning = value.slice(0, shownCharacters);
      const drawn = likeness(beginning, draw({ key, label: `…${value}`, count: shownCharacters }), { opaque });
      return `${drawn}… ${value.length} characters`;
    }
    return distinct(`${opaque ? '!' : '"'}${value}`, value.length, (attempt) => {
      const label = `${opaque ? '!' : '"'}${attempt}${value}`;
      const candidate = likeness(value, draw({ key, label, count: value.length }), { opaque });
      return candidate === value && attempt < attemptsMax - 1 ? undefined : candidate;
    });
  };

  const number: Placeholders['number'] = (value) => {
    if (value === 0) return 0;
    const size = String(value).length;
    const chosen = distinct(`#${value}`, size, (attempt) => {
      const candidate = numberLikeness(value, draw({ key, label: `#${attempt} ${value}`, count: size }));
      return candidate === undefined || candidate === value ? undefined : String(candidate);
    });
    // No other number of this form exists only for exotic ones, which must not be told either.
    return chosen === '' ? Math.sign(value) : Number(chosen);
  };

  const name: Placeholders['name'] = (value, placeholder) => void remembered.set(`"${value}`, placeholder);

  return { text, name, number };
};

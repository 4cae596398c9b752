/** Draws a text of the same format and length as another, of which it says nothing else. */
import type { Draw } from './draw.ts';

const digits = '0123456789';
const hexLetters = 'abcdef';
/** Without a to f, so that a word never turns into a hexadecimal number. */
const lowerLetters = 'ghijklmnopqrstuvwxyz';
const upperLetters = lowerLetters.toUpperCase();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const onlyDigits = /^\d+$/;
const hexadecimal = /^(?=.*\d)(?=.*[a-f])(?:[0-9a-f]+|[0-9A-F]+)$/i;
const isoMoment = /^(\d{4})-(\d\d)-(\d\d)(?:([Tt ])(\d\d):(\d\d)(:\d\d)?([.,]\d{1,12})?([Zz]|[+-]\d\d:?\d\d)?)?$/;
const url = /^[a-z][a-z0-9+.-]{0,15}:\/\/\S+$/i;

/** Signs give a text its form (of a ticket number, a telephone, an e-mail address) and are no content. */
const sign = /[ -/:-@[-`{-~]/;

type Likeness = (text: string, draw: Draw) => string | undefined;

/** Adding to a short text is faster than joining characters, and to a long one it costs memory. */
const pieceCharactersMax = 1_000;

const mapped = (text: string, like: (character: string, index: number) => string): string => {
  const pieces: string[] = [];
  let piece = '';
  for (let i = 0; i < text.length; i++) {
    piece += like(text.charAt(i), i);
    if (piece.length >= pieceCharactersMax) {
      pieces.push(piece);
      piece = '';
    }
  }
  return pieces.length === 0 ? piece : pieces.join('') + piece;
};

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

const hexLike = (character: string, draw: Draw): string => {
  if (isDigit(character)) return draw.of(digits);
  if (character >= 'a' && character <= 'f') return draw.of(hexLetters);
  if (character >= 'A' && character <= 'F') return draw.of(hexLetters).toUpperCase();
  return character;
};

/** The version and the variant of a UUID are its format. */
const uuidLike: Likeness = (text, draw) =>
  uuid.test(text)
    ? mapped(text, (character, i) => (i === 14 || i === 19 ? character : hexLike(character, draw)))
    : undefined;

const digitsLike: Likeness = (text, draw) =>
  onlyDigits.test(text)
    ? mapped(text, (character, i) => {
        if (i > 0 || text.length === 1) return draw.of(digits);
        return character === '0' ? '0' : draw.of('123456789');
      })
    : undefined;

const hexadecimalLike: Likeness = (text, draw) =>
  hexadecimal.test(text) ? mapped(text, (character) => hexLike(character, draw)) : undefined;

const isoLike: Likeness = (text, draw) => {
  const parts = isoMoment.exec(text);
  if (!parts || Number.isNaN(Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}`))) return undefined;
  const [, year = '', , , separator, , , seconds, fraction, zone] = parts;
  const date = `${year.slice(0, 2)}${draw.pair(0, 99)}-${draw.pair(1, 12)}-${draw.pair(1, 28)}`;
  if (separator === undefined) return date;
  const time = `${draw.pair(0, 23)}:${draw.pair(0, 59)}${seconds === undefined ? '' : `:${draw.pair(0, 59)}`}`;
  const fractionLike = mapped(fraction ?? '', (character) => (isDigit(character) ? draw.of(digits) : character));
  return `${date}${separator}${time}${fractionLike}${zone ?? ''}`;
};

/** Only letters after the scheme: a drawn port or a drawn IP address may be no valid one. */
const urlLike: Likeness = (text, draw) => {
  if (!url.test(text) || !URL.canParse(text)) return undefined;
  const start = text.indexOf('://') + '://'.length;
  const scheme = /^https?:/i.test(text) ? text.slice(0, start) : '';
  if (scheme === '') return undefined;
  return (
    scheme +
    mapped(text.slice(start), (character) => ('./?#&='.includes(character) ? character : draw.of(lowerLetters)))
  );
};

const letterLike = (character: string, draw: Draw): string =>
  character !== character.toLowerCase() ? draw.of(upperLetters) : draw.of(lowerLetters);

const hasContent = /[\p{L}\p{N}]/u;

const anyLike = (text: string, draw: Draw): string => {
  // Where signs are all there is, they are the content.
  const signsAreForm = hasContent.test(text);
  return mapped(text, (character) => {
    if (isDigit(character)) return draw.of(digits);
    if (character === '.' || (signsAreForm && sign.test(character))) return character;
    return letterLike(character, draw);
  });
};

const opaqueLike: Likeness = (text, draw) => mapped(text, () => draw.of(lowerLetters));

const strictFormats: readonly Likeness[] = [uuidLike, digitsLike, hexadecimalLike];
const formats: readonly Likeness[] = [...strictFormats, isoLike, urlLike, anyLike];
const opaqueFormats: readonly Likeness[] = [...strictFormats, opaqueLike];

/**
 * A text of the same length and format: UUID, digits, hexadecimal, ISO 8601 date or moment, http url, and for the rest
 * letters for letters and digits for digits between the same signs. An opaque one keeps no sign and no case, for a secret
 * must not be narrowed down by its pattern.
 */
export const likeness = (text: string, draw: Draw, { opaque }: { readonly opaque: boolean }): string => {
  for (const format of opaque ? opaqueFormats : formats) {
    const made = format(text, draw);
    if (made !== undefined) return made;
  }
  return '';
};

/** A number with the same sign, the same number of digits before and after the point, and the same exponent. */
export const numberLikeness = (value: number, draw: Draw): number | undefined => {
  const text = String(Math.abs(value));
  const [mantissa = '', exponent] = text.split('e');
  // Zeros before the first digit that counts stay: in their place, digits would be more than a number can hold.
  const first = mantissa.search(/[1-9]/);
  const last = mantissa.length - 1;
  const hasFraction = mantissa.includes('.');
  const drawn = mapped(mantissa, (character, i) => {
    if (!isDigit(character) || i < first) return character;
    const mayNotBeZero = i === first || (i === last && (hasFraction || exponent !== undefined));
    return draw.of(mayNotBeZero ? '123456789' : digits);
  });
  const made = Number(exponent === undefined ? drawn : `${drawn}e${exponent}`);
  const isAlike = String(made).length === text.length && Number.isInteger(made) === Number.isInteger(value);
  return isAlike && Number.isFinite(made) ? Math.sign(value) * made : undefined;
};

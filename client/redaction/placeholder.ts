/** Gives every value that may not be written down one stable placeholder, for as long as a client lives. */
import { createHash, hash, randomBytes } from 'node:crypto';
import * as base64url from 'jose/base64url';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { isJwt } from '../../contracts/jwt.ts';
import { placeholderCharactersMax } from '../limits.ts';

type Draw = ReturnType<typeof draw>;

const sha256Bytes = 32;

/**
 * A character for each byte, because small buffers cost more memory than what they hold. SHA-256 is twice as fast as
 * SHAKE, and most texts are short.
 */
const bytesOf = (seed: string, count: number): string =>
  count <= sha256Bytes
    ? hash('sha256', seed, 'binary')
    : createHash('shake256', { outputLength: count }).update(seed).digest('binary');

/** A stream of bytes that depends on a key and a text only, from which placeholders are drawn. */
export const draw = (options: { readonly key: string; readonly label: string; readonly count: number }) => {
  const bytes = bytesOf(`${options.key}\0${options.label}`, options.count);
  let position = 0;
  const next = (): number => bytes.charCodeAt(position++ % bytes.length);
  return {
    of: (alphabet: string): string => alphabet.charAt(next() % alphabet.length),
    /** A whole number from `from` to `to`, both included, in decimal and of two digits. */
    pair: (from: number, to: number): string => String(from + (next() % (to - from + 1))).padStart(2, '0'),
  };
};

const digits = '0123456789';
const hexLetters = 'abcdef';
/** Without a to f, so that a word never turns into a hexadecimal number. */
const lowerLetters = 'ghijklmnopqrstuvwxyz';
const upperLetters = lowerLetters.toUpperCase();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimal = /^-?\d+(\.\d+)?$/;
const hexadecimal = /^(?=.*\d)(?=.*[a-f])(?:[0-9a-f]+|[0-9A-F]+)$/i;
const isoMoment = /^(\d{4})-(\d\d)-(\d\d)(?:([Tt ])(\d\d):(\d\d)(:\d\d)?([.,]\d{1,12})?([Zz]|[+-]\d\d:?\d\d)?)?$/;
const url = /^[a-z][a-z0-9+.-]{0,15}:\/\/\S+$/i;

/** Signs give a text its form (of a ticket number, a telephone, an e-mail address) and are no content. */
const sign = /[ -/:-@[-`{-~]/;

type LikenessOf = (text: string, draw: Draw) => string | undefined;

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
const uuidLike: LikenessOf = (text, draw) =>
  uuid.test(text)
    ? mapped(text, (character, i) => (i === 14 || i === 19 ? character : hexLike(character, draw)))
    : undefined;

/** A number stays one: no zero stands before it that did not stand there. */
const digitsLike: LikenessOf = (text, draw) => {
  if (!decimal.test(text)) return undefined;
  const first = text.startsWith('-') ? 1 : 0;
  return mapped(text, (character, i) => {
    if (!isDigit(character)) return character;
    if (i > first || text.length === 1) return draw.of(digits);
    return character === '0' ? '0' : draw.of('123456789');
  });
};

const hexadecimalLike: LikenessOf = (text, draw) =>
  hexadecimal.test(text) ? mapped(text, (character) => hexLike(character, draw)) : undefined;

const isoLike: LikenessOf = (text, draw) => {
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
const urlLike: LikenessOf = (text, draw) => {
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

const opaqueLike: LikenessOf = (text, draw) => mapped(text, () => draw.of(lowerLetters));

const strictFormats: readonly LikenessOf[] = [uuidLike, digitsLike, hexadecimalLike];
const formats: readonly LikenessOf[] = [...strictFormats, isoLike, urlLike, anyLike];
const opaqueFormats: readonly LikenessOf[] = [...strictFormats, opaqueLike];

/**
 * A text of the same length and format: UUID, digits, hexadecimal, ISO 8601 date or moment, http url, and for the rest
 * letters for letters and digits for digits between the same signs. An opaque one keeps no sign and no case, for a
 * secret must not be narrowed down by its pattern.
 */
export const likeness = (text: string, draw: Draw, { opaque }: { readonly opaque: boolean }): string => {
  for (const format of opaque ? opaqueFormats : formats) {
    const made = format(text, draw);
    if (made !== undefined) return made;
  }
  return '';
};

/** A number with the same sign, the same number of digits before and after the point, and the same exponent. */
const numberLikeness = (value: number, draw: Draw): number | undefined => {
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

export type Placeholders = ReturnType<typeof createPlaceholders>;

/** Longer values differ by chance alone; shorter ones are remembered, so that two of them never look the same. */
const rememberedCharactersMax = 16;
const rememberedValuesMax = 100_000;
/** Of the longer ones those that come again and again, such as names, are looked up: drawing costs more. */
const [longerCharactersMax, longerValuesMax] = [200, 2_000];
/** Of a value that is longer than any documented one. */
const shownCharacters = 100;
/** A short format can be exhausted (there are nine single digits): then one that is longer by a sign is taken. */
const attemptsMax = 64;
const longerAttemptsMax = 16;

export const createPlaceholders = (key: string = randomBytes(32).toString('hex')) => {
  const remembered = new Map<string, string>();
  const taken = new Set<string>();
  const longer = new Map<string, string>();

  /** The first candidate that is neither the value itself nor the placeholder of another. */
  const distinct = (
    label: string,
    size: number,
    candidateOf: (attempt: number, isLonger: boolean) => string | undefined,
  ): string => {
    const known = remembered.get(label) ?? longer.get(label);
    if (known !== undefined) return known;
    const isRemembered = size <= rememberedCharactersMax && remembered.size < rememberedValuesMax;
    let chosen = '';
    for (let attempt = 0; attempt < attemptsMax + longerAttemptsMax; attempt++) {
      const candidate = candidateOf(attempt, attempt >= attemptsMax);
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

  /** Same length and format; opaque for secrets. Of a very long one the beginning, with the length that it had. */
  const text = (value: string, { opaque } = { opaque: false }): string => {
    if (value.trim() === '') return ' '.repeat(Math.min(value.length, placeholderCharactersMax));
    if (value.length > placeholderCharactersMax) {
      // Drawn by the whole of it, so that equal ones stay equal and others differ.
      const beginning = value.slice(0, shownCharacters);
      const drawn = likeness(beginning, draw({ key, label: `…${value}`, count: shownCharacters }), { opaque });
      return `${drawn}… ${value.length} characters`;
    }
    return distinct(`${opaque ? '!' : '"'}${value}`, value.length, (attempt, isLonger) => {
      const label = `${opaque ? '!' : '"'}${attempt}${value}`;
      const like = isLonger ? `${value}${value.at(-1)}` : value;
      const candidate = likeness(like, draw({ key, label, count: like.length }), { opaque });
      return candidate === value && attempt < attemptsMax - 1 ? undefined : candidate;
    });
  };

  /**
   * Same sign, number of digits and integer-ness; two digits for one, as any single digit may be shown as it is.
   *
   * @param isShown Numbers that are shown as they are, and so can stand for no other.
   */
  const number = (value: number, isShown: (candidate: number) => boolean = () => false): number => {
    if (value === 0) return 0;
    const size = String(value).length;
    const isShort = Math.abs(value) < 10 && Number.isInteger(value);
    const chosen = distinct(`#${value}`, size, (attempt, isLonger) => {
      const like = Number(`${value}${'1'.repeat(Number(isShort) + Number(isLonger))}`);
      const candidate = numberLikeness(like, draw({ key, label: `#${attempt} ${value}`, count: size + 1 }));
      if (candidate === undefined || candidate === value || isShown(candidate)) return undefined;
      return String(candidate);
    });
    // No other number of this form exists only for exotic ones, which must not leave either.
    return chosen === '' ? Math.sign(value) : Number(chosen);
  };

  /** From now on this one stands for the value. */
  const name = (value: Json, placeholder: Json): void => {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    remembered.set(`${typeof value === 'string' ? '"' : '#'}${value}`, String(placeholder));
  };

  return { text, name, number };
};

// Takes out of a JWT everything but its form and its times.

export const encodedJson = (value: Json): string => base64url.encode(JSON.stringify(value));

/** Undefined for any other text. */
export const decodedJson = (part: string): Json | undefined => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(base64url.decode(part))) as Json;
  } catch {
    return undefined;
  }
};

const form = /^[\w-]+\.[\w-]*\.[\w-]*(?:\.[\w-]*\.[\w-]*)?$/;

/** Registered names say nothing about a person; any other value of a header becomes a placeholder. */
const headerValues: Readonly<Record<'alg' | 'enc' | 'typ', RegExp>> = {
  alg: /^(none|(HS|RS|ES|PS)(256|384|512)|ES256K|EdDSA|Ed25519|dir|RSA1_5|RSA-OAEP(-(256|384|512))?|A(128|192|256)(GCM)?KW|ECDH-ES(\+A(128|192|256)KW)?|PBES2-HS(256|384|512)\+A(128|192|256)KW)$/,
  enc: /^(A(128|192|256)GCM|A128CBC-HS256|A192CBC-HS384|A256CBC-HS512)$/,
  typ: /^(at\+)?jwt$/i,
};

const keptClaims = ['exp', 'iat', 'nbf'] as const;

/** Whether the text has the form of a JWT and a header that is one; its payload may be anything. */
export const looksLikeJwt = (text: string): boolean =>
  text.includes('.') && form.test(text) && isJsonObject(decodedJson(text.slice(0, text.indexOf('.'))));

type Redacted = (value: Json) => Json;

const headerOf = (header: { [key: string]: Json }, redacted: Redacted): Json =>
  Object.fromEntries(
    Object.entries(headerValues).flatMap(([name, allowed]) => {
      if (!Object.hasOwn(header, name)) return [];
      const value = header[name] ?? null;
      return [[name, typeof value === 'string' && allowed.test(value) ? value : redacted(value)]];
    }),
  );

const claimsOf = (claims: { [key: string]: Json }, redacted: Redacted): Json =>
  Object.fromEntries(
    keptClaims.flatMap((name) => {
      if (!Object.hasOwn(claims, name)) return [];
      const value = claims[name] ?? null;
      return [[name, typeof value === 'number' && Number.isFinite(value) ? value : redacted(value)]];
    }),
  );

/**
 * A token of the same form. A JWT stays one that can be decoded, with alg, typ and enc in its header, and exp, iat and
 * nbf in its payload. Its signature is another. What is no JWT (its payload is no JSON object, say) stays none.
 */
export const jwtPlaceholder = (token: string, placeholders: Placeholders, redacted: Redacted): string => {
  const [header = '', ...parts] = token.split('.');
  const headerJson = decodedJson(header);
  if (!looksLikeJwt(token) || !isJsonObject(headerJson)) return placeholders.text(token);
  const isSigned = parts.length === 2;
  const payload = isSigned ? decodedJson(parts[0] ?? '') : undefined;
  const redactedParts = parts.map((part, i) => {
    if (i === 0 && isJsonObject(payload)) return encodedJson(claimsOf(payload, redacted));
    // Drawn from the whole token: two tokens that differ anywhere differ in every drawn part.
    return part === '' ? '' : drawnPart(token, i, part.length, placeholders);
  });
  const made = [encodedJson(headerOf(headerJson, redacted)), ...redactedParts].join('.');
  return isJwt(made) === isJwt(token) ? made : placeholders.text(token);
};

/** Letters are base64url; the dots of the token they are drawn from are not. */
const drawnPart = (token: string, index: number, length: number, placeholders: Placeholders): string =>
  placeholders.text(`${index}${token}`, { opaque: true }).slice(0, length);

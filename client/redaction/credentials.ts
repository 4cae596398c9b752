/** Takes credentials out of what is written down, wherever they turn up, and leaves all else exactly as it came. */
import { isJsonObject, type Json, rebuiltArray, rebuiltObject } from '../../contracts/json.ts';
import type { Place } from './allow-list.ts';
import { someDecoded, squeezed } from './decoded.ts';
import { createPlaceholders, jwtPlaceholder, looksLikeJwt } from './placeholder.ts';

/** The forms in which a secret may come back: as it is, escaped, in hexadecimal, and inside longer base64. */
type SecretForm = { readonly text: string; readonly isInBase64: boolean };

const plain = (text: string): SecretForm => ({ text, isInBase64: false });

const lowerPercents = (text: string): string => text.replace(/%../g, (octet) => octet.toLowerCase());

const escapedInUrls = (secret: string): string[] => {
  const inPath = encodeURIComponent(secret.toWellFormed());
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return [inPath, inForm, ...[inPath, inForm].map(lowerPercents)];
};

const escapedInJson = (secret: string): string[] => {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const inAscii = escaped.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [escaped, inAscii].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
};

/**
 * What a secret looks like in the base64 of a longer text, by where in a group of three bytes it begins. Only the
 * characters that the secret alone decides.
 */
const inBase64 = (secret: string): SecretForm[] => {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
    const text = whole.toString('base64').slice(first, end);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((each) => ({ text: each, isInBase64: true }));
  });
};

/** A form may be there more than once. */
const formsOf = (secret: string): SecretForm[] => {
  const inHexadecimal = Buffer.from(secret).toString('hex');
  return [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    ...escapedInUrls(secret),
    ...escapedInJson(secret),
    inHexadecimal,
    inHexadecimal.toUpperCase(),
  ]
    .map(plain)
    .concat(inBase64(secret));
};

export type Redactor = ReturnType<typeof createRedactor>;

type SecretText = { readonly secret: string; readonly isInBase64: boolean };

/** Shorter ones would tear innocent words apart; no issued credential is so short. */
const secretCharactersMin = 4;
const formedCharactersMin = 8;
/** A smaller number may be a price. */
const secretNumberMin = 10_000_000;
/** A part of a token that can stand for the whole; the first part is the same in all tokens. */
const tokenPartCharactersMin = 16;
const rememberedTextsMax = 10_000;
/** Longer texts come once, and are not worth remembering. */
const rememberedCharactersMax = 1_000;

/** Another form of a short secret could be an innocent word. */
const isOfNothingElse = (form: string): boolean => form.length >= formedCharactersMin || /[%\\]/.test(form);

const words = /[\w.-]+/g;

/** As every token has. */
const hasTwoDots = (text: string): boolean => {
  const first = text.indexOf('.');
  return first !== -1 && text.includes('.', first + 1);
};

/** In base64 a character beside it may show some bits of a secret. */
const withNeighbours = (text: string): RegExp => new RegExp(`[\\w+/-]?${RegExp.escape(text)}[\\w+/-]?=*`, 'g');

export const createRedactor = () => {
  const placeholders = createPlaceholders();
  /** Whether each is a part of some base64. */
  const secrets = new Map<string, boolean>();
  /** Longest first: a shorter secret inside a longer one must not leave half of it standing. */
  let longestFirst: readonly SecretText[] = [];
  let shortestCharacters = Number.POSITIVE_INFINITY;
  /** Those that are compared after decoding, of letters and digits alone. */
  const hidden: string[] = [];
  let shortestHidden = Number.POSITIVE_INFINITY;
  /** Header values, names and ids come again with every read. */
  const keptTexts = new Map<string, string>();

  /** What stands for a text that is a secret as a whole. */
  const opaque = (text: string): string => placeholders.text(text, { opaque: true });

  /** A claim of a token, known by its type and its form alone. */
  const unclaimed = (value: Json): Json => {
    if (typeof value === 'string') return placeholders.text(value);
    if (typeof value === 'number') return placeholders.number(value);
    if (Array.isArray(value)) return value.map(unclaimed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [placeholders.text(key), unclaimed(child)]));
  };

  const placeholderOf = (text: string): string => {
    if (looksLikeJwt(text)) return jwtPlaceholder(text, placeholders, unclaimed);
    return placeholders.text(text, { opaque: secrets.has(text) });
  };

  /** A secret of which no piece can be cut out, such as one broken into lines: nothing of such a text is kept. */
  const isHidden = (text: string): boolean =>
    text.length >= shortestHidden &&
    someDecoded(text, shortestHidden, (decoded) => {
      const plain = squeezed(decoded).toLowerCase();
      return hidden.some((secret) => plain.includes(secret));
    });

  const withoutSecrets = (text: string): string => {
    let clean = text;
    for (const { secret, isInBase64 } of longestFirst) {
      if (clean.length < secret.length || !clean.includes(secret)) continue;
      clean = isInBase64
        ? clean.replace(withNeighbours(secret), opaque)
        : clean.replaceAll(secret, () => placeholderOf(secret));
    }
    if (isHidden(clean)) return opaque(clean);
    if (!hasTwoDots(clean)) return clean;
    return clean.replace(words, (word) => (looksLikeJwt(word) ? placeholderOf(word) : word));
  };

  /** A text without the secrets in it. */
  const kept = (text: string): string => {
    // Too short for a secret, and no token: most texts.
    if (text.length < shortestCharacters && !hasTwoDots(text)) return text;
    const known = keptTexts.get(text);
    if (known !== undefined) return known;
    const made = withoutSecrets(text);
    if (text.length <= rememberedCharactersMax && keptTexts.size < rememberedTextsMax) keptTexts.set(text, made);
    return made;
  };

  const cleanText = (text: string, at: Place | undefined): string => {
    if (at?.mark === 'secret') return opaque(text);
    return at?.mark === 'jwt' ? placeholderOf(text) : kept(text);
  };

  /** A secret of digits alone, where the service says it as a number. */
  const isSecretNumber = (value: number): boolean =>
    Math.abs(value) >= secretNumberMin && secrets.has(String(Math.abs(value)));

  /** A secret that is broken into the texts of a list. */
  const isBrokenList = (value: Json[]): boolean =>
    value.length > 1 && value.every((item) => typeof item === 'string') && isHidden(value.join('\n'));

  /** Most values hold no secret, and are found to in one walk that makes nothing. */
  const staysWhole = (value: Json | undefined, at: Place | undefined): boolean => {
    if (typeof value === 'string') return at?.mark === undefined && kept(value) === value;
    if (typeof value === 'number') return !isSecretNumber(value);
    if (typeof value !== 'object' || value === null) return value !== undefined;
    if (Array.isArray(value)) {
      const place = at?.item();
      return !isBrokenList(value) && value.every((item) => staysWhole(item, place));
    }
    for (const key in value) {
      if (kept(key) !== key || !staysWhole(value[key], at?.property(key))) return false;
    }
    return true;
  };

  const cleanArray = (value: Json[], at: Place | undefined): Json => {
    if (isBrokenList(value)) return value.map((item) => opaque(item as string));
    const place = at?.item();
    return rebuiltArray(value, (item) => clean(item, place));
  };

  const cleanObject = (value: { [key: string]: Json }, at: Place | undefined): Json =>
    rebuiltObject(
      value,
      (key, i) => {
        if (value[key] === undefined) return undefined;
        const name = kept(key);
        return name !== key && Object.hasOwn(value, name) ? `${name}~${i}` : name;
      },
      (key) => clean(value[key] ?? null, at?.property(key)),
    );

  /**
   * A value without credentials: what its place marks as one, and secrets in its texts and names. Members that are
   * undefined are left out. What stays whole is given back itself, and not a copy: a list of cities may have megabytes.
   */
  const clean = (value: Json, at?: Place): Json => {
    if (typeof value === 'string') return cleanText(value, at);
    if (typeof value === 'number') return isSecretNumber(value) ? placeholders.number(value) : value;
    if (typeof value !== 'object' || value === null || staysWhole(value, at)) return value;
    return Array.isArray(value) ? cleanArray(value, at) : cleanObject(value, at);
  };

  const add = (text: string, isInBase64 = false): void => {
    if (text.length >= secretCharactersMin && !secrets.has(text)) secrets.set(text, isInBase64);
  };

  const hide = (secret: string): void => {
    const plain = squeezed(secret).toLowerCase();
    if (plain.length < formedCharactersMin || hidden.includes(plain)) return;
    hidden.push(plain);
    shortestHidden = Math.min(shortestHidden, plain.length);
  };

  return {
    /** From now on the text is replaced wherever it turns up, in any of its usual forms. */
    remember: (secret: string): void => {
      const before = secrets.size;
      add(secret);
      if (secret.length >= secretCharactersMin) {
        for (const { text, isInBase64 } of formsOf(secret)) if (isOfNothingElse(text)) add(text, isInBase64);
        hide(secret);
      }
      const [, ...parts] = looksLikeJwt(secret) ? secret.split('.') : [];
      for (const part of parts) {
        if (part.length < tokenPartCharactersMin) continue;
        add(part);
        hide(part);
      }
      if (secrets.size === before) return;
      keptTexts.clear();
      longestFirst = [...secrets]
        .map(([secret, isInBase64]) => ({ secret, isInBase64 }))
        .sort((a, b) => b.secret.length - a.secret.length);
      shortestCharacters = longestFirst.at(-1)?.secret.length ?? shortestCharacters;
    },
    kept,
    opaque,
    clean,
  };
};

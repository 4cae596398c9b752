/** Keeps of a value what the allow-list shows, and puts placeholders for the rest. */
import type { Json } from '../../contracts/json.ts';
import { refusalCodes } from '../../contracts/outcome.ts';
import { keptCharactersMax } from '../limits.ts';
import type { Place } from './allow-list.ts';
import { jwtPlaceholder, looksLikeJwt } from './jwt-placeholder.ts';
import { createPlaceholders, type Placeholders } from './placeholder.ts';
import { formsOf } from './secret-forms.ts';

export type Redactor = {
  /** From now on the text is replaced wherever it turns up, even in a kept string. */
  remember(secret: string): void;
  /** What stays whole is given back itself, and not a copy: a list of cities may have megabytes. */
  value(value: Json, place: Place | undefined): Json;
  /** A string that may stay, but for the secrets in it. */
  kept(text: string): string;
  /** A value that may stay, but for the secrets in its texts and names. Members that are undefined are left out. */
  clean(value: Json): Json;
};

/** Shorter ones would tear innocent words apart; no issued credential is so short. */
const secretCharactersMin = 4;
const formedCharactersMin = 8;
/** A part of a token that can stand for the whole; the first part is the same in all tokens. */
const tokenPartCharactersMin = 16;
const rememberedKeysMax = 1_000;
const rememberedTextsMax = 10_000;

const identifier = /^[A-Za-z_$][\w$.-]{0,63}$/;
const errorCode = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const documentedCodes: ReadonlySet<string> = new Set([...refusalCodes, 'INTERNAL_ERROR']);
const words = /[\w.-]+/g;

/** In base64 a character beside it may tell some bits of a secret. */
const withNeighbours = (text: string): RegExp => new RegExp(`[\\w+/-]?${RegExp.escape(text)}[\\w+/-]?=*`, 'g');

export const createRedactor = (placeholders: Placeholders = createPlaceholders()): Redactor => {
  /** Whether each is a part of some base64. */
  const secrets = new Map<string, boolean>();
  /** Longest first: a shorter secret inside a longer one must not leave half of it standing. */
  let longestFirst: readonly (readonly [secret: string, isInBase64: boolean])[] = [];

  /** The records of a list have the same keys: each is looked into once, until another secret is known. */
  const redactedKeys = new Map<string, string>();

  /** So do texts: header values, names and ids come again with every read. */
  const keptTexts = new Map<string, string>();

  const unshown = (value: Json): Json => redacted(value, undefined);

  const opaque = (text: string): string => placeholders.text(text, { opaque: true });

  const placeholderOf = (text: string): string => {
    if (looksLikeJwt(text)) return jwtPlaceholder(text, placeholders, unshown);
    return placeholders.text(text, { opaque: secrets.has(text) });
  };

  const kept = (text: string): string => {
    if (text.length > keptCharactersMax) return placeholderOf(text);
    const known = keptTexts.get(text);
    if (known !== undefined) return known;
    const made = withoutSecrets(text);
    if (keptTexts.size < rememberedTextsMax) keptTexts.set(text, made);
    return made;
  };

  const withoutSecrets = (text: string): string => {
    let clean = text;
    for (const [secret, isInBase64] of longestFirst) {
      if (clean.length < secret.length || !clean.includes(secret)) continue;
      clean = isInBase64
        ? clean.replace(withNeighbours(secret), opaque)
        : clean.replaceAll(secret, () => placeholderOf(secret));
    }
    if (!clean.includes('.')) return clean;
    return clean.replace(words, (word) => (looksLikeJwt(word) ? placeholderOf(word) : word));
  };

  const redactedText = (text: string, at: Place | undefined): string => {
    // A documented code tells what happened wherever it stands, and nothing of anybody.
    if (documentedCodes.has(text)) return text;
    if (at?.mark === 'secret') return opaque(text);
    if (!at?.isKept || (at.isErrorCode && !errorCode.test(text))) return placeholderOf(text);
    return kept(text);
  };

  const redactedKey = (key: string): string => {
    const known = redactedKeys.get(key);
    if (known !== undefined) return known;
    if (!identifier.test(key)) return placeholderOf(key);
    const made = kept(key);
    if (redactedKeys.size < rememberedKeysMax) redactedKeys.set(key, made);
    return made;
  };

  const redacted = (value: Json, at: Place | undefined): Json => {
    if (typeof value === 'string') return redactedText(value, at);
    if (typeof value === 'number') return at?.isKept ? value : placeholders.number(value);
    if (value === null || typeof value === 'boolean') return value;
    if (Array.isArray(value)) {
      const place = at?.item();
      let isChanged = false;
      const made = value.map((item) => {
        const inner = redacted(item, place);
        isChanged ||= inner !== item;
        return inner;
      });
      return isChanged ? made : value;
    }
    return redactedObject(value, at);
  };

  const redactedObject = (value: { [key: string]: Json }, at: Place | undefined): Json => {
    const names = Object.keys(value);
    // Only placeholders can collide: with each other, or with a property that keeps its name.
    const taken = new Set<string>();
    /** Begun with the first that changes: most objects stay as they are, and are not built again. */
    let entries: [string, Json][] | undefined;
    for (const [i, key] of names.entries()) {
      const child = value[key] ?? null;
      const made = redactedKey(key);
      const inner = redacted(child, at?.property(key));
      if (made === key && inner === child) {
        entries?.push([key, inner]);
        continue;
      }
      entries ??= names.slice(0, i).map((before) => [before, value[before] ?? null]);
      const isTaken = made !== key && (taken.has(made) || Object.hasOwn(value, made));
      const name = isTaken ? `${made}~${i}` : made;
      if (made !== key) taken.add(name);
      entries.push([name, inner]);
    }
    // From entries, because a key such as __proto__ must become a property and nothing else.
    return entries ? Object.fromEntries(entries) : value;
  };

  const clean = (value: Json): Json => {
    if (typeof value === 'string') return kept(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(clean);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]) => (child === undefined ? [] : [[kept(key), clean(child)]])),
    );
  };

  const add = (text: string, isInBase64 = false): void => {
    if (text.length >= secretCharactersMin && !secrets.has(text)) secrets.set(text, isInBase64);
  };

  return {
    remember: (secret) => {
      const before = secrets.size;
      add(secret);
      // Of a short one the other forms could be innocent words.
      if (secret.length >= formedCharactersMin) {
        for (const { text, isInBase64 } of formsOf(secret)) add(text, isInBase64);
      }
      const [, ...parts] = looksLikeJwt(secret) ? secret.split('.') : [];
      for (const part of parts) if (part.length >= tokenPartCharactersMin) add(part);
      if (secrets.size === before) return;
      redactedKeys.clear();
      keptTexts.clear();
      longestFirst = [...secrets].sort(([a], [b]) => b.length - a.length);
    },
    value: redacted,
    kept,
    clean,
  };
};

/** Reads an answer's bytes: as JSON, or as what little may be said of a body that is none. */
import type { Json } from '../../contracts/json.ts';
import type { Response } from '../../contracts/trace.ts';
import { heldBytesMax, jsonDepthMax } from '../limits.ts';
import { makeReadyForLarge } from '../redaction/held-body.ts';
import { failure, type SendFailure } from './failure.ts';
import type { RawAnswer } from './transport.ts';

/** Finds the number of a JSON text that is too large to be read: JSON sets no limit, and 1e999 becomes infinite. */
type NumberPath = readonly (string | number)[];
/** The third argument of a reviver is newer than the types of the compiler. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const [literalCharactersMax, keysMax] = [24, 12];
/** Any other key may be a personal value. */
const name = /^[A-Za-z_$][\w$]{0,40}$/;

const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** As it was written, cut where it is long: it may have thousands of digits. */
const literalIn = (text: string): string => {
  let found: string | undefined;
  const note: Reviver = (_, value, { source }) => {
    if (isInfinite(value)) found ??= source;
    return value;
  };
  JSON.parse(text, note as Parameters<typeof JSON.parse>[1]);
  const literal = found ?? 'a number';
  return literal.length > literalCharactersMax ? `${literal.slice(0, literalCharactersMax)}…` : literal;
};

/** In the order of the text; without recursion, as it may be deep. */
const pathIn = (root: Json): NumberPath => {
  const open: { readonly value: Json; readonly path: NumberPath }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (isInfinite(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [key, child] of children.reverse()) open.push({ value: child, path: [...path, key] });
  }
  return [];
};

const keyText = (key: string | number): string => {
  if (typeof key === 'number') return `[${key}]`;
  return name.test(key) ? `.${key}` : '.…';
};

/** The first of a body that has one, and its place: `1e999 at body[0].id`. */
const unreadableNumber = (text: string, body: Json): string => {
  const path = pathIn(body).map(keyText);
  const place = path.length > keysMax ? [...path.slice(0, keysMax), '…'] : path;
  return `${literalIn(text)} at body${place.join('')}`;
};

export type Content =
  | { readonly body: Json; readonly repeatedKeys?: number }
  | { readonly text: NonNullable<Response['text']> }
  | { readonly failure: SendFailure }
  | Record<string, never>;

type Nested = Json[] | { [key: string]: Json };

const isNested = (value: Json): value is Nested => typeof value === 'object' && value !== null;

/** Walks without recursion, because a hostile body can be deeper than the stack. */
const surveyed = (root: Json): { readonly kind: 'plain' | 'too-deep' | 'not-finite'; readonly keys: number } => {
  let keys = 0;
  const open: { readonly value: Nested; readonly depth: number }[] = isNested(root) ? [{ value: root, depth: 1 }] : [];
  let hasInfinity = root === Number.POSITIVE_INFINITY || root === Number.NEGATIVE_INFINITY;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > jsonDepthMax) return { kind: 'too-deep', keys };
    const children = Array.isArray(value) ? value : Object.values(value);
    if (children !== value) keys += children.length;
    for (const child of children) {
      if (isNested(child)) open.push({ value: child, depth: depth + 1 });
      else if (typeof child === 'number' && !Number.isFinite(child)) hasInfinity = true;
    }
  }
  return { kind: hasInfinity ? 'not-finite' : 'plain', keys };
};

/** At least as many as there are keys: a text may hold a quote and a colon, too. */
const colonsAfterQuotes = (json: string): number => {
  let colons = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) <= 0x20) before -= 1;
    if (json[before] === '"') colons += 1;
  }
  return colons;
};

/** Of JSON that was read, how many keys there are more than the value has. A large body is not looked through again. */
const repeatedKeysIn = (json: string, keysOfValue: number): number => {
  if (json.length > heldBytesMax || colonsAfterQuotes(json) === keysOfValue) return 0;
  let keys = 0;
  for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:)?/g)) if (colon) keys += 1;
  return keys - keysOfValue;
};

const atPosition = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * Whether the text breaks off: a proper prefix of a JSON object or array. The parser stops at the first character that
 * cannot continue. So a text in which the parser got to the very end was right as far as it went.
 */
const breaksOff = (text: string, error: SyntaxError): boolean => {
  if (!/^[ \t\r\n]*[[{]/.test(text)) return false;
  if (error.message === 'Unexpected end of JSON input') return true;
  return Number(atPosition.exec(error.message)?.[1] ?? -1) === text.length;
};

const isHtml = (text: string, contentType: string): boolean =>
  /^text\/html\b/i.test(contentType.trim()) || /^\s*<(!doctype html|html)/i.test(text);

const parsed = (text: string): { readonly value: Json } | { readonly error: SyntaxError } => {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { error: error as SyntaxError };
  }
};

export const content = ({ bytes, headers }: Pick<RawAnswer, 'bytes' | 'headers'>): Content => {
  if (bytes.length > heldBytesMax) makeReadyForLarge();
  // The decoder drops a byte order mark.
  const text = new TextDecoder().decode(bytes);
  if (text === '') return {};
  const result = parsed(text);
  if ('value' in result) {
    const survey = surveyed(result.value);
    if (survey.kind === 'too-deep') {
      return { failure: failure('protocol', `JSON nested deeper than ${jsonDepthMax} levels`) };
    }
    if (survey.kind === 'plain') {
      const repeatedKeys = repeatedKeysIn(text, survey.keys);
      return { body: result.value, ...(repeatedKeys > 0 && { repeatedKeys }) };
    }
    const number = unreadableNumber(text, result.value);
    return { text: { looksLike: 'unreadable-number', characters: text.length, number } };
  }
  if (isHtml(text, headers['content-type'] ?? '')) return { text: { looksLike: 'html', characters: text.length } };
  if (breaksOff(text, result.error)) return { text: { looksLike: 'truncated-json', characters: text.length } };
  return { text: { looksLike: 'other', characters: text.length } };
};

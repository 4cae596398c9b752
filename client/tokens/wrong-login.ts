/** Builds the body of a login, right or wrong in one way. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Credentials } from '../../contracts/target.ts';
import type { Login } from '../../contracts/trace.ts';
import type { Wrongness } from '../call.ts';
import { decodedJson, encodedJson } from '../redaction/placeholder.ts';

// Makes a token bad in one way, out of a good one.

type BadTokenKind =
  | 'tampered-signature'
  | 'cut'
  | 'extended'
  | 'case-flipped'
  | 'tampered-claims'
  | 'tampered-header'
  | 'unsigned';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const halfAlphabet = alphabet.length / 2;
const dayS = 86_400;
/** The year 2100, for claims that we make ourselves. */
const farFutureS = 4_102_444_800;

/**
 * One character replaced by the one half an alphabet away, which differs in its highest bit. That bit is in the decoded
 * bytes even of a last character, whose low bits need not be.
 */
const flippedAt = (text: string, index: number): string => {
  const place = alphabet.indexOf(text[index] ?? '');
  const other = place < 0 ? 'A' : alphabet[(place + halfAlphabet) % alphabet.length];
  return `${text.slice(0, index)}${other}${text.slice(index + 1)}`;
};

const flippedInTheMiddle = (text: string): string =>
  text === '' ? 'A' : flippedAt(text, Math.floor((text.length - 1) / 2));

/** The three parts of a signed token or the five of an encrypted one; undefined when the text is neither. */
const partsOf = (token: string): string[] | undefined => {
  const parts = token.split('.');
  return (parts.length === 3 || parts.length === 5) && isJsonObject(decodedJson(parts[0] ?? '')) ? parts : undefined;
};

const withPart = (parts: readonly string[], index: number, part: string): string => parts.with(index, part).join('.');

const changed = (claims: { [key: string]: Json }): { [key: string]: Json } => {
  const { exp, sub } = claims;
  if (typeof exp === 'number' && exp + dayS !== exp) return { ...claims, exp: exp + dayS };
  if (typeof sub === 'string') return { ...claims, sub: `${sub}x` };
  return { ...claims, tampered: claims.tampered !== true };
};

const tamperedClaims = (parts: readonly string[]): string => {
  // The claims of an encrypted token are its fourth part, which only the service can decode.
  const index = parts.length === 5 ? 3 : 1;
  const payload = parts[index] ?? '';
  const claims = index === 1 ? decodedJson(payload) : undefined;
  return withPart(parts, index, isJsonObject(claims) ? encodedJson(changed(claims)) : flippedInTheMiddle(payload));
};

const unsigned = (token: string, parts: readonly string[] | undefined): string => {
  const payload = parts?.length === 3 ? parts[1] : encodedJson({ sub: 'preflight', exp: farFutureS });
  const made = `${encodedJson({ alg: 'none', typ: 'JWT' })}.${payload}.`;
  return made === token ? `${encodedJson({ typ: 'JWT', alg: 'none' })}.${payload}.` : made;
};

const caseFlipped = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

const flippedCase = (text: string): string => {
  const flipped = caseFlipped(text);
  return flipped === text ? flippedInTheMiddle(text) : flipped;
};

const tamperedHeader = (parts: readonly string[]): string => {
  const header = decodedJson(parts[0] ?? '');
  return isJsonObject(header) ? withPart(parts, 0, encodedJson({ ...header, kid: `${header.kid ?? ''}x` })) : '';
};

/** Far more than the few bits that a careless comparison may overlook. */
const cutCharacters = 20;
const appended = 'AQIDBAUG';

const alteredEnd = (
  text: string,
  kind: Exclude<BadTokenKind, 'tampered-claims' | 'tampered-header' | 'unsigned'>,
): string => {
  switch (kind) {
    case 'tampered-signature':
      return flippedInTheMiddle(text);
    case 'cut':
      return text.length > 1 ? text.slice(0, Math.max(1, text.length - cutCharacters)) : `${text}A`;
    case 'extended':
      return `${text}${appended}`;
    case 'case-flipped':
      return flippedCase(text);
  }
};

/** The token made bad; it always differs from the given one. */
export const badToken = (token: string, kind: BadTokenKind): string => {
  const parts = partsOf(token);
  if (kind === 'unsigned') return unsigned(token, parts);
  if (kind === 'tampered-claims') return parts ? tamperedClaims(parts) : flippedInTheMiddle(token);
  if (kind === 'tampered-header') return parts ? tamperedHeader(parts) : flippedInTheMiddle(token);
  return parts ? withPart(parts, parts.length - 1, alteredEnd(parts.at(-1) ?? '', kind)) : alteredEnd(token, kind);
};

/** A wrongness that needs nothing but the value which it makes wrong. */
export type OwnWrongness = Exclude<Wrongness, { readonly kind: 'of-other-partner' | 'client-id' }>;

const changedAt = (right: string, at: number, to = right[at] === 'x' ? 'y' : 'x'): string =>
  right.slice(0, at) + to + right.slice(at + 1);

/** Cyrillic, for what is of the ASCII: no normalisation makes that out of it again. */
const widened = (character: number): string => String.fromCharCode(0x400 + (character & 0xff));

const candidate = (right: string, wrongness: OwnWrongness): Json => {
  const last = right.length - 1;
  switch (wrongness.kind) {
    case 'random':
      return wrongness.text;
    case 'extended':
      return right + wrongness.text;
    case 'preceded':
      return wrongness.text + right;
    case 'last-changed':
      return changedAt(right, last);
    case 'middle-changed':
      return changedAt(right, Math.floor(right.length / 2));
    case 'last-widened':
      return changedAt(right, last, widened(right.charCodeAt(last)));
    case 'truncated':
      return right.slice(0, -1);
    case 'case-flipped':
      return caseFlipped(right);
    case 'value':
      return wrongness.value;
  }
};

/** As a service may lawfully read it; the content of an object is never the right text. */
const textOf = (value: Json): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' && value !== null ? '{}' : String(value);
};

/**
 * A value that is wrong in the given way. It differs by more than the space around it, which a service may lawfully
 * trim. Where the given way changes nothing, one character too many does.
 */
export const wrongValue = (right: string, wrongness: OwnWrongness): Json => {
  const wrong = candidate(right, wrongness);
  return textOf(wrong).trim() === right.trim() ? `${right.trimEnd()}x` : wrong;
};

export const loginBody = (
  login: Login,
  { clientId, clientSecret }: Credentials,
  wrongness: OwnWrongness = { kind: 'extended', text: 'x' },
): { [key: string]: Json } => {
  switch (login) {
    case 'own':
    case 'other':
      return { clientId, clientSecret };
    case 'wrong-client-id':
    case 'unusual-client-id':
      return { clientId: wrongValue(clientId, wrongness), clientSecret };
    case 'wrong-secret':
    case 'unusual-secret':
      return { clientId, clientSecret: wrongValue(clientSecret, wrongness) };
    case 'no-client-id':
      return { clientSecret };
    case 'no-secret':
      return { clientId };
    case 'empty-secret':
      return { clientId, clientSecret: '' };
    case 'null-secret':
      return { clientId, clientSecret: null };
  }
};

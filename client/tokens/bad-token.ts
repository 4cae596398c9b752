/** Makes a token bad in one way, out of a good one. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { decodedJson, encodedJson } from '../redaction/jwt-placeholder.ts';

export type BadTokenKind =
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

export const caseFlipped = (text: string): string =>
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

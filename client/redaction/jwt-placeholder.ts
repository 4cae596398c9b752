/** Takes out of a JWT everything but its form and its times. */
import * as base64url from 'jose/base64url';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { isJwt } from '../../contracts/jwt.ts';
import type { Placeholders } from './placeholder.ts';

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

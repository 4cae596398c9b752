/** A part of a JWT: JSON in base64url. */
import * as base64url from 'jose/base64url';
import type { Json } from '../../contracts/json.ts';

export const encodedJson = (value: Json): string => base64url.encode(JSON.stringify(value));

/** Undefined for any other text. */
export const decodedJson = (part: string): Json | undefined => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(base64url.decode(part))) as Json;
  } catch {
    return undefined;
  }
};

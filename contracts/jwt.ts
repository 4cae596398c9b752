/** Reads a JWT without trusting it: enough to recognize one and to read its claims. */
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';

export type JwtClaims = { readonly exp?: number; readonly iat?: number; readonly nbf?: number };

const signedForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const encryptedForm = /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether the text is a JWT: signed (three parts) or encrypted (five), each part in base64url without padding. */
export const isJwt = (text: string): boolean => {
  try {
    if (encryptedForm.test(text)) return typeof decodeProtectedHeader(text).enc === 'string';
    if (!signedForm.test(text) || typeof decodeProtectedHeader(text).alg !== 'string') return false;
    decodeJwt(text);
    return true;
  } catch {
    return false;
  }
};

/** The times a signed JWT claims, in seconds since the epoch; none when it is encrypted or no JWT. */
export const claimsOf = (text: string): JwtClaims => {
  if (!signedForm.test(text) || !isJwt(text)) return {};
  const { exp, iat, nbf } = decodeJwt(text);
  return {
    ...(typeof exp === 'number' && { exp }),
    ...(typeof iat === 'number' && { iat }),
    ...(typeof nbf === 'number' && { nbf }),
  };
};

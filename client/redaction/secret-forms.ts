/** The forms in which a secret may come back: as it is, escaped, in hexadecimal, and inside longer base64. */

export type SecretForm = { readonly text: string; readonly isInBase64: boolean };

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
 * What a secret looks like in the base64 of a longer text, by where in a group of three bytes it begins: the characters
 * that nothing but the secret decides.
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
export const formsOf = (secret: string): SecretForm[] => {
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

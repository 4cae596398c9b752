/** What a text says once it is decoded: secrets are compared with that, too. */

/** A form inside another one inside a third; a fourth is never made by mistake. */
const layersMax = 4;
/** All that one text is decoded to. */
const decodedCharactersMax = 4 * 1024 * 1024;
/** Of a longer text no more is decoded than this. */
const charactersMax = 256 * 1024;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Bytes that stand in a row, such as `%C3%A9` or `=C3=A9`: together they are UTF-8. */
const ofBytes = (octets: string): string => Buffer.from(octets.replace(/[^0-9a-f]/gi, ''), 'hex').toString();

const ofOctets = (text: string, octet: RegExp): string =>
  text.replace(octet, (octets) => ofBytes(octets.replaceAll('x', '')));

/** Each by the sign without which it changes nothing: URLs, quoted-printable, HTML, strings of JSON and programs. */
const escapes: readonly (readonly [sign: string, plain: (text: string) => string])[] = [
  ['%', (text) => ofOctets(text, /(?:%[0-9a-f]{2})+/gi)],
  ['=', (text) => ofOctets(text.replace(/=\r?\n/g, ''), /(?:=[0-9a-f]{2})+/gi)],
  [
    '&',
    (text) =>
      text
        .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
          ofCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
        )
        .replace(/&([a-z]{2,5});/gi, (whole, name: string) => named[name.toLowerCase()] ?? whole),
  ],
  [
    '\\',
    (text) =>
      ofOctets(text, /(?:\\x[0-9a-f]{2})+/gi).replace(
        /\\(?:u\{?([0-9a-f]{4,6})\}?|([nrtbf])|(.))/gi,
        (_, code?: string, blank?: string, sign?: string) =>
          code === undefined ? (blank === undefined ? (sign ?? '') : ' ') : ofCode(Number.parseInt(code, 16)),
      ),
  ],
];

/** Line breaks, folds, quotes and what joins quoted parts are in no alphabet of an encoding. */
const joined = (text: string): string => text.replace(/["'`]\s*[+.,]?\s*["'`]|[\s"'`,]+/g, '');

const unescaped = (text: string): string[] => {
  const plain = escapes.flatMap(([sign, plain]) => (text.includes(sign) ? plain(text) : []));
  return plain.length === 0 ? [] : [joined(text), ...plain].filter((each) => each !== text);
};

const runsOfBase64 = /[\w+/-]{11,}/g;
const runsOfHexadecimal = /(?:0x|[0-9a-f]){11,}/gi;

/** Of words in a row there are fewer capitals and digits than in what is encoded. */
const isPerhapsEncoded = (run: string): boolean => (run.match(/[A-Z0-9]/g)?.length ?? 0) * 6 >= run.length;

const wordByte = Uint8Array.from({ length: 256 }, (_, byte) => (/[\w+/-]/.test(String.fromCharCode(byte)) ? 1 : 0));

/** Most of what looks encoded is an id, and its bytes are noise: too few letters in UTF-8 and what encodes them. */
const mayHold = (bytes: Uint8Array, charactersMin: number): boolean => {
  let characters = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    const isLetter = byte < 0x80 ? wordByte[byte] === 1 : byte >= 0xc2 && ((bytes[i + 1] ?? 0) & 0xc0) === 0x80;
    if (isLetter) characters += byte < 0xf0 ? 1 : 2;
    if (characters >= charactersMin) return true;
  }
  return false;
};

/** A run may begin before what was encoded. */
const inBytes = (text: string, bytesMin: number): string[] => {
  if (text.length * 3 < bytesMin * 4) return [];
  const decoded = (run: string, encoding: 'base64' | 'hex'): string[] => {
    const bytes = Buffer.from(run, encoding);
    return mayHold(bytes, bytesMin) ? [bytes.toString()] : [];
  };
  const unbroken = joined(text);
  const whole = unbroken.replace(/[:;\\]/g, '');
  const found: string[] = [];
  for (const each of new Set([text, unbroken, whole]))
    for (const run of each.match(runsOfBase64) ?? [])
      if (run.length * 3 >= bytesMin * 4 - 8 && isPerhapsEncoded(run))
        for (const skipped of [0, 1, 2, 3]) found.push(...decoded(run.slice(skipped), 'base64'));
  // As .NET writes bytes: `73-65-63`.
  for (const run of whole.replaceAll('-', '').match(runsOfHexadecimal) ?? []) {
    const digits = run.replace(/0x/gi, '');
    if (digits.length >= bytesMin * 2)
      for (const skipped of [0, 1]) found.push(...decoded(digits.slice(skipped), 'hex'));
  }
  return found;
};

const isAscii = /^[\0-\x7f]*$/;

/** Letters and digits alone: what is broken into lines, list items or quotes is whole again. */
export const squeezed = (text: string): string =>
  isAscii.test(text) ? text.replace(/[^a-z0-9]+/gi, '') : text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Whether `holds` is true of the text, or of what it decodes to; shorter texts than the given are not looked at. */
export const someDecoded = (given: string, charactersMin: number, holds: (text: string) => boolean): boolean => {
  let layer = [given.slice(0, charactersMax)];
  const seen = new Set(layer);
  let characters = 0;
  for (let depth = 0; depth < layersMax && layer.length > 0; depth++) {
    if (layer.some(holds)) return true;
    layer = layer
      .flatMap((text) => [...unescaped(text), ...inBytes(text, charactersMin)])
      .filter((text) => {
        if (text.length < charactersMin || seen.has(text) || characters > decodedCharactersMax) return false;
        characters += text.length;
        return seen.add(text);
      });
  }
  return false;
};

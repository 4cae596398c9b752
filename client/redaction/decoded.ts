/** What a text says once it is decoded: secrets are compared with that, too. */

/** A form inside another one inside a third; a fourth is never made by mistake. */
const layersMax = 4;
/** All that one text is decoded to. */
const decodedCharactersMax = 4 * 1024 * 1024;
/** Of a longer text no more is decoded than this. */
const charactersMax = 256 * 1024;

/** Names of HTML for what an encoding may have; other signs are left out, as they are when secrets are compared. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  plus: '+',
  sol: '/',
  bsol: '\\',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  percnt: '%',
  num: '#',
  semi: ';',
  colon: ':',
};
const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};
const accented = /^([a-z])(grave|acute|circ|tilde|uml|ring|caron|cedil)$/i;

const ofName = (name: string): string => {
  const [, letter = '', accent = ''] = accented.exec(name) ?? [];
  return `${letter}${accents[accent] ?? ''}`.normalize() || (named[name.toLowerCase()] ?? '');
};

const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Bytes that stand in a row, such as `%C3%A9` or `=C3=A9`: together they are UTF-8. */
const ofBytes = (octets: string): string => Buffer.from(octets.replace(/[^0-9a-f]/gi, ''), 'hex').toString();

const ofOctets = (text: string, octet: RegExp): string =>
  text.replace(octet, (octets) => ofBytes(octets.replaceAll('x', '')));

/** In octal digits, as of a byte. */
const octal = /(?:\\[0-3][0-7]{2})+/g;
const ofOctal = (octets: string): string =>
  Buffer.from(
    octets
      .split('\\')
      .slice(1)
      .map((digits) => Number.parseInt(digits, 8)),
  ).toString();

/** Each by the sign without which it changes nothing: URLs, quoted-printable, HTML, strings of JSON and programs. */
const escapes: readonly (readonly [sign: string, plain: (text: string) => string])[] = [
  [
    '%',
    (text) =>
      ofOctets(
        text.replace(/%u([0-9a-f]{4})/gi, (_, code: string) => ofCode(Number.parseInt(code, 16))),
        /(?:%[0-9a-f]{2})+/gi,
      ),
  ],
  ['=', (text) => ofOctets(text.replace(/=(?:\r?\n|(?![0-9a-f]{2}))/gi, ''), /(?:=[0-9a-f]{2})+/gi)],
  ['<', (text) => text.replace(/<\/?[a-z][^<>]*>/gi, '')],
  [
    '&',
    (text) =>
      text
        .replace(/&#(?:x0*([0-9a-f]{1,6})|0*(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
          ofCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
        )
        .replace(/&([a-z]{2,31});/gi, (_, name: string) => ofName(name)),
  ],
  // Apart from what follows, as what they decode to may have such a sign, too.
  ['\\', (text) => ofOctets(text, /(?:\\x[0-9a-f]{2})+/gi).replace(octal, ofOctal)],
  [
    '\\',
    (text) =>
      text.replace(
        /\\(?:U([\da-fA-F]{8})|[uU]\{0*([\da-fA-F]{1,6})\}|[uU]([\da-fA-F]{4})|([nrtbf])|(.))/g,
        (_, long?: string, braced?: string, short?: string, blank?: string, sign?: string) => {
          const code = long ?? braced ?? short;
          return code === undefined ? (blank === undefined ? (sign ?? '') : ' ') : ofCode(Number.parseInt(code, 16));
        },
      ),
  ],
];

/** Line breaks, folds, quotes and what joins quoted parts are in no alphabet of an encoding. */
const joined = (text: string): string => text.replace(/["'`]\s*[+.,]?\s*["'`]|[\s"'`,]+/g, '');

/** Letters, digits and signs of the width of a Chinese one. */
const wide = /[\uff01-\uff5e]/;

const unescaped = (text: string): string[] => {
  const plain = escapes.flatMap(([sign, plain]) => (text.includes(sign) ? plain(text) : []));
  if (wide.test(text)) plain.push(text.normalize('NFKC'));
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

/** In UTF-16 every second byte is that of a script, up to Hebrew, or of wide letters. */
const [scriptMax, wideScript] = [5, 0xff];
const isPerhapsUtf16 = (bytes: Uint8Array, charactersMin: number): boolean => {
  const counts = [0, 0];
  for (let i = 0; i < bytes.length; i += 1)
    if ((bytes[i] ?? 0) <= scriptMax || bytes[i] === wideScript) counts[i % 2] = (counts[i % 2] ?? 0) + 1;
  return Math.max(...counts) >= charactersMin;
};

/** A run may begin at either byte, and have either first. */
const ofUtf16 = (bytes: Buffer): string[] =>
  [0, 1].flatMap((skipped) => {
    const units = Buffer.from(bytes.subarray(skipped, bytes.length - ((bytes.length - skipped) % 2)));
    return [units.toString('utf16le'), units.swap16().toString('utf16le')];
  });

/** A run may begin before what was encoded. */
const inBytes = (text: string, bytesMin: number): string[] => {
  if (text.length * 3 < bytesMin * 4) return [];
  const decoded = (run: string, encoding: 'base64' | 'hex'): string[] => {
    const bytes = Buffer.from(run, encoding);
    return [
      ...(mayHold(bytes, bytesMin) ? [bytes.toString()] : []),
      ...(isPerhapsUtf16(bytes, bytesMin) ? ofUtf16(bytes) : []),
    ];
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

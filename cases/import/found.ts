/** One request of a file and its answer, before the operation is recognised. */

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { contentCodingsMax } from '../../client/limits.ts';
import { dayMs } from '../../contracts/durations.ts';
import { jsonIn } from '../body-places.ts';

/** Bounds of an imported file, which may come from anywhere. */
export const importedBytesMax = 50 * 1024 * 1024;
export const requestsMax = 5_000;
/** The depth of folders in a Postman collection. */
export const foldersMax = 50;
/** Servers refuse a longer address. */
export const addressCharactersMax = 16_384;
/** Of an address in a message. */
export const namedCharactersMax = 160;

export type FoundHeaders = readonly (readonly [name: string, value: string])[];

/** The sent body, or why it is not known. */
type FoundBody = { readonly text: string } | { readonly lost: string } | undefined;

export type FoundAnswer =
  | { readonly status: number; readonly headers: FoundHeaders; readonly bytes: Buffer }
  | { readonly lost: string };

export type FoundRequest = {
  readonly method: string;
  /** Absolute, with its query. The host may be a variable. */
  readonly url: string;
  readonly headers: FoundHeaders;
  /** Besides those in its headers. */
  readonly moreCookies?: FoundHeaders;
  readonly body: FoundBody;
  /** In ms since the epoch. */
  readonly sentAtMs: number;
  readonly durationMs: number;
  /** Until the headers of the answer, where the file has it. */
  readonly headersMs?: number;
  readonly answer: FoundAnswer;
};

export type NotJudged = { readonly what: string; readonly why: string };

export type FoundFile = {
  readonly format: 'HAR' | 'curl' | 'Postman run' | 'Postman collection';
  readonly found: readonly FoundRequest[];
  /** Entries that are no request. */
  readonly notJudged: readonly NotJudged[];
  /** False where Authorization headers may have been removed from the file. */
  readonly showsAuthorization: boolean;
};

/** @param wanted In lower case. Repeated headers are joined. */
export const headerIn = (headers: FoundHeaders, wanted: string): string | undefined => {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  return values.length === 0 ? undefined : values.join(', ');
};

const [earliestMs, latestMs] = [Date.UTC(2000), Date.UTC(2200)];

/** Undefined for a number that is no plausible time. */
export const moment = (ms: number): number | undefined => (ms >= earliestMs && ms <= latestMs ? ms : undefined);

/** At most a day. */
export const duration = (ms: number | null | undefined): number => Math.min(dayMs, Math.max(0, ms ?? 0));

/** The latest time of sending that the Date header of the answer allows. */
export const sentByDate = (headers: FoundHeaders, durationMs: number): number | undefined => {
  const dateMs = moment(Date.parse(headerIn(headers, 'date') ?? ''));
  return dateMs === undefined ? undefined : dateMs - durationMs;
};

export const cookiesIn = (header: string): FoundHeaders =>
  header.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return value.length === 0 ? [] : [[name, value.join('=')] as const];
  });

/** By name, from every place of the file. */
export const cookiesOf = ({ headers, moreCookies = [] }: FoundRequest): FoundHeaders => [
  ...moreCookies,
  ...cookiesIn(headerIn(headers, 'cookie') ?? ''),
];

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** JSON is seldom compressed further. */
const ratioMax = 200;

/** Undefined where the bytes are in none of these codings: most programs decode a body before they save it. */
const withoutCodings = (coded: Buffer, codings: readonly string[]): Buffer | undefined => {
  let bytes = coded;
  try {
    for (const coding of codings.slice(-contentCodingsMax).reverse()) {
      const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
      if (!decoder) return undefined;
      bytes = decoder(bytes, { maxOutputLength: Math.min(importedBytesMax, ratioMax * bytes.length) });
    }
    return bytes;
  } catch {
    return undefined;
  }
};

const textIn = (bytes: Buffer, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Text has no other control characters than tabs and line ends. */
const isBinary = (text: string): boolean =>
  [...text.slice(0, 64)].some((sign) => sign < ' ' && !['\t', '\n', '\r'].includes(sign));

/** A text that begins as JSON and has a control character is the service's, unless a coding explains the character. */
const isRead = (text: string, codings: readonly string[]): boolean =>
  !isBinary(text) || (codings.length === 0 && /^\s*[[{]/.test(text));

/** By its byte order mark. */
const isBigEndian = (bytes: Buffer): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

const isBase64 = (text: string): boolean => /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''));

/** A text that is no base64 stays as it is. */
export const fromBase64 = (text: string): string | Buffer => (isBase64(text) ? Buffer.from(text, 'base64') : text);

/** Some programs save a body in base64 and do not say so; a service hardly answers in base64. */
const isSilentBase64 = (text: string): boolean =>
  isBase64(text) && /^\s*[[{]["\s\]{}[\w-]/.test(Buffer.from(text, 'base64').toString());

/** The frame of a chunk, which no exporter takes for a part of the body (RFC 9112, section 7.1). */
const isInChunks = (text: string, headers: FoundHeaders): boolean =>
  /chunked/i.test(headerIn(headers, 'transfer-encoding') ?? '') && /^[\da-f]{1,8}(;[^\r\n]*)?\r?\n/i.test(text);

const codingsIn = (headers: FoundHeaders): string[] =>
  (headerIn(headers, 'content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');

const lengthIn = (headers: FoundHeaders): number | undefined => {
  const length = headerIn(headers, 'content-length')?.trim();
  return length ? Number(length) : undefined;
};

/** A byte order mark, or a line end that was cut off. */
const cutBytesMax = 3;
/** Of the frame of a coding: a short body grows when it is coded. */
const frameBytesMax = 32;

/** JSON without the spaces that a program adds to show it. */
const unspaced = (text: string): string => {
  let isQuoted = false;
  return text.replaceAll(/\\.|"|\s+/g, (found) => {
    if (found === '"') isQuoted = !isQuoted;
    return isQuoted || found === '"' ? found : '';
  });
};

const signsIn = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** A person may have replaced names in a file; an empty object in the place of a body is shorter than that explains. */
const editedRatioMax = 2;

/**
 * Whether a body of so many bytes can be this text. Explained are: every charset from one byte a character to UTF-8,
 * and UTF-16; another kind of line end; the size of the coded body, where it is coded; in an object or a list of JSON
 * also spaces that were added, and values that were replaced. A placeholder, a cut text and a wrapping that was not
 * undone are longer or shorter than that.
 */
const mayHave = (size: number, text: string, { charset, isCoded }: { charset: string; isCoded: boolean }): boolean => {
  const isWide = /^(utf|ucs)-?(16|2)/.test(charset);
  const bytes = Math.max(Buffer.byteLength(text), isWide ? 2 * text.length : 0);
  const most = bytes + (text.match(/\n/g)?.length ?? 0) + cutBytesMax;
  if (size <= most && (isCoded || size >= text.length)) return true;
  const body = jsonIn(text);
  const isEdited = typeof body === 'object' && body !== null;
  if (size > most) return isEdited && size <= Math.max(editedRatioMax * most, isCoded ? most + frameBytesMax : 0);
  const least = signsIn((isEdited ? unspaced(text) : text.trim()).replaceAll('\r', ''));
  return size >= least / (isEdited ? editedRatioMax : 1);
};

/** What a file says of a body besides the body. A number of 0 or less may mean that it is not known. */
type ByteCounts = {
  /** Of the decoded body. */
  readonly size?: number | undefined;
  /** Of the body as it was received. */
  readonly bodySize?: number | undefined;
};

/** False for a request whose body was replaced or cut after it was sent. */
export const isAsSent = (text: string, headers: FoundHeaders): boolean => {
  const length = lengthIn(headers) ?? 0;
  return !(length > 0) || mayHave(length, text, { charset: 'utf-8', isCoded: codingsIn(headers).length > 0 });
};

/** Why the text is not the body that the service sent; undefined where all that the file says of the body agrees. */
const disagreement = (
  text: string,
  { size = 0, headers, ...how }: ByteCounts & { headers: FoundHeaders; charset: string; isCoded: boolean },
): string | undefined => {
  if (isSilentBase64(text)) return "the answer's body is in base64, and the file does not say so";
  if (isInChunks(text, headers)) return "the answer's body still has the frames of its chunks";
  const length = how.isCoded ? 0 : (lengthIn(headers) ?? 0);
  // A shorter length may be of a coding that a program undid, with its header.
  const wrong = [size, length > text.length ? length : 0].find((each) => each > 0 && !mayHave(each, text, how));
  if (wrong === undefined) return undefined;
  return `the file holds ${Buffer.byteLength(text)} bytes of the answer's body, and says that the body has ${wrong}`;
};

/** An empty text alone says nothing: programs write it for a body that they did not save. */
const isSaidEmpty = (status: number, headers: FoundHeaders, { size = 0, bodySize }: ByteCounts): boolean => {
  if (size > 0) return false;
  const length = lengthIn(headers);
  if (length !== undefined || status === 204 || status === 304) return (length ?? 0) === 0;
  return bodySize === 0 && codingsIn(headers).length === 0;
};

/**
 * The answer, decoded by its headers. A body counts as read only where all that the file says of it agrees: else the
 * file lacks it.
 *
 * @param raw The body in the file: bytes, or decoded text; undefined where the file has none.
 */
export const foundAnswer = (
  status: number,
  headers: FoundHeaders,
  raw: string | Uint8Array | null | undefined,
  { mimeType, ...sizes }: ByteCounts & { readonly mimeType?: string | null | undefined } = {},
): FoundAnswer => {
  if (headers.length === 0) return { lost: 'the file does not hold the headers of its answer' };
  if (!raw?.length) {
    // Where there is no text at all, a bodySize of 0 may be of an answer from a cache.
    const said = raw === undefined || raw === null ? { size: sizes.size } : sizes;
    const isEmpty = isSaidEmpty(status, headers, said);
    return isEmpty ? { status, headers, bytes: Buffer.alloc(0) } : { lost: "the file does not hold the answer's body" };
  }
  const codings = codingsIn(headers);
  const type = [headerIn(headers, 'content-type') ?? '', mimeType ?? ''].join(';');
  const charset = /charset=["']?([^\s;"']+)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const isText = typeof raw === 'string' && isRead(raw, codings);
  const given = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : Buffer.from(raw);
  const plain = isText ? given : withoutCodings(given, codings);
  // Without a known coding, the bytes may be plain text.
  const bytes = plain ?? given;
  const text = isText ? raw : textIn(bytes, isBigEndian(bytes) ? 'utf-16be' : charset);
  if (text === undefined || !isRead(text, codings))
    return { lost: `the answer's body cannot be read as ${plain ? charset : codings.join(', ')}`.slice(0, 120) };
  const isOfBytes = !isText && [given.length, bytes.length].includes(sizes.size ?? 0);
  const how = { headers, charset, isCoded: codings.length > 0 };
  const lost = disagreement(text, { ...how, size: isOfBytes ? 0 : sizes.size });
  return lost === undefined ? { status, headers, bytes: Buffer.from(text) } : { lost };
};

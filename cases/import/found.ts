/** One request of a file and its answer, before the operation is recognised. */

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { contentCodingsMax } from '../../client/limits.ts';
import { dayMs } from '../../contracts/durations.ts';

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

/** By its byte order mark. */
const isBigEndian = (bytes: Buffer): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

const isBase64 = (text: string): boolean => /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''));

/** A text that is no base64 stays as it is. */
export const fromBase64 = (text: string): string | Buffer => (isBase64(text) ? Buffer.from(text, 'base64') : text);

/** Some programs save a body in base64 and do not say so; a service hardly answers in base64. */
const isSilentBase64 = (text: string): boolean =>
  isBase64(text) && /^\s*[[{]["\s\]{}[\w-]/.test(Buffer.from(text, 'base64').toString());

/**
 * The answer, decoded by its headers.
 *
 * @param raw The body in the file: bytes, or decoded text; undefined where the file has none.
 * @param size The number of bytes by the file; below 0 where it is not known.
 */
export const foundAnswer = (
  status: number,
  headers: FoundHeaders,
  raw: string | Uint8Array | null | undefined,
  size?: number,
): FoundAnswer => {
  if (headers.length === 0) return { lost: 'the file does not hold the headers of its answer' };
  const length = Number(headerIn(headers, 'content-length') ?? 0);
  const isLeftOut = raw?.length === 0 && (length > 0 || (size ?? 0) !== 0);
  if (raw === undefined || raw === null || isLeftOut) {
    const isEmpty = status === 204 || headerIn(headers, 'content-length')?.trim() === '0';
    return isEmpty ? { status, headers, bytes: Buffer.alloc(0) } : { lost: "the file does not hold the answer's body" };
  }
  if (typeof raw === 'string' && isSilentBase64(raw))
    return { lost: "the answer's body is in base64, and the file does not say so" };
  const codings = (headerIn(headers, 'content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (typeof raw === 'string' && (codings.length === 0 || !isBinary(raw)))
    return { status, headers, bytes: Buffer.from(raw) };
  const given = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : Buffer.from(raw);
  const plain = codings.length === 0 ? given : withoutCodings(given, codings);
  const charset = /charset="?([^\s;"]+)/i.exec(headerIn(headers, 'content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  // Without a known coding, the bytes may be plain text.
  const text = plain ? textIn(plain, isBigEndian(plain) ? 'utf-16be' : charset) : textIn(given, 'utf-8');
  if (text !== undefined && !isBinary(text)) return { status, headers, bytes: Buffer.from(text) };
  return { lost: `the answer's body cannot be read as ${plain ? charset : codings.join(', ')}`.slice(0, 120) };
};

/** What a file has of one request and its answer, before anybody knows what it is about. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { contentCodingsMax } from '../../client/limits.ts';

/** How large a file may be that we import: it comes from anywhere. */
export const importedBytesMax = 50 * 1024 * 1024;
export const requestsMax = 5_000;
/** Folders of a Postman collection inside each other. */
export const foldersMax = 50;
/** Of an address that may be one of the service; servers refuse a longer one. */
export const addressCharactersMax = 16_384;
/** Of an address that is named to a person. */
export const namedCharactersMax = 160;

/** Reads an answer of a file by what the file says of it: its coding and its charset. What cannot be read is not judged. */
const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** JSON seldom becomes smaller than this part of itself. */
const ratioMax = 200;

/** Undefined where the bytes are in none of these codings: most programs have undone them before they save. */
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

/** Text has tabs and line ends, and no other of them. */
const isBinary = (text: string): boolean =>
  [...text.slice(0, 64)].some((sign) => sign < ' ' && !['\t', '\n', '\r'].includes(sign));

/** By its byte order mark. */
const isBigEndian = (bytes: Buffer): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

const isBase64 = (text: string): boolean => /^[\w+/-]*={0,2}$/.test(text.replaceAll(/\s/g, ''));

/** What is called base64 and is none stands as it is. */
export const fromBase64 = (text: string): string | Buffer => (isBase64(text) ? Buffer.from(text, 'base64') : text);

/** A service that writes JSON in base64 is hard to believe; a program that saves so, and does not say it, is not. */
const isSilentBase64 = (text: string): boolean =>
  isBase64(text) && /^\s*[[{]["\s\]{}[\w-]/.test(Buffer.from(text, 'base64').toString());

/**
 * @param raw What the file holds of the body: bytes, or a text that was decoded; undefined where it holds nothing.
 * @param size How many bytes there were, by the file; below 0 where it does not know.
 */
export const foundAnswer = (
  status: number,
  headers: FoundHeaders,
  raw: string | Uint8Array | null | undefined,
  size?: number,
): FoundAnswer => {
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
  // What could not be decoded is the text itself, or nothing that can be read.
  const text = plain ? textIn(plain, isBigEndian(plain) ? 'utf-16be' : charset) : textIn(given, 'utf-8');
  if (text !== undefined && !isBinary(text)) return { status, headers, bytes: Buffer.from(text) };
  return { lost: `the answer's body cannot be read as ${plain ? charset : codings.join(', ')}`.slice(0, 120) };
};

export type FoundHeaders = readonly (readonly [name: string, value: string])[];

/** What was sent as a body; why it is not known, where it is not. */
type FoundBody = { readonly text: string } | { readonly lost: string } | undefined;

export type FoundAnswer =
  | { readonly status: number; readonly headers: FoundHeaders; readonly bytes: Buffer }
  | { readonly lost: string };

export type Found = {
  readonly method: string;
  /** Absolute, with its query; a variable may stand for the host. */
  readonly url: string;
  readonly headers: FoundHeaders;
  /** Cookies by name, wherever the file has them. */
  readonly cookies: FoundHeaders;
  readonly body: FoundBody;
  /** Since the epoch. */
  readonly sentAtMs: number;
  readonly durationMs: number;
  /** Up to the headers of the answer, where the file knows. */
  readonly headersMs?: number;
  readonly answer: FoundAnswer;
};

export type NotJudged = { readonly what: string; readonly why: string };

/** All that one file holds. */
export type FoundFile = {
  readonly format: 'HAR' | 'curl' | 'Postman run' | 'Postman collection';
  readonly found: readonly Found[];
  /** What is not even a request. */
  readonly notJudged: readonly NotJudged[];
  /** A request without an Authorization header was sent without one: nothing has taken it out. */
  readonly showsAuthorization: boolean;
};

/** By a name in any case; repeats are joined, as a client would. */
export const headerIn = (headers: FoundHeaders, wanted: string): string | undefined => {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  return values.length === 0 ? undefined : values.join(', ');
};

const [earliestMs, latestMs] = [Date.UTC(2000), Date.UTC(2200)];

/** A file may say any number; undefined of what no clock shows. */
export const moment = (ms: number): number | undefined => (ms >= earliestMs && ms <= latestMs ? ms : undefined);

const dayMs = 24 * 3_600_000;

/** No request takes longer than a day. */
export const duration = (ms: number | null | undefined): number => Math.min(dayMs, Math.max(0, ms ?? 0));

/** The last moment at which a request can have been sent whose answer has this Date header. */
export const sentByDate = (headers: FoundHeaders, durationMs: number): number | undefined => {
  const dateMs = moment(Date.parse(headerIn(headers, 'date') ?? ''));
  return dateMs === undefined ? undefined : dateMs - durationMs;
};

/** The cookies of a Cookie header. */
export const cookiesIn = (header: string | undefined): FoundHeaders =>
  (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return value.length === 0 ? [] : [[name, value.join('=')] as const];
  });

/**
 * Undoes a body's content codings, with its size bounded. Undici's own interceptor is not used: it removes the headers
 * that a trace records, and it is experimental, which Node announces on stderr.
 */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { contentCodingsMax } from '../limits.ts';
import { failure, type SendFailure } from './failure.ts';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const zlibInflate: Decoder = promisify(inflate);
const rawInflate: Decoder = promisify(inflateRaw);

/** `deflate` means zlib's format, but many servers send it bare; the low half of zlib's first byte is always 8. */
const deflate: Decoder = (bytes, options) =>
  (((bytes[0] ?? 0) & 0x0f) === 8 ? zlibInflate : rawInflate)(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate,
  br: promisify(brotliDecompress),
};

export const acceptedCodings = 'gzip, deflate, br';

export type DecodedContent = { readonly bytes: Buffer } | { readonly failure: SendFailure };

const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';

export const decoded = async (
  body: Buffer,
  { contentEncoding, bytesMax }: { readonly contentEncoding: string; readonly bytesMax: number },
): Promise<DecodedContent> => {
  const codings = contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (body.length === 0) return { bytes: body };
  if (codings.length > contentCodingsMax) return { failure: failure('protocol', 'too many content codings') };
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (!decoder) return { failure: failure('protocol', 'the content coding is not one we accept') };
    try {
      bytes = await decoder(bytes, { maxOutputLength: bytesMax });
    } catch (error) {
      return isTooLarge(error)
        ? { failure: failure('too-large', `the decompressed body has more than ${bytesMax} bytes`) }
        : { failure: failure('protocol', `the body is not valid ${coding}`) };
    }
  }
  return { bytes };
};

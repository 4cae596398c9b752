/** How the bytes of an answer travel: a trouble of the transport replaces the plain way. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An answer ready to be written, with the final spelling of its header names. */
type Outgoing = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
};

export type Wire = (response: ServerResponse, outgoing: Outgoing) => void;

export const plainly: Wire = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers);
  response.end(bytes);
};

/** The headers without those whose names are given in lower case in every spelling. */
const without = (headers: Outgoing['headers'], names: readonly string[]): Outgoing['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));

const framing = ['content-length', 'transfer-encoding'];

/** The answer with a body of another length; `length` is what its header claims. */
const reframed = (headers: Outgoing['headers'], length: number): Outgoing['headers'] => ({
  ...without(headers, framing),
  'content-length': String(length),
});

/** Keeps the connection open and says nothing, until one of the two sides closes it. */
export const hanging: Wire = () => {};

export const resetting: Wire = (response) => {
  response.req.socket.resetAndDestroy();
};

export const cutShort: Wire = (response, { status, headers, bytes }) => {
  const cut = bytes.subarray(0, Math.floor(bytes.length / 2));
  response.writeHead(status, reframed(headers, cut.length));
  response.end(cut);
};

const missingBytes = 1_000;

export const shorterThanAnnounced: Wire = (response, { status, headers, bytes }) => {
  const { socket } = response.req;
  response.writeHead(status, { ...reframed(headers, bytes.length + missingBytes), connection: 'close' });
  response.write(bytes, () => socket.end());
};

const dripEveryMs = 100;

export const dripping: Wire = (response, { status, headers }) => {
  response.writeHead(status, without(headers, [...framing, 'content-encoding']));
  response.write('[');
  const timer = setInterval(() => response.write(' '), dripEveryMs);
  response.once('close', () => clearInterval(timer));
};

const hugeBytesMin = 30 * 1024 * 1024;
const hugeRecord = `{"id":1,"nameRu":"${'ы'.repeat(200)}","nameEn":"${'x'.repeat(200)}"},`;
/** Made once, when first sent, and sent again and again. */
let hugeChunk: Buffer | undefined;

/** A list in which one chunk is repeated: nothing of its size is ever in memory. */
export const huge: Wire = (response, { headers }) => {
  hugeChunk ??= Buffer.from(hugeRecord.repeat(100));
  const chunk = hugeChunk;
  const times = Math.ceil(hugeBytesMin / chunk.length);
  const [opening, closing] = ['[', 'null]'];
  response.writeHead(
    200,
    reframed(without(headers, ['content-encoding']), times * chunk.length + opening.length + closing.length),
  );
  const pieces = function* (): Generator<Buffer | string> {
    yield opening;
    for (let i = 0; i < times; i += 1) yield chunk;
    yield closing;
  };
  // A client that hangs up has ended the answer: that is no failure of the sandbox.
  pipeline(Readable.from(pieces()), response).catch(() => {});
};

/** A stream of bytes that depends on a key and a text only, from which placeholders are drawn. */
import { createHash, hash } from 'node:crypto';

export type Draw = {
  /** One of the characters of an alphabet. */
  of(alphabet: string): string;
  /** A whole number from `from` to `to`, both included, in decimal and of two digits. */
  pair(from: number, to: number): string;
};

const sha256Bytes = 32;

/**
 * A character for each byte, because small buffers cost more memory than what they hold. SHA-256 is twice as fast as
 * SHAKE, and most texts are short.
 */
const bytesOf = (seed: string, count: number): string =>
  count <= sha256Bytes
    ? hash('sha256', seed, 'binary')
    : createHash('shake256', { outputLength: count }).update(seed).digest('binary');

export const draw = (options: { readonly key: string; readonly label: string; readonly count: number }): Draw => {
  const bytes = bytesOf(`${options.key}\0${options.label}`, options.count);
  let position = 0;
  const next = (): number => bytes.charCodeAt(position++ % bytes.length);
  return {
    of: (alphabet) => alphabet.charAt(next() % alphabet.length),
    pair: (from, to) => String(from + (next() % (to - from + 1))).padStart(2, '0'),
  };
};

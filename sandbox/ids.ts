/** Ids that nobody guesses, and that come again where a world is opened with the same id and seed. */
import { createHash } from 'node:crypto';

export type Identity = { readonly id: string; readonly seed: number };

export const digestOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

/** Of one of many things of a world. */
export const ofWorld = (what: string, number: number, { id, seed }: Identity): Buffer =>
  digestOf([what, number, 'of world', id, seed]);

/** A UUID of version 4, as far as its form goes. */
export const uuid = (digest: Buffer): string => {
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

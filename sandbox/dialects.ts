/** All dialects by id: two that are fixed, and one for each number, which is drawn from it. */
import type { Dialect } from './dialect.ts';
import { drawnDialect } from './dialects/draw.ts';
import { dialectOf as dialectOfDraw } from './dialects/drawn.ts';
import { flat } from './dialects/flat.ts';
import { nested } from './dialects/nested.ts';

export const dialects = {
  nested: dialectOfDraw(nested),
  flat: dialectOfDraw(flat),
} as const satisfies Record<string, Dialect>;

export type DialectId = keyof typeof dialects;
export type AnyDialectId = DialectId | `${number}`;

/** Those that the sandbox is proven with. */
export const dialectIds = Object.keys(dialects) as DialectId[];

const isFixed = (id: string): id is DialectId => Object.hasOwn(dialects, id);

/** The seed of a dialect that is drawn. */
export const drawnSeedOf = (id: string): number | undefined => (/^\d{1,9}$/.test(id) ? Number(id) : undefined);

export const isAnyDialectId = (id: unknown): id is AnyDialectId =>
  typeof id === 'string' && (isFixed(id) || drawnSeedOf(id) !== undefined);

const drawn = new Map<number, Dialect>();
/** Those that were drawn last stay at hand: each world of a proof has one. */
const drawnMax = 50;

/** @throws RangeError for an id that is none. */
export const dialectOf = (id: AnyDialectId): Dialect => {
  if (isFixed(id)) return dialects[id];
  const seed = drawnSeedOf(id);
  if (seed === undefined) throw new RangeError(`${id} is no dialect`);
  const known = drawn.get(seed) ?? dialectOfDraw(drawnDialect(seed));
  drawn.set(seed, known);
  const [oldest] = drawn.keys();
  if (drawn.size > drawnMax && oldest !== undefined) drawn.delete(oldest);
  return known;
};

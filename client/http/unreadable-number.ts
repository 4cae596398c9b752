/** Finds the number of a JSON text that is too large to be read: JSON sets no limit, and 1e999 becomes infinite. */
import type { Json } from '../../contracts/json.ts';

type Path = readonly (string | number)[];
/** The third argument of a reviver is newer than the types of the compiler. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const [literalCharactersMax, keysMax] = [24, 12];
/** Any other key may be a value of somebody. */
const name = /^[A-Za-z_$][\w$]{0,40}$/;

const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** As it was written, cut where it is long: it may have thousands of digits. */
const literalIn = (text: string): string => {
  let found: string | undefined;
  const note: Reviver = (_, value, { source }) => {
    if (isInfinite(value)) found ??= source;
    return value;
  };
  JSON.parse(text, note as Parameters<typeof JSON.parse>[1]);
  const literal = found ?? 'a number';
  return literal.length > literalCharactersMax ? `${literal.slice(0, literalCharactersMax)}…` : literal;
};

/** In the order of the text; without recursion, as it may be deep. */
const pathIn = (root: Json): Path => {
  const open: { readonly value: Json; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (isInfinite(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [key, child] of children.reverse()) open.push({ value: child, path: [...path, key] });
  }
  return [];
};

const keyText = (key: string | number): string => {
  if (typeof key === 'number') return `[${key}]`;
  return name.test(key) ? `.${key}` : '.…';
};

/** The first of a body that has one, and its place: `1e999 at body[0].id`. */
export const unreadableNumber = (text: string, body: Json): string => {
  const path = pathIn(body).map(keyText);
  const place = path.length > keysMax ? [...path.slice(0, keysMax), '…'] : path;
  return `${literalIn(text)} at body${place.join('')}`;
};

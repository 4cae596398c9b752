/** Ways to say where each field of a canonical body stands, which pass on unchanged what a fault has put there. */
import { isFields } from '../reply.ts';

/** Dots lead inside, and '' is all that is there. */
type FieldPlace = string | readonly [place: string, write: Write];

type Places<Asked> = { readonly [Name in keyof Asked]-?: FieldPlace };

/** What stands at a place; undefined when nothing does. */
export const at = (value: unknown, place: string): unknown =>
  place === ''
    ? value
    : place
        .split('.')
        .reduce<unknown>(
          (found, name) => (isFields(found) && Object.hasOwn(found, name) ? found[name] : undefined),
          value,
        );

export const read =
  <Asked>(places: Places<Asked>): Write =>
  (value) =>
    Object.fromEntries(
      Object.entries<FieldPlace>(places).map(([name, field]) => {
        const [place, readField] = typeof field === 'string' ? [field, undefined] : field;
        const found = at(value, place);
        return [name, readField ? readField(found) : found];
      }),
    );

export const reading = <Requests>(places: { readonly [Operation in keyof Requests]: Places<Requests[Operation]> }) =>
  Object.fromEntries(
    Object.entries<Places<unknown>>(places).map(([operation, fields]) => [operation, read(fields)]),
  ) as Readonly<Record<keyof Requests, Write>>;

export type Write = (value: unknown) => unknown;

/**
 * Where a field goes, dots leading inside, and what is written there. A field with no name of its own lends all that is
 * inside it to what encloses it.
 */
const put = (into: Record<string, unknown>, place: string, value: unknown): void => {
  if (place === '') {
    if (isFields(value)) Object.assign(into, value);
    return;
  }
  const names = place.split('.');
  const last = names.pop() ?? '';
  let fields = into;
  for (const name of names) {
    fields[name] ??= {};
    if (!isFields(fields[name])) return;
    fields = fields[name] as Record<string, unknown>;
  }
  fields[last] = value;
};

/**
 * Spells an object. A field that is absent stays so, one that is not canonical keeps its name, and what is no object
 * too.
 */
export const spelled =
  <T>(places: Places<T>): Write =>
  (value) => {
    if (!isFields(value)) return value;
    const into: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      const found: FieldPlace = Object.hasOwn(places, name) ? places[name as keyof T] : name;
      const [place, write] = typeof found === 'string' ? [found, undefined] : found;
      put(into, place, write ? write(field) : field);
    }
    return into;
  };

export const spelling = <Replies>(
  places: {
    readonly [Operation in keyof Replies]: Places<Replies[Operation]>;
  },
) =>
  Object.fromEntries(
    Object.entries<Places<unknown>>(places).map(([operation, fields]) => [operation, spelled(fields)]),
  ) as Readonly<Record<keyof Replies, Write>>;

export const each =
  (write: Write): Write =>
  (value) =>
    Array.isArray(value) ? value.map(write) : value;

export const ifNumber =
  (write: (value: number) => unknown): Write =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? write(value) : value;

export const ifText =
  (write: (value: string) => unknown): Write =>
  (value) =>
    typeof value === 'string' ? write(value) : value;

/** Ways to say where each field of a canonical request stands in a body; what is in its place may be anything. */
import { isFields } from '../fields.ts';
import type { Write } from './spelling.ts';

/** Dots lead inside, and '' is all that is there. */
type Place = string | readonly [place: string, read: Write];

export type Places<Asked> = { readonly [Name in keyof Asked]-?: Place };

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

/** Reads an object. */
export const read =
  <Asked>(places: Places<Asked>): Write =>
  (value) =>
    Object.fromEntries(
      Object.entries<Place>(places).map(([name, field]) => {
        const [place, readField] = typeof field === 'string' ? [field, undefined] : field;
        const found = at(value, place);
        return [name, readField ? readField(found) : found];
      }),
    );

/** Reads the body of each operation. */
export const reading = <Requests>(places: { readonly [Operation in keyof Requests]: Places<Requests[Operation]> }) =>
  Object.fromEntries(
    Object.entries<Places<unknown>>(places).map(([operation, fields]) => [operation, read(fields)]),
  ) as Readonly<Record<keyof Requests, Write>>;

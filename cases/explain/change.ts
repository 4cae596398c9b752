/** One thing of a request to book that is otherwise, and how that is put into what it says. */

import type { Path } from '../../contracts/check.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { scalarsIn } from '../references.ts';

export type Change = {
  /** For a person, and unlike any other: `citizenship of guest 1: DE instead of KZ`. */
  readonly name: string;
  readonly apply: (exchange: Exchange) => Exchange;
};

/** What a request says: the intent, where it is known, else its body. */
export const saidBy = ({ intent, request }: Exchange): Json | undefined => intent ?? request.body;

export const saying = (exchange: Exchange, said: Json): Exchange =>
  exchange.intent === undefined
    ? { ...exchange, request: { ...exchange.request, body: said } }
    : { ...exchange, intent: said };

export const withAt = (value: Json, [key, ...rest]: Path, to: Json): Json => {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((each, i) => (i === key ? withAt(each, rest, to) : each));
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: withAt(Object.hasOwn(value, key) ? (value[key] ?? null) : {}, rest, to) };
};

/** Of one exchange alone. */
export const putting =
  ({ index }: Exchange, places: readonly Path[], to: (then: Json) => Json): Change['apply'] =>
  (exchange) => {
    const said = saidBy(exchange);
    if (exchange.index !== index || said === undefined) return exchange;
    const found = scalarsIn(said).filter(({ at }) => places.some((place) => place.join('\0') === at.join('\0')));
    return saying(
      exchange,
      found.reduce((rest, { at, value }) => withAt(rest, at, to(value)), said),
    );
  };

/** Values of a file that say nothing about a person: the intent map has found what each of them means. */
import { valueAt } from '../../contracts/check.ts';
import type { Json } from '../../contracts/json.ts';
import { operations } from '../../contracts/operations.ts';
import type { Exchange, PlainPlace } from '../../contracts/trace.ts';
import { forms, isId } from './allow-list.ts';
import { isMadeOfWords } from './dictionary.ts';
import type { OwnValues } from './own-values.ts';

export const textsIn = (value: Json): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value).filter((name) => !isMadeOfWords(name));
  return [...names, ...Object.values(value).flatMap(textsIn)];
};

/** A shorter one is taken from no answer: it has to be sent as it was. */
const chainedCharactersMin = 6;
/** In this form no name of a person can stand. */
const isPlainId = (value: string | number): boolean =>
  [isId, forms.letters, forms.legs, forms.ticket, forms.code].some((has) => has(value));

/** Values of plain places. An id that an answer has given before is the same here and there, when it is replaced, too. */
const plainIn = (all: readonly Exchange[]): Map<Exchange, (PlainPlace & { readonly value: string | number })[]> => {
  const [given, sent] = [new Set<string>(), new Set<string>()];
  return new Map(
    all.map((exchange) => {
      const places = (exchange.plain ?? []).flatMap((place) => {
        const value = valueAt(exchange, place.at);
        if (typeof value !== 'string' && typeof value !== 'number') return [];
        const isTaken = given.has(String(value)) && String(value).length >= chainedCharactersMin;
        const hasForm = place.is === 'id' ? isPlainId(value) : forms.code(value);
        const isPlain = place.is === 'value' || (hasForm && !isTaken);
        return isPlain ? [{ ...place, value }] : [];
      });
      for (const { value } of places) sent.add(String(value));
      if (operations[exchange.operation].method === 'POST')
        for (const text of textsIn(exchange.response?.body ?? null)) if (!sent.has(text)) given.add(text);
      return [exchange, places] as const;
    }),
  );
};

/** Smaller numbers stand for many things: they stay in their place alone. */
const ownNumberMin = 1_000;

/**
 * Makes the plain values of all exchanges ours.
 *
 * @returns Places of each exchange that stay as they are, as JSON.
 */
export const addPlain = (own: OwnValues, all: readonly Exchange[]): ReadonlyMap<Exchange, ReadonlySet<string>> => {
  const stays = new Map<Exchange, ReadonlySet<string>>();
  for (const [exchange, places] of plainIn(all)) {
    for (const { value } of places) if (typeof value === 'string' || value >= ownNumberMin) own.add(value);
    const staying = places.filter(({ is, value }) => is === 'value' || own.hasText(String(value)));
    if (staying.length > 0) stays.set(exchange, new Set(staying.map(({ at }) => JSON.stringify(at))));
  }
  return stays;
};

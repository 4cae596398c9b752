/** Reads the list of places at which something else stands than was sent or said. */
import { nameMark, type Path, pathText, placeText } from '../contracts/check.ts';
import type { Exchange } from '../contracts/trace.ts';

export type ReplacedPlaces = {
  /** The whole value, in this element of a list or in all. */
  has(path: Path): boolean;
  /** From where to where of a text only some is replaced. */
  rangesAt(path: Path): readonly (readonly [from: number, to: number])[];
  /** The name of a field, which stands for another. */
  hasName(path: Path): boolean;
  /** Headers that were left out. */
  readonly omitsHeadersOf: { readonly request: boolean; readonly response: boolean };
};

const ranges = /^(.*)#(\d+-\d+(?:,\d+-\d+)*)$/;

export const replacedPlaces = ({ replaced = [] }: Pick<Exchange, 'replaced'>): ReplacedPlaces => {
  const whole = new Set<string>();
  const named = new Set<string>();
  const parts = new Map<string, (readonly [number, number])[]>();
  for (const place of replaced) {
    const [, at, list] = ranges.exec(place) ?? [];
    if (at !== undefined && list !== undefined) {
      const pairs = list.split(',').map((pair): readonly [number, number] => {
        const [from = 0, to = 0] = pair.split('-').map(Number);
        return [from, to];
      });
      parts.set(at, pairs);
    } else if (place.endsWith(nameMark)) named.add(place.slice(0, -nameMark.length));
    else whole.add(place);
  }
  const isIn = (places: ReadonlySet<string>, path: Path): boolean =>
    places.has(pathText(path)) || places.has(placeText(path));
  return {
    has: (path) => isIn(whole, path),
    rangesAt: (path) => parts.get(pathText(path)) ?? parts.get(placeText(path)) ?? [],
    hasName: (path) => isIn(named, path),
    omitsHeadersOf: { request: whole.has('request.headers.*'), response: whole.has('response.headers.*') },
  };
};

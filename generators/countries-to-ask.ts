/** Which countries a run asks for their cities that does not ask for all: those that are likely to differ, and some that are drawn. */

import { picked } from './picked.ts';
import type { ByDepth } from './sample.ts';

/** What the list of countries tells of one (part 2.6). */
export type ListedCountry = { readonly id: number; readonly codeA2?: string };

type Counts = Omit<ByDepth<number>, 'full'>;

/** A kind of country whose list of cities is likely to differ from others, and how many of it are asked for. */
type Kind = { readonly codes: readonly string[]; readonly counts: Counts };

/**
 * By what everybody knows of the world, since nothing tells in advance how many cities a service has of a country. The
 * longest lists are of the largest countries, by area (RU CA CN US BR) and people (IN CN US ID PK), and of the most
 * visited ones (FR ES US CN IT); a city state may have one city, and where nobody lives there is none.
 */
const kinds: readonly Kind[] = [
  { codes: ['RU', 'CA', 'CN', 'US', 'BR', 'IN', 'ID', 'PK', 'FR', 'ES', 'IT'], counts: { probe: 1, standard: 4 } },
  { codes: ['VA', 'MC', 'SG'], counts: { probe: 0, standard: 1 } },
  { codes: ['AQ', 'BV', 'HM'], counts: { probe: 0, standard: 1 } },
];

const drawnCounts: Counts = { probe: 1, standard: 1 };

type Some = <T>(all: readonly T[], counts: Counts) => readonly T[];

/** One id for each number of digits: ids are shown nowhere to be of one length. */
const oneOfEachLength = (ids: readonly number[], seed: number): number[] =>
  [...Map.groupBy(ids, (id) => String(id).length).values()].flatMap((some) => picked(some, 1, seed));

/** Ids, in the order of the list; the first and the last of it are always among them. */
export const countriesToAsk = (
  countries: readonly ListedCountry[],
  { some, seed }: { some: Some; seed: number },
): number[] => {
  const ids = countries.map(({ id }) => id);
  const listed = (codes: readonly string[]) =>
    codes.flatMap((code) => countries.find(({ codeA2 }) => codeA2?.toUpperCase() === code)?.id ?? []);
  const likelyToDiffer = kinds.flatMap(({ codes, counts }) => some(listed(codes), counts));
  const ends = [...ids.slice(0, 1), ...ids.slice(-1)];
  const drawn = some(picked(ids, ids.length, seed), drawnCounts);
  const chosen = new Set([...likelyToDiffer, ...ends, ...drawn]);
  const unlike = ids.filter((id) => ![...chosen].some((other) => String(other).length === String(id).length));
  for (const id of some(oneOfEachLength(unlike, seed), { probe: 0, standard: 4 })) chosen.add(id);
  return ids.filter((id) => chosen.has(id));
};

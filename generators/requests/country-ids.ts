/** Every way to ask for the cities of a country (part 4.7): valid, wrong in one way, or undocumented. */

import fc from 'fast-check';
import { picked } from '../draws.ts';
import type { ByDepth, DepthSample } from '../sample.ts';
import { kind, share, type UnknownCountry, unknownCountry, unknownCountryId } from '../unknown-ids.ts';
import { notations, notNumber, writtenAs } from './notations.ts';

/** What the list of countries reports of one (part 2.6). */
export type ListedCountry = { readonly id: number; readonly codeA2?: string };

type SampleCounts = Omit<ByDepth<number>, 'full'>;

/** A kind of country whose list of cities is likely to differ from others, and how many of it are asked for. */
type CountryKind = { readonly codes: readonly string[]; readonly counts: SampleCounts };

/**
 * By common knowledge of the world, since nothing reports in advance how many cities a service has of a country. The
 * longest lists are of the largest countries, by area (RU CA CN US BR) and people (IN CN US ID PK). So are those of the
 * most visited ones (FR ES US CN IT). A city state may have one city, and a country without inhabitants has none.
 */
const kinds: readonly CountryKind[] = [
  { codes: ['RU', 'CA', 'CN', 'US', 'BR', 'IN', 'ID', 'PK', 'FR', 'ES', 'IT'], counts: { probe: 1, standard: 3 } },
  { codes: ['VA', 'MC', 'SG'], counts: { probe: 0, standard: 1 } },
  { codes: ['AQ', 'BV', 'HM'], counts: { probe: 0, standard: 1 } },
];

const drawnCounts: SampleCounts = { probe: 1, standard: 1 };

/** One id for each number of digits: ids are shown nowhere to be of one length. */
const oneOfEachLength = (ids: readonly number[], seed: number): number[] =>
  [...Map.groupBy(ids, (id) => String(id).length).values()].flatMap((some) => picked(some, 1, seed));

/** Ids, in the order of the list; the first and the last of it are always among them. */
export const countriesToAsk = (
  countries: readonly ListedCountry[],
  { some, seed }: Pick<DepthSample, 'some'> & { readonly seed: number },
): number[] => {
  const ids = countries.map(({ id }) => id);
  const listed = (codes: readonly string[]) =>
    codes.flatMap((code) => countries.find(({ codeA2 }) => codeA2?.toUpperCase() === code)?.id ?? []);
  const likelyToDiffer = kinds.flatMap(({ codes, counts }) => some(listed(codes), counts));
  const ends = [...ids.slice(0, 1), ...ids.slice(-1)];
  const drawn = some(picked(ids, ids.length, seed), drawnCounts);
  const chosen = new Set([...likelyToDiffer, ...ends, ...drawn]);
  const unlike = ids.filter((id) => ![...chosen].some((other) => String(other).length === String(id).length));
  for (const id of some(oneOfEachLength(unlike, seed), { probe: 0, standard: 3 })) chosen.add(id);
  return ids.filter((id) => chosen.has(id));
};

export type CountryIdDraw =
  | { readonly kind: 'known'; readonly share: number }
  | UnknownCountry
  /** More than any integer of a machine holds. */
  | { readonly kind: 'huge'; readonly digits: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'empty' | 'missing' | 'misnamed' }
  /** A known id, in another notation than programs use. */
  | { readonly kind: 'written'; readonly way: (typeof notations)[number]; readonly share: number }
  | { readonly kind: 'repeated'; readonly shares: readonly number[] };

const known = fc.record({ kind: kind('known'), share });
const huge = fc.record({
  kind: kind('huge'),
  digits: fc
    .tuple(fc.constantFrom('-', ''), fc.bigInt({ min: 2n ** 53n, max: 10n ** 40n }))
    .map(([sign, id]) => `${sign}${id}`),
});
/** `NaN` is no number by its own name, and some parsers take it for one. */
const text = fc.record({ kind: kind('text'), text: notNumber.filter((value) => value !== 'NaN') });
const bare = fc.record({ kind: fc.constantFrom('empty' as const, 'missing' as const, 'misnamed' as const) });
const written = fc.record({ kind: kind('written'), way: fc.constantFrom(...notations), share });
const repeated = fc.record({ kind: kind('repeated'), shares: fc.array(share, { minLength: 2, maxLength: 3 }) });

export const validCountryId: fc.Arbitrary<CountryIdDraw> = known;

/** Of every kind one; the interface leaves the last to the service. */
export const countryIdKinds: readonly fc.Arbitrary<CountryIdDraw>[] = [
  validCountryId,
  unknownCountry,
  huge,
  fc.oneof(text, bare),
  fc.oneof(written, repeated),
];

type CountryQuery = readonly (readonly [string, string])[];

const idAt = (at: number, known: readonly number[]): string => {
  const positive = known.filter((id) => id > 0);
  return String(positive[Math.floor(at * positive.length)] ?? 1);
};

/** The query, once the known ids are read. */
export const countryQuery = (draw: CountryIdDraw, countries: readonly number[]): CountryQuery => {
  const one = (value: string): CountryQuery => [['countryId', value]];
  switch (draw.kind) {
    case 'known':
      return one(idAt(draw.share, countries));
    case 'huge':
      return one(draw.digits);
    case 'text':
      return one(draw.text);
    case 'empty':
      return one('');
    case 'missing':
      return [];
    case 'misnamed':
      return [['country', '1']];
    case 'written':
      return one(writtenAs(draw.way, idAt(draw.share, countries)));
    case 'repeated':
      return draw.shares.map((each) => ['countryId', idAt(each, countries)]);
    default:
      return one(unknownCountryId(draw, countries));
  }
};

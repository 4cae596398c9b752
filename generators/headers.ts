/** Headers that change nothing of what is asked (RFC 9110), and the languages of partners (RFC 9110, §12.5.4). */
import fc from 'fast-check';

/** Two languages of which neither can stand for the other. */
export const twoLanguages: fc.Arbitrary<readonly [string, string]> = fc.constantFrom(
  ['en', 'ru'] as const,
  ['ru', 'en'] as const,
  ['ru', 'de-DE'] as const,
  ['en', 'ar'] as const,
);

export const everyLanguage = [
  'en',
  'ru',
  'ru-RU,ru;q=0.9,en;q=0.5',
  'de-DE',
  'fr-CA, fr;q=0.8',
  'zh-Hant-TW',
  'ar',
  '*',
] as const;

/** Of two languages the service certainly speaks, because its names are in both (part 2.6). */
export const spoken = ['en', 'ru'] as const;

export const languages: fc.Arbitrary<string> = fc.constantFrom(...everyLanguage);

/** Lawful, and rare. */
const rareLanguages = fc.constantFrom(
  'i-default',
  'sr-Latn-RS, ru;q=0.1, *;q=0.01',
  'x-klingon, en;q=0.001',
  'EN-us',
  'ru;q=1.000,en;q=0, *;q=0.1',
  'de-CH-1901, *;q=0.1',
  Array.from({ length: 40 }, (_, i) => `en-x-${i};q=0.${String(i + 10)}`).join(', '),
);

export const harmlessHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'accept-language': fc.oneof({ arbitrary: languages, weight: 1 }, { arbitrary: rareLanguages, weight: 4 }),
    accept: fc.constantFrom('application/json', 'application/json, */*;q=0.1', 'text/html;q=0.1,application/json'),
    'cache-control': fc.constantFrom('no-cache', 'no-store', 'max-age=0'),
    'x-request-id': fc.uuid(),
    dnt: fc.constant('1'),
    traceparent: fc.constant('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Values of Accept-Language (RFC 9110, §12.5.4): the service serves partners of any language. */
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

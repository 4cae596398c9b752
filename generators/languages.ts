/** Values of Accept-Language (RFC 9110, §12.5.4): the service serves partners of any language. */
import fc from 'fast-check';

export const languages: fc.Arbitrary<string> = fc.constantFrom(
  'en',
  'ru',
  'ru-RU,ru;q=0.9,en;q=0.5',
  'de-DE',
  'fr-CA, fr;q=0.8',
  'zh-Hant-TW',
  'ar',
  '*',
);

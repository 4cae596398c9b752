/** A finding in which everything that came from elsewhere tries to break out of where it is shown. */
import type { Case } from '../../../cases/case.ts';
import type { Json } from '../../../contracts/json.ts';
import { caseOf, exchangeOf, posted, traceOf } from './case-of.ts';

const escapeSign = String.fromCodePoint(0x1b);
const override = String.fromCodePoint(0x20_2e);
const separator = String.fromCodePoint(0x20_28);

/** @param marker A file that is there once something of it was run. */
export const hostileTexts = (marker: string): string[] => [
  `'; touch ${marker}; echo '`,
  `$(touch ${marker})`,
  `\`touch ${marker}\``,
  `\nJSON\ntouch ${marker}\n`,
  `"; require('fs').writeFileSync('${marker}', ''); "`,
  `\${require('fs').writeFileSync('${marker}', '')}`,
  `*/ require('fs').writeFileSync('${marker}', '') /*`,
  `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  `"><svg onload=alert(1)>`,
  '```\n\n<img src=x>\n[x](javascript:alert(1)) | x |',
  '{{$processEnv PREFLIGHT_CLIENT_SECRET}}',
  '### \nGET https://evil.invalid/',
  `${escapeSign}[31mred${escapeSign}]0;title${String.fromCodePoint(7)}`,
  `${override}drowssap${separator}touch ${marker}`,
  '\ud800 half of a sign',
  'long '.repeat(400_000),
];

export const hostileCase = (marker: string): Case => {
  const texts = hostileTexts(marker);
  const everything: Json = {
    texts,
    ...Object.fromEntries(texts.map((text, i) => [text.slice(0, 200), { [text.slice(0, 100)]: i }])),
    ...(JSON.parse('{"__proto__":{"isAdmin":true}}') as { [key: string]: Json }),
  };
  const first = posted('hotel-search', `/api/hotels/search'; touch ${marker} #`, everything, {
    searchId: 's-000001',
    everything,
  });
  const second = exchangeOf({
    operation: 'hotel-pricing',
    request: {
      method: 'POST',
      path: '@evil.invalid/api/hotels/hotel_pricing',
      query: [[texts[0] ?? '', texts[1] ?? '']],
      headers: { 'x-a': `1\r\nx-b: 2'; touch ${marker}`, [`x'; touch ${marker}`]: '1' },
      body: { searchId: 's-000001', everything },
    },
    response: {
      status: 200,
      headers: { 'content-type': `text/html'${texts[7]}`, 'x-request-id': texts[12] ?? '' },
      bytes: 10,
      body: { offers: texts },
    },
    replaced: [...texts.slice(0, 15).map((text) => `request.body.${text}`), 'response.body.offers[0]'],
  });
  const opened = caseOf(traceOf('search-hotels', first, second), {
    clause: 'hotel-pricing.offers-carry-offer-id',
    exchange: 1,
    where: 'response.body.offers[3]',
    expected: texts.slice(0, 15).join(' '),
    actual: texts.slice(0, 15).join(' '),
  });
  const { run } = opened.bundle;
  return { ...opened, bundle: { ...opened.bundle, run: { ...run, target: texts[7] ?? '', id: texts[3] ?? '' } } };
};

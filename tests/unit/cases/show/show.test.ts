/** A timeline, in the terminal and as a page: what matters is open and marked, and nothing foreign acts. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, focusOf } from '../../../../cases/case.ts';
import { exported } from '../../../../cases/export/exported.ts';
import { timelinePage } from '../../../../cases/show/page.ts';
import { timelineText } from '../../../../cases/show/text.ts';
import { timelineOf } from '../../../../cases/show/timeline.ts';
import { importedFlow } from '../../../../contracts/imported-trace.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { caseOf, exchangeOf, hostileCase, posted, traceOf, unbrokenCase } from '../case-of.ts';

const shown = (opened: Case, all = false) => timelineOf(opened, focusOf(opened), { all, evidence: 'as it may leave' });
const textOf = (opened: Case, all?: boolean): string => timelineText(shown(opened, all), { color: false });

const country = (id: number) => ({ id, nameRu: 'Имя', nameEn: 'Name', codeA2: 'AA', codeA3: 'AAA' });
const list = (size: number, broken?: number): Json =>
  [...Array(size).keys()].map((i) => country(i === broken ? 1 : i + 10)) as Json;

const sorted = (replaced: string[], body: Json = list(60, 40)): Case =>
  caseOf(
    traceOf(
      'list-countries',
      exchangeOf({
        operation: 'countries',
        bearer: 'other',
        response: { status: 200, headers: {}, bytes: 9, body: list(3) },
      }),
      exchangeOf({
        operation: 'countries',
        response: { status: 200, headers: { 'x-request-id': '0f8fad5b' }, bytes: 9, body },
        replaced,
      }),
    ),
    {
      clause: 'countries.sorted-by-id',
      exchange: 1,
      where: 'response.body[40].id',
      expected: 'sorted by id, and the one before it is 49',
      actual: '1',
    },
  );

test('what matters is open, cut around the place that broke; the rest has a line', () => {
  const text = textOf(sorted(['response.body[].nameRu', 'response.body[41].nameEn']));
  const lines = text.split('\n');
  ok(
    lines.every((line) => line.length <= 80),
    lines.find((line) => line.length > 80),
  );
  equal(lines[0], 'BROKEN  countries.sorted-by-id');
  ok(text.includes('  >       "id": 1  ← here'), text);
  ok(text.includes('… 39 more before') && text.includes('… 18 more after'));
  equal(text.match(/"nameRu": ‹"Имя"›/g)?.length, 3);
  equal(text.match(/"nameEn": ‹"Name"›/g)?.length, 1);
  ok(text.includes('x-request-id: 0f8fad5b'));
  ok(
    /^ #0 +12:00:00\.000 {2}countries \(token other\) {2}GET \/api\/dictionary\/co… {2}200 {2}5 ms$/m.test(text),
    text,
  );
  ok(textOf(sorted([]), true).length > text.length, 'every exchange is open');
});

test('what is missing is shown where it should stand, and the replaced part of a message by its characters', () => {
  const refused = exchangeOf({
    operation: 'create-booking',
    response: { status: 422, headers: {}, bytes: 9, body: { error: { message: 'Guest Qwerty has no passport' } } },
    replaced: ['response.body.error.message#6-12'],
  });
  const text = textOf(
    caseOf(traceOf('book-then-cancel', refused), {
      clause: 'hotel-refusal.carries-code-and-message',
      exchange: 0,
      where: 'response.body.error.code',
      expected: 'a text',
      actual: 'absent',
    }),
  );
  ok(text.includes('"message": "Guest ‹Qwerty› has no passport"'), text);
  ok(/^ {2}> +"code": absent {2}← here$/m.test(text), text);
});

test('a page holds all it shows, lets nothing act, and marks the same', () => {
  const page = timelinePage(shown(sorted(['response.body[].nameRu'])));
  ok(page.includes('default-src &#39;none&#39;') || page.includes("default-src 'none'"));
  ok(!/<script|<link|<img|\son\w+=|href="(?!#)/i.test(page));
  equal(page.match(/<mark title/g)?.length, 3);
  ok(/<span class="here"> *<span class="name">&quot;id&quot;<\/span>.*← here<\/span>/.test(page));
});

test('nothing that came from elsewhere acts, in the terminal or in a page, and megabytes are cut', () => {
  const opened = hostileCase('/nowhere');
  const text = textOf(opened, true);
  ok(!/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text));
  ok(text.length < 60_000, `${text.length} characters`);
  const page = timelinePage(shown(opened, true));
  ok(!/<(script|img|svg)/i.test(page) && !/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u.test(page));
  ok(page.length < 200_000, `${page.length} characters`);
});

test('a refused booking says what was refused, an accepted one that it is no error, on page and in letter', () => {
  const said = (response: NonNullable<Exchange['response']>, facts?: Exchange['facts']): string[] => {
    const booked = { ...posted('create-booking', '/api/hotels/create_booking', { offerId: 'o-1' }, {}), response };
    const opened = unbrokenCase(traceOf(importedFlow, { ...booked, ...(facts && { facts }) }));
    const letter = exported(opened, 'letter', { isPage: false });
    const page = timelinePage(shown(opened));
    ok(!/nothing broken|is broken/i.test(letter + page + textOf(opened)));
    return [
      textOf(opened).split('\n')[0] ?? '',
      letter.split('\n')[0] ?? '',
      /<title>(.*)<\/title>/.exec(page)?.[1] ?? '',
    ];
  };
  const error = { code: 'SUPPLIER_ERROR', message: 'No room is left.' };
  const answer = { status: 200, headers: {}, bytes: 9 };
  deepEqual(said({ ...answer, status: 422, body: { error } }), [
    'REFUSED  create-booking is refused with SUPPLIER_ERROR',
    '# create-booking is refused with SUPPLIER\\_ERROR',
    'REFUSED: create-booking is refused with SUPPLIER_ERROR',
  ]);
  deepEqual(
    said({ ...answer, body: { status: 'rejected' } }, { booking: { at: [], status: 'rejected' } }).slice(0, 1),
    ['REFUSED  create-booking is refused with status rejected'],
  );
  deepEqual(said({ ...answer, body: { status: 'completed' } }, { booking: { at: [], status: 'completed' } }), [
    'NO ERROR  create-booking is answered well, which is no error',
    '# create-booking is answered well, which is no error',
    'NO ERROR: create-booking is answered well, which is no error',
  ]);
});

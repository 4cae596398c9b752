/** What the bytes of an answer are taken for. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { content } from '../../../../client/http/content.ts';

const read = (text: string, contentType?: string) =>
  content({
    bytes: Buffer.from(text),
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

const looksLike = (text: string, contentType?: string): string => {
  const result = read(text, contentType);
  return 'text' in result ? result.text.looksLike : Object.keys(result).join();
};

test('every proper prefix of an object or array is JSON that breaks off', () => {
  const documents = fc
    .tuple(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), fc.constantFrom(0, 2))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  fc.assert(
    fc.property(documents, fc.string(), (document, space) => {
      const start = space.replace(/[^ \n\t]/g, '');
      for (let end = 1; end < document.length; end++) {
        // A text that ends within a pair of surrogates cannot be sent as UTF-8.
        const prefix = document.slice(0, end);
        if (prefix.isWellFormed()) equal(looksLike(start + prefix), 'truncated-json', prefix);
      }
      equal(looksLike(document), 'body');
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('escapes and exponents break off too', () => {
  for (const document of ['["\\u00e9\\n\\\\"]', '[-1.25e+10,true,false,null]', '{"a" : {"b":[ ]}}']) {
    for (let end = 1; end < document.length; end++) equal(looksLike(document.slice(0, end)), 'truncated-json');
  }
});

test('what could never become JSON is other text', () => {
  const texts = [
    "{'a':1}",
    "['",
    '[1,]',
    '{"a":1,}',
    '[NaN',
    '[NaN]',
    '[01',
    '{a',
    '[1}',
    '[+1',
    '["\\x',
    '["\\u12G',
    '[1]]',
  ];
  for (const text of [...texts, 'oops', '"abc', 'tru', '   ', '}', '["a\nb', ']['])
    equal(looksLike(text), 'other', text);
});

test('a page is html by its type or by its start', () => {
  equal(looksLike('<p>', 'text/html; charset=utf-8'), 'html');
  equal(looksLike(' \n<!DOCTYPE html><html>'), 'html');
  equal(looksLike('<HTML lang="en">', 'application/json'), 'html');
  equal(looksLike('<xml>'), 'other');
  equal(looksLike('[1]', 'text/html'), 'body');
});

test('a byte order mark is ignored, and an empty body is nothing', () => {
  deepEqual(read('\ufeff[1]'), { body: [1] });
  deepEqual(read(''), {});
  deepEqual(read('oops!'), { text: { looksLike: 'other', characters: 5 } });
});

test('a number too large to be read is named with its place', () => {
  const named = (text: string) => {
    const result = read(text);
    return 'text' in result ? [result.text.looksLike, result.text.number] : result;
  };
  const places = {
    '1e999': '1e999 at body',
    '[{"id":1},{"id":1e999,"x":1e400}]': '1e999 at body[1].id',
    '{"a":[{"b":-1e999}]}': '-1e999 at body.a[0].b',
    '{"Ivan Petrov":1e999}': '1e999 at body.…',
    [`[${'9'.repeat(400)}]`]: `${'9'.repeat(24)}… at body[0]`,
    [`${'[1,'.repeat(20)}1e999${']'.repeat(20)}`]: `1e999 at body${'[1]'.repeat(12)}…`,
  };
  for (const [text, number] of Object.entries(places)) deepEqual(named(text), ['unreadable-number', number]);
  deepEqual(read('[1e308]'), { body: [1e308] });
});

test('keys that stand again in their object are counted, and others are not', () => {
  const repeated = (text: string): unknown => {
    const result = read(text);
    return 'body' in result && result.repeatedKeys;
  };
  for (const text of [
    '{"a":1,"a":1}',
    '[{"a":{"b":[],"b" : {"b":1}}}]',
    String.raw`{"\u0061":1,"a":2}`,
    '{"__proto__":1,"__proto__":2}',
  ])
    equal(repeated(text), 1, text);
  for (const text of [
    '{}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":1}}',
    String.raw`{"a":"\":","b":"x\\","c":": \"a\":"}`,
    '{"__proto__":1}',
  ])
    equal(repeated(text), undefined, text);
  equal(repeated('{"a":1,"a":1,"b":{"c":1,"c":2,"c":3}}'), 3);
});

test('a megabyte of brackets is looked at without recursion', () => {
  const depth = 500_000;
  deepEqual(Object.keys(read('['.repeat(depth) + ']'.repeat(depth))), ['failure']);
  equal(looksLike('['.repeat(depth)), 'truncated-json');
  deepEqual(Object.keys(read('{"a":'.repeat(65) + 1 + '}'.repeat(65))), ['failure']);
  deepEqual(Object.keys(read('{"a":'.repeat(64) + 1 + '}'.repeat(64))), ['body']);
});

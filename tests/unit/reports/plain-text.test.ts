/** The small parts of a report's text: lines that are safe, lines that fit, durations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { block, oneLine, unobeyed, unobeyedJson } from '../../../reports/safe-text.ts';
import { durationText, wrapped } from '../../../reports/text-layout.ts';

test('one line keeps what can be read and drops what can be obeyed', () => {
  assert.equal(oneLine('Санкт-Петербург 東京'), 'Санкт-Петербург 東京');
  assert.equal(oneLine('a\u001b[31mb\u001b[0m\tc\r\n\u0000d\u2029e'), 'ab c d e');
  assert.equal(oneLine('a\u202eb\u200bc\ufeff'), 'abc');
  assert.equal(oneLine('a\ud800b'), 'a\ufffdb');
});

test('what is printed begins no command of a pipeline, and JSON is read as before', () => {
  assert.equal(
    unobeyed('a ##[error]b ###vso[x]\n  ::error::c\nd ::e::'),
    'a # #[error]b ## #vso[x]\n  : :error::c\nd ::e::',
  );
  assert.equal(unobeyed('::error title=ours::b'), '::error title=ours::b');
  assert.match(block('::error::x\ny ::z'), /^: :error::x\ny ::z$/m);
  const piece = fc.constantFrom('#', '##[', '##vso[', '##TeamCity[', '[', ':', '::', '\\', '"', '\n', ' ', 'error');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const value = { [pieces.join('')]: pieces };
      const text = unobeyedJson(JSON.stringify(value, null, 1));
      assert.deepEqual(JSON.parse(text), value);
      for (const each of [text, unobeyed(pieces.join(''))]) assert.doesNotMatch(each, /##(\[|vso\[|teamcity\[)/i);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('a cut falls between characters', () => {
  assert.equal(oneLine('😀'.repeat(9), 4), '😀😀😀…');
  assert.equal(oneLine('abcd', 4), 'abcd');
  assert.equal([...oneLine('z'.repeat(1_000_000))].length, 240);
});

test('lines break at spaces, and a word that is too long stays whole', () => {
  assert.equal(wrapped('one two three', { hang: 2, width: 9 }), 'one two\n  three');
  assert.equal(wrapped('a waytoolongword b', { hang: 0, width: 5 }), 'a\nwaytoolongword\nb');
  assert.equal(wrapped('', { hang: 4 }), '');
});

test('durations round without sixty seconds', () => {
  assert.deepEqual([0, 1_940, 59_949, 59_951, 60_000, 119_600, 192_000].map(durationText), [
    '0.0 s',
    '1.9 s',
    '59.9 s',
    '1 min 0 s',
    '1 min 0 s',
    '2 min 0 s',
    '3 min 12 s',
  ]);
});

/** Annotations of GitHub: at most nine and a count, and nothing a service says becomes a command of its own. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { workflowAnnotations } from '../../../reports/github.ts';
import { oneLine } from '../../../reports/safe-text.ts';
import { decidedRecord } from './decided-record.ts';
import { failing, recordOf } from './record-of.ts';

const options = { targetFile: 'contracts/acme.ts', path: 'results/0822-7f3a' };

test('a broken clause is an error, a derived one a warning, and what was decided beside them one notice', () => {
  deepEqual(workflowAnnotations(decidedRecord, options), [
    '::error title=cities.sorted-by-id,file=contracts/acme.ts::The cities of a country are sorted by id.%0Acities, response.body[17].id%0Aexpected sorted by id, and the one before it is 812%0Aactual 640%0Arepeat npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id',
    '::warning title=countries.lowest-id-first,file=contracts/acme.ts::The sorted countries begin with the lowest id.%0Acountries, response.body[17].id%0Aexpected sorted by id, and the one before it is 812%0Aactual 640%0Arepeat npx --no -- preflight gate --target sandbox --seed 42 --only countries.lowest-id-first',
    `::notice title=preflight::${[
      'lacking: hotels: no clause of it was judged',
      'unjudged: flights, as it is allowed',
      'waiver: amenities.sorted-by-id covers until 2026-10-01; release team: TICKET-7: two pools',
      'waiver: cities.sorted-by-id expired on 2026-08-01 and covers nothing: mend the failure, or waive it again; data team: was to be mended',
      'flaky: 1 clause passed only when tried again after trouble: cities.ids-are-unique',
      'since: 20260830-0822-7f3a1c: 1 new (cities.sorted-by-id), 1 still (amenities.sorted-by-id), 1 fixed (token.is-jwt), 1 no longer exercised (fare-rules.rules-are-told)',
    ].join('%0A')}`,
  ]);
});

test('of many nine are shown and the others counted', () => {
  const many = Array.from({ length: 14 }, (_, i) =>
    failing('cities.sorted-by-id', { fingerprint: i.toString(16).padStart(12, '0') }),
  );
  const lines = workflowAnnotations(recordOf(...many), options);
  equal(lines.length, 10);
  equal(lines.at(-1), '::notice title=preflight::and 5 more findings, in results/0822-7f3a');
});

const commands = [
  '::error::x',
  '::set-output name=a::b',
  '##[set-output name=a;]b',
  '##vso[task.complete]',
  '##teamcity[x]',
];

test('nothing in a line that is printed begins a command of GitHub, Azure or TeamCity, in its middle either', () => {
  equal(oneLine('a ::error::b ##[error]c ##vso[x]'), 'a : :error::b # #[error]c # #vso[x]');
  equal(oneLine('connect ECONNREFUSED ::1:443'), 'connect ECONNREFUSED ::1:443');
  const piece = fc.constantFrom(
    ...commands,
    ':',
    '::',
    '#',
    '##',
    '[',
    'error',
    ' ',
    '\n',
    '\u200b',
    '\u001b[0m',
    'vso[',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = oneLine(pieces.join(''));
      ok(!/##(\[|vso\[|teamcity\[)/i.test(line), line);
      ok(!/::[\w-]+( .*)?::/.test(line), line);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('in an annotation, what a service says stays its data', () => {
  for (const text of commands) {
    const [line = '', ...more] = workflowAnnotations(
      recordOf(failing('cities.sorted-by-id', { actual: `%0A${text}\n${text}`, where: text })),
      { ...options, targetFile: `a,b:c\n${text}` },
    );
    equal(more.length, 0);
    ok(!/[\r\n]/.test(line));
    match(line, /^::error title=cities\.sorted-by-id,file=a%2Cb%3Ac%0A[^,]*?::The cities/);
    ok(line.includes('%250A'), line);
  }
});

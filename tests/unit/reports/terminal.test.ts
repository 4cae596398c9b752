/** The end of a gate run as a person sees it, one golden text per verdict. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { topicOf } from '../../../contracts/clause.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { isGating } from '../../../contracts/standing.ts';
import type { Verdict } from '../../../contracts/verdict.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { broken, failing, inconclusive, passing, recordOf } from './record-of.ts';

const path = 'results/0822-7f3a';
const report = (record: RunRecord): string => terminalReport(record, { color: false, path });

const healthy = [passing('token.is-jwt'), passing('cities.sorted-by-id'), passing('cities.ids-are-unique')];

test('the end names the pace that was kept after a 429, and the setting', () => {
  const throttled = { refused: 14, requestsPerSecond: 5.25 };
  const shown = (target: string, met = throttled) =>
    report({ ...recordOf(...healthy), target, throttled: met }).replaceAll(/\s+/g, ' ');
  assert.match(
    shown('acme'),
    /pace the service answered 429 to 14 requests, and the pace went down to 5 a second: to keep it from the start, set limits\.requestsPerSecond: 5 in the target file/,
  );
  assert.match(shown('live'), /set PREFLIGHT_REQUESTS_PER_SECOND=5 in the environment/);
  assert.match(shown('acme', { refused: 1, requestsPerSecond: 0.5 }), /1 request, .* down to 0\.5 a second/);
});

test('what only warns and the table come first, and the end is what must be mended', () => {
  const record = recordOf(
    passing('token.is-jwt'),
    broken('token.needs-no-bearer', 'the check broke: x is undefined'),
    inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock in the target file'),
    failing('cities.ids-are-unique', { fingerprint: 'aaaaaaaaaaaa', expected: 'an id of its own', actual: '5' }),
    failing('cities.sorted-by-id'),
  );
  assert.equal(
    report(record),
    `\
WARN  cities.ids-are-unique   minor, derived, §2.6, since 2026-08-11   sandbox
      No two cities of a country share an id.
      where     cities → response.body[17].id      (exchange 7 of flow list-cities, 3 times)
      expected  an id of its own        actual  5
      judge     npx --no -- preflight judge results/0822-7f3a/aaaaaaaaaaaa.bundle.json --clause cities.ids-are-unique
      repeat    npx --no -- preflight gate --target sandbox --seed 42 --only cities.ids-are-unique

INCONCLUSIVE  1 clause
  needs    needs levers.advanceClock in the target file
           token.works-until-expiry

area          clauses  pass  fail  warn  inconclusive  error
token               3     1     0     0             1      1
dictionaries        2     0     1     1             0      0
total               5     1     1     1             1      1

run record  results/0822-7f3a/run.json
exit code   1, a clause that the gate requires is broken
FAIL with 1 warning  3 judged, 1 broken; 2 not judged (2 of token)
    on sandbox (revision 2026-08-31), seed 42, 1.9 s, 312 requests

ERROR  the check broke: x is undefined
       flow     list-cities      our side broke, not the service
       clauses  token.needs-no-bearer
       repeat   npx --no -- preflight gate --target sandbox --seed 42 --only token.needs-no-bearer

FAIL  cities.sorted-by-id   minor, documented, §2.6, since 2026-08-11   sandbox
      The cities of a country are sorted by id.
      reading   The direction is not said: either passes here.
      where     cities → response.body[17].id      (exchange 7 of flow list-cities, 3 times)
      expected  sorted by id, and the one before it is 812        actual  640
      judge     npx --no -- preflight judge results/0822-7f3a/0123456789ab.bundle.json --clause cities.sorted-by-id
      repeat    npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id`,
  );
});

test('a service that is not there gets its one reason and no lists', () => {
  const refused = 'refused: connect ECONNREFUSED 127.0.0.1:1';
  assert.equal(
    report(
      recordOf(
        inconclusive('token.is-jwt', 'trouble', `1 of 2 in trouble, first token: ${refused}`),
        inconclusive('countries.sorted-by-id', 'trouble', `the login ended in trouble: ${refused}`),
        inconclusive('bearer.missing-token-is-unauthorized', 'trouble', `2 of 2 in trouble, first cities: ${refused}`),
        inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock in the target file'),
      ),
    ),
    `\
run record  results/0822-7f3a/run.json
exit code   3, could not measure
COULD NOT MEASURE  3 required clauses could not be tested: token.is-jwt,
    countries.sorted-by-id, bearer.missing-token-is-unauthorized.
    Reason: refused: connect ECONNREFUSED 127.0.0.1:1.
    To fix: is the service up, and is the baseUrl of the target right?
    on sandbox (revision 2026-08-31), seed 42, 1.9 s, 312 requests`,
  );
});

test('clauses that share a cause stand together, a whole area by its name, and the end is what blocks the gate', () => {
  const trouble = (n: number) => `${n} of 9 in trouble, first cities: HTTP 503`;
  const lines = report(
    recordOf(
      passing('token.is-jwt'),
      inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock'),
      inconclusive('countries.list-is-an-array', 'nothing', 'nothing that list-cities sent or was answered shows it'),
      inconclusive('cities.sorted-by-id', 'trouble', trouble(1)),
      inconclusive('cities.list-is-an-array', 'trouble', trouble(3)),
    ),
  ).split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    'INCONCLUSIVE  1 clause',
    '  needs    needs levers.advanceClock',
    '           token.works-until-expiry',
  ]);
  assert.deepEqual(lines.slice(-10), [
    'COULD NOT MEASURE  3 required clauses could not be tested:',
    '    countries.list-is-an-array, cities (all 2).',
    '    Reason: 2 causes, each listed with its clauses.',
    '    on sandbox (revision 2026-08-31), seed 42, 1.9 s, 312 requests',
    '',
    'INCONCLUSIVE  3 clauses',
    '  trouble  cities: HTTP 503',
    '           cities (all 2)',
    '  nothing  nothing that list-cities sent or was answered shows it',
    '           countries.list-is-an-array',
  ]);
});

test('an area that only needs what the target lacks has no row, and trouble names the operations that met it', () => {
  const text = report(
    recordOf(
      passing('token.is-jwt'),
      inconclusive('hotel-search.search-id-is-returned', 'needs', 'needs known.region in the target file'),
      inconclusive(
        'cities.sorted-by-id',
        'trouble',
        '1 of 2 in trouble, first cities: withheld: after 3 in a row: HTTP 503',
      ),
      inconclusive('countries.sorted-by-id', 'trouble', '1 of 2 in trouble, first countries: HTTP 503'),
    ),
  );
  assert.deepEqual(
    [...text.matchAll(/^(\w+) +\d+ +\d+ /gm)].map(([, name]) => name),
    ['token', 'dictionaries', 'total'],
  );
  assert.match(text, /To fix: ask the operator of the service about countries, cities, or try$/m);
});

test('clauses that nothing tested are named, with the command that shows what was sent', () => {
  const [first, second] = (['countries.sorted-by-id', 'cities.list-is-an-array'] as const).map((clause) =>
    inconclusive(clause, 'nothing', 'nothing that list-cities sent or was answered shows it'),
  );
  assert.ok(first && second);
  assert.deepEqual(
    report(recordOf(...healthy, first, second))
      .split('\n')
      .slice(-5, -1),
    [
      'COULD NOT MEASURE  2 required clauses were never tested:',
      '    countries.sorted-by-id, cities.list-is-an-array.',
      '    Reason: nothing that list-cities sent or was answered shows it.',
      // A command is not broken, so that it can be copied.
      '    To fix: npx --no -- preflight gate --target sandbox --seed 42 --only countries.sorted-by-id, and look at what was sent in the traces of that run',
    ],
  );
});

test('of many clauses the first are named and the others counted, and an unreadable number has a way out', () => {
  const gating = clauseIds.filter((clause) => isGating({ clause }));
  const many = [...Map.groupBy(gating, topicOf).values()].flatMap(([first]) => first ?? []);
  const reason = '1 of 1 in trouble, first view-booking: JSON with a number too large to be read: 1e999 at body.x';
  const last = report(
    recordOf(passing('view-booking.price-parts-add-up'), ...many.map((id) => inconclusive(id, 'trouble', reason))),
  );
  assert.match(
    last,
    / and \d+ more\.\n {4}Reason: [\s\S]*1e999 at\s+body\.x\.\n {4}To fix: ask the operator of the service for a number /,
  );
});

test('a warning does not spoil a pass, and an error of Preflight does', () => {
  const sentence = (extra: Verdict) =>
    report(recordOf(...healthy, extra))
      .split('\n')
      .find((line) => /^(PASS|COULD)/.test(line));
  assert.equal(sentence(failing('countries.ids-are-unique')), 'PASS with 1 warning  4 judged, 0 broken');
  assert.equal(
    sentence(broken('token.needs-no-bearer', 'x')),
    'COULD NOT MEASURE  1 clause met our own error: token.needs-no-bearer.',
  );
});

test('a flow that broke is one error, for any number of its clauses', () => {
  const text = report(
    recordOf(broken('token.is-jwt', 'the flow broke: x'), broken('cities.sorted-by-id', 'the flow broke: x')),
  );
  assert.equal(text.split('\n').filter((line) => line.startsWith('ERROR')).length, 1);
  assert.match(text, /\n {7}clauses {2}token\.is-jwt, cities\.sorted-by-id\n/);
});

test('what is judged again names where it comes from, and no record, bookings or bundle that is not there', () => {
  const former = recordOf(failing('cities.sorted-by-id'));
  const bookings = { requested: 2, cancelled: 1, left: 1 };
  const record: RunRecord = { ...former, finishedAt: former.startedAt, bookings };
  const again = (judged: 'folder' | 'bundle', from: string) =>
    terminalReport(record, { color: false, path: from, judged }).split('\n\n')[1];
  const end = `\
exit code   1, a clause that the gate requires is broken
FAIL  1 judged, 1 broken on sandbox (revision 2026-08-31), seed 42, 312 requests`;
  const run = 'run 0822-7f3a on sandbox, begun at 2026-09-01T12:00:00.000Z';
  assert.equal(again('bundle', 'mail/a.json'), `judged      mail/a.json, a bundle of ${run}\n${end}`);
  assert.equal(again('folder', path), `judged      results/0822-7f3a, ${run}\n${end}`);
  assert.match(
    terminalReport(record, {
      color: false,
      path: 'mail/a.json',
      judged: 'bundle',
      kept: { bundle: 'mail/a.json', by: '' },
    }),
    /judge {5}npx --no -- preflight judge mail\/a\.json --clause cities\.sorted-by-id\n/,
  );
});

test('colour changes no character', () => {
  const record = recordOf(
    ...healthy,
    failing('countries.sorted-by-id'),
    inconclusive('json.success-body-parses', 'nothing', 'n'),
  );
  const coloured = terminalReport(record, { color: true, path });
  assert.ok(coloured.includes('\u001b[31mFAIL'));
  assert.equal(stripVTControlCharacters(coloured), report(record));
});

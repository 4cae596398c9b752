/** The domains of clauses as a person reads them: without a run, with one, and as one line of a gate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellCoverage } from '../../../contracts/cell-coverage.ts';
import { clauseIds } from '../../../contracts/clauses.ts';
import { cellsLine, domainsText, metDomainsText } from '../../../reports/domain-text.ts';
import { terminalReport } from '../../../reports/terminal.ts';
import { passing, recordOf } from './record-of.ts';

const sorted = { ...passing('cities.sorted-by-id'), cells: 'own, English, first read, first listed' };
const unique = { ...passing('cities.ids-are-unique'), cells: sorted.cells };
const refused = passing('token.wrong-secret-is-refused');
const levers = { openWorld: () => Promise.reject(new Error('nobody opens one here')) };
const all = cellCoverage(recordOf(sorted, unique, refused), { may: {}, known: {}, levers });

test('clauses of an area with the same domain stand together, a dimension a line', () => {
  assert.equal(
    domainsText(['cities.sorted-by-id', 'cities.ids-are-unique', 'token.wrong-secret-is-refused']),
    `\
cities.sorted-by-id, cities.ids-are-unique
  partner     own, other
  language    no language, English, Russian, other language
  read        first read, second read, third read
  position    first listed, listed between, last listed
  after       refusal, wrong login

token.wrong-secret-is-refused
  no dimension: few wrong or further logins may be sent, and none of them is
  about anything else
`,
  );
});

test('with a run each dimension says what was met, what not yet, and what cannot be shown', () => {
  assert.equal(
    metDomainsText(all, { id: '0822-7f3a', target: 'acme' }),
    `\
run 0822-7f3a on acme: 8 of 28 cells met, 2 cannot be shown here

dimension        cells       met   not yet  not here
partner              4         2         0         2
language             8         2         6         0
read                 6         2         4         0
position             6         2         4         0
after                4         0         4         0

cities.sorted-by-id, cities.ids-are-unique
  4 of 14 cells met, 1 cannot be shown here
  partner     met       own
              not here  other: needs otherPartner
  language    met       English
              not yet   no language, Russian, other language
  read        met       first read
              not yet   second read, third read
  position    met       first listed
              not yet   listed between, last listed
  after       not yet   refusal, wrong login

token.wrong-secret-is-refused
  no dimension: few wrong or further logins may be sent, and none of them is
  about anything else
`,
  );
});

test('no line is longer than 80 columns, whatever a target is called', () => {
  const many = recordOf(...clauseIds.map((clause) => passing(clause)));
  const text = `${domainsText(clauseIds)}\n${metDomainsText(cellCoverage(many, { may: {}, known: {}, levers }), { id: 'r', target: 'acme' })}`;
  assert.deepEqual(
    text.split('\n').filter((line) => line.length > 80),
    [],
  );
});

test('a gate has one line of it, and none where nothing tells of cells', () => {
  assert.equal(cellsLine(all), '8 of 28 cells met, 2 cannot be shown here: npx --no -- preflight clauses --domain');
  assert.equal(cellsLine(cellCoverage(recordOf(refused))), undefined);
  const report = terminalReport(recordOf(sorted), { color: false, path: 'p', cells: all });
  assert.match(
    report,
    /\ncells {7}8 of 28 cells met, 2 cannot be shown here: npx --no -- preflight clauses --domain\nrun record/,
  );
  assert.doesNotMatch(terminalReport(recordOf(sorted), { color: false, path: 'p' }), /cells/);
});

/** A clause that no row names gets one at the end of its part, and loses it once a row names it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clause, clauseIds } from '../../../contracts/clauses.ts';
import { coverageMarkdown } from '../../../reports/clauses-markdown.ts';

const ofPart = clauseIds.filter((id) => clause(id).section === '4');
const named = (...ids: readonly string[]) => ids.map((id) => `\`${id}\``).join(', ');
const page = (row: string) =>
  [
    '# Coverage',
    '',
    '## 4 Operations',
    '',
    '| It says | Judged by | Why not |',
    '| - | - | - |',
    row,
    '',
    'After.',
    '',
  ].join('\n');

test('a part ends with the clauses that no row names', () => {
  const [first = '', ...rest] = ofPart;
  const added = `| What no row above says by itself | ${named(...rest)} | |`;
  const completed = coverageMarkdown(page(`| JSON | ${named(first)} | |`));
  assert.equal(completed, page(`| JSON | ${named(first)} | |\n${added}`));
  assert.equal(coverageMarkdown(completed), completed);
});

test('a row that names them takes the place of the one that was added', () => {
  const whole = `| JSON | ${named(...ofPart)} | |`;
  assert.equal(coverageMarkdown(page(whole)), page(whole));
  assert.equal(coverageMarkdown(page(`${whole}\n| What no row above says by itself | \`x\` | |`)), page(whole));
});

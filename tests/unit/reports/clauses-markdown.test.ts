/** The pages of the docs that are made of clauses. */
import { equal, match } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clause, clauseIds } from '../../../contracts/clauses.ts';
import { clausesMarkdown, coverageMarkdown } from '../../../reports/clauses-markdown.ts';

const page = clausesMarkdown({
  flowsOf: (id) => (id === 'cities.sorted-by-id' ? ['list-cities', 'reuse-token'] : []),
  faultsOf: (id) => (id === 'cities.sorted-by-id' ? ['swaps-one-pair'] : []),
});
const lines = page.split('\n');

test('a row holds the clause, its flows and its faults, or a dash, and as many cells as the head', () => {
  const rowOf = (id: string) => lines.find((line) => line.startsWith(`| \`${id}\``)) ?? '';
  equal(
    rowOf('cities.sorted-by-id'),
    '| `cities.sorted-by-id` | minor | documented | 2.6 | 2026-08-11 | The cities of a country are sorted by id. *The direction is not said: either passes here.* | `list-cities`<br>`reuse-token` | `swaps-one-pair` |',
  );
  match(rowOf('token.success-has-no-error'), /\| — \| .* \| — \| — \|$/);
  for (const id of clauseIds) equal(rowOf(id).split(/(?<!\\)\|/).length, 10, id);
});

describe('the page of the coverage', () => {
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
    equal(completed, page(`| JSON | ${named(first)} | |\n${added}`));
    equal(coverageMarkdown(completed), completed);
  });

  test('a row that names them takes the place of the one that was added', () => {
    const whole = `| JSON | ${named(...ofPart)} | |`;
    equal(coverageMarkdown(page(whole)), page(whole));
    equal(coverageMarkdown(page(`${whole}\n| What no row above says by itself | \`x\` | |`)), page(whole));
  });
});

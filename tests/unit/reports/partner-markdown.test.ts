/** Markdown documents are written for the partner and for the docs. */
import assert, { equal, match, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
// @ts-expect-error: it brings no types.
import markdownIt from 'markdown-it';
import { topicOf } from '../../../contracts/clause.ts';
import { clause, clauseIds } from '../../../contracts/clauses.ts';
import { clausesMarkdown, coverageMarkdown } from '../../../reports/clauses-markdown.ts';
import { type FoundEvidence, partnerMarkdown } from '../../../reports/partner-markdown.ts';
import { decidedRecord, failing, inconclusive, recordOf } from './record-of.ts';

const evidence = (text = ''): FoundEvidence => ({
  steps: [
    {
      index: 7,
      at: '2026-09-01 12:00:00.500',
      operation: 'cities',
      with: undefined,
      request: `GET /api/dictionary/cities?countryId=7${text}`,
      answer: `200${text}`,
      latencyMs: 5,
      log: [`x-request-id: 0f8fad5b${text}`],
      sent: undefined,
      answered: `[\n  {"id": 812},\n  {"id": 640${text}}  ← here\n]`,
      isBroken: true,
    },
  ],
  markup: '',
});

test('what was promised, where, what came, and how to see it again', () => {
  equal(
    partnerMarkdown(recordOf(failing('cities.sorted-by-id')), () => evidence()),
    `\
# Promises of the interface, kept and broken by \` sandbox \`

On 2026-09-01 12:00:00 UTC the answers of \` sandbox \` were compared with the documentation of the Travel Booking Service, as of 2026-08-31. It breaks promises that a release needs.

|  | promises |
| --- | --: |
| broken | 1 |
| judged in all | 1 |

## What is not as promised

Values between ‹ and › stand for others: what may be personal is replaced before it leaves. An arrow points at what is not as promised.

### 1. The cities of a country are sorted by id.

- Promised in part 2.6 of the interface, since 2026-08-11: the interface says so plainly. The direction is not said: either passes here.
- Where: \` cities, response.body[17].id \`, 3 times
- Expected: \` sorted by id, and the one before it is 812 \`
- Came: \` 640 \`

| Sent at (UTC) | Request | Answer | To find it in logs |
| --- | --- | --- | --- |
| 2026-09-01 12:00:00.500 | \` GET /api/dictionary/cities?countryId=7 \` | \` 200 \` in 5 ms ← | \` x-request-id: 0f8fad5b \` |

Answered:

\`\`\`text
[
  {"id": 812},
  {"id": 640}  ← here
]
\`\`\`

To see it again: \` npx --no -- preflight gate --target sandbox --seed 42 --only cities.sorted-by-id \` (promise \` cities.sorted-by-id \`)

## How this was found

Preflight, a contract gate, sent 312 requests and compared each answer with what is documented (run \` 0822-7f3a \`, seed 42). The same commands send the same requests again.
`,
  );
});

test('accepted failures, warnings and what was not judged are shown in plain words', () => {
  const text = partnerMarkdown(decidedRecord, () => undefined);
  match(text, /\| broken, and accepted for a time \| 1 \|/);
  match(text, /- Accepted until 2026-10-01 by ` release team `: ` TICKET-7: two pools `/);
  match(text, /- This is a warning: it does not stop a release\./);
  match(text, /## What was not judged\n\n- 1 promise: the environment was in trouble, ` fare-rules: HTTP 503 `/);
});

const parser = markdownIt({ html: true, linkify: true });
const shapeOf = (text: string): string =>
  parser
    .parse(text, {})
    .flatMap((token: { children: unknown[] | null }) => token.children ?? [token])
    .map(({ type, content }: { type: string; content: string }) =>
      type === 'fence' || type === 'code_inline' ? type : `${type} ${content}`,
    )
    .join('\n');

test('nothing that a service says becomes more than code', () => {
  const told = (text: string): string =>
    shapeOf(
      partnerMarkdown(
        {
          ...recordOf(
            failing('cities.sorted-by-id', { expected: `e${text}`, actual: `a${text}`, where: `w${text}` }),
            inconclusive('token.works-until-expiry', 'trouble', `t${text}`),
          ),
          target: `x${text}`,
        },
        () => evidence(text),
      ),
    );
  const shape = told('');
  ok(shape.includes('code_inline') && shape.includes('fence'));
  for (const text of [
    '<img src=x>',
    '``` \n\n# owned',
    '| a | b |',
    '[a](javascript:x)',
    '`',
    '``',
    'https://evil.example',
  ])
    equal(told(text), shape, text);
});

const page = clausesMarkdown({
  flowsOf: (id) => (id === 'cities.sorted-by-id' ? ['list-cities', 'reuse-token'] : []),
  faultsOf: (id) => (id === 'cities.sorted-by-id' ? ['swaps-one-pair'] : []),
});
const lines = page.split('\n');

test('a row holds the clause, its flows and its faults', () => {
  assert.equal(
    lines.find((line) => line.startsWith('| `cities.sorted-by-id`')),
    '| `cities.sorted-by-id` | minor | documented | 2.6 | 2026-08-11 | The cities of a country are sorted by id. *The direction is not said: either passes here.* | `list-cities`<br>`reuse-token` | `swaps-one-pair` |',
  );
});

test('what is missing shows as a dash', () => {
  assert.match(lines.find((line) => line.includes('`token.success-has-no-error`')) ?? '', /\| — \| .* \| — \| — \|$/);
});

test('every clause has one row under its area, with as many cells as the head', () => {
  const headings = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3));
  assert.deepEqual(headings, [...new Set(clauseIds.map(topicOf))]);
  const rows = lines.filter((line) => line.startsWith('| `'));
  assert.equal(rows.length, clauseIds.length);
  for (const row of rows) assert.equal(row.split(/(?<!\\)\|/).length, 10, row);
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
    assert.equal(completed, page(`| JSON | ${named(first)} | |\n${added}`));
    assert.equal(coverageMarkdown(completed), completed);
  });

  test('a row that names them takes the place of the one that was added', () => {
    const whole = `| JSON | ${named(...ofPart)} | |`;
    assert.equal(coverageMarkdown(page(whole)), page(whole));
    assert.equal(coverageMarkdown(page(`${whole}\n| What no row above says by itself | \`x\` | |`)), page(whole));
  });
});

/** The summary of a job and the letter to a partner: what they show, and that nothing a service says acts in them. */
import { equal, match, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
// @ts-expect-error: it brings no types.
import markdownIt from 'markdown-it';
import { clause, clauseIds } from '../../../contracts/clauses.ts';
import { type RunRecord, recordOfRun } from '../../../contracts/run-record.ts';
import { clausesMarkdown, coverageMarkdown } from '../../../reports/clauses-markdown.ts';
import { runMarkdown, unrecordedMarkdown } from '../../../reports/github.ts';
import { type FoundEvidence, partnerMarkdown } from '../../../reports/partner-markdown.ts';
import { draws } from '../../whole.ts';
import { broken, decidedRecord, decisionSaying, failing, inconclusive, passing, recordOf } from './record-of.ts';

const path = 'results/0822-7f3a';
const markdown = (record: RunRecord): string => runMarkdown(record, { path });

test('a warning about Preflight is shown, and is why a run that broke nothing does not pass', () => {
  const { verdicts, ...rest } = recordOf(passing('token.is-jwt'));
  const record = recordOfRun(rest, { ...rest, verdicts, warnings: ['a damaged booking ledger:\nsweep'] });
  const text = markdown(record);
  match(text, /^## ` sandbox ` ⚠️ could not be measured/);
  match(text, /COULD NOT MEASURE {2}what was judged holds, and the pass is lost to 1 warning\n/);
  match(text, /exit code {3}3, could not measure\nwarning {5}a damaged booking ledger: sweep\n/);
});

test('a failing run: the verdict, the counts, and every list that is not empty', () => {
  const record = {
    ...recordOf(
      passing('token.is-jwt'),
      inconclusive('token.works-until-expiry', 'needs', 'needs levers.advanceClock in the target file'),
      failing('cities.ids-are-unique', { fingerprint: 'aaaaaaaaaaaa', expected: 'an id of its own', actual: '5' }),
      failing('cities.sorted-by-id'),
    ),
    bookings: { requested: 2, cancelled: 1, left: 1 },
  };
  equal(
    // Of a message the first line: the rest is in the words of a terminal.
    markdown(record).replaceAll(/^ {6}\S.*\n/gm, ''),
    `\
## \` sandbox \` ❌ is broken

\`\`\`text
FAIL with 1 warning  3 judged, 1 broken; 1 not judged (1 of token)
    on sandbox (revision 2026-08-31), seed 42, 1.9 s, 312 requests
exit code   1, a clause that the gate requires is broken
bookings    2 bookings requested, 1 cancelled again, 1 may still be open: npx --no -- preflight sweep --target sandbox
run record  results/0822-7f3a/run.json
repeat      npx --no -- preflight gate --target sandbox --seed 42
\`\`\`

| area | clauses | broken | warning | not judged | holds |
| --- | --: | --: | --: | --: | --: |
| token | 2 | 0 | 0 | 1 | 1 |
| dictionaries | 2 | 1 | 1 | 0 | 0 |
| total | 4 | 1 | 1 | 1 | 1 |

### Broken

\`\`\`text
FAIL  cities.sorted-by-id   minor, documented, §2.6, since 2026-08-11   sandbox
\`\`\`

### Warnings

\`\`\`text
WARN  cities.ids-are-unique   minor, derived, §2.6, since 2026-08-11   sandbox
\`\`\`

### Not judged

\`\`\`text
INCONCLUSIVE  1 clause
  needs    needs levers.advanceClock in the target file
           token.works-until-expiry
\`\`\`
`,
  );
});

test('a gate without a record shows its last words', () => {
  const text = unrecordedMarkdown({ target: 'live', code: 2, output: 'preflight: target live: X is not set\n' });
  equal(text, '## ` live ` 🔧 is not set up\n\n```text\nexit code 2\npreflight: target live: X is not set\n```\n');
  match(unrecordedMarkdown({ target: 'a', code: 3, output: '' }), /could not be measured/);
});

test('a service that breaks everything at a thousand places does not break the summary', () => {
  const found = Array.from({ length: 1_000 }, (_, i) =>
    failing('cities.sorted-by-id', { fingerprint: i.toString(16).padStart(12, '0'), actual: '`'.repeat(100_000) }),
  );
  const text = markdown(recordOf(...found));
  match(text, /\n\nand 950 more, in the run record\n`+\n/);
  ok(text.length < 200_000, `${text.length} characters`);
});

test('what a policy and waivers have decided is shown, and waived failures stand apart', () => {
  const text = markdown(decidedRecord);
  equal(
    text.slice(text.indexOf('### Decision'), text.indexOf('### Broken')),
    `\
### Decision

- policy: \` policy.ts \`
- required, and not there: \` hotels \`: \` no clause of it was judged \`
- nothing was judged of hotels
- nothing was judged of flights, which is allowed
- waiver of \` amenities.sorted-by-id \`, which covers its failure, until 2026-10-01 by \` release team \`: \` TICKET-7: two pools \`
- waiver of \` cities.sorted-by-id \`, which is expired, until 2026-08-01 by \` data team \`: \` was to be mended \`
- flaky, held only when tried again: \` cities.ids-are-unique \`
- since run \` 20260830-0822-7f3a1c \` of 2026-08-30 08:22:00 UTC:
- newly broken: \` cities.sorted-by-id \`
- still broken: \` amenities.sorted-by-id \`
- fixed: \` token.is-jwt \`
- broken then, not judged now: \` fare-rules.rules-are-told \`

`,
  );
  match(text, /### Waived\n\n```text\nWAIVED {2}amenities\.sorted-by-id /);
  const { decision } = decidedRecord;
  const since = { run: 'a', startedAt: '2026-08-30T08:22:00Z', new: [], still: [], fixed: [], unexercised: [] };
  const alike = markdown({ ...decidedRecord, decision: decision && { ...decision, since } });
  match(alike, /^- since run ` a ` of 2026-08-30 08:22:00 UTC: nothing is newly broken$/m);
});

test('a summary fits into a job of GitHub, for any findings of a run', () => {
  const long = 'x'.repeat(239);
  const found = clauseIds.flatMap((clause, i) => [
    failing(clause, { fingerprint: i.toString(16).padStart(12, '0'), expected: long, actual: long, where: long }, long),
    broken(clause, `${i} ${'\u{1f600}'.repeat(300)}`),
    inconclusive(clause, 'trouble', `${i} ${'\u{1f600}'.repeat(300)}`),
  ]);
  const record = { ...recordOf(...found), repeat: `gate --target '${'y'.repeat(60_000)}'` };
  const text = markdown(record);
  ok(Buffer.byteLength(text) < 900_000, `${Buffer.byteLength(text)} bytes`);
  const comment = runMarkdown({ ...record, repeat: 'gate' }, { path: 'results/0822-7f3a', isComment: true });
  ok(Buffer.byteLength(comment) < 60_000, `${Buffer.byteLength(comment)} bytes`);
  ok(comment.startsWith(text.slice(0, 200)));
  match(text, /\nand \d+ more, in the run record\n/);
});

/** What a partner is sent. */
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

type Token = { readonly type: string; readonly content: string; readonly children: readonly Token[] | null };

/** As lenient as GitHub: HTML passes, addresses become links. */
const parser = markdownIt({ html: true, linkify: true });
const parse = (text: string): readonly Token[] => parser.parse(text, {});

const leaves = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => (token.children ? leaves(token.children) : [token]));

const shapeOf = (text: string): string =>
  leaves(parse(text))
    .map(({ type, content }) => (type === 'fence' || type === 'code_inline' ? type : `${type} ${content}`))
    .join('\n');

const hostile = [
  '<img src=x onerror=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  '``` \n\n# owned',
  '```\n</details>\n[a](javascript:alert(1))',
  '`` ` ```` ~~~',
  '![](https://evil.example/pixel)',
  'https://evil.example www.evil.example mail@evil.example @everyone #1',
  '| a | b |\n| - | - |',
  '::set-output name=a::b',
  '\u202egnp.exe',
  '\u2028# owned',
  '&lt;script&gt;',
  '    indented',
  '> [!WARNING]',
  '$`x`$',
];

const withText = (text: string): RunRecord => ({
  ...recordOf(
    failing('cities.sorted-by-id', { expected: `e${text}`, actual: text, where: text }, text),
    inconclusive('token.works-until-expiry', 'trouble', text),
    broken('token.is-jwt', text),
  ),
  target: `x${text}`,
  repeat: `gate --target '${text.replaceAll("'", '')}'`,
  decision: decisionSaying(text),
});

const partnerShape = (text: string): string => shapeOf(partnerMarkdown(withText(text), () => evidence(text)));

test('nothing that a service says becomes more than code', () => {
  const shape = shapeOf(markdown(withText('harmless')));
  const ofPartner = partnerShape('harmless');
  match(ofPartner, /code_inline[\s\S]*fence/);
  match(shape, /code_inline[\s\S]*fence[\s\S]*heading_open [\s\S]*fence/);
  for (const text of hostile) {
    equal(shapeOf(markdown(withText(text))), shape, text);
    equal(partnerShape(text), ofPartner, text);
    const unrecorded = (said: string) => shapeOf(unrecordedMarkdown({ target: `x${said}`, code: 3, output: said }));
    equal(unrecorded(text), unrecorded('harmless'), text);
  }
  const piece = fc.constantFrom(
    '`',
    '``',
    '```',
    '~~~',
    '\n',
    '\r',
    '<b>',
    '</',
    '|',
    '\\',
    '[',
    '](',
    '!',
    '#',
    ' ',
    'a',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (drawn) => shapeOf(markdown(withText(drawn))) === shape),
    { numRuns: draws(300), seed: 1 },
  );
});

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

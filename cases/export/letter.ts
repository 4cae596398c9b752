/** A case as a letter to the supplier: the promise, the answer, the times, and how to repeat it. */
import { correlationHeaders } from '../../client/redaction/shared-headers.ts';
import { clause as clauseOf } from '../../contracts/clauses.ts';
import { repeatCommand } from '../../reports/failure-message.ts';
import { definitions, page } from '../../reports/markup.ts';
import { block, escaped, oneLine, span } from '../../reports/safe-text.ts';
import { replacedPlaces } from '../body-places.ts';
import { linesText } from '../show/excerpt.ts';
import { insideOf } from '../show/page.ts';
import { type ShownExchange, type ShownFact, shownExchanges } from '../show/timeline.ts';
import { replacedLines, stepTitle, titleOf, warningLines } from './said.ts';
import type { Script, ScriptStep } from './script.ts';

/** When the finding was seen first and last, and how often. */
const timesOf = ({ case: { bundle }, focus }: Script): { first: string; last: string; count: number } => {
  const fingerprint = focus.broken?.finding.fingerprint;
  const met = bundle.verdicts.flatMap(({ flow, findings }) =>
    findings
      .filter((finding) => finding.fingerprint === fingerprint)
      .map((finding) => ({
        at: bundle.traces
          .find((trace) => trace.flow === flow)
          ?.exchanges.find(({ index }) => index === finding.exchange)?.sentAt,
        count: finding.count,
      })),
  );
  const times = [focus.exchange.sentAt, ...met.flatMap(({ at }) => at ?? [])].toSorted();
  const count = met.reduce((sum, each) => sum + each.count, 0);
  return { first: times[0] ?? '', last: times.at(-1) ?? '', count: Math.max(1, count) };
};

const factsOf = (script: Script): ShownFact[] => {
  const { broken, ended, exchange, where, expected, actual } = script.focus;
  const { run, imported, explained } = script.case.bundle;
  const { first, last, count } = timesOf(script);
  const clause = broken && clauseOf(broken.verdict.clause, broken.verdict.statement);
  const since = clause?.since ? `, since ${clause.since}` : '';
  const source = imported ? `imported from ${imported.file}` : `run ${run.id}, revision ${run.revision}`;
  const proof =
    explained &&
    `sent in turns unchanged and changed: ${explained.answers.join(', ')}. Of suppliers that refuse at random, at most one in ${explained.oneIn} answers like this`;
  // Facts without a value are left out.
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Promise', clause?.text],
    ['Interface', clause && `part ${clause.section}${since}`],
    ['How we read it', clause?.reading || undefined],
    ['Clause', broken?.verdict.clause],
    [ended?.label === 'REFUSED' ? 'Refused' : 'Outcome', ended?.text],
    ['Message', ended?.message],
    ['Where', `${exchange.operation}, ${where}`],
    ['Expected', expected],
    ['Seen', actual],
    ['Supplier', explained && (explained.supplier ?? 'unknown')],
    ['What decides', explained?.changes.join('; ')],
    ['Shown by', proof],
    ['First seen', first],
    ['Last seen', `${last}${count > 1 ? `, ${count} times in all` : ''}`],
    ['Environment', `${run.target}, ${source}`],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
};

const logOf = ({ exchange }: ScriptStep): string => {
  const headers = exchange.response?.headers ?? {};
  const places = replacedPlaces(exchange);
  return correlationHeaders
    .filter((name) => Object.hasOwn(headers, name))
    .map((name) => `${name} ${headers[name]}${places.has(['response', 'headers', name]) ? ' (replaced)' : ''}`)
    .join(', ');
};

const columns: readonly (readonly [name: string, cell: (step: ScriptStep) => string])[] = [
  ['Step', ({ number }) => String(number)],
  ['Sent at (UTC)', ({ exchange }) => exchange.sentAt],
  ['Request', ({ exchange, path }) => `${exchange.request.method} ${path}`],
  ['Answer', ({ exchange }) => String(exchange.response?.status ?? exchange.failure?.kind ?? 'none')],
  ['Latency', ({ exchange }) => `${Math.round(exchange.durationMs)} ms`],
  ['To find it in logs', (step) => logOf(step) || 'none was sent'],
];

const letterOf = (script: Script) => {
  const { steps, focus, case: opened } = script;
  const { run, imported } = opened.bundle;
  const shown = new Map(shownExchanges(focus, false).map((each) => [each.index, each]));
  const file = oneLine(opened.file);
  return {
    title: titleOf(script),
    replaced: replacedLines(script),
    facts: factsOf(script),
    rows: steps.map((step) => columns.map(([, cell]) => cell(step))),
    exchanges: steps.flatMap((step): TitledExchange[] => {
      const each = shown.get(step.exchange.index);
      return each ? [{ title: stepTitle(step, steps.length), shown: each }] : [];
    }),
    repeat: [
      `npx --no -- preflight export ${file} --as curl --out again.sh`,
      'PREFLIGHT_URL=… PREFLIGHT_CLIENT_ID=… PREFLIGHT_CLIENT_SECRET=… bash again.sh',
      ...(focus.broken && !imported ? [repeatCommand(run, focus.broken.verdict)] : []),
    ],
    warnings: warningLines(script),
  };
};

/** Facts in our own words: they need no escaping. */
const ours: ReadonlySet<string> = new Set(['Promise', 'Interface', 'How we read it']);

/** Escapes signs that Markdown would interpret. */
const plainTitle = (title: string): string => title.replace(/[\\`*_[\]<>|#&]/g, '\\$&');

type TitledExchange = { readonly title: string; readonly shown: ShownExchange };

const exchangeMarkdown = ({ title, shown }: TitledExchange): string =>
  [
    `### ${plainTitle(title)}`,
    span(`${shown.method} ${shown.address}`),
    ...shown.notes.map((note) => `- ${span(note)}`),
    ...shown.parts.map(({ name, lines }) => `${name === 'sent' ? 'Sent' : 'Answered'}:\n\n${block(linesText(lines))}`),
  ].join('\n\n');

/** Markdown. All text of the service is escaped. */
export const letterMarkdown = (script: Script): string => {
  const { title, replaced, facts, rows, exchanges, repeat, warnings } = letterOf(script);
  return `${[
    `# ${plainTitle(title)}`,
    block(replaced.join('\n')),
    facts.map(({ name, value }) => `- ${name}: ${ours.has(name) ? value : span(value)}`).join('\n'),
    '## Steps',
    [
      `| ${columns.map(([name]) => name).join(' | ')} |`,
      `| ${columns.map(() => '---').join(' | ')} |`,
      ...rows.map((row) => `| ${row.map((text) => span(text).replaceAll('|', '\\|')).join(' | ')} |`),
    ].join('\n'),
    '## Exchanges',
    'Values between ‹ and › were replaced. The arrow points at the broken place.',
    ...exchanges.map(exchangeMarkdown),
    '## How to repeat it',
    block(repeat.join('\n')),
    ...(warnings.length > 0 ? [warnings.map((each) => `- ${span(each)}`).join('\n')] : []),
  ].join('\n\n')}\n`;
};

export const letterPage = (script: Script): string => {
  const { title, replaced, facts, rows, exchanges, repeat, warnings } = letterOf(script);
  const table = [
    `<tr>${columns.map(([name]) => `<th>${escaped(name)}</th>`).join('')}</tr>`,
    ...rows.map((row) => `<tr>${row.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`),
  ].join('\n');
  return page(
    title,
    [
      `<h1>${escaped(title)}</h1>`,
      `<pre>${escaped(replaced.join('\n'))}</pre>`,
      definitions(facts),
      `<h2>Steps</h2>\n<div class="wide"><table>\n${table}\n</table></div>`,
      '<h2>Exchanges</h2>\n<p class="dim"><mark>Marked</mark> values were replaced.</p>',
      ...exchanges.map(
        ({ title: name, shown }) =>
          `<h3>${escaped(name)}</h3>\n<p><code>${escaped(`${shown.method} ${shown.address}`.slice(0, 400))}</code></p>\n${insideOf(shown)}`,
      ),
      `<h2>How to repeat it</h2>\n<pre>${escaped(repeat.join('\n'))}</pre>`,
      ...(warnings.length > 0 ? [`<ul>${warnings.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul>`] : []),
    ].join('\n'),
  );
};

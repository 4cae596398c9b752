/** The body of the page of a run: the matrix of areas and clauses, the filters, and each clause with its findings. */

import { areas } from '../contracts/areas.ts';
import { bases, severities } from '../contracts/clause.ts';
import { clause as clauseOf } from '../contracts/clauses.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import { bySeverity } from '../contracts/standing.ts';
import { bundleOf, keptIn, repeatCommand, repeatOf, runsText, waiverText } from './failure-message.ts';
import { commandList, named, signLink, signOf } from './markup.ts';
import type { EvidenceOf, FoundEvidence } from './partner-markdown.ts';
import { rowNote } from './run-facts.ts';
import { escaped, oneLine } from './safe-text.ts';
import {
  type CauseGroup,
  type ClauseRow,
  type ClauseState,
  clauseStates,
  countsText,
  countText,
  type Failure,
  type Summary,
  stateWords,
} from './summary.ts';
import { counted } from './text-layout.ts';
import { wayOutOf } from './verdict-line.ts';

const valueMax = 600;

const commandsOf = (failure: Failure, record: RunRecord, path: string): [name: string, command: string][] => {
  const kept = keptIn(record, oneLine(path, path.length));
  const bundle = bundleOf(failure, kept);
  const commands: [name: string, command: string][] = [
    ['judge', `npx --no -- preflight judge ${bundle} --clause ${failure.clause}`],
    ['repeat', repeatOf(failure, record, kept)],
  ];
  if (bundle.endsWith('.bundle.json')) {
    commands.push(['show', `npx --no -- preflight show ${bundle}`]);
    commands.push(['letter', `npx --no -- preflight export ${bundle} --as letter`]);
  }
  return commands;
};

/** @param evidence Undefined where the run keeps none, or the page has no room for more. */
const findingMarkup = (
  failure: Failure,
  record: RunRecord,
  { path, evidence }: { readonly path: string; readonly evidence: FoundEvidence | undefined },
): string => {
  const { finding, flows, count, runs, waiver } = failure;
  const times = count > 1 ? `, ${counted(count, 'time')} in ${counted(flows.length, 'flow')}` : '';
  const seen = `exchange ${finding.exchange} of ${oneLine(flows[0] ?? '')}${times}`;
  return `\
<article class="finding" id="f-${finding.fingerprint}">
<h3>${escaped(finding.operation)} → <code>${escaped(oneLine(finding.where))}</code></h3>
<dl>
${named('expected', oneLine(finding.expected, valueMax), 'value')}
${named('came', oneLine(finding.actual, valueMax), 'value wrong')}
${named('seen', seen)}
${runs ? named('runs', runsText(runs)) : ''}
${waiver ? named('waived', waiverText(waiver)) : ''}
</dl>
${commandList(commandsOf(failure, record, path))}
${evidence ? `<p class="dim">The exchanges of the flow: those that the finding needs can be opened, and <a href="#broken-${finding.fingerprint}">what broke</a> is. <mark>Marked</mark> is what was replaced: something else was sent or said there.</p>\n${evidence.markup}` : '<p class="dim">The exchanges are not on this page: the commands above show them.</p>'}
</article>`;
};

type ListParts = { readonly record: RunRecord; readonly path: string; readonly evidenceOf: EvidenceOf };

/** What a reader rarely opens. */
const shut: readonly ClauseState[] = ['holds', 'left-out'];

const reasonMax = 600;

/** More of one clause are the same again in other places. */
const findingsMax = 4;

/** How to get it judged. */
const helpOf = ({ standing }: ClauseRow, record: RunRecord): string => {
  const { reason = 'no reason given', because } = standing?.decisive ?? {};
  if (because === 'needs') return 'add to the target file what the reason names (docs/change/recipes.md)';
  if (because === 'unshown') return 'nothing: the service need not show it';
  return wayOutOf(reason) ?? (standing ? `look at what was sent: ${repeatCommand(record, standing.decisive)}` : '');
};

const howJudged = (way: string): string => named('to get it judged', way);

const facts = (row: ClauseRow, record: RunRecord): string => {
  const { basis, section, since, reading } = clauseOf(row.clause, row.statement);
  const { standing } = row;
  const subjects = standing?.verdicts.reduce((sum, each) => sum + each.subjects, 0) ?? 0;
  const flows = standing?.verdicts.map(({ flow }) => oneLine(flow)).join(', ');
  const open = [
    named('reason', oneLine(standing?.decisive.reason ?? 'no reason given', reasonMax)),
    howJudged(helpOf(row, record)),
  ];
  return [
    '<dl>',
    named('promised', `part ${section} of the interface, ${basis}${since ? `, since ${since}` : ''}`),
    ...(reading ? [named('reading', reading)] : []),
    ...(flows ? [named('judged on', `${counted(subjects, 'subject')} in ${flows}`)] : []),
    ...(['error', 'trouble', 'unjudged'].includes(row.state) ? open : []),
    ...(row.state === 'left-out' ? [howJudged(rowNote(row, record))] : []),
    '</dl>',
  ].join('\n');
};

const findingsMarkup = ({ failures: all }: ClauseRow, { record, path, evidenceOf }: ListParts): string => {
  const more = all.length - findingsMax;
  return [
    ...all
      .slice(0, findingsMax)
      .map((each) => findingMarkup(each, record, { path, evidence: evidenceOf(each.finding.fingerprint) })),
    ...(more > 0 ? [`<p>and ${counted(more, 'more finding')}, in the run record</p>`] : []),
  ].join('\n');
};

const rowMarkup = (row: ClauseRow, isOpen: boolean, parts: ListParts): string => {
  const { clause, statement, area, severity, state } = row;
  const { basis, section, text } = clauseOf(clause, statement);
  return `\
<details class="clause" id="${clause}" data-state="${state}" data-area="${area}" data-severity="${severity}" data-basis="${basis}"${isOpen ? ' open' : ''}>
<summary>${signOf(state)}<span class="said"><code>${clause}</code> ${escaped(text)}</span> <span class="about">${stateWords[state].name}, ${severity}, §${section}</span></summary>
<div class="inside">
${facts(row, parts.record)}
${findingsMarkup(row, parts)}
</div></details>`;
};

/** What stood in the way of several, once. */
const causes = (groups: readonly CauseGroup[]): string => {
  if (groups.length === 0) return '';
  const items = groups.map(({ cause, clauses }) => {
    const help = wayOutOf(cause);
    return `<li>${counted(clauses.length, 'clause')}: <span class="value">${escaped(cause)}</span>${help ? ` <span class="dim">${escaped(help)}</span>` : ''}</li>`;
  });
  return `<ul class="beside">${items.join('')}</ul>`;
};

const groupMarkup = (state: ClauseState, of: Summary, parts: ListParts): string => {
  const rows = bySeverity(of.rows.filter((row) => row.state === state));
  const inTheWay = of.causes.filter(({ because }) => (because === 'trouble' ? 'trouble' : 'unjudged') === state);
  const title = `${stateWords[state].title} <span class="dim">${rows.length}</span>`;
  const inside = `${causes(inTheWay)}\n${rows.map((row, at) => rowMarkup(row, state === 'broken' && at === 0, parts)).join('\n')}`;
  return shut.includes(state)
    ? `<details class="group" id="g-${state}"><summary>${title}</summary>${inside}</details>`
    : `<section class="group" aria-labelledby="g-${state}"><h2 id="g-${state}">${title}</h2>${inside}</section>`;
};

export const clauseList = (of: Summary, parts: ListParts): string =>
  clauseStates
    .filter((state) => of.counts[state] > 0)
    .map((state) => groupMarkup(state, of, parts))
    .join('\n');

/** In what clauses are chosen by: all values, and that of a clause. */
const kinds: Readonly<Record<string, readonly [values: readonly string[], of: (row: ClauseRow) => string]>> = {
  state: [clauseStates, ({ state }) => state],
  area: [areas, ({ area }) => area],
  severity: [severities, ({ severity }) => severity],
  basis: [bases, ({ clause, statement }) => clauseOf(clause, statement).basis],
};

const nameOf = (value: string): string => stateWords[value as ClauseState]?.name ?? value;

/** By text, state, area, severity and basis; shown where the script of the page runs. */
export const filters = ({ rows }: Summary): string => {
  const choices = Object.entries(kinds).map(([kind, [values, of]]) => {
    const counts = Map.groupBy(rows, of);
    const boxes = values
      .filter((value) => counts.has(value))
      .map(
        (value) =>
          `<label><input type="checkbox" name="${kind}" value="${value}"> ${nameOf(value)} <span class="dim">${counts.get(value)?.length}</span></label>`,
      );
    return `<fieldset><legend>${kind}</legend>${boxes.join(' ')}</fieldset>`;
  });
  return `\
<form hidden role="search" aria-label="filter the clauses">
<div class="find"><label for="text">Filter</label>
<input type="search" id="text" name="text" placeholder="words of a clause, a value, a request id …  ( / )" autocomplete="off">
<button type="reset">Clear</button> <output aria-live="polite"></output></div>
<div class="choices">
${choices.join('\n')}
</div></form>`;
};

const topicRow = (topic: string, rows: readonly ClauseRow[]): string =>
  `<tr><th scope="row">${topic}</th><td><div class="cells">${rows.map(({ state, clause }) => signLink(state, clause)).join('')}</div></td></tr>`;

const areaTable = ({ area, rows, counts }: Summary['areas'][number]): string => `\
<table><caption>${area} <span class="dim">${countsText(counts)}</span></caption><tbody>
${[...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, ofTopic]) => topicRow(topic, ofTopic)).join('\n')}
</tbody></table>`;

/** Areas by clauses, each a sign of its state and a link to it. */
export const matrix = ({ counts, areas }: Summary): string => {
  const legend = clauseStates
    .filter((state) => counts[state] > 0)
    .map((state) => `<li>${signOf(state)} <a href="#g-${state}">${countText(state, counts[state])}</a></li>`);
  return `\
<section class="matrix" aria-labelledby="matrix"><h2 id="matrix">Areas and clauses</h2>
<ul class="legend">${legend.join('')}</ul>
<div class="columns">
${areas.map(areaTable).join('\n')}
</div></section>`;
};

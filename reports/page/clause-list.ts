/** The clauses of a run, those that ask most of a reader first: each opens to what was found, or to why nothing was. */
import { clause as clauseOf } from '../../contracts/clauses.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { counted } from '../counted.ts';
import { escaped } from '../escaped.ts';
import type { EvidenceOf } from '../evidence.ts';
import { repeatCommand } from '../failure-message.ts';
import { leftOutLine } from '../left-out-line.ts';
import { oneLine } from '../one-line.ts';
import {
  type CauseGroup,
  type ClauseRow,
  type ClauseState,
  clauseStates,
  type Summary,
  stateWords,
} from '../summary.ts';
import { wayOutOf } from '../way-out.ts';
import { findingMarkup } from './finding.ts';
import { named, signOf } from './markup.ts';

export type ListParts = { readonly record: RunRecord; readonly path: string; readonly evidenceOf: EvidenceOf };

/** What a reader rarely opens. */
const shut: readonly ClauseState[] = ['holds', 'left-out'];

const reasonMax = 600;

/** More of one clause are the same again in other places. */
const findingsMax = 4;

/** How to get it judged. */
const helpOf = ({ standing }: ClauseRow, record: RunRecord): string => {
  const { reason = 'no reason given', because } = standing?.decisive ?? {};
  if (because === 'needs') return 'add to the target file what the reason names (docs/recipes.md)';
  if (because === 'unshown') return 'nothing: the service need not show it';
  return wayOutOf(reason) ?? (standing ? `look at what was sent: ${repeatCommand(record, standing.decisive)}` : '');
};

const facts = (row: ClauseRow, record: RunRecord): string => {
  const { basis, section, since, reading } = clauseOf(row.clause);
  const { standing } = row;
  const subjects = standing?.verdicts.reduce((sum, each) => sum + each.subjects, 0) ?? 0;
  const flows = standing?.verdicts.map(({ flow }) => oneLine(flow)).join(', ');
  const isOpen = ['error', 'trouble', 'unjudged'].includes(row.state);
  return [
    '<dl>',
    named('promised', `part ${section} of the interface, ${basis}${since ? `, since ${since}` : ''}`),
    ...(reading ? [named('reading', reading)] : []),
    ...(flows ? [named('judged on', `${counted(subjects, 'subject')} in ${flows}`)] : []),
    ...(isOpen ? [named('reason', oneLine(standing?.decisive.reason ?? 'no reason given', reasonMax))] : []),
    ...(isOpen ? [named('to get it judged', helpOf(row, record))] : []),
    ...(row.state === 'left-out'
      ? [named('to get it judged', leftOutLine({ depth: record.depth, leftOut: [row.clause] }) ?? '')]
      : []),
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
  const { clause, area, state } = row;
  const { basis, section, text } = clauseOf(clause);
  return `\
<details class="clause" id="${clause}" data-state="${state}" data-area="${area}" data-basis="${basis}"${isOpen ? ' open' : ''}>
<summary>${signOf(state)}<span class="said"><code>${clause}</code> ${escaped(text)}</span> <span class="about">${stateWords[state].name}, §${section}</span></summary>
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
  const rows = of.rows.filter((row) => row.state === state);
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

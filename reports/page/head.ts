/** The top of the page of a run: its verdict in a sentence, the causes of a failure, and which run it was. */
import type { RunRecord } from '../../contracts/run-record.ts';
import { bookingsLine } from '../bookings-line.ts';
import { counted } from '../counted.ts';
import { durationText } from '../duration-text.ts';
import { escaped } from '../escaped.ts';
import { leftOutLine } from '../left-out-line.ts';
import { oneLine } from '../one-line.ts';
import { paintWith } from '../paint.ts';
import type { Failure, Summary } from '../summary.ts';
import { utc } from '../utc.ts';
import { exitMeaning, verdictLine } from '../verdict-line.ts';
import { commandList, named } from './markup.ts';

const causesMax = 5;

const cause = ({ clause, finding }: Failure): string =>
  `<li><a href="#${clause}">${clause}</a><p><code>${escaped(`${finding.operation} → ${oneLine(finding.where)}`)}</code>: expected ${escaped(oneLine(finding.expected, 120))}, <strong>came ${escaped(oneLine(finding.actual, 120))}</strong></p></li>`;

/** What fails the gate, in a line each. */
const causes = ({ failures }: Summary): string => {
  const failing = failures.filter(({ weight }) => weight === 'fails');
  if (failing.length === 0) return '';
  const more = failing.length - causesMax;
  return `<ul class="causes" aria-label="what is broken">${failing.slice(0, causesMax).map(cause).join('')}${more > 0 ? `<li>and ${counted(more, 'more finding')}, below</li>` : ''}</ul>`;
};

const facts = (record: RunRecord): string => {
  const tookMs = Date.parse(record.finishedAt) - Date.parse(record.startedAt);
  const bookings = bookingsLine(record);
  const left = leftOutLine(record);
  return [
    named('target', `${record.target}, revision ${record.revision}`),
    named('run', record.id),
    named('began', `${utc(record.startedAt)}${tookMs > 0 ? `, took ${durationText(tookMs)}` : ''}`),
    named('sent', `${counted(record.exchanges, 'request')}, ${counted(record.tokensRequested, 'token')} asked for`),
    named('drawn from', `seed ${record.seed}${record.depth ? `, depth ${record.depth}` : ''}`),
    ...(bookings ? [named('bookings', bookings.text)] : []),
    ...(left ? [named('left out', left)] : []),
    ...(record.warnings ?? []).map((each) => named('warning', oneLine(each, 600))),
    named('exit code', exitMeaning(record.verdict)),
  ].join('\n');
};

/** @param path The folder of the run, as the person would type it. */
export const head = (of: Summary, path: string): string => {
  const { record } = of;
  const [label = '', ...sentence] = verdictLine(of, paintWith(false)).split('  ');
  const said = sentence.join(' ').replace(/\s+/g, ' ').trim();
  return `\
<header>
<a class="skip" href="#list">To the clauses</a>
<p class="kicker">Preflight, the contract gate</p>
<h1><span class="${record.verdict}">${escaped(label)}</span> <span>${escaped(oneLine(record.target, 80))}</span></h1>
<p class="sentence">${escaped(said)}</p>
${causes(of)}
<div class="facts"><dl>
${facts(record)}
</dl>
${commandList([
  ['judge', `npx --no -- preflight judge ${oneLine(path)}`],
  ['repeat', `npx --no -- preflight ${oneLine(record.repeat, record.repeat.length)}`],
])}</div>
</header>`;
};

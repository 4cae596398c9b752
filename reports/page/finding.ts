/** One finding on the page of a run: what was promised, what came, how to see it again, and the exchanges that show it. */
import type { RunRecord } from '../../contracts/run-record.ts';
import { counted } from '../counted.ts';
import { escaped } from '../escaped.ts';
import type { FoundEvidence } from '../evidence.ts';
import { bundleOf, keptIn, repeatOf, runsText, waiverText } from '../failure-message.ts';
import { oneLine } from '../one-line.ts';
import type { Failure } from '../summary.ts';
import { commandList, named } from './markup.ts';

const valueMax = 600;

const commandsOf = (failure: Failure, record: RunRecord, path: string): [name: string, command: string][] => {
  const kept = keptIn(record, oneLine(path, path.length));
  const bundle = bundleOf(failure, kept);
  return [
    ['judge', `npx --no -- preflight judge ${bundle} --clause ${failure.clause}`],
    ['repeat', repeatOf(failure, record, kept)],
    ...(bundle.endsWith('.bundle.json')
      ? ([
          ['show', `npx --no -- preflight show ${bundle}`],
          ['letter', `npx --no -- preflight export ${bundle} --as letter`],
        ] as [string, string][])
      : []),
  ];
};

/** @param evidence Undefined where the run keeps none, or the page has no room for more. */
export const findingMarkup = (
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

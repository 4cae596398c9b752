/** The evidence of the findings of a run, for its reports: the steps that each needs, and its timeline for a page. */
import { type Bundle, bundlesOf } from '../../contracts/bundle.ts';
import { identityOf, type RunRecord } from '../../contracts/run-record.ts';
import type { Trace } from '../../contracts/trace.ts';
import type { EvidenceStep, FoundEvidence } from '../../reports/partner-markdown.ts';
import { counted } from '../../reports/text-layout.ts';
import { focusOf } from '../focus.ts';
import { linesText } from './lines-text.ts';
import { exchangeMarkup } from './page.ts';
import { type ShownExchange, shownExchanges } from './timeline.ts';

/** What only stands between is counted, so that a page of many findings stays small. */
const closedMax = 12;

const stepOf = (shown: ShownExchange): EvidenceStep => {
  const textOf = (name: 'sent' | 'answered'): string | undefined => {
    const part = shown.parts.find((each) => each.name === name);
    return part && linesText(part.lines);
  };
  const { index, at, operation, with: carried, method, address, outcome, latencyMs, headers, isBroken } = shown;
  return {
    index,
    at,
    operation,
    with: carried,
    request: `${method} ${address}`,
    answer: outcome,
    latencyMs,
    log: headers.map(({ name, value, isReplaced }) => `${name}: ${isReplaced ? `‹${value}›` : value}`),
    sent: textOf('sent'),
    answered: textOf('answered'),
    isBroken,
  };
};

/** Every exchange that matters, and of each row of others the first and the last. */
const shortened = (all: readonly ShownExchange[], fingerprint: string): string => {
  const markup: string[] = [];
  let closed: ShownExchange[] = [];
  const flush = (): void => {
    const left = closed.length - closedMax;
    const kept = left > 1 ? [closed.slice(0, closedMax / 2), closed.slice(-closedMax / 2)] : [closed];
    markup.push(
      kept
        .map((part) => part.map((each) => exchangeMarkup(each, '')).join('\n'))
        .join(`\n<p class="dim">… ${counted(left, 'exchange')} between</p>\n`),
    );
    closed = [];
  };
  for (const each of all) {
    if (each.isOpen) {
      flush();
      // The others are one click away, so that what broke is seen at once.
      markup.push(exchangeMarkup({ ...each, isOpen: each.isBroken }, `broken-${fingerprint}`));
    } else closed.push(each);
  }
  flush();
  return markup.filter((each) => each !== '').join('\n');
};

const stepsOf = (shown: readonly ShownExchange[]): EvidenceStep[] =>
  shown.filter(({ isOpen, isCleanUp }) => isOpen && !isCleanUp).map(stepOf);

/** The exchanges that the finding of a bundle needs. */
export const bundleEvidence = (bundle: Bundle): EvidenceStep[] => {
  const focus = focusOf({ file: '', bundle, traces: bundle.traces, isExact: false });
  return focus?.broken ? stepsOf(shownExchanges(focus, false)) : [];
};

/** By fingerprint. */
export const foundEvidence = (record: RunRecord, traces: readonly Trace[]): ReadonlyMap<string, FoundEvidence> =>
  new Map(
    bundlesOf(identityOf(record), record.verdicts, traces).flatMap((bundle) => {
      if (bundle.traces.length === 0) return [];
      const focus = focusOf({ file: '', bundle, traces: bundle.traces, isExact: false });
      if (!focus?.broken) return [];
      const shown = shownExchanges(focus, false);
      const evidence = {
        steps: stepsOf(shown),
        markup: shortened(shown, bundle.fingerprint),
      };
      return [[bundle.fingerprint, evidence] as const];
    }),
  );

/** The timeline of a case as markup: one page, and the evidence of findings in reports. */
import { type Bundle, bundlesOf } from '../../contracts/bundle.ts';
import { identityOf, type RunRecord } from '../../contracts/run-record.ts';
import type { Trace } from '../../contracts/trace.ts';
import { definitions, page } from '../../reports/markup.ts';
import type { EvidenceStep, FoundEvidence } from '../../reports/partner-markdown.ts';
import { escaped } from '../../reports/safe-text.ts';
import { counted } from '../../reports/text-layout.ts';
import { focusOf } from '../case.ts';
import { type ExcerptLine, linesText, type Piece } from './excerpt.ts';
import { type ShownExchange, shownExchanges, type Timeline } from './timeline.ts';

const titleMax = 200;

const pieceMarkup = ({ as, text }: Piece): string => {
  const value = escaped(text);
  if (as === 'replaced') return `<mark title="something else stood here">${value}</mark>`;
  return as === 'plain'
    ? `<span class="value">${value}</span>`
    : `<span class="${as === 'name' ? 'name' : 'dim'}">${value}</span>`;
};

const lineMarkup = (line: string, isBroken: boolean): string =>
  isBroken ? `<span class="here">${line}  ← here</span>` : line;

const excerptMarkup = ({ indent, pieces, isBroken }: ExcerptLine): string =>
  lineMarkup(`${'  '.repeat(Math.min(indent, 16))}${pieces.map(pieceMarkup).join('')}`, isBroken);

const headerMarkup = ({ name, value, isReplaced, isBroken }: ShownExchange['headers'][number]): string => {
  const shown = escaped(value.slice(0, 400));
  const marked = isReplaced ? `<mark>${shown}</mark>` : shown;
  return lineMarkup(`<span class="name">${escaped(name)}</span>: ${marked}`, isBroken);
};

export const insideOf = ({ headers, notes, parts }: ShownExchange): string =>
  [
    ...notes.map((note) => `<p class="dim">${escaped(note)}</p>`),
    ...(headers.length > 0 ? [`<h3>to find it in logs</h3><pre>${headers.map(headerMarkup).join('\n')}</pre>`] : []),
    ...parts.map(({ name, lines }) => `<h3>${name}</h3><pre>${lines.map(excerptMarkup).join('\n')}</pre>`),
  ].join('\n');

/** @param brokenId The anchor of the broken exchange. */
const exchangeMarkup = (each: ShownExchange, brokenId: string): string => {
  const { index, isCleanUp, isOpen, isBroken, at, operation, method, address, outcome, latencyMs, isOutcomeBroken } =
    each;
  const result = `${escaped(outcome)} · ${latencyMs} ms`;
  const head = [
    ...(each.label === undefined ? [] : [`<strong>${escaped(each.label)}</strong>`]),
    `${isCleanUp ? 'clean-up ' : '#'}${index}`,
    `<span class="dim">${escaped(at)} UTC</span>`,
    `<strong>${operation}</strong>${each.with === undefined ? '' : ` (${escaped(each.with)})`}`,
    `${method} ${escaped(address.slice(0, 400))}`,
    isOutcomeBroken ? `<mark class="here">${result}  ← here</mark>` : result,
  ].join(' ');
  const inside = insideOf(each);
  if (inside === '' && !isBroken) return `<p class="exchange">${head}</p>`;
  return `<details${isBroken ? ` class="bad" id="${brokenId}"` : ''}${isOpen && inside !== '' ? ' open' : ''}><summary>${head}</summary>\n${inside}</details>`;
};

export const timelinePage = ({ label, title, facts, exchanges }: Timeline): string => {
  const isError = label === 'BROKEN' || label === 'REFUSED';
  const kind = isError ? 'label' : label === 'WARNING' || label === 'IN TROUBLE' ? 'label warning' : 'label none';
  const link = exchanges.some(({ isBroken }) => isBroken) ? ' <a href="#broken">To what it is about</a>' : '';
  const shown = title.slice(0, titleMax);
  return page(
    `${label}: ${shown}`,
    [
      `<h1><span class="${kind}">${label}</span> ${escaped(shown)}</h1>`,
      definitions(facts),
      '<h2>Exchanges</h2>',
      `<p class="dim">Times are UTC. <mark>Marked</mark> values were replaced.${link}</p>`,
      exchanges.map((each) => exchangeMarkup(each, 'broken')).join('\n'),
    ].join('\n'),
  );
};

/** Further exchanges in between are counted, so that a page of many findings stays small. */
const closedMax = 12;

const stepOf = (shown: ShownExchange): EvidenceStep => {
  const textOf = (name: 'sent' | 'answered'): string | undefined => {
    const part = shown.parts.find((each) => each.name === name);
    return part && linesText(part.lines);
  };
  const { index, at, operation, with: carried, method, address, outcome, latencyMs, headers, isBroken, label } = shown;
  return {
    index,
    ...(label !== undefined && { label }),
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

/** Every exchange that matters, and the first and the last of those between them. */
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
      // Only the broken exchange is open, so that it is seen at once.
      markup.push(exchangeMarkup({ ...each, isOpen: each.isBroken }, `broken-${fingerprint}`));
    } else closed.push(each);
  }
  flush();
  return markup.filter((each) => each !== '').join('\n');
};

const stepsOf = (shown: readonly ShownExchange[]): EvidenceStep[] =>
  shown.filter(({ isOpen, isCleanUp }) => isOpen && !isCleanUp).map(stepOf);

/** The exchanges that the finding of a bundle needs, or that show an outage. */
export const bundleEvidence = (bundle: Bundle): EvidenceStep[] => {
  const focus = focusOf({ file: '', bundle, traces: bundle.traces, isExact: false });
  return focus?.broken || focus?.outage ? stepsOf(shownExchanges(focus, false)) : [];
};

/** By fingerprint. */
export const foundEvidence = (record: RunRecord, traces: readonly Trace[]): ReadonlyMap<string, FoundEvidence> =>
  new Map(
    bundlesOf(identityOf(record), record.verdicts, traces).flatMap((bundle) => {
      if (bundle.traces.length === 0) return [];
      const focus = focusOf({ file: '', bundle, traces: bundle.traces, isExact: false });
      if (!focus?.broken) return [];
      const shown = shownExchanges(focus, false);
      return [[bundle.fingerprint, { steps: stepsOf(shown), markup: shortened(shown, bundle.fingerprint) }] as const];
    }),
  );

/** The timeline of a case as one page, which needs nothing but a browser. */

import { definitions, page } from '../../reports/markup.ts';
import { escaped } from '../../reports/safe-text.ts';
import type { Line, Piece } from './excerpt.ts';
import type { ShownExchange, Timeline } from './timeline.ts';

const titleMax = 200;

const pieceMarkup = ({ as, text }: Piece): string => {
  const value = escaped(text);
  if (as === 'replaced') return `<mark title="something else stood here">${value}</mark>`;
  return as === 'plain'
    ? `<span class="value">${value}</span>`
    : `<span class="${as === 'name' ? 'name' : 'dim'}">${value}</span>`;
};

const lineMarkup = ({ indent, pieces, isBroken }: Line): string => {
  const line = `${'  '.repeat(Math.min(indent, 16))}${pieces.map(pieceMarkup).join('')}`;
  return isBroken ? `<span class="here">${line}  ← here</span>` : line;
};

export const linesMarkup = (lines: readonly Line[]): string => `<pre>${lines.map(lineMarkup).join('\n')}</pre>`;

const headerMarkup = ({ name, value, isReplaced, isBroken }: ShownExchange['headers'][number]): string => {
  const shown = escaped(value.slice(0, 400));
  const line = `<span class="name">${escaped(name)}</span>: ${isReplaced ? `<mark>${shown}</mark>` : shown}`;
  return isBroken ? `<span class="here">${line}  ← here</span>` : line;
};

/** What of an exchange is seen once it is open. */
export const insideOf = ({ headers, notes, parts }: ShownExchange): string =>
  [
    ...notes.map((note) => `<p class="dim">${escaped(note)}</p>`),
    ...(headers.length > 0 ? [`<h3>to find it in logs</h3><pre>${headers.map(headerMarkup).join('\n')}</pre>`] : []),
    ...parts.map(({ name, lines }) => `<h3>${name}</h3>${linesMarkup(lines)}`),
  ].join('\n');

/** @param brokenId By which a link leads to what broke. */
export const exchangeMarkup = (each: ShownExchange, brokenId: string): string => {
  const { index, isCleanUp, isOpen, isBroken, at, operation, method, address, outcome, latencyMs, isOutcomeBroken } =
    each;
  const result = `${escaped(outcome)} · ${latencyMs} ms`;
  const head = [
    `${isCleanUp ? 'clean-up ' : '#'}${index}`,
    `<span class="dim">${escaped(at)} UTC</span>`,
    `<strong>${operation}</strong>${each.with === undefined ? '' : ` (${escaped(each.with)})`}`,
    `${method} ${escaped(address.slice(0, 400))}`,
    isOutcomeBroken ? `<mark class="here">${result}  ← here</mark>` : result,
  ].join(' ');
  const inside = insideOf(each);
  // Nothing to open.
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
      `<p class="dim">Times are UTC. <mark>Marked</mark> is what was replaced: something else was sent or said there.${link}</p>`,
      exchanges.map((each) => exchangeMarkup(each, 'broken')).join('\n'),
    ].join('\n'),
  );
};

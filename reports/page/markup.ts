/** Small pieces of markup that the parts of the page share. What came from elsewhere is escaped here. */
import { escaped } from '../escaped.ts';
import { type ClauseState, stateWords } from '../summary.ts';

export const signOf = (state: ClauseState): string =>
  `<span class="sign ${state}" aria-hidden="true">${stateWords[state].sign}</span>`;

/** A cell of the matrix. */
export const signLink = (state: ClauseState, clause: string): string =>
  `<a class="sign ${state}" href="#${clause}" title="${clause}: ${stateWords[state].name}" aria-label="${clause}: ${stateWords[state].name}">${stateWords[state].sign}</a>`;

export const named = (name: string, value: string, kind = ''): string =>
  `<dt>${escaped(name)}</dt><dd${kind === '' ? '' : ` class="${kind}"`}>${escaped(value)}</dd>`;

/** Names and commands, each to be taken with one click. */
export const commandList = (commands: readonly (readonly [name: string, command: string])[]): string =>
  `<dl class="commands">${commands.map(([name, command]) => `<dt>${escaped(name)}</dt><dd><code>${escaped(command)}</code></dd>`).join('')}</dl>`;

export type Column = { readonly name: string; readonly isNumber?: boolean };

/** @param rows Markup of cells. */
export const tableOf = (label: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string => {
  const kind = (at: number): string => (columns[at]?.isNumber ? ' class="number"' : '');
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${escaped(label)}"><table>`,
    `<thead><tr>${columns.map(({ name }, at) => `<th scope="col"${kind(at)}>${escaped(name)}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((cells) => `<tr>${cells.map((cell, at) => `<td${kind(at)}>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n');
};
